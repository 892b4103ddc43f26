"""Takes the formats that ship, and learns on top of them what a file holds beside."""
