"""Code that every induced configuration parser contains, beside its grammar."""
