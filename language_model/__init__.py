"""Which chat model answers, opened from one string."""
