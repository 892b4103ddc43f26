"""Counts tokens with the model's own table if it is on this machine, else by an estimate."""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tiktoken import Encoding

NEWEST = "o200k_base"
TABLES: Mapping[str, tuple[str, str]] = {
    "o200k_base": (
        "fb374d419588a4632f3f557e76b4b70aebbca790",
        "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
    ),
    "cl100k_base": (
        "9b5ad71b2ce5302211f9c61530b329a4922fc6a4",
        "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
    ),
}
"""Encoding → the name of its table in tiktoken's cache, and the table's SHA-256."""
SHARED_TABLE = {"o200k_harmony": "o200k_base"}

_LOWER = r"(?:(?![A-Z])[^\W\d_])"
_PIECE = re.compile(
    rf"(?P<word>(?:[^\r\n\w]|_)?(?:[A-Z]*{_LOWER}+(?:'(?:s|t|re|ve|m|ll|d)\b)?|[A-Z]+))"
    r"|(?P<sign> ?(?:[^\w\s]|_)+[\r\n/]*)|\d{1,3}|\s*[\r\n]+|\s+(?!\S)|\s+"
)


class TableCounter:
    """Counts exactly, with tiktoken; special tokens in a text are text."""

    def __init__(self, encoding: Encoding) -> None:
        self.name = encoding.name
        self._encoding = encoding

    def __call__(self, text: str) -> int:
        return len(self._encoding.encode(text, disallowed_special=()))


class Estimate:
    """Counts about as o200k_base would: takes a text apart by its rule, and adds up what its pieces cost on average.

    docs/sampling.md has the measured error.
    """

    name = "estimate"

    def __call__(self, text: str) -> int:
        return max((sum(map(_hundredths, _PIECE.finditer(text))) + 50) // 100, min(1, len(text)))


TokenCounter = TableCounter | Estimate
"""Counts the tokens of a text, 0 for a blank one; `name` is the encoding's, or "estimate"."""


def _hundredths(piece: re.Match[str]) -> int:
    """Estimate the tokens of one piece, in hundredths.

    A blank run and up to three digits are one token. Most words are; capitals, long words and a sign before the
    word cost more. Unlike signs in a row are seldom one token.
    """
    whole, kind = piece[0], piece.lastgroup
    if kind == "sign" and len(whole) > 4 and len(set(whole)) > 2:
        return 30 * len(whole)
    if kind != "word":
        return 100
    letters = len(whole) - (not whole[0].isalpha())
    if letters < 3:
        return 100
    tokens = 70 + 20 * letters if whole[1:].isupper() else max(112, 12 * letters)
    return tokens if whole[0].isalpha() or whole[0] == " " else tokens + 35


def token_counter(model: str) -> TokenCounter:
    """Return the counter for "provider:model"; the newest encoding for a model that tiktoken does not know.

    tiktoken is asked only for a table that lies whole in its cache (TIKTOKEN_CACHE_DIR, DATA_GYM_CACHE_DIR or its
    default folder): for any other it would call out.
    """
    from tiktoken.model import encoding_name_for_model

    try:
        name = encoding_name_for_model(model.rpartition(":")[2])
    except KeyError:
        name = NEWEST
    usual = str(Path(tempfile.gettempdir()) / "data-gym-cache")
    folder = os.environ.get("TIKTOKEN_CACHE_DIR", os.environ.get("DATA_GYM_CACHE_DIR", usual))
    return _open_table(name, folder) or Estimate()


@cache
def _open_table(name: str, folder: str) -> TableCounter | None:
    """Open an encoding if its table is in the folder, blank for none, and is what it should be."""
    table = TABLES.get(SHARED_TABLE.get(name, name))
    if not folder or table is None:
        return None
    try:
        content = (Path(folder) / table[0]).read_bytes()
    except OSError:
        return None
    if hashlib.sha256(content).hexdigest() != table[1]:
        return None
    from tiktoken import get_encoding

    return TableCounter(get_encoding(name))
