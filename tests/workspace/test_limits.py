"""A user runs two statements by hand at a time; another user's do not count."""

from __future__ import annotations

import pytest

from workspace.limits import MOST_KEYS, AtOnce, RateLimit, Turns


def test_a_third_is_refused_until_one_is_done() -> None:
    running = AtOnce(2)
    with running.one_more("ada") as first:
        with (
            running.one_more("ada") as second,
            running.one_more("ada") as third,
            running.one_more("bob") as other,
        ):
            assert (first, second, third, other) == (True, True, False, True)
        with running.one_more("ada") as again:
            assert again


def test_one_that_fails_is_done() -> None:
    running = AtOnce(1)
    with pytest.raises(ValueError, match="failed"), running.one_more("ada"):
        raise ValueError("failed")
    with running.one_more("ada") as again:
        assert again


def test_a_window_of_a_minute() -> None:
    limit = RateLimit(2, 60)
    assert [limit.wait_s("ann", now) for now in (0, 10, 20, 60, 61)] == [0, 0, 40, 0, 9]
    assert limit.wait_s("bob", 20) == 0
    assert RateLimit(0).wait_s("ann", 0) == 0


def test_tries_beyond_the_free_ones_take_turns() -> None:
    turns = Turns(2, 5.0, 12.0, 60.0)
    assert [turns.wait_s("10.0.0.1 ann", now) for now in (0, 0, 0, 0, 0, 0)] == [0, 0, 0, 5, 10, None]
    assert turns.wait_s("10.0.0.1 ann", 4) == 11
    assert turns.wait_s("10.0.0.2 ann", 0) == 0  # an attack from elsewhere does not lock a user out
    assert turns.wait_s("10.0.0.1 ann", 100) == 0


def test_tables_are_bounded_and_forget_the_oldest() -> None:
    limit, turns = RateLimit(1, 60), Turns(1, 1.0, 9.0)
    for number in range(MOST_KEYS + 2):
        assert limit.wait_s(str(number), 0) == 0
    assert len(limit._times) == MOST_KEYS
    assert limit.wait_s(str(MOST_KEYS), 1) == 59
    assert limit.wait_s("0", 1) == 0
    for number in range(MOST_KEYS + 2):
        turns.wait_s(str(number), 0)
        turns.wait_s(str(number), 0)
    assert len(turns._next) == MOST_KEYS
