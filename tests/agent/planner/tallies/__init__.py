"""Tests of questions that count the things of devices, or rank devices by them."""
