"""Makes small documents as other programs write them: a PDF of several pages, a Word document with headings."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from pathlib import Path

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PARTS = {
    "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types"><Default Extension="rels" '
    'ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" '
    'ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    "_rels/.rels": f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="r1" '
    f'Type="{OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>',
}


def write_word(path: Path, paragraphs: Sequence[str]) -> None:
    """Write a .docx; a paragraph that begins with "# " or "## " is a heading."""
    body = ""
    for text in paragraphs:
        marks, _, words = text.rpartition("# ")
        level = len(marks) + 1 if text.startswith("#") else 0
        style = f'<w:pPr><w:pStyle w:val="Heading{level}"/></w:pPr>' if level else ""
        body += f"<w:p>{style}<w:r><w:t>{words if level else text}</w:t></w:r></w:p>"
    with zipfile.ZipFile(path, "w") as packed:
        for name, part in PARTS.items():
            packed.writestr(name, part)
        packed.writestr(
            "word/document.xml", f'<w:document xmlns:w="{WORD}"><w:body>{body}</w:body></w:document>'
        )


def write_pdf(path: Path, pages: Sequence[Sequence[str]]) -> None:
    """Write a .pdf with these lines on its pages."""
    kids = " ".join(f"{4 + 2 * place} 0 R" for place in range(len(pages)))
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for place, lines in enumerate(pages):
        text = "\n".join(
            f"BT /F1 11 Tf 50 {800 - 30 * row} Td ({line}) Tj ET" for row, line in enumerate(lines)
        )
        objects += [
            (
                "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> "
                f"/Contents {5 + 2 * place} 0 R >>"
            ),
            f"<< /Length {len(text)} >>\nstream\n{text}\nendstream",
        ]
    made, places = b"%PDF-1.4\n", []
    for number, one in enumerate(objects, 1):
        places.append(len(made))
        made += f"{number} 0 obj\n{one}\nendobj\n".encode()
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    made += (
        f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}trailer << /Size {len(objects) + 1} /Root 1 0 R >>\n"
        f"startxref\n{len(made)}\n%%EOF\n"
    ).encode()
    path.write_bytes(made)
