"""Tests of calling a language model."""
