"""The sample network and the script that makes it."""
