"""Makes the sample network from one plan and a seed."""
