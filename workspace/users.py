"""The file of users, with Argon2id hashes and no default password, and the secret that signs sessions and links."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import re
import secrets
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Literal, get_args
from urllib.parse import quote

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from graph_store.server_file import write_private
from workspace.errors import TokenError, UserError, UsersFileError
from workspace.folders import SECRET, chat_folder, make_folder

SCHEMA = 1
SHORTEST, LONGEST = 10, 1000
NAME = re.compile(r"[A-Za-z0-9][\w.@+-]{0,99}")
HASHER = PasswordHasher()
"""With the library's defaults, which follow RFC 9106's second recommended choice: 64 MiB."""


@dataclass(frozen=True, slots=True)
class KeptUser:
    """The hash of a password, and when it was set (seconds since 1970)."""

    password: str
    changed: float


def read_users(path: Path) -> dict[str, KeptUser]:
    """Read all users; none where there is no file. Raises UsersFileError."""
    try:
        found = json.loads(path.read_text("utf-8"))
        if found["schema"] != SCHEMA:
            raise UsersFileError(str(path), f"found schema {found['schema']!r}; this version reads {SCHEMA}")
        return {
            name: KeptUser(str(kept["password"]), float(kept["changed"]))
            for name, kept in found["users"].items()
        }
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise UsersFileError(str(path), str(error.strerror or error)) from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise UsersFileError(str(path), "damaged; `wirelore users add` writes such files") from error


def add_user(path: Path, name: str, password: str) -> bool:
    """Add a user or change a password; return whether the user is new. Raises UserError and UsersFileError."""
    if not NAME.fullmatch(name):
        raise UserError(name, "expected letters, digits and . _ - + @, at most 100 of them")
    if not SHORTEST <= (found := len(password)) <= LONGEST:
        raise UserError(name, f"the password has {found} characters; expected {SHORTEST} to {LONGEST}")
    users = read_users(path)
    _write(path, {**users, name: KeptUser(HASHER.hash(password), time.time())})
    return name not in users


def remove_user(path: Path, name: str) -> None:
    """Remove a user. The file stays, so that a login is still required. Raises UserError and UsersFileError."""
    users = read_users(path)
    if name not in users:
        raise UserError(name, f"is not there; there are: {', '.join(sorted(users)) or 'none'}")
    _write(path, {other: kept for other, kept in users.items() if other != name})


def check_password(users: Mapping[str, KeptUser], name: str, password: str) -> bool:
    """Tell whether the password is right. An unknown name takes as long as a wrong password."""
    kept = users.get(name)
    try:
        HASHER.verify(kept.password if kept else _nobody(), password[:LONGEST])
    except (VerificationError, InvalidHashError):
        return False
    return kept is not None


def is_current(users: Mapping[str, KeptUser], name: str, since: float) -> bool:
    """Tell whether a login made at `since` still counts: removing a user or setting a password ends earlier ones.

    Logins have whole seconds, so a login in the second of the change does not count either.
    """
    kept = users.get(name)
    return kept is not None and int(kept.changed) < since


@cache
def _nobody() -> str:
    return HASHER.hash("nobody's")


def _write(path: Path, users: Mapping[str, KeptUser]) -> None:
    kept = {name: asdict(user) for name, user in sorted(users.items())}
    try:
        make_folder(path.parent)
        write_private(path, json.dumps({"schema": SCHEMA, "users": kept}, indent=1) + "\n")
    except OSError as error:
        raise UsersFileError(str(path), f"cannot be written: {error.strerror or error}") from error


# The secret of one chat: it signs sessions, and the links that lead into a conversation.


AUTH_SECRET = "CHAINLIT_AUTH_SECRET"  # noqa: S105 - a variable's name


def signing_secret(kg: str) -> str:
    """Return the secret: the environment's, or one made once and kept beside the KG. Raises OSError."""
    if given := os.environ.get(AUTH_SECRET):
        return given
    path = chat_folder(kg) / SECRET
    if not path.is_file():
        make_folder(path.parent)
        write_private(path, secrets.token_urlsafe(48))
    return path.read_text("utf-8").strip()


def conversation_link(chat_url: str, kg: str, name: str) -> str:
    """Return a link to a kept conversation. Anyone who has the link may read it. Raises OSError."""
    return f"{chat_url.rstrip('/')}/conversations/{quote(name)}?key={_key(kg, name)}"


def is_key(kg: str, name: str, key: str) -> bool:
    """Tell whether a link's key belongs to this conversation. Raises OSError."""
    return hmac.compare_digest(_key(kg, name).encode(), key.encode())


def _key(kg: str, name: str) -> str:
    return hmac.new(signing_secret(kg).encode(), f"conversation:{name}".encode(), hashlib.sha256).hexdigest()


Right = Literal["ask", "read", "cypher"]
"""`ask` asks questions (and may cost tokens), `read` reads lines, devices and findings, `cypher` runs statements."""


RIGHTS: tuple[Right, ...] = get_args(Right)


TOKENS_FILE = "mcp-tokens.json"


PREFIX = "wirelore_"


CALLER = re.compile(r"[A-Za-z0-9][\w.@+-]{0,99}")


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
    if not CALLER.fullmatch(name):
        raise TokenError(f"{name!r} is no name of a caller; expected letters, digits and . _ @ + -")
    known: tuple[Right, ...] = tuple(right for right in RIGHTS if right in rights)
    if len(known) != len(set(rights)) or not known:
        raise TokenError(f"unknown rights {', '.join(rights)}; expected some of {', '.join(RIGHTS)}")
    if not 0 < days <= 3650:
        raise TokenError(f"found {days} days, expected more than 0 and at most 3650")
    token = PREFIX + secrets.token_urlsafe(32)
    kept = KeptToken(token_digest(token), known, int(time.time() + days * _DAY_S))
    _write_tokens(path, {**read_tokens(path), name: kept})
    return token


def remove_token(path: Path, name: str) -> None:
    """Remove a token, which the next call with it notices. Raises TokenError."""
    tokens = read_tokens(path)
    if name not in tokens:
        raise TokenError(f"no token of {name!r}; there are: {', '.join(sorted(tokens)) or 'none'}")
    _write_tokens(path, {other: kept for other, kept in tokens.items() if other != name})


def token_digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def _write_tokens(path: Path, tokens: Mapping[str, KeptToken]) -> None:
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        kept = {name: asdict(token) for name, token in sorted(tokens.items())}
        write_private(path, json.dumps({"tokens": kept}, indent=1) + "\n")
    except OSError as error:
        raise TokenError(f"{path}: not written: {error.strerror or error}") from error
