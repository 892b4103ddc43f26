"""The file of tokens with which other agents call, kept as SHA-256 digests, and the rights of each."""

from __future__ import annotations

import hashlib
import json
import re
import secrets
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal, get_args

from graph_store.server_file import write_private
from workspace.errors import TokenError

Right = Literal["ask", "read", "cypher"]
"""`ask` asks questions (and may cost tokens), `read` reads lines, devices and findings, `cypher` runs statements."""


RIGHTS: tuple[Right, ...] = get_args(Right)


TOKENS_FILE = "mcp-tokens.json"


PREFIX = "wirelore_"


_NAME = re.compile(r"[A-Za-z0-9][\w.@+-]{0,99}")


_DAY_S = 86_400


@dataclass(frozen=True, slots=True)
class KeptToken:
    """`digest` is the SHA-256 of the token; `expires` is in seconds since 1970."""

    digest: str
    rights: tuple[Right, ...]
    expires: int


def read_tokens(path: Path) -> dict[str, KeptToken]:
    """Read all tokens by name; none where there is no file. Raises TokenError."""
    try:
        found = json.loads(path.read_text("utf-8"))
        return {
            str(name): KeptToken(str(kept["digest"]), tuple(kept["rights"]), int(kept["expires"]))
            for name, kept in found["tokens"].items()
        }
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise TokenError(f"{path}: the file of tokens cannot be read: {error}") from error


def add_token(path: Path, name: str, rights: tuple[str, ...], days: float) -> str:
    """Make a token and return it; only its digest is kept. Raises TokenError.

    A token is 256 random bits, so a plain digest keeps it: unlike a password, it cannot be guessed.
    """
    if not _NAME.fullmatch(name):
        raise TokenError(f"{name!r} is no name of a caller; expected letters, digits and . _ @ + -")
    known: tuple[Right, ...] = tuple(right for right in RIGHTS if right in rights)
    if len(known) != len(set(rights)) or not known:
        raise TokenError(f"unknown rights {', '.join(rights)}; expected some of {', '.join(RIGHTS)}")
    if not 0 < days <= 3650:
        raise TokenError(f"found {days} days, expected more than 0 and at most 3650")
    token = PREFIX + secrets.token_urlsafe(32)
    kept = KeptToken(token_digest(token), known, int(time.time() + days * _DAY_S))
    _write(path, {**read_tokens(path), name: kept})
    return token


def remove_token(path: Path, name: str) -> None:
    """Remove a token, which the next call with it notices. Raises TokenError."""
    tokens = read_tokens(path)
    if name not in tokens:
        raise TokenError(f"no token of {name!r}; there are: {', '.join(sorted(tokens)) or 'none'}")
    _write(path, {other: kept for other, kept in tokens.items() if other != name})


def token_digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def _write(path: Path, tokens: Mapping[str, KeptToken]) -> None:
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        kept = {name: asdict(token) for name, token in sorted(tokens.items())}
        write_private(path, json.dumps({"tokens": kept}, indent=1) + "\n")
    except OSError as error:
        raise TokenError(f"{path}: not written: {error.strerror or error}") from error
