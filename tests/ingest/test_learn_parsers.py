"""Which parser a document gets: a known one, one learned now, or a known one learned again because it drifted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from graph_store.records import SourceLine
from ingest.errors import NothingLearned
from ingest.learn.choose_parsers import Relearn, learn_parsers
from ingest.records import Drift, Parser, Sample, Spent
from ingest.sandbox import Sandbox

SCHEMA = {"$defs": {"Word": {"properties": {"word": {}, "template": {}}}, "OtherEvent": {"x-fallback": True}}}


def parser_of(*words: str, name: str = "log-app", model: str = "m", coverage: float = 1.0) -> Parser:
    """Return a log parser that explains the lines which begin with one of the words."""
    source = (
        f"WORDS = {words!r}\n\n\ndef parse(lines):\n    return [\n"
        '        {"type": "Word" if line.split()[0] in WORDS else "OtherEvent",'
        ' "values": {"word": line}, "lines": [[i, i]]}\n'
        "        for i, line in enumerate(lines)\n    ]\n"
    )
    return Parser(name, "log", SCHEMA, source, model, coverage=coverage)


def sample(path: str, *words: str) -> Sample:
    return Sample(path, "log", tuple(f"{word} {number}" for number, word in enumerate(words)))


@dataclass
class Learns:
    """Learns a parser for all words of a group, and those of the known one."""

    model: str = "m"
    mends: bool = True
    notes: tuple[str, ...] = ()
    learned: list[tuple[str, list[str], str]] = field(default_factory=list)
    cannot: bool = False

    def usable(self, parser: Parser) -> bool:
        return parser.model == self.model

    def spent(self) -> Spent:
        return Spent()

    def learn(self, name: str, group: Sequence[Sample], known: Parser | None = None) -> Parser:
        self.learned.append((name, [each.path for each in group], known.name if known else ""))
        if self.cannot:
            raise NothingLearned(group[0].path)
        words = {line.split()[0] for each in group for line in each.lines}
        old = ("start", "stop") if known else ()
        return parser_of(*old, *sorted(words), name=name, model=self.model)


KNOWN = parser_of("start", "stop")
ALIKE = sample("a.log", *["start", "stop"] * 10)
DRIFTED = sample("b.log", *["start"] * 9, "crash")
OTHER = sample("c.log", "login", "logout")


def test_data_of_a_known_kind_is_not_learned_again(sandbox: Sandbox) -> None:
    learner = Learns()
    chosen = learn_parsers([ALIKE], [KNOWN], learner, sandbox)
    assert (chosen.parsers, chosen.drifts, learner.learned) == ({"a.log": KNOWN}, (), [])


KEYED = r"""from reading import read_log

HEADER = [r"\[(?P<timestamp_text>[^]]+)\] "]


def parse(lines):
    return read_log(lines, HEADER, bodies="json pairs rows", other="LogEntry", templates=True)
"""


def test_data_with_other_keys_is_of_another_kind(sandbox: Sandbox) -> None:
    entry = {"timestamp_text": {}, "door": {}, "state": {}, "template": {}}
    doors = Parser("log-doors", "log", {"$defs": {"LogEntry": {"properties": entry}}}, KEYED, "m")
    known = tuple(f'[Mar {n:2} 02:11:00] door="{n}" state="shut" key="{n}"' for n in range(1, 9))
    other = tuple(f'date=2026-03-05 time=02:{n}:11 box="hut" kind="{n}" sent={n}' for n in range(11, 19))
    learner = Learns(mends=False)
    samples = [Sample("known.log", "log", known), Sample("other.log", "log", other)]
    chosen = learn_parsers(samples, [doors], learner, sandbox)
    assert chosen.names == {"known.log": "log-doors", "other.log": "log-other"}


def test_data_of_another_kind_gets_a_parser_of_its_own(sandbox: Sandbox) -> None:
    learner = Learns()
    chosen = learn_parsers([ALIKE, OTHER], [KNOWN], learner, sandbox)
    assert learner.learned == [("log-c", ["c.log"], "")]
    assert (chosen.parsers["a.log"], chosen.parsers["c.log"].name) == (KNOWN, "log-c")


DRIFT = Drift("b.log", "log-app", 1.0, 0.9, (SourceLine("b.log", 10, "crash 9"),), learned=True)


def test_unseen_lines_are_told_and_the_parser_is_learned_again_for_all_its_documents(
    sandbox: Sandbox,
) -> None:
    learner = Learns()
    kept: list[str] = []
    chosen = learn_parsers(
        [ALIKE, DRIFTED], [KNOWN], learner, sandbox, keep=lambda parser: kept.append(parser.name)
    )
    assert learner.learned == [("log-app", ["b.log"], "log-app")]
    assert chosen.drifts == (DRIFT,)
    assert chosen.parsers["a.log"] is chosen.parsers["b.log"]
    assert "crash" in chosen.parsers["a.log"].source
    assert kept == ["log-app"]


NOT_LEARNED = {
    "when that is not wanted": (Learns(), "never", []),
    "when nothing better can be learned": (Learns(cannot=True), "auto", ["log-app"]),
}


@pytest.mark.parametrize(("learner", "relearn", "tried"), NOT_LEARNED.values(), ids=NOT_LEARNED)
def test_a_drifted_parser_is_used_as_it_is(
    sandbox: Sandbox, learner: Learns, relearn: Relearn, tried: list[str]
) -> None:
    chosen = learn_parsers([DRIFTED], [KNOWN], learner, sandbox, relearn)
    assert chosen.parsers == {"b.log": KNOWN}
    assert [(drift.now, drift.learned) for drift in chosen.drifts] == [(0.9, False)]
    assert [name for name, _, _ in learner.learned] == tried


def test_everything_is_learned_anew_when_that_is_wanted(sandbox: Sandbox) -> None:
    learner = Learns()
    chosen = learn_parsers([ALIKE], [parser_of("start", "stop", name="log-a")], learner, sandbox, "all")
    assert learner.learned == [("log-a", ["a.log"], "")]
    assert chosen.drifts == ()


def test_a_learner_that_cannot_mend_learns_a_parser_beside_the_known_one(sandbox: Sandbox) -> None:
    learner = Learns(mends=False)
    chosen = learn_parsers([DRIFTED], [KNOWN], learner, sandbox)
    assert learner.learned == [("log-b", ["b.log"], "")]
    assert chosen.parsers["b.log"].name == "log-b"


def test_what_another_way_learned_is_learned_again_where_it_is_not_good_enough(sandbox: Sandbox) -> None:
    learner = Learns(model="better")
    learn_parsers([ALIKE], [KNOWN], learner, sandbox)
    assert learner.learned == [("log-a", ["a.log"], "")]
