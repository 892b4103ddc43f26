"""The prompts of judging and of writing questions."""
