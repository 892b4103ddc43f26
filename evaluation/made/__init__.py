"""Makes evaluation questions from feedback, and with a model from chunks; a person accepts or rejects them."""
