"""How an overview is written: its room, its marks, and the lines that it cites."""

from __future__ import annotations

from agent.render.draft import (
    MOST_CHARACTERS,
    Draft,
    DraftStatement,
    StatementGroup,
    shorten_inside,
    write_draft,
    write_drafts,
)
from graph_store.records import SourceLine


def _lines(*numbers: int) -> tuple[SourceLine, ...]:
    return tuple(SourceLine("a.log", number, "text") for number in numbers)


def _draft(*statements: DraftStatement) -> Draft:
    return Draft("Seen:", (StatementGroup("", statements),), len(statements), len(statements))


def _long(count: int) -> Draft:
    names = (f"component-with-a-long-name-{number:03}" for number in range(count))
    return _draft(*(DraftStatement(name, _lines(1), 1) for name in names))


def test_a_short_draft_leaves_its_room_to_a_long_one() -> None:
    short, long = write_drafts([_draft(DraftStatement("few", _lines(1), 1)), _long(30)])
    assert short.text == "Seen: few [a.log:1]."
    assert "showing" not in long.text
    assert MOST_CHARACTERS // 2 < len(short.text) + len(long.text) <= MOST_CHARACTERS


def test_drafts_stand_in_the_order_in_which_they_were_given() -> None:
    first, second = write_drafts([_long(3), _draft(DraftStatement("few", _lines(1), 1))])
    assert "component" in first.text
    assert "few" in second.text


def test_an_overview_shares_its_lines_out_by_what_is_most() -> None:
    most = DraftStatement("most", _lines(1, 2, 3, 4, 5), 90, counted=True, overview=True)
    few = DraftStatement("few", _lines(6, 8, 9), 10, counted=True, overview=True)
    assert write_draft(_draft(most, few)).lines == _lines(1, 2, 3, 4, 5, 6)


def test_a_value_among_several_is_shown_by_its_first_line() -> None:
    values = [
        DraftStatement("GET", _lines(1, 2), 90, counted=True),
        DraftStatement("POST", _lines(3, 4), 10, counted=True),
    ]
    assert write_draft(_draft(*values)).lines == _lines(1, 3)


def test_beside_kinds_only_the_first_of_many_values_are_counted() -> None:
    values = _draft(*(DraftStatement(f"value {number}", _lines(1), 1, counted=True) for number in range(30)))
    kinds = _draft(DraftStatement("kind", _lines(1), 9, counted=True, overview=True))
    assert "(showing 12 of 30)" in write_drafts([values, kinds])[0].text
    assert "showing" not in write_drafts([values, values])[0].text


def test_lines_of_several_statements_are_counted_once() -> None:
    fields = [
        DraftStatement(f"field {number}" * 20, _lines(1), 40, within=number > 0) for number in range(30)
    ]
    assert "[a.log:1, 40 lines]" in write_draft(_draft(*fields)).text
    shared = [DraftStatement(f"value {number}" * 20, _lines(1), 40) for number in range(30)]
    assert "[a.log:1, 40 lines]" in write_draft(_draft(*shared)).text


def test_texts_that_begin_alike_keep_their_ends() -> None:
    one, other = (shorten_inside("x" * 200 + end, 60) for end in (" checking", " in use"))
    assert one.endswith(" checking")
    assert other.endswith(" in use")
    assert len(one) <= 63
