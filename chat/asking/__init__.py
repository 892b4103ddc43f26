"""From what a person types to an answer on the page."""
