"""Makes the first questions to offer from what is in the graph."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, cycle, islice, zip_longest
from pathlib import Path

from agent.render.draft import plural
from chat.welcome.greeting import MOST_SHOWN, KgOverview, TypeCount
from chat.words.say import say
from graph_store.graph import ReadableGraph
from graph_store.records import Document

# The kinds of documents that are loaded, each with what is most common in it, for the questions to begin with.


MOST_DATASETS = 4
MOST_ROWS = 500
COMMON = """\
MATCH (n:Entity {document: $serial}) WITH n LIMIT 2000
RETURN n.type, n.device, count(*) AS number ORDER BY number DESC, n.type"""
"""Of a part of a document, so that a large one takes no longer."""


@dataclass(frozen=True, slots=True)
class Dataset:
    """Documents of one format, told by the largest of them: its device, and its types with the most common first.

    Of a log, the device is the one that has the most events; blank where they have none.
    """

    kind: str
    device: str = ""
    types: tuple[TypeCount, ...] = ()


def read_datasets(overview: KgOverview, graph: ReadableGraph) -> tuple[Dataset, ...]:
    """Read what is common in each of the largest datasets. Raises GraphError."""
    known = {one.name: one for one in overview.types}
    return tuple(_read(document, known, graph) for document in choose_documents(overview.documents))


def choose_documents(documents: Sequence[Document]) -> tuple[Document, ...]:
    """Choose the largest document of each format: those with the most lines first, configurations and logs in turn."""
    lines = Counter[str]()
    largest: dict[str, Document] = {}
    for one in documents:
        if one.parser:
            lines[one.parser] += one.lines
            largest[one.parser] = max(largest.get(one.parser, one), one, key=lambda each: each.lines)
    ordered = [largest[parser] for parser, _ in lines.most_common()]
    kinds = [[one for one in ordered if one.kind == kind] for kind in sorted({one.kind for one in ordered})]
    return tuple(filter(None, chain.from_iterable(zip_longest(*kinds))))[:MOST_DATASETS]


def _read(document: Document, known: dict[str, TypeCount], graph: ReadableGraph) -> Dataset:
    types, devices = Counter[str](), Counter[str]()
    for name, device, number in graph.read(COMMON, {"serial": document.serial}, row_limit=MOST_ROWS).rows:
        types[str(name)] += int(str(number))
        if device:
            devices[str(device)] += int(str(number))
    device = document.device or next((name for name, _ in devices.most_common(1)), "")
    common = tuple(known[name] for name, _ in types.most_common() if name in known)
    return Dataset(document.kind, device, common)


SAMPLE_FOLDER = Path(__file__).resolve().parents[2] / "examples" / "sample-network"
MOST_STARTERS = 4
MOST_WORDS = 3
MOST_DEVICES = 3


def choose_starters(overview: KgOverview, datasets: Sequence[Dataset] = ()) -> tuple[str, ...]:
    """Choose questions, of several datasets from each."""
    each = [ask_about(one, turn) for turn, one in enumerate(datasets)] if len(datasets) > 1 else []
    return tuple(dict.fromkeys(filter(None, [*each, *derive_starters(overview)])))[:MOST_STARTERS]


def more_starters(overview: KgOverview) -> tuple[str, ...]:
    """Return questions for the place of those that are not answered without a model: about findings, and kinds."""
    things, devices = _nameable(overview.types)[:2], overview.devices[:MOST_DEVICES]
    asked = [say("starters.wrong_with", device=one) for one in devices]
    for device in devices:
        asked += [say("starters.on_device", things=_plural(one), device=device) for one in things]
    return tuple(dict.fromkeys([*asked[:1], *derive_starters(overview), *asked[1:]]))


def ask_about(dataset: Dataset, turn: int) -> str:
    """Ask for something that only this dataset can answer; blank where nothing in it can be named so."""
    if not dataset.device:
        return ""
    if events := _nameable(dataset.types, events=True):
        return say("starters.records_on_device", device=dataset.device, event=" ".join(events[0].words))
    if things := _nameable(dataset.types):
        said = _plural(things[min(turn, len(things) - 1)])
        return say("starters.on_device", things=said, device=dataset.device)
    return ""


def derive_starters(overview: KgOverview) -> tuple[str, ...]:
    """Ask about what the graph has most of, and about what looks wrong; all of it can be answered without a model."""
    things, events = _nameable(overview.types), _nameable(overview.types, events=True)
    wrong = [device for one in overview.found_wrong[:MOST_SHOWN] for device in one.devices]
    places = zip(things, cycle(overview.devices), strict=False)
    asked = [
        *(say("starters.on_device", things=_plural(one), device=device) for one, device in islice(places, 2)),
        *(say("starters.wrong_with", device=device) for device in wrong[:1]),
        *(say("starters.records", event=" ".join(one.words)) for one in events[:2]),
    ]
    return tuple(asked[:MOST_STARTERS])


def _nameable(types: Sequence[TypeCount], *, events: bool = False) -> list[TypeCount]:
    found = [one for one in types if one.is_event == events]
    return [one for one in found if 0 < len(one.words) <= MOST_WORDS and one.count > 1]


def _plural(one: TypeCount) -> str:
    return plural(" ".join(one.words))
