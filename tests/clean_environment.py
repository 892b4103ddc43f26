"""The environment of the commands that tests run: without the settings of whoever runs the tests."""

from __future__ import annotations

import os

from graph_store.embedded_server import JAVA_OPTIONS


def clean_environment(*others: str) -> dict[str, str]:
    """Return what is set, but Wirelore's settings and names that begin with one of `others`.

    Java's options stay: with those of `make test` a server starts in two thirds of the processor time.
    """
    unwanted = ("WIRELORE_", *others)
    return {
        name: value
        for name, value in os.environ.items()
        if name == JAVA_OPTIONS or not name.startswith(unwanted)
    }
