"""What is killed, filled up, taken away or done twice at the worst moment, and what is left then."""
