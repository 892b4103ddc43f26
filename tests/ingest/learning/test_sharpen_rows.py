"""A model's templates become as exact as those found without it, and lose nothing."""

from __future__ import annotations

import pytest

from ingest.learn.model.sharpen_rows import sharpen_rows, sharpen_source
from reading import read_log

HEADER = r"(?P<timestamp_text>{iso}) "
GENERAL = ("Disconnected", "disconnected <address>: <reason:text>")
MESSAGES = [
    f"disconnected 10.0.0.{number}: {'Bye Bye' if number % 3 else 'idle too long'}" for number in range(1, 60)
]


def test_few_words_in_a_place_stay_in_the_template_and_are_a_value() -> None:
    exact, general = sharpen_rows([GENERAL], MESSAGES)
    assert general == GENERAL
    lines = [
        f"2026-03-03T08:00:00Z {message}"
        for message in (*MESSAGES[:3], "disconnected 10.0.0.9: never seen before")
    ]
    records = read_log(lines, HEADER, [exact, general], templates=True)
    assert [record["values"]["template"] for record in records] == [
        "disconnected <*>: Bye Bye",
        "disconnected <*>: Bye Bye",
        "disconnected <*>: idle too long",
        "disconnected <*>: <*>",
    ]
    assert [record["values"]["reason"] for record in records] == [
        "Bye Bye",
        "Bye Bye",
        "idle too long",
        "never seen before",
    ]


def test_a_part_that_is_missing_in_messages_of_another_kind_makes_two_rows() -> None:
    row = ("Failure", "failure; host=<host?><? user=<user>?>")
    messages = [
        f"failure; host=h{number}.example" + f" user=u{number}" * (number % 2) for number in range(60)
    ]
    texts = [text for _, text in sharpen_rows([row], messages)]
    assert texts == ["failure; host=<host?> user=<user>", "failure; host=<host?>", row[1]]


@pytest.mark.parametrize(
    "rows",
    [
        [("Login", "login of <user> from <address>")],
        [("Login", "login of <user> from <address> port <port:int>")],
    ],
)
def test_values_that_vary_stay_places(rows: list[tuple[str, str]]) -> None:
    ports = " port 22" if "port" in rows[0][1] else ""
    messages = [f"login of u{number} from 10.0.{number}.1{ports}" for number in range(60)]
    assert sharpen_rows(rows, messages) == rows


@pytest.mark.parametrize(
    "tables",
    [
        "EVENTS = [\n    {row},\n]\n",
        "EVENTS = []\nEVENTS += [\n    {row},\n]\n",
        "EVENTS = [\n    {row},\n]\nEVENTS = [] + EVENTS\n",
    ],
)
def test_the_table_of_a_source_is_written_anew(tables: str) -> None:
    source = f"HEADER = r'x'\n{tables.format(row=GENERAL)}\n\ndef parse(lines):\n    return lines\n"
    defined: dict[str, list[tuple[str, str]]] = {}
    exec(sharpen_source(source, MESSAGES), defined)
    assert defined["EVENTS"] == sharpen_rows([GENERAL], MESSAGES)


def test_a_table_that_is_made_by_code_is_left() -> None:
    source = f"EVENTS = [{GENERAL}] * 2\n"
    assert sharpen_source(source, MESSAGES) == source
