"""Questions made for evaluation: from feedback, and by a model from chunks; a person accepts or rejects them."""
