"""What an answer rests on, as the page shows it: lines, rows, charts, and the graph behind it."""
