"""The field's concepts: one common label for what every make calls otherwise."""
