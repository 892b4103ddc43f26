"""Word and HTML documents as Markdown; what cannot be converted is named."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from ingest.convert_document import convert_document, converts
from ingest.find_files import find_files
from ingest.find_tail import whole_span
from ingest.read_lines import WHOLE, read_lines

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PARTS = {
    "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types"><Default Extension="rels" '
    'ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" '
    'ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    "_rels/.rels": f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="r1" '
    f'Type="{OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>',
    "word/document.xml": f'<w:document xmlns:w="{WORD}"><w:body><w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r>'
    "<w:t>Plan</w:t></w:r></w:p><w:p><w:r><w:t>The window is on Sunday.</w:t></w:r></w:p></w:body></w:document>",
}


def write_word(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as packed:
        for name, text in PARTS.items():
            packed.writestr(name, text)


def test_word_and_html_become_lines_that_can_be_cited(tmp_path: Path) -> None:
    write_word(tmp_path / "plan.docx")
    (tmp_path / "site.html").write_text("<h1>Site</h1><p>Room <b>4</b> is <i>dark</i>.</p>")
    files = {file.path: file for file in find_files([tmp_path]).files}
    lines = {path: [line.text for line in read_lines(file)] for path, file in files.items()}
    assert lines == {
        "plan.docx": ["# Plan", "", "The window is on Sunday."],
        "site.html": ["# Site", "", "Room **4** is *dark*."],
    }
    assert whole_span(files["plan.docx"], 10) is WHOLE


def test_a_damaged_document_is_passed_over_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "broken.docx").write_bytes(b"PK\x03\x04 no zip at all")
    (tmp_path / "r1.cfg").write_text("hostname r1\n")
    (passed,) = find_files([tmp_path]).passed_over
    assert passed.path == "broken.docx"
    assert "cannot be converted" in passed.reason
    with pytest.raises(OSError, match="cannot be converted"):
        convert_document(tmp_path / "broken.docx")


def test_other_files_are_read_as_they_are(tmp_path: Path) -> None:
    assert not converts(tmp_path / "r1.cfg")
    assert not converts(tmp_path / "notes.md")
