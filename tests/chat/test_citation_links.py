"""Citations become links of the page."""

from __future__ import annotations

import pytest

from chat.evidence.citation_links import link_citations

LINKED = {
    "a mark is a link": ("down [a.cfg:7].", r"down \[[a.cfg\:7](#source=a.cfg%3A7)\]."),
    "two files are two links": (
        "[a.cfg:7; b.cfg:1,2]",
        r"\[[a.cfg\:7](#source=a.cfg%3A7); [b.cfg\:1,2](#source=b.cfg%3A1%2C2)\]",
    ),
    "a file that is not cited stays text": ("[c.cfg:7]", "[c.cfg:7]"),
    "a bracket without a line stays text": ("[edit interfaces]", "[edit interfaces]"),
}


@pytest.mark.parametrize(("text", "expected"), LINKED.values(), ids=LINKED)
def test_link_citations(text: str, expected: str) -> None:
    assert link_citations(text, {"a.cfg", "b.cfg"}, lambda piece: piece) == expected
