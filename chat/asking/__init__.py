"""From what a person types to the answer on the page."""
