"""Common labels for what each vendor calls differently."""
