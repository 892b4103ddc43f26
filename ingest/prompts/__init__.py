"""What is asked of a model while learning; places in double braces are filled in."""
