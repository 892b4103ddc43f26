"""What happens when a small model answers: its usual mistakes, scripted, on the sample network."""
