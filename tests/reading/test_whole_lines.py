"""A quoted text over several lines is one value of its statement in every style; its lines are no statements."""

from __future__ import annotations

import pytest

from ingest.learn.shipped.find_format import format_of
from reading.whole_lines import whole_lines
from tests.reading.test_escapes import records_of

TEXT = '"was:\n{first}\n# end }} {{\n (removed)"'
CASES = {
    "PAN-OS": (
        "palo-alto-panos-set",
        "set rulebase security rules out description {}\nset rulebase security rules out action deny",
        "set rulebase security rules Temp action allow",
        "description",
    ),
    "FortiOS": (
        "fortinet-fortios",
        "config firewall policy\nedit 7\nset comments {}\nset action deny\nnext\nend",
        "set action accept",
        "comments",
    ),
    "Junos": (
        "juniper-junos",
        "interfaces {{\n    ge-0/0/0 {{\n        description {};\n        mtu 9000;\n    }}\n}}",
        "    disable;",
        "description",
    ),
    "Junos, as paths": (
        "juniper-junos",
        "set interfaces ge-0/0/0 description {}\nset interfaces ge-0/0/0 mtu 9000\nset system host-name a",
        "set interfaces ge-0/0/0 disable",
        "description",
    ),
    "F5": (
        "f5-tmsh",
        "ltm pool /Common/a {{\n    description {}\n    monitor none\n}}",
        "ltm pool /Common/fake {",
        "description",
    ),
}


@pytest.mark.parametrize(("name", "text", "first", "field"), CASES.values(), ids=CASES)
def test_a_text_over_several_lines_is_one_value(name: str, text: str, first: str, field: str) -> None:
    shipped = format_of(name)
    assert shipped is not None
    lines = text.format(TEXT.format(first=first)).splitlines()
    records = list(records_of(shipped.parse(lines)))
    (holder,) = [each for each in records if field in each["values"]]
    said = " ".join(holder["values"][field].split())
    assert said == " ".join(f"was: {first} # end }} {{ (removed)".split())
    assert {"disable", "fake"}.isdisjoint(key for each in records for key in each["values"])
    assert holder["values"].get("action", "deny") == "deny"


LINES = {
    "a quote within a word is a sign": (['pipe 6" wide', 'pipe 4" wide'], 2),
    "a quote that nothing ends": (['set a "b', "set c d"], 2),
    "a quote before whose end others stand": (['set a "b', 'set c "d e"', 'f"'], 3),
    "a comment": (['# the "old', 'and "new'], 2),
    "an apostrophe around a quote": (["set a 'b \" c'", "set d e"], 2),
    "an escaped quote": (['set a "b \\" c"', "set d e"], 2),
    "over three lines": (['set a "b', "c", 'd" e', "set f"], 2),
}


@pytest.mark.parametrize(("lines", "count"), LINES.values(), ids=LINES)
def test_what_opens_a_text(lines: list[str], count: int) -> None:
    assert len(list(whole_lines(enumerate(lines)))) == count
