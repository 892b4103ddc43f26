"""Among the closest lines stand those of what a question names, and of what these name in turn."""

from __future__ import annotations

from pathlib import Path

import pytest

import wirelore
from agent.records import ClosestLine
from agent.render.tables import LONGEST_LINE, write_lines
from agent.tables.named_blocks import merged_blocks
from graph_store.records import SourceLine

ROUTER = """hostname rt-mill
!
interface GigabitEthernet0/1
 description Lowland Telecom circuit 7781
 ip address 192.0.2.2 255.255.255.252
!
router bgp 65010
 neighbor 192.0.2.1 remote-as 64999
 neighbor 192.0.2.1 description Lowland Telecom
 neighbor 192.0.2.1 route-map TO-LOWLAND out
!
ip prefix-list OWN seq 5 permit 10.8.0.0/16
ip prefix-list OWN seq 10 permit 10.9.4.0/22
!
route-map TO-LOWLAND permit 10
 match ip address prefix-list OWN
!
end
"""


@pytest.fixture(scope="module")
def closest(tmp_path_factory: pytest.TempPathFactory) -> tuple[ClosestLine, ...]:
    folder: Path = tmp_path_factory.mktemp("mill")
    (folder / "rt-mill.cfg").write_text(ROUTER)
    with wirelore.open_kg(folder / "kg", create=True, model="builtin") as kg:
        kg.ingest(folder)
        return kg.ask("what do we tell lowland about us").closest


def test_the_entries_of_a_list_that_a_named_neighbor_s_map_matches_are_shown(
    closest: tuple[ClosestLine, ...],
) -> None:
    texts = [line.text for one in closest for line in one.lines]
    assert "ip prefix-list OWN seq 10 permit 10.9.4.0/22" in texts


def test_no_line_is_shown_twice(closest: tuple[ClosestLine, ...]) -> None:
    places = [(line.path, line.number) for one in closest for line in one.lines]
    assert len(places) == len({*places})


def test_a_block_that_shares_lines_with_two_makes_them_one() -> None:
    lines = [SourceLine("a.cfg", number, f"setting {number}") for number in range(1, 7)]
    parts = [ClosestLine((lines[0], lines[1])), ClosestLine((lines[4],)), ClosestLine(tuple(lines[:5]))]
    other = ClosestLine((lines[5],))
    found = merged_blocks([*parts[:2], other, parts[2]])
    assert [one.lines for one in found] == [tuple(lines[:5]), other.lines]
    assert found[0].best[:3] == (1, 2, 5)


def _block(*texts: str, first: int = 3) -> ClosestLine:
    return ClosestLine(tuple(SourceLine("a.cfg", first + at, text) for at, text in enumerate(texts)))


def test_short_lines_of_a_block_stand_behind_each_other_within_the_width() -> None:
    block = _block("interface Vlan7", " description ovens", " ip address 10.8.7.1 255.255.255.0", " shutdown")
    assert write_lines([block], 9, 120) == [
        "a.cfg:3-6  interface Vlan7 \u00b7 description ovens \u00b7 ip address 10.8.7.1 255.255.255.0 \u00b7 shutdown"
    ]
    assert write_lines([block], 9, 60) == [
        "a.cfg:3-6  interface Vlan7 \u00b7 description ovens",
        "    \u00b7 ip address 10.8.7.1 255.255.255.0 \u00b7 shutdown",
    ]


def test_words_that_lines_begin_with_are_written_once_and_left_out_lines_are_told() -> None:
    block = _block(
        "set security rule web from wan", "set security rule web to lan", "set security rule web disabled yes"
    )
    assert write_lines([block], 9, 120) == [
        "a.cfg:3-5  set security rule web from wan \u00b7 \u2026 to lan \u00b7 \u2026 disabled yes"
    ]
    long = _block("interface Vlan7", *(f" setting {number} of many of them" for number in range(30)))
    best = ClosestLine(long.lines, best=(30,))
    shown = write_lines([best], 4, 60)
    assert len(shown) == 4
    assert " \u2026 setting 26 of many of them" in " ".join(shown)


def test_what_is_left_of_the_screen_goes_to_the_first_blocks() -> None:
    blocks = [_block(*(f"setting {number} of block {at}" for number in range(30))) for at in range(2)]
    shown = write_lines(blocks, 12, 60)
    assert len(shown) == 12
    assert sum("block 0" in line for line in shown) == 10


def test_a_line_longer_than_the_screen_is_as_wide_as_it_is() -> None:
    line = "a" * 150 + " inactive"
    assert write_lines([_block(line)], 9, 80) == [f"a.cfg:3  {line}"]


def test_a_line_that_is_far_too_long_is_cut_also_behind_one_that_begins_alike() -> None:
    lines = [f"set service group all members {'x' * LONGEST_LINE}{at}" for at in range(2)]
    written = " ".join(write_lines([_block(*lines)], 9, 80))
    assert written.count("\u2026") == 3  # both are cut, and the second leaves out words
    assert "x0" not in written
    assert "x1" not in written
