"""The prompts of learning, with places in double braces."""
