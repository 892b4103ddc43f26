"""Lines that are secret only by the block they stand in, shown one by one."""

from __future__ import annotations

import pytest

from agent.records import Outcome, Query, Row
from chat.asking.query_view import show_by_hand
from graph_store.graph import Parameters
from graph_store.records import Description, SourceLine, Table
from language_model.redact import Redactor, may_be_of_block
from workspace.mask_lines import MOST, mask_blocks, mask_rows

KEY = "MIIEpAIBAAKCAQEAq7dLw0c5Jt1y"
SHORT = "Qx9d"
DUMP = "  30820252 308201BB A0030201"
FILES = {
    "key.pem": [
        "hostname a",
        "-----BEGIN RSA PRIVATE KEY-----",
        KEY,
        KEY[::-1],
        SHORT,
        "-----END RSA PRIVATE KEY-----",
    ],
    "core.cfg": [
        "crypto pki certificate chain x",
        " certificate self-signed 01",
        DUMP,
        DUMP,
        "  quit",
        "interface Gi1",
    ],
    "router.rsc": [
        "/snmp community",
        "add name=w1nterfell address=10.0.0.0/8",
        "/ip address",
        "add name=lan1",
    ],
    "words.txt": ["one", "shutdown", "end"],
}


class Files:
    """A graph that holds the lines of some files."""

    def read(
        self,
        statement: str,
        parameters: Parameters | None = None,
        *,
        row_limit: int = 50,
        time_limit_s: float = 10.0,
    ) -> Table:
        assert parameters is not None
        path, numbers = parameters["path"], parameters["numbers"]
        assert isinstance(numbers, tuple)
        texts = dict(enumerate(FILES[str(path)], 1))
        rows = tuple((number, texts[int(str(number))]) for number in numbers if number in texts)
        return Table(("number", "text"), rows[:row_limit])

    def describe(self) -> Description:
        return Description(())


def line(path: str, number: int) -> SourceLine:
    return SourceLine(path, number, FILES[path][number - 1])


CASES = {
    "a line of a private key is hidden": ("key.pem", 3, KEY),
    "its last one too, short as it is": ("key.pem", 5, SHORT),
    "a line of a certificate's dump is hidden": ("core.cfg", 4, DUMP.strip()),
    "a community in a section about SNMP is hidden": ("router.rsc", 2, "w1nterfell"),
}
PLAIN = {
    "a word that stands alone stays": ("words.txt", 2),
    "a name of another section stays": ("router.rsc", 4),
    "what follows a dump stays": ("core.cfg", 6),
}


@pytest.mark.parametrize(("path", "number", "secret"), CASES.values(), ids=CASES)
def test_what_is_hidden(path: str, number: int, secret: str) -> None:
    one = line(path, number)
    assert secret in Redactor().lines([one.text])[0], "the line alone does not tell that it is secret"
    (masked,) = mask_blocks([one], Files(), Redactor())
    assert (masked.path, masked.number) == (path, number)
    assert secret not in masked.text


@pytest.mark.parametrize(("path", "number"), PLAIN.values(), ids=PLAIN)
def test_what_stays(path: str, number: int) -> None:
    one = line(path, number)
    assert mask_blocks([one], Files(), Redactor()) == (one,)


def test_a_question_or_a_command_is_not_looked_up() -> None:
    texts = [" ip address 10.0.0.1 255.255.255.0", "neighbor 10.0.0.2 remote-as 65000", "!", ""]
    assert [text for text in texts if may_be_of_block(text)] == []


def test_cells_that_hold_such_a_line_are_hidden_with_it() -> None:
    one = line("key.pem", 3)
    query = Query("lucene", "x")
    row = Row({"path": one.path, "text": KEY, "all": (KEY, "shutdown")}, (one,), 1)
    masked = mask_rows(Outcome(query, (row,)), Files(), Redactor())
    assert KEY not in str(masked.rows)
    assert "shutdown" in str(masked.rows)
    assert KEY not in show_by_hand(masked)


def test_of_very_many_such_lines_the_last_are_taken_for_secrets() -> None:
    lines = [SourceLine("words.txt", number, f"word{number}") for number in range(1, MOST + 3)]
    masked = mask_blocks(lines, Files(), Redactor())
    assert masked[:MOST] == tuple(lines[:MOST])
    assert all("redacted" in one.text for one in masked[MOST:])
