"""Word and HTML documents as Markdown; what cannot be converted is named."""

from __future__ import annotations

import subprocess
import zipfile
from pathlib import Path

import pytest

from ingest.files.convert_document import convert_document, converts
from ingest.files.find_files import find_files
from ingest.files.find_tail import whole_span
from ingest.files.read_lines import WHOLE, read_lines
from tests.ingest.write_documents import write_pdf, write_word


def test_word_and_html_become_lines_that_can_be_cited(tmp_path: Path) -> None:
    write_word(tmp_path / "plan.docx", ["# Plan", "The window is on Sunday."])
    (tmp_path / "site.html").write_text("<h1>Site</h1><p>Room <b>4</b> is <i>dark</i>.</p>")
    files = {file.path: file for file in find_files([tmp_path]).files}
    lines = {path: [line.text for line in read_lines(file)] for path, file in files.items()}
    assert lines == {
        "plan.docx": ["# Plan", "", "The window is on Sunday."],
        "site.html": ["# Site", "", "Room **4** is *dark*."],
    }
    assert whole_span(files["plan.docx"], 10) is WHOLE


def test_a_pdf_is_read_page_by_page(tmp_path: Path) -> None:
    write_pdf(tmp_path / "book.pdf", [["Night shift"], [], ["Call 4471."]])
    (file,) = find_files([tmp_path]).files
    lines = [line.text for line in read_lines(file)]
    assert lines == ["# Page 1", "", "Night shift", "", "# Page 3", "", "Call 4471."]


def test_a_damaged_document_is_passed_over_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "broken.docx").write_bytes(b"PK\x03\x04 no zip at all")
    (tmp_path / "r1.cfg").write_text("hostname r1\n")
    (passed,) = find_files([tmp_path]).passed_over
    assert passed.path == "broken.docx"
    assert "cannot be converted" in passed.reason
    with pytest.raises(OSError, match="cannot be converted"):
        convert_document(tmp_path / "broken.docx")


def test_a_word_document_that_unpacks_to_far_too_much_is_not_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with zipfile.ZipFile(tmp_path / "bomb.docx", "w", zipfile.ZIP_DEFLATED) as packed:
        for name in "abc":
            packed.writestr(name, b" " * 40_000)
    monkeypatch.setattr("ingest.files.convert_document.LARGEST", 100_000)
    monkeypatch.setattr(subprocess, "run", None)
    with pytest.raises(OSError, match="unpacks to more than"):
        convert_document(tmp_path / "bomb.docx")


def test_a_document_that_cannot_be_converted_is_tried_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = []

    def fail(command: list[str], **_: object) -> None:
        tried.append(command)
        raise subprocess.TimeoutExpired(command, 60)

    monkeypatch.setattr(subprocess, "run", fail)
    (tmp_path / "slow.html").write_text("<p>")
    for _ in range(3):
        with pytest.raises(OSError, match="within 60 s"):
            convert_document(tmp_path / "slow.html")
    assert len(tried) == 1


def test_other_files_are_read_as_they_are(tmp_path: Path) -> None:
    assert not converts(tmp_path / "r1.cfg")
    assert not converts(tmp_path / "notes.md")
