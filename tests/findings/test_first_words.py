"""The words that a pattern may begin with: statements that begin otherwise need not be asked."""

from __future__ import annotations

import pytest

from findings.facts import _compiled, _first_words, _patterns_by_word

CASES = {
    "a word": ("^interface (?P<value>.+)$", {"interface"}),
    "a choice of words": ("^(?:line|user-interface) vty$", {"line", "user-interface"}),
    "a choice of longer ones": (r"^(?:router \S+|service vprn \S+) bgp ", {"router", "service"}),
    "a word in a group with a name": (r"^(?P<entry>interface [^>]+) > mtu (?P<value>\d+|x)$", {"interface"}),
    "a choice in a group with a name": (r"^(?P<entry>protocols a|router \S+) > b$", {"protocols", "router"}),
    "a group that may be left out": (r"^(?:vrf \S+ )?ip route ", set()),
    "a word that goes on": (r"^ntp(?:-service)? server ", set()),
    "a choice of which one has no word": (r"^(?:ospf[^>]*|router ospf) > area", set()),
    "no beginning": ("> inherit ", set()),
}


@pytest.mark.parametrize(("pattern", "words"), CASES.values(), ids=CASES)
def test_first_words(pattern: str, words: set[str]) -> None:
    assert _first_words(pattern) == words


def test_every_pattern_compiles_though_a_run_compiles_few() -> None:
    assert _patterns_by_word()
    assert all(pattern.pattern for word in _patterns_by_word() for _, pattern in _compiled(word))
