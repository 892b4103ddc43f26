"""Shows what an answer rests on: lines, rows, charts, and the graph behind it."""
