"""Names of HTTP's errors in a question are read as the codes that responses have."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agent.reader.show_data import DataReader
from tests.agent.reader.loaded_reader import loaded_reader

LINE = '198.51.100.{} - - [16/Sep/2025:10:4{}:17 +0000] "GET /oven HTTP/1.1" {} 157 "-" "curl/8.5"\n'
STATUSES = (200, 200, 502, 502, 502, 401, 200, 200)


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DataReader]:
    folder = tmp_path_factory.mktemp("bakery")
    text = "".join(LINE.format(at, at, status) for at, status in enumerate(STATUSES))
    (folder / "access.log").write_text(text)
    with loaded_reader(folder) as loaded:
        yield loaded


@pytest.mark.parametrize(
    ("question", "count"),
    [
        ("how many bad gateways were there", 3),
        ("who is Unauthorised", 1),
        ("how many bad-gateway answers", 3),
    ],
)
def test_the_records_with_the_code_are_shown(reader: DataReader, question: str, count: int) -> None:
    records = next(one for one in reader.show(question).tables if "log record" in one.title)
    assert records.title.startswith(f"{count} log record")


@pytest.mark.parametrize(
    "question",
    ["is there a conflict", "which proxy needs payment required", "service unavailable since when"],
)
def test_a_name_whose_code_no_response_has_stays_as_it_is(reader: DataReader, question: str) -> None:
    assert reader.take_apart(question).text == question
