"""The chat's English: all of it in one file, each sentence used, and each use right."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from chat.asking.commands import COMMANDS, MODES
from chat.errors import ADVICE
from chat.words.say import NUMBER, chainlit_words, say, say_number, say_some, sentences, words_of

ROOT = Path(__file__).resolve().parents[2]
FILES = (ROOT / "app.py", *sorted((ROOT / "chat").rglob("*.py")))
SAYERS = ("say", "say_number", "words_of")
QUERY = re.compile(r"\b(MATCH|UNWIND|YIELD|SELECT|INSERT|CREATE|PRAGMA|COALESCE|AND|OR)\b")
SENTENCE = re.compile(r"(?=.*[A-Za-z]{2}).* |^[A-Z][a-z]+$", re.DOTALL)
"""Words with a space, or one word with a capital as buttons and titles have it."""
NO_SENTENCES = {
    "app.py": ("Wirelore",),
    "chat/history/data_layer.py": ("cursor: expected",),
    "chat/evidence/evidence_view.py": (
        "Configuration",
        "-----BEGIN",
        "certificate self-signed",
        "snmp-server",
        "/snmp",
    ),
    "chat/page/pages.py": ("-src '", "base-uri", "frame-ancestors"),
    "chat/people/gate.py": ("; Secure", "={0}; Path=/;"),
}
"""File → what looks like a sentence there: names, kinds of nodes as the graph writes them, fonts, tags, a regular
expression, lines that a mask is made for, HTTP headers, what a request that no page sends is told."""


@dataclass(frozen=True, slots=True)
class Use:
    """A call that says something: by which function, which keys, with which values."""

    place: str
    sayer: str
    keys: tuple[str, ...]
    names: frozenset[str]


def _calls(path: Path) -> Iterator[Use]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SAYERS:
            names = frozenset(keyword.arg or "**" for keyword in node.keywords)
            yield Use(f"{path.relative_to(ROOT)}:{node.lineno}", node.func.id, _keys(node.args[0]), names)


def _keys(written: ast.expr) -> tuple[str, ...]:
    match written:
        case ast.Constant(value=str(key)):
            return (key,)
        case ast.IfExp(body=one, orelse=other):
            return (*_keys(one), *_keys(other))
    return ()


USES = tuple(use for path in FILES for use in _calls(path) if use.keys or path.name != "say.py")


def test_every_use_writes_its_key_out() -> None:
    assert [use.place for use in USES if not use.keys] == []


def test_every_use_names_a_sentence_with_exactly_its_places() -> None:
    wrong = [(use.place, key) for use in USES for key in use.keys if not _is_right(use, key)]
    assert wrong == []


def _is_right(use: Use, key: str) -> bool:
    if use.sayer == "words_of":
        return bool(words_of(key))
    found = sentences().get(key)
    given = use.names | {NUMBER} if use.sayer == "say_number" else use.names
    return found is not None and found.names == given and found.counts == (use.sayer == "say_number")


def test_every_sentence_is_used() -> None:
    used = {key for use in USES for key in use.keys if use.sayer != "words_of"}
    tables = {key for use in USES for key in use.keys if use.sayer == "words_of"}
    assert [key for key in sentences() if key not in used and key.rpartition(".")[0] not in tables] == []


def test_no_sentence_is_written_elsewhere() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line} {text}"
        for path in FILES
        for line, text in _literals(ast.parse(path.read_text("utf-8")))
        if SENTENCE.search(text) and not QUERY.search(text) and not _is_listed(path, text)
    ]
    assert found == []


def _is_listed(path: Path, text: str) -> bool:
    return any(part in text for part in NO_SENTENCES.get(str(path.relative_to(ROOT)), ()))


def _literals(node: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the texts of a module, but for docstrings, what the log gets, and errors of those who write code."""
    match node:
        case ast.Expr(value=ast.Constant()):
            return
        case ast.Call(func=ast.Attribute(value=ast.Name(id="log"))):
            return
        case ast.Raise(
            exc=ast.Call(
                func=ast.Name(
                    id="RuntimeError" | "ValueError" | "KeyError" | "TypeError" | "ModuleNotFoundError"
                )
            )
        ):
            return
        case ast.JoinedStr(values=parts):
            told = (part.value if isinstance(part, ast.Constant) else "{0}" for part in parts)
            yield node.lineno, "".join(map(str, told))
            for part in parts:
                if isinstance(part, ast.FormattedValue):
                    yield from _literals(part.value)
            return
        case ast.Constant(value=str(text)):
            yield node.lineno, text
    for child in ast.iter_child_nodes(node):
        yield from _literals(child)


