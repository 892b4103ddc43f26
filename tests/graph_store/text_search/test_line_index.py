"""The line index with real tantivy: what is found, what a commit means, and that it survives its writers."""

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from graph_store.graph import IndexedLine
from graph_store.text_search.errors import (
    LineIndexDamagedError,
    LineIndexLockedError,
    LuceneSyntaxError,
    SearchRefusedError,
)
from graph_store.text_search.line_index import LineIndex
from graph_store.text_search.tokenize_line import search_text

LINES = (
    "to 10.1.2.3:80 failed: error",
    "interface GigabitEthernet0/0 is down",
    "set community 2:1 additive",
    "arp 00:1A:2B:3C:4D:5E moved",
    '"GET /v2/abc/servers HTTP/1.1" status: 200',
    "route-map as2_to_as1 permit 10",
    "Mar  1 12:00:01: %LINK-3-UPDOWN: Interface Gi0/1, changed state to up",
    "",
    "instance 38101a0b-2096-447d-96ea-a692162415ae timed out",
    "neighbor 2001:db8::1 remote-as 65001",
)

FOUND = {
    "a community": ("2:1", [2]),
    "an address and its port": ("10.1.2.3:80", [0]),
    "an address alone": ("10.1.2.3", [0]),
    "another port": ("10.1.2.3:81", []),
    "an interface": ("GigabitEthernet0/0", [1]),
    "a UUID": ("38101a0b-2096-447d-96ea-a692162415ae", [8]),
    "a MAC in the other case": ("00:1a:2b:3c:4d:5e", [3]),
    "a path": ("/v2/abc/servers", [4]),
    "a name with underscores": ("as2_to_as1", [5]),
    "a mnemonic": ("%LINK-3-UPDOWN", [6]),
    "a mnemonic without its sign": ("LINK-3-UPDOWN:", [6]),
    "IPv6": ("2001:db8::1", [9]),
    "a key and its value": ("status:200", [4]),
    "a phrase": ('"timed out"', [8]),
    "a phrase the other way round": ('"out timed"', []),
    "a phrase with slop": ('"set additive"~3', [2]),
    "alternatives": ("moved OR down", [1, 3]),
    "both": ("interface AND down", [1]),
    "one without the other": ("interface AND NOT down", [6]),
    "every line": ("*:*", [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
    "every line with a word": ("*", [0, 1, 2, 3, 4, 5, 6, 8, 9]),
    "all but": ("*:* NOT (interface OR to)", [2, 3, 4, 5, 7, 8, 9]),
    "a prefix": ("Gig*", [1]),
    "a suffix": ("*0/1", [6]),
    "one letter": ("d?wn", [1]),
    "a part of an address with a port": ("10.1.*:80", [0]),
    "the first half of a MAC": ("00:1a:2b:*", [3]),
    "a fuzzy word": ("eror~1", [0]),
    "a range of words": ("[mouse TO mowed]", [3]),
    "a range without its end": ("[down TO down}", []),
    "a range of times": ("[12:00:00 TO 12:59:59]", [6]),
    "a regular expression": ("/gigabitethernet[0-9]+\\/[0-9]+/", [1]),
    "a regular expression in capitals": ("/%LINK-<0-4>-[A-Z]+:?/", [6]),
    "a regular expression is for a whole word": ("/thernet0/", []),
    "a boost": ("moved^3 OR down", [1, 3]),
}


def indexed(lines: tuple[str, ...] = LINES, document: int = 1) -> list[IndexedLine]:
    return [
        IndexedLine(document * 2**32 + number, document, search_text(line))
        for number, line in enumerate(lines)
    ]


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> LineIndex:
    index = LineIndex(tmp_path_factory.mktemp("lines"))
    index.add(indexed())
    index.commit(1)
    return index


@pytest.mark.parametrize(("query", "numbers"), FOUND.values(), ids=FOUND)
def test_search(shelf: LineIndex, query: str, numbers: list[int]) -> None:
    assert sorted(line - 2**32 for line, _ in shelf.best(query, 100)[0]) == numbers
    assert shelf.count(query) == len(numbers)


def test_the_best_line_comes_first_and_the_limit_holds(shelf: LineIndex) -> None:
    assert [line - 2**32 for line, _ in shelf.best("interface^5 OR down OR to", 1)[0]] == [1]
    scores = [score for _, score in shelf.best("interface OR down OR to", 10)[0]]
    assert scores == sorted(scores, reverse=True)
    assert shelf.best("interface", 0)[0] == []


def test_a_bad_query_is_an_error_and_not_an_empty_result(shelf: LineIndex) -> None:
    with pytest.raises(LuceneSyntaxError, match="expected a closing parenthesis"):
        shelf.best("(a", 10)
    with pytest.raises(LuceneSyntaxError, match="cannot be compiled"):
        shelf.count("/.*a.{30}/")


BLOW_UP = {
    "repeats of repeats": "/((((.{1,6}){1,6}){1,5}){1,5}){1,5}/",
    "repeats of nothing or something": "/(((.?){30}){30}){30}/",
    "an interval with an end of 1,500 digits": f"/<1-{'9' * 1500}>/",
    "an interval with an end of 4,301 digits": f"/<1-{'9' * 4301}>/",
    "a repeat of 4,301 digits": f"/a{{{'9' * 4301}}}/",
    "a long row of wildcards": "a" + "?" * 2000,
    "many patterns of middle size": " OR ".join("/(a?){200}/" for _ in range(100)),
    "many words in a row with wildcards": ":".join(["a??????????*"] * 100),
    "long fuzzy words": " ".join(["interface" * 20 + "~2"] * 100),
}


@pytest.mark.parametrize("query", BLOW_UP.values(), ids=BLOW_UP)
def test_a_pattern_is_bounded_before_it_is_compiled(shelf: LineIndex, query: str) -> None:
    started = time.process_time()
    with pytest.raises((LuceneSyntaxError, SearchRefusedError), match=r"positions|digits") as refusal:
        shelf.count(query)
    assert len(str(refusal.value)) < 500
    assert time.process_time() - started < 2


HUGE_NUMBERS = {
    "moves of a phrase": ('"timed out"~99999999999999999999', 1),
    "moves beyond any number": (f'"timed out"~{"9" * 400}', 1),
    "letters of a word": ("eror~99999999999999999999", 1),
    "a boost": (f"moved^{'9' * 400}", 1),
}


@pytest.mark.parametrize(("query", "lines"), HUGE_NUMBERS.values(), ids=HUGE_NUMBERS)
def test_a_huge_number_is_as_good_as_a_large_one(shelf: LineIndex, query: str, lines: int) -> None:
    assert shelf.count(query) == lines


def test_a_pattern_for_too_many_words_is_an_error(tmp_path: Path) -> None:
    index = LineIndex(tmp_path)
    index.add([IndexedLine(number, 1, f"w{number} x{number}") for number in range(17_000)])
    index.commit(1)
    with pytest.raises(SearchRefusedError, match="more specific"):
        index.count("w*:x*")
    assert index.count("w*") == 17_000
    index.close()


def test_whatever_is_typed_is_answered_or_refused(shelf: LineIndex) -> None:
    chance = random.Random(1)
    pieces = [
        *'abc01 .:/\\"()[]{}<>*?+-~^!&|@#$%,=\u00e9\u4e2d',
        " AND ",
        " OR ",
        " NOT ",
        " TO ",
        "search_text:",
        "*:*",
        "10.1.2.3",
        "~2",
        "^3",
    ]
    refused = 0
    for _ in range(1500):
        query = "".join(chance.choices(pieces, k=chance.randrange(1, 12)))
        try:
            assert shelf.count(query) == len(shelf.best(query, 100)[0]), query
        except (LuceneSyntaxError, SearchRefusedError):
            refused += 1
    assert 500 < refused < 1400


def test_nothing_counts_before_its_commit(tmp_path: Path) -> None:
    index = LineIndex(tmp_path)
    assert (index.generation(), index.count("*:*")) == (0, 0)
    index.add(indexed())
    assert (index.generation(), index.count("*:*")) == (0, 0)
    index.commit(7)
    assert (index.generation(), index.count("*:*")) == (7, len(LINES))
    index.delete_document(1)
    index.close()
    assert LineIndex(tmp_path).count("*:*") == len(LINES)


def test_a_document_leaves_and_comes_back_in_one_commit(tmp_path: Path) -> None:
    index = LineIndex(tmp_path)
    index.add(indexed(document=1))
    index.add(indexed(document=2))
    index.commit(1)
    index.delete_document(1)
    index.add(indexed(("only this",), document=1))
    index.commit(2)
    assert index.best("this", 5)[0][0][0] == 2**32
    assert (index.count("*:*"), index.generation()) == (len(LINES) + 1, 2)
    index.clear()
    index.commit(3)
    assert (index.count("*:*"), index.generation()) == (0, 3)
    index.close()


def test_a_reader_sees_each_commit_at_once(tmp_path: Path) -> None:
    writer, reader = LineIndex(tmp_path), LineIndex(tmp_path)
    for generation in (1, 2, 3):
        writer.add(indexed(document=generation))
        writer.commit(generation)
        assert (reader.generation(), reader.count("*:*")) == (generation, generation * len(LINES))
    writer.close()


def test_one_writer_at_a_time(tmp_path: Path) -> None:
    first, second = LineIndex(tmp_path), LineIndex(tmp_path)
    first.add(indexed())
    with pytest.raises(LineIndexLockedError, match="another process is writing"):
        second.add(indexed())
    first.close()
    second.add(indexed())
    second.commit(1)
    second.close()


def test_files_of_a_commit_that_was_cut_short_are_in_nobodys_way(tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    index = LineIndex(cut)
    index.add(indexed(document=1))
    index.add(indexed(document=2))
    index.commit(1)
    index.close()
    shutil.copytree(cut, whole)
    index = LineIndex(whole)
    index.delete_document(1)
    index.commit(2)
    index.close()
    left = [path for path in whole.iterdir() if path.suffix == ".del" or path.name == ".managed.json"]
    assert len(left) > 1
    for path in left:  # the commit wrote them, and was killed before it wrote meta.json
        shutil.copy(path, cut / path.name)
    index = LineIndex(cut)
    index.delete_document(1)
    index.commit(2)
    assert (index.generation(), index.count("*:*")) == (2, len(LINES))
    index.close()


WRITE_AND_WAIT = """
import sys, time
from pathlib import Path
from graph_store.graph import IndexedLine
from graph_store.text_search.line_index import LineIndex
index = LineIndex(Path(sys.argv[1]))
index.add([IndexedLine(number, 1, "kept") for number in range(1000)])
index.commit(5)
index.add([IndexedLine(number, 2, "lost") for number in range(50_000)])
index.delete_document(1)
print("ready", flush=True)
time.sleep(60)
"""


def test_a_killed_writer_leaves_the_last_commit_and_no_lock(tmp_path: Path) -> None:
    arguments = [sys.executable, "-c", WRITE_AND_WAIT, str(tmp_path)]
    root = Path(__file__).resolve().parents[3]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, cwd=root) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        index = LineIndex(tmp_path)
        with pytest.raises(LineIndexLockedError):
            index.add(indexed())
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    assert any(path.name.endswith(".lock") for path in tmp_path.iterdir())
    index = LineIndex(tmp_path)
    assert (index.generation(), index.count("kept"), index.count("lost")) == (5, 1000, 0)
    index.add(indexed(document=3))
    index.commit(6)
    assert (index.generation(), index.count("*:*")) == (6, 1000 + len(LINES))
    index.close()


def test_lock_files_of_a_dead_process_lock_nothing(tmp_path: Path) -> None:
    LineIndex(tmp_path).close()
    for name in (".tantivy-writer.lock", ".tantivy-meta.lock"):
        (tmp_path / name).touch()
    index = LineIndex(tmp_path)
    index.add(indexed())
    index.commit(1)
    assert index.count("*:*") == len(LINES)
    index.close()


def test_a_damaged_index_says_so(tmp_path: Path) -> None:
    LineIndex(tmp_path).close()
    (tmp_path / "meta.json").write_text("{")
    with pytest.raises(LineIndexDamagedError, match="rebuild it from the graph"):
        LineIndex(tmp_path)


def test_an_index_whose_files_are_gone_says_so(tmp_path: Path) -> None:
    index = LineIndex(tmp_path)
    index.add(indexed())
    index.commit(1)
    index.close()
    for path in tmp_path.glob("*.term"):
        path.unlink()
    with pytest.raises(LineIndexDamagedError, match="rebuild it from the graph"):
        LineIndex(tmp_path).count("*:*")
