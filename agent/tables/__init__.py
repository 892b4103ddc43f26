"""Tables of data about a question, and what they need to know of it: totals, who lacks what, links, addresses."""
