"""Java's prepared classes: where they are kept, that a damaged file does no harm, and what they are made with."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from graph_store.embedded_server import JAVA_OPTIONS
from graph_store.java_cache import PLACE
from graph_store.make_java_cache import run_server, use_server

ROOT = Path(__file__).resolve().parents[2]
OPEN = """
import sys
from graph_store.open_graph import open_graph
with open_graph(sys.argv[1], create=True, idle_s=0.5) as graph:
    print(graph.read("RETURN 1 AS one").rows)
"""
PRINT = "from graph_store.java_cache import cache_file; print(cache_file())"

HOME = "/somebody"
PLACES: dict[str, tuple[dict[str, str], str]] = {
    "the folder that is named": ({PLACE: "/named", "HOME": HOME}, "/named/java-"),
    "off": ({PLACE: "off", "HOME": HOME}, "None"),
    "no home": ({}, "None"),
}
if sys.platform.startswith("linux"):
    PLACES |= {
        "the home": ({"HOME": HOME}, f"{HOME}/.cache/wirelore/java-"),
        "another folder of caches": ({"XDG_CACHE_HOME": "/c", "HOME": HOME}, "/c/wirelore/java-"),
    }


def _run(code: str, environment: dict[str, str], *arguments: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)} | environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    ).stdout


@pytest.mark.parametrize(("environment", "expected"), PLACES.values(), ids=PLACES)
def test_place(environment: dict[str, str], expected: str) -> None:
    assert _run(PRINT, environment).startswith(expected)


def test_a_damaged_file_does_no_harm(tmp_path: Path) -> None:
    environment = {PLACE: str(tmp_path / "caches")}
    kept = Path(_run(PRINT, environment).strip())
    kept.parent.mkdir()
    kept.write_bytes(b"damaged" * 1000)
    assert _run(OPEN, environment, str(tmp_path / "kg")) == "((1,),)\n"
    assert "AOT cache" in (tmp_path / "kg" / "server" / "log" / "java.log").read_text("utf-8")


def test_options_that_the_classes_do_not_fit_are_served_without_them(tmp_path: Path) -> None:
    caches = tmp_path / "caches"
    environment = {PLACE: str(caches), "HOME": str(tmp_path)}
    _run("from graph_store.make_java_cache import main; main()", environment)
    assert list(caches.glob("*.aot"))
    small_old_generation = environment | {JAVA_OPTIONS: "-Xmn64m"}
    assert _run(OPEN, small_old_generation, str(tmp_path / "kg")) == "((1,),)\n"


def test_the_server_takes_every_statement_that_the_cache_is_made_with(tmp_path: Path) -> None:
    with run_server(tmp_path, []) as session:
        use_server(session, batches=2, rows=100, reads=1)
        assert session.read("MATCH (e:Event) RETURN count(*) AS n", {}, 1, 10.0).rows == ((200,),)
