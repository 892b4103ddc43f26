"""What the docs name is there: paths of the map, settings, the workflow that LangGraph Studio opens."""

from __future__ import annotations

import importlib
import json
import os
import re
from pathlib import Path

import pytest
from langgraph.graph.state import CompiledStateGraph

from settings import read_settings

ROOT = Path(__file__).resolve().parent.parent
PATH = re.compile(r"`((?:[\w.-]+/)+[\w.-]*|[\w-]+\.(?:py|md|toml|json))`")
MAPS = ("CONTRIBUTING.md", "SECURITY.md", "docs/architecture.md")
VARIABLES = set(re.findall(r"_[A-Z][A-Z0-9_]+", read_settings.__doc__ or ""))


@pytest.mark.parametrize("page", MAPS)
def test_every_path_that_a_map_names_is_there(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    links = {link for link in re.findall(r"\]\(([^)#:]+)", text) if "/" in link}
    folder = (ROOT / page).parent
    named = set(PATH.findall(text)) | {os.path.relpath(folder / link, ROOT) for link in links}
    assert page != "CONTRIBUTING.md" or len(named) > 25
    assert [path for path in named if not (ROOT / path).exists() and not path.startswith("KG/")] == []


def test_every_setting_is_told() -> None:
    page = (ROOT / "docs" / "settings.md").read_text("utf-8")
    assert len(VARIABLES) > 20
    assert [name for name in VARIABLES if f"WIRELORE{name}" not in page] == []


def test_the_example_of_settings_names_settings_only() -> None:
    page = (ROOT / "docs" / "settings.md").read_text("utf-8")
    named = re.findall(r"^# ([A-Z][A-Z0-9_]+)=", (ROOT / ".env.example").read_text("utf-8"), re.MULTILINE)
    assert len(named) > 5
    assert [name for name in named if f"`{name}`" not in page] == []


def test_studio_finds_the_workflow() -> None:
    place = json.loads((ROOT / "langgraph.json").read_text("utf-8"))["graphs"]["wirelore"]
    path, name = place.removeprefix("./").split(":")
    module = importlib.import_module(path.removesuffix(".py").replace("/", "."))
    assert isinstance(getattr(module, name)(), CompiledStateGraph)
