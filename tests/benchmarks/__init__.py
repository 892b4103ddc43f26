"""Tests of the measures that are not installed."""
