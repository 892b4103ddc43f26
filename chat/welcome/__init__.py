"""What the page says of the graph before anything is asked: what is loaded, and questions to begin with."""
