"""Tests of the sample network."""
