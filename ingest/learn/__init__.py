"""Finds a parser for each document: chooses, learns, judges and keeps them."""
