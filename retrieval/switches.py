"""Retrieval settings for the command line, without heavy imports."""

from __future__ import annotations

from typing import Literal, get_args

GlobalStyle = Literal["one-pass", "map-reduce"]
Technique = Literal["enrichment", "synonyms", "hyde", "vectors", "rank-fusion", "reverse-packing"]
TECHNIQUES: tuple[Technique, ...] = get_args(Technique)
"""Those of mode `advanced`; each can be switched off."""
