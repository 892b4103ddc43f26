"""Lines of a version that is not loaded any more can be opened by the name that citations give it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from chat.evidence.citation_links import link_number, read_request
from chat.evidence.evidence_view import view_source
from graph_store.records import SourceLine
from mcp_server.callers import Callers
from mcp_server.tools import Tools
from settings import read_settings
from timeline.changes import read_changes
from workspace.citations import number_citations
from workspace.errors import OriginalGoneError, UnknownPathError
from workspace.original_lines import opened_lines, original_lines
from workspace.workspace import Workspace

R1 = "hostname r1\ninterface Vlan10\n description {about}\nusername admin secret 77-Secret-{about}\n"


@pytest.fixture(scope="module")
def kg(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder = tmp_path_factory.mktemp("kept")
    settings = read_settings({"WIRELORE_KG": str(folder / "kg"), "WIRELORE_IDLE_S": "1"})
    with Workspace(settings, create=True) as opened:
        for about in ("a", "b"):
            (folder / "r1.cfg").write_text(R1.format(about=about))
            opened.ingest(folder / "r1.cfg")
        yield opened


@pytest.fixture(scope="module")
def cited(kg: Workspace) -> SourceLine:
    """Return the line of the version before that a change cites."""
    return next(line for one in read_changes(kg.graph()) for line in one.before if line.number == 3)


def test_in_python(kg: Workspace, cited: SourceLine) -> None:
    assert cited.path.startswith("r1.cfg@20")
    assert kg.lines(cited.path, 3, 3) == (cited,)
    every = kg.lines(cited.path)
    assert [line.number for line in every] == [1, 2, 3, 4]
    assert "77-Secret" not in repr(every)
    assert kg.lines(cited.path, 4, 9) == every[3:]
    assert kg.line_count(cited.path) == kg.line_count("r1.cfg") == 4
    with pytest.raises(UnknownPathError):
        kg.lines("r1.cfg@2001-01-01T000000Z")


def test_with_its_secrets_is_refused_plainly(kg: Workspace, cited: SourceLine) -> None:
    change = next(one for one in read_changes(kg.graph()) if "secret" in repr(one.before))
    lines = [line for line in change.before if "secret" in line.text]
    assert original_lines([cited], kg.name, kg.graph()) == (cited,)
    with pytest.raises(OriginalGoneError, match="this version was replaced, and is kept without its secrets"):
        original_lines([cited, *lines], kg.name, kg.graph())
    shown, reason = opened_lines([cited, *lines], kg.name, kg.graph())
    assert shown == (cited, *lines)
    assert reason.endswith("kept without its secrets; the cited lines are shown without them")


def test_in_the_chat(kg: Workspace, cited: SourceLine) -> None:
    mark = f"{cited.path}:3"
    numbered = number_citations(f"It was a [{mark}].", [cited], str, link_number)
    assert numbered.text.startswith("It was a [\\[1\\]](")
    citation = read_request({"wirelore": "source", "citation": mark})
    assert citation is not None
    assert (citation.places[0].path, citation.places[0].numbers) == (cited.path, (3,))
    shown = view_source(citation, kg.graph(), kg.name)
    assert "▶ 3   description a" in shown
    assert "description b" not in shown
    assert "77-Secret" not in shown


def test_over_mcp(kg: Workspace, cited: SourceLine) -> None:
    tools = Tools(kg, Callers(0), str)
    found = asyncio.run(tools.show_source(cited.path, 3, 3)).structuredContent
    assert found is not None
    assert found["total"] == 4
    assert [(line["line"], line["text"]) for line in found["lines"]] == [(3, " description a")]
