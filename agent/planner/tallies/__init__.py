"""Reads questions that count the things of devices, or rank devices by them, over all makes at once."""
