"""Tests of what reads captures."""
