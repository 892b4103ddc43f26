"""Finds the source lines that prove each row of an answer, with companion statements that also return the nodes."""
