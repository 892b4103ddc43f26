"""Gold questions, scoring and reports."""
