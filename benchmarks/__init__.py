"""Measures that are not installed: gold questions of public data, accuracy of parsing, speed."""
