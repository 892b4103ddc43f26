"""Answers as text: rows become statements, and every statement gets its marks."""
