"""Tests of questions about what belongs together by name or by address."""