LOUD: Mapping[str, tuple[Callable[[], object], type[Exception]]] = {
    "a key that is not there": (lambda: say("load.refusd"), KeyError),
    "a table that is not there": (lambda: words_of("lod"), KeyError),
    "a value that is missing": (lambda: say("load.failed"), TypeError),
    "a value that has no place": (lambda: say("load.nothing", path="a.cfg"), TypeError),
    "a value of another name": (lambda: say("load.failed", reson="x"), TypeError),
    "a number without the sentence's other value": (lambda: say_number("count.kind", 2), TypeError),
    "a table of sentences with places": (lambda: words_of("upload"), TypeError),
}


@pytest.mark.parametrize(("asked", "error"), LOUD.values(), ids=LOUD)
def test_what_is_wrong_is_loud(asked: Callable[[], object], error: type[Exception]) -> None:
    with pytest.raises(error):
        asked()


SAID = {
    "one of something": (say_number("count.document", 1), "1 document"),
    "none of something": (say_number("count.entity", 0), "0 entities"),
    "many of something": (say_number("count.line", 12_345), "12,345 lines"),
    "a verb goes with one": (
        say_number("documents.unexplained", 1),
        "1 line is explained by no parser, and found by text only: `unexplained` shows it.",
    ),
    "a verb goes with many": (
        say_number("documents.unexplained", 2),
        "2 lines are explained by no parser, and found by text only: `unexplained` shows them.",
    ),
    "a value is put in as it is, whatever it has in it": (
        say("load.failed", reason="{x} %s"),
        "**Not loaded.** {x} %s",
    ),
    "some names, and how many more": (say_some(["a", "b", "c"], 2), "a, b and 1 more"),
    "all names": (say_some(["a", "b"], 2), "a, b"),
}


@pytest.mark.parametrize(("said", "expected"), SAID.values(), ids=SAID)
def test_say(said: str, expected: str) -> None:
    assert said == expected


TABLES = {
    "each command says what it does": ("commands", COMMANDS),
    "each way to retrieve has a label": ("settings.mode", MODES),
    "each error has advice, and so has any other": ("trouble", [*(name for _, name in ADVICE), "unexpected"]),
}


@pytest.mark.parametrize(("table", "names"), TABLES.values(), ids=TABLES)
def test_a_table_has_what_the_code_looks_up(table: str, names: Any) -> None:
    assert set(words_of(table)) == set(names)


def test_the_words_of_chainlits_page_are_those_it_has() -> None:
    spec = find_spec("chainlit")
    assert spec is not None
    theirs = json.loads(
        Path(str(spec.origin)).with_name("translations").joinpath("en-US.json").read_text("utf-8")
    )
    page = "".join(
        file.read_text("utf-8")
        for file in Path(str(spec.origin)).with_name("frontend").joinpath("dist", "assets").glob("index-*.js")
    )
    looked_up = re.findall(r"`([\w.]+\.)\$\{", page)
    """The page makes some names of what the server says, as `auth.login.errors.${error}`."""
    script = (ROOT / "public" / "wirelore.js").read_text("utf-8")
    unknown = [
        name
        for name in _unknown(chainlit_words(), theirs)
        if not name.startswith(tuple(looked_up)) and f'"{name}"' not in script
    ]
    assert looked_up
    assert unknown == []


def _unknown(ours: Mapping[str, Any], theirs: Mapping[str, Any], above: str = "") -> Iterator[str]:
    for name, said in ours.items():
        if name not in theirs:
            yield above + name
        elif isinstance(said, dict):
            yield from _unknown(said, theirs[name], f"{above}{name}.")
