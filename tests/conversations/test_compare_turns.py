"""What counts as the same answer, as another wording, and as other facts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from conversations.records import CitedLine, KeptTurn, RunStatement, Verdict
from evaluation.replay.replay import DENIED, compare_turns, find_facts

CITED = (CitedLine("r1.cfg", 7, "aa"),)
QUERY = RunStatement("cypher", "MATCH (n) RETURN n", {"v": 1}, rows=2, digest="d1")
BEFORE = KeptTurn(
    1,
    "2026-01-01T00:00:00Z",
    "Which interface is down?",
    "Ethernet0/1 is down [r1.cfg:7].",
    "answered",
    citations=CITED,
    values=("Ethernet0/1", "down"),
    statements=(QUERY,),
)


def now(answer: str, **changed: object) -> KeptTurn:
    return replace(BEFORE, **{"answer": answer, "values": (), "seconds": 9.0, **changed})  # type: ignore[arg-type]


WORDINGS = {
    "the same to the letter": (now(BEFORE.answer), "same", (), ()),
    "other words": (now("The interface that is down: Ethernet0/1 [r1.cfg:7]."), "worded", (), ()),
    "marks elsewhere": (now("Ethernet0/1 [r1.cfg:7] is down."), "worded", (), ()),
    "another name": (now("Ethernet0/2 is down [r1.cfg:7]."), "facts", ("ethernet0/1",), ("ethernet0/2",)),
    "one more": (now("Ethernet0/1 and Loopback9 are down."), "facts", (), ("loopback9",)),
    "a word that a row held": (now("Ethernet0/1 is up."), "facts", ("down",), ()),
    "a new word that a row holds": (
        now("Ethernet0/1 is down, flapping.", values=("flapping",)),
        "facts",
        (),
        ("flapping",),
    ),
    "a denial": (now("Ethernet0/1 is not down."), "facts", (), (DENIED,)),
    "a count that a name holds too": (now("1 interface is down: Ethernet0/1."), "facts", (), ("1",)),
}


@pytest.mark.parametrize(("after", "wording", "missing", "added"), WORDINGS.values(), ids=WORDINGS)
def test_wordings(after: KeptTurn, wording: str, missing: tuple[str, ...], added: tuple[str, ...]) -> None:
    found = compare_turns("c", BEFORE, after)
    assert (found.wording, found.missing, set(found.added)) == (wording, missing, set(added))
    assert bool(found.regressed) == (wording == "facts")


def test_a_number_and_its_word_are_one_fact() -> None:
    two, digits = replace(BEFORE, answer="Two are.", values=()), replace(BEFORE, answer="2 are", values=())
    assert compare_turns("c", two, digits).wording == "worded"


FACTS = {
    "names and numbers": ("Vlan10 on core1 has 2 peers, MTU 9000.", {"vlan10", "core1", "2", "mtu", "9000"}),
    "quoted words": ('The description is "to the roof".', {"to the roof"}),
    "parts joined by signs": ("See branch-elm, a_b.", {"branch-elm", "a_b"}),
    "words alone": ("They all answer.", set()),
    "a denial": ("None of them.", {DENIED}),
}


@pytest.mark.parametrize(("text", "facts"), FACTS.values(), ids=FACTS)
def test_facts(text: str, facts: set[str]) -> None:
    assert set(find_facts(text)) == facts


UNANSWERED = replace(BEFORE, status="not_parsed", answer="I cannot read that.", citations=(), values=())
REGRESSIONS: dict[str, tuple[KeptTurn, KeptTurn, Verdict | None, str]] = {
    "an answer that is none any more": (
        BEFORE,
        now("?", status="not_parsed"),
        None,
        "status was 'answered', is 'not_parsed'",
    ),
    "a denial that is an answer now": (
        replace(BEFORE, status="none", answer="No."),
        now("Yes"),
        None,
        "status was 'none', is 'answered'",
    ),
    "what could not be read is answered now": (UNANSWERED, now("r1"), None, ""),
    "what could not be read fails now": (
        UNANSWERED,
        now("", status="failed"),
        None,
        "status was 'not_parsed', is 'failed'",
    ),
    "other facts": (BEFORE, now("Ethernet0/1 is up."), None, "lacks down"),
    "other facts, and a person called the old ones wrong": (BEFORE, now("Ethernet0/1 is up."), "down", ""),
    "other facts, and a person called the old ones right": (
        BEFORE,
        now("Ethernet0/1 is up."),
        "up",
        "lacks down",
    ),
    "no citation any more": (
        BEFORE,
        now("Ethernet0/1 is down.", citations=()),
        None,
        "cites nothing any more",
    ),
    "other lines cited": (
        BEFORE,
        now("It is down: Ethernet0/1", citations=(CitedLine("r1.cfg", 9, "bb"),)),
        None,
        "",
    ),
}


@pytest.mark.parametrize(("before", "after", "verdict", "regressed"), REGRESSIONS.values(), ids=REGRESSIONS)
def test_regressions(before: KeptTurn, after: KeptTurn, verdict: Verdict | None, regressed: str) -> None:
    assert compare_turns("c", before, after, verdict).regressed == regressed


STATEMENTS = {
    "the same": ((QUERY,), "same"),
    "other seconds": ((replace(QUERY, seconds=3.0),), "same"),
    "other words, the same rows": ((replace(QUERY, text="MATCH (m) RETURN m"),), "reworded"),
    "another value, the same rows": ((replace(QUERY, parameters={"v": 2}),), "reworded"),
    "one more that found nothing": ((QUERY, replace(QUERY, text="x", rows=0, digest="d0")), "reworded"),
    "the same words, other rows": ((replace(QUERY, digest="d2"),), "other"),
    "none": ((), "other"),
}


@pytest.mark.parametrize(("statements", "expected"), STATEMENTS.values(), ids=STATEMENTS)
def test_statements(statements: tuple[RunStatement, ...], expected: str) -> None:
    assert compare_turns("c", BEFORE, replace(BEFORE, statements=statements)).found == expected


def test_a_line_that_moved_is_the_same_citation() -> None:
    moved = compare_turns("c", BEFORE, replace(BEFORE, citations=(CitedLine("r1.cfg", 8, "aa"),)))
    assert (moved.citations_lost, moved.citations_new) == ((), ())
    other = CitedLine("r2.cfg", 7, "aa")
    changed = compare_turns("c", BEFORE, replace(BEFORE, citations=(other,)))
    assert (changed.citations_lost, changed.citations_new) == (CITED, (other,))
