"""The language of templates: what each sign reads."""

from __future__ import annotations

from typing import Any

import pytest

from ingest.load.locate_values import missing_values
from ingest.records import SourceLine
from ingest.sandbox import ParserError, Sandbox
from reading import read_log
from reading.templates import compile_template

CASES: dict[str, tuple[str, str, dict[str, Any] | None]] = {
    "a word ends at the sign behind it": ("to <host>:<port:int>", "to h1:80", {"host": "h1", "port": 80}),
    "and does not hold it": ("to <host>: up", "to h1:2: up", None),
    "a word that may hold the sign": ("to <host:word>: up", "to h1:2: up", {"host": "h1:2"}),
    "any text": ("because <reason:text>.", "because it is so.", {"reason": "it is so"}),
    "a decimal, and a whole number in its place": ("<a:float> <b:float>", "1.5 2", {"a": 1.5, "b": 2}),
    "true and false": ("on: <on:bool>", "on: false", {"on": False}),
    "a place that may be empty": ("user=<user?> uid=<uid:int>", "user= uid=0", {"uid": 0}),
    "a pattern of its own": ("code <code:0x[0-9a-f]+>", "code 0x1f", {"code": "0x1f"}),
    "a place that is not kept": ("took <:[0-9]+> ms of <job>", "took 5 ms of j1", {"job": "j1"}),
    "an optional part that is there": (
        "login of <user><? from <host>?>",
        "login of ann from h1",
        {"user": "ann", "host": "h1"},
    ),
    "an optional part that is missing": ("by <user><? at <host>?>", "by ann", {"user": "ann"}),
    "the rest of a list": ("files <file><?,<more>?>", "files a,b,c", {"file": "a", "more": "b,c"}),
    "any white space for a blank": ("link up", "link \t up", {}),
    "a blank or none": ("state:< ><state>", "state:up", {"state": "up"}),
    "a sign of the message itself": ("in <<>init> of <name>", "in <init> of x", {"name": "x"}),
    "a number in angle brackets is no place": ("<13> of <name>", "<13> of x", {"name": "x"}),
    "a name that stands twice": ("from <node> to <node>", "from a to b", {"node": ["a", "b"]}),
    "nothing written as a dash": ("user <user> logged in", "user - logged in", {}),
    "a number too long to be one": ("id <id:int>", f"id {'9' * 30}", {"id": "9" * 30}),
}


@pytest.mark.parametrize(("template", "message", "values"), CASES.values(), ids=CASES)
def test_a_template(template: str, message: str, values: dict[str, Any] | None) -> None:
    (record,) = read_log([message], r"(?=\S)", [("Known", template)])
    assert record["type"] == ("OtherEvent" if values is None else "Known")
    assert record["values"] == {"message": message, **(values or {})}


WORDS = {
    "both": ("link <name> down", ("link", "down")),
    "a place whose text stays": ("<action=Failed> password for <user>", ("Failed", "")),
    "a sign of the message itself": ("<<>b> <x> ->", ("<b>", "->")),
    "a pattern with a blank": ("see <what:a b>", ("see", "")),
    "a blank or none": ("on:< >true", ("", "")),
}


@pytest.mark.parametrize(("template", "ends"), WORDS.values(), ids=WORDS)
def test_the_words_at_both_ends(template: str, ends: tuple[str, str]) -> None:
    assert compile_template(template)[:2] == ends


def test_the_first_row_that_fits_counts_whatever_its_ends() -> None:
    events = [("General", "<what> failed"), ("Special", "login <what:text>"), ("Never", "login failed")]
    assert [record["type"] for record in read_log(["login failed", "login of ann"], r"(?=\S)", events)] == [
        "General",
        "Special",
    ]


MISSING = {
    "between constant words": ("link<? <port>?> is <state=up|down>", "link p1 is up", "link <*> is up"),
    "between constant words, missing": ("link<? <port>?> is <state=up|down>", "link is up", "link <*> is up"),
    "beside a place": ("link <port><? of <slot>?> failed", "link p1 of s2 failed", "link <*> failed"),
    "at the end": ("link failed<? for <seconds:int> s?>", "link failed for 3 s", "link failed"),
    "of words alone": ("lost<? all?> links", "lost all links", "lost <*> links"),
}


@pytest.mark.parametrize(("row", "message", "template"), MISSING.values(), ids=MISSING)
def test_a_template_stands_in_its_message_whatever_is_missing(row: str, message: str, template: str) -> None:
    (record,) = read_log([message], r"(?=\S)", [("Event", row)], templates=True)
    assert record["values"]["template"] == template
    assert missing_values({"template": template}, SourceLine("a.log", 1, message)) == []


WRONG = {"an optional part without an end": "a <? b", "a pattern that is none": "code <code:[a>"}


@pytest.mark.parametrize("template", WRONG.values(), ids=WRONG)
def test_a_wrong_template_is_named(template: str) -> None:
    with pytest.raises(ValueError, match=r"^template '"):
        read_log(["a b", "code 1"], r"(?=\S)", [("Wrong", template)])


def test_a_parser_with_a_wrong_template_fails_with_its_text(sandbox: Sandbox) -> None:
    table = 'read_log(lines, r"(?=\\S)", [("A", "a <? b")])'
    with pytest.raises(ParserError, match=r"has no \?>"):
        sandbox.run_parse(f"from reading import read_log\ndef parse(lines):\n    return {table}\n", ["a b"])
