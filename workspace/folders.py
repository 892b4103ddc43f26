"""Names the folders of a KG, and keeps the files that its documents were loaded from."""

from __future__ import annotations

import secrets
import shutil
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from settings import Settings

if TYPE_CHECKING:
    from findings.rule_file import Rule

FILES, INCOMING, ELEMENTS = "files", "incoming", "elements"


HISTORY, SECRET, USERS, LOGOUTS = "history.sqlite", "secret", "users.json", "logouts.json"


def chat_folder(kg: str) -> Path:
    """Name the chat's folder; where the KG is a server, it stands beside the user, one for each KG."""
    from conversations.records import digest
    from graph_store.kg_folder import CHAT

    return Path("wirelore-chat") / digest(kg) if "://" in kg else Path(kg) / CHAT


def make_folder(folder: Path) -> Path:
    """Make a folder for its owner's eyes only, and return it. Raises OSError."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def users_path(settings: Settings) -> Path:
    """Name the file of users."""
    return Path(settings.users_file) if settings.users_file else chat_folder(settings.kg) / USERS


def parsers_folder(kg: str) -> Path:
    """Return where parsers are kept: in the KG's folder; in the working folder if the KG is a server."""
    return Path("wirelore-parsers") if "://" in kg else Path(kg) / "parsers"


def hash_key(kg: str) -> bytes:
    """Return the key under which an ingest into a KG hashes secrets; of a server's KG it is beside the parsers."""
    from graph_store.kg_folder import hash_key as key_in

    return key_in(parsers_folder(kg) if "://" in kg else Path(kg))


def redact_lines(path: Path, key: bytes) -> list[str]:
    """Read a file's lines as an ingest under this key would keep them. Raises OSError, also for a pipe or a device."""
    from language_model.redact import LineRedactor

    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError(f"{path}: not a regular file")
    return LineRedactor(key, path=path.name).lines(
        path.read_text(encoding="utf-8", errors="replace").splitlines()
    )


def own_rules(kg: str) -> tuple[Rule, ...]:
    """Return the rules of `rules.yaml` in the KG's folder; none where there is no such file. Raises RulesError."""
    from findings.rule_file import read_rules

    path = rules_file(kg)
    return read_rules(path) if path.exists() else ()


def rules_file(kg: str) -> Path:
    """Name where a KG's own rules are kept: in its folder; in the working folder if the KG is a server."""
    return Path("wirelore-rules.yaml") if "://" in kg else Path(kg) / "rules.yaml"


# The files that documents were loaded from.


def make_incoming(kg: str) -> Path:
    """Make an empty folder for one drop. Raises OSError."""
    return make_folder(chat_folder(kg) / INCOMING / secrets.token_hex(8))


def clear_incoming(kg: str) -> None:
    """Throw away what a chat that was killed left; called while nothing is dropped yet."""
    shutil.rmtree(chat_folder(kg) / INCOMING, ignore_errors=True)


def keep_files(kg: str, incoming: Path, paths: Iterable[str]) -> None:
    """Move files to where loaded ones are kept, in the place of what was there. Raises OSError."""
    for path in paths:
        source, target = incoming / path, file_of(kg, path)
        if not source.is_file():
            continue
        make_folder(target.parent)
        source.replace(target)


def forget_files(kg: str, paths: Iterable[str]) -> None:
    """Delete the files of documents that were removed. Raises OSError."""
    for path in paths:
        file = file_of(kg, path)
        file.unlink(missing_ok=True)
        for folder in list(file.parents)[: len(Path(path).parts) - 1]:
            with suppress(OSError):  # it holds others
                folder.rmdir()


def file_of(kg: str, path: str) -> Path:
    """Name where a document's file is kept."""
    return chat_folder(kg) / FILES / path
