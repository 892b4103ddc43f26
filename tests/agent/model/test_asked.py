"""Which things a question speaks of by other names than theirs."""

from agent.model.asked import asks_what_passes, subjects_of


def test_subjects() -> None:
    assert {"filter", "prefix"} <= set(subjects_of("What is dropped between the halls?").split())
    assert asks_what_passes("May hall 2 reach hall 3?")
    assert not asks_what_passes("Which halls are there?")
    assert subjects_of("Which halls are there?") == ""
