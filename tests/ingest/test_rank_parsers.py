"""Of many known parsers the likeliest are tried first, and none is left out that alone explains a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.learn.builtin.builtin_learner import BuiltinLearner
from ingest.learn.builtin.configurations.induce_configuration import induce_configuration
from ingest.learn.choose_parsers import learn_parsers
from ingest.learn.parser_folder import read_parsers, write_parser
from ingest.learn.rank_parsers import rank_parsers
from ingest.records import Parser, Sample
from ingest.sandbox import Sandbox

EVENT_SCHEMA = {"$defs": {"Event": {"properties": {"text": {}, "n": {}, "template": {}}}}}
LOG_SOURCE = (
    "{table}\ndef parse(lines):\n    return [{{'type': 'Event', 'values': {{'text': line.split()[0], 'n': 1}},"
    " 'lines': [[i, i]]}} for i, line in enumerate(lines) if {test}]\n"
)


def configuration_of(number: int) -> tuple[str, ...]:
    """Return a configuration whose statements no other number has."""
    blocks = ((f"port{number}x unit {each}", f" rate{number}x {each}00") for each in range(1, 4))
    return (f"system{number}x name core{number}", *(line for block in blocks for line in block))


def table_parser(number: int) -> Parser:
    induced = induce_configuration([configuration_of(number)])
    return Parser(f"configuration-{number:03}", "configuration", induced.schema, induced.parse_source)


def log_parser(name: str, test: str, table: str = "") -> Parser:
    return Parser(name, "log", EVENT_SCHEMA, LOG_SOURCE.format(table=table, test=test))


TABLES = [table_parser(number) for number in range(200)]
LOGS = [
    log_parser(f"log-{number:03}", "line.split()[0] in WORDS", f"WORDS = ('open{number}x',)")
    for number in range(200)
]
ANY_LONG_WORD = log_parser("log-zzz", "len(line.split()[0]) == 17")
CONFIGURATION = Sample("r1.cfg", "configuration", configuration_of(163))
FILES = {
    "tables that know its words": (TABLES, CONFIGURATION, "configuration-163", 1),
    "code that knows its words": (LOGS, Sample("a.log", "log", ("open163x 1",) * 30), "log-163", 1),
    "code that knows none of its words": (
        [ANY_LONG_WORD, *LOGS[:20]],
        Sample("a.log", "log", ("abcdefghijklmnopq 1",) * 30),
        "log-zzz",
        21,
    ),
}


@pytest.mark.parametrize(("known", "file", "name", "most"), FILES.values(), ids=FILES)
def test_one_of_many_parsers_is_chosen_for_a_file(
    known: list[Parser], file: Sample, name: str, most: int
) -> None:
    with Sandbox(workers=1) as sandbox:
        chosen = learn_parsers([file], known, BuiltinLearner(), sandbox)
        tried = sandbox.pool.started
    assert chosen.names == {file.path: name}
    assert tried <= most


def test_tables_that_know_none_of_a_files_words_are_not_tried() -> None:
    file = Sample("r1.cfg", "configuration", configuration_of(900))
    with Sandbox(workers=1) as sandbox:
        chosen = learn_parsers([file], TABLES, BuiltinLearner(), sandbox)
        assert (len(chosen.by_name), sandbox.pool.started) == (201, 1)


def test_a_row_that_a_person_adds_to_a_table_is_used_at_the_next_choice(tmp_path: Path) -> None:
    write_parser(tmp_path, TABLES[163])
    place = tmp_path / "configuration-163" / "parse.py"
    place.write_text(place.read_text().replace('GRAMMAR = r"""\n', 'GRAMMAR = r"""\nrelay server *\n'))
    more = tuple(f"relay server 10.0.0.{number}" for number in range(1, 30))
    file = Sample("r1.cfg", "configuration", (*configuration_of(163), *more))
    with Sandbox(workers=1) as sandbox:
        chosen = learn_parsers([file], read_parsers(tmp_path), BuiltinLearner(), sandbox)
    assert (chosen.names, list(chosen.by_name)) == ({"r1.cfg": "configuration-163"}, ["configuration-163"])


def edited(parser: Parser) -> Parser:
    return Parser(parser.name, parser.kind, parser.schema, parser.source, edited=("parse.py",))


WILD = Parser("wild", "configuration", {}, 'STYLE = "indented"\nGRAMMAR = r"""\n<*Thing> ...\n"""\n')
RANKED = {
    "the one with most of the words is first": ([TABLES[1], TABLES[163]], ["configuration-163"]),
    "one that a person edited may read more than its words": (
        [edited(TABLES[1]), TABLES[163]],
        ["configuration-163", "configuration-001"],
    ),
    "one whose table has a place for any word may read more": (
        [WILD, TABLES[163]],
        ["configuration-163", "wild"],
    ),
    "one for logs reads no configuration": ([LOGS[1]], []),
}


@pytest.mark.parametrize(("known", "names"), RANKED.values(), ids=RANKED)
def test_ranks(known: list[Parser], names: list[str]) -> None:
    ranked = rank_parsers(CONFIGURATION, known, least=0.98)
    assert [parser.name for parser in ranked] == names
