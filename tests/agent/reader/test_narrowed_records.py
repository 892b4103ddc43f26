"""A value that narrows log records leaves none of them out, wherever it stands in them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agent.reader.show_data import DataReader
from tests.agent.reader.loaded_reader import loaded_reader

HEAD = '2026-03-01T10:{at:02}:00Z gate1 porter[7]: user="{user}" door="ssh(192.0.2.{host})"'
KINDS = (
    " keeper logged in from=192.0.2.{host}",
    " keeper edits lock {at}",
    " watch ended after {at} s",
)


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DataReader]:
    folder = tmp_path_factory.mktemp("narrowed")
    lines = [
        (HEAD + KINDS[at % 3]).format(at=at, user="ida" if at % 4 else "lena", host=7 + at // 3 % 2)
        for at in range(60)
    ]
    lines += [
        f"2026-03-01T11:{at:02}:00Z gate1 porter[7]: "
        + ("arrival from_mac=00e0.4c36.0a9f" if at % 2 else "refused [00e04c360a9f] at lock 5")
        for at in range(10)
    ]
    (folder / "gate.log").write_text("\n".join(lines), "utf-8")
    with loaded_reader(folder) as opened:
        yield opened


TITLES = {
    "in a field of its own, and inside of others": (
        "how many records have 192.0.2.7",
        "30 log records of 3 kinds with 192.0.2.7",
    ),
    "a word says what the value is": (
        "where have we seen mac 00:e0:4c:36:0a:9f",
        "10 log records of 2 kinds with 00:e0:4c:36:0a:9f",
    ),
    "a word names one kind": (
        "which edits of 192.0.2.7 are there",
        "10 log records of 1 kind with 192.0.2.7",
    ),
}


@pytest.mark.parametrize(("text", "title"), TITLES.values(), ids=TITLES)
def test_counts(reader: DataReader, text: str, title: str) -> None:
    assert title in [one.title for one in reader.show(text).tables]


def test_records_are_counted_by_what_the_value_does_not_fix(reader: DataReader) -> None:
    table = reader.show("which users came from 192.0.2.7").tables[0]
    assert table.columns[1:3] == ("device", "user")
    assert sum(int(str(row[0])) for row in table.rows) == 30
