"""Keeps the chat's conversations."""
