"""What every induced configuration parser consists of, beside its grammar: plain code, copied into its source."""
