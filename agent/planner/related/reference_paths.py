"""Ways from what is referred to, to what refers to it, over labels: prefix list, route map, neighbor."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from agent.planner.words.label_names import column_name, has_key
from agent.planner.words.lexicon import ROOT, Lexicon
from graph_store.names import quote_name

_MOST_STEPS = 6
_MOST_REFERENCES = 3


@dataclass(frozen=True, slots=True)
class Step:
    """One step: `relation` leads from `label` to the one before, or `label` is over the one before (blank)."""

    label: str
    relation: str


Path = tuple[Step, ...]


def find_users(lexicon: Lexicon, start: str, goals: Collection[str]) -> tuple[Path, ...]:
    """Return the shortest ways from a label to those of `goals` that refer to it, one for each goal."""
    found: dict[str, Path] = {}
    edge: list[Path] = [()]
    for _ in range(_MOST_STEPS):
        edge = [(*path, step) for path in edge for step in _steps(lexicon, start, path)]
        for path in edge:
            if path[-1].label in goals and not _is_only_name(path) and path[-1].label not in found:
                found[path[-1].label] = path
        if found:
            break
    return tuple(found.values())


def direct_users(lexicon: Lexicon, start: str) -> tuple[Path, ...]:
    """Return the ways to everything that refers to a label, and on to the first thing over it that has a name."""
    paths: list[Path] = []
    for step in _steps(lexicon, start, (), whole=True):
        path: Path = (step,)
        while _is_only_name(path) or not has_key(lexicon.labels[path[-1].label]):
            over = next(_owners(lexicon, path[-1].label), None)
            if over is None or over.label in {one.label for one in path}:
                break
            path = (*path, over)
        paths.append(path)
    return tuple(paths)


def _steps(lexicon: Lexicon, start: str, path: Path, whole: bool = False) -> Iterator[Step]:
    """List the next steps; with `whole` those to a whole configuration, too."""
    label = path[-1].label if path else start
    seen = {start, *(one.label for one in path)}
    references = sum(bool(one.relation) for one in path)
    if path:
        yield from (one for one in _owners(lexicon, label) if one.label not in seen)
    if references < _MOST_REFERENCES:
        for other, relation, end in lexicon.references:
            if end == label and other not in seen and (whole or other != ROOT):
                yield Step(other, relation)


def _owners(lexicon: Lexicon, label: str) -> Iterator[Step]:
    for name, steps in sorted(lexicon.labels[label].above.items()):
        if steps == 1 and name != ROOT:
            yield Step(name, "")


def _is_only_name(path: Path) -> bool:
    """Tell whether a way ends at a part that is only a name: what refers is what it belongs to."""
    return path[-1].relation == column_name(path[-1].label).upper()


def write_path(start: str, path: Path) -> str:
    """Write the pattern of a way: `n0` is what is referred to, `r` the first reference, the last node `n`."""
    text = f"(n0:{quote_name(start)})"
    for place, step in enumerate(path, 1):
        name = "n" if place == len(path) else f"n{place}"
        node = f"({name}:{quote_name(step.label)})"
        relation = (
            f"[{'r' if place == 1 else f'r{place}'}:{quote_name(step.relation)}]"
            if step.relation
            else "[:HAS]"
        )
        text += f"<-{relation}-{node}"
    return text


def referring_property(lexicon: Lexicon, step: Step) -> str:
    """Return the property that a step's reference is named after; a part that is only a name refers by its key."""
    if step.relation == column_name(step.label).upper():
        return "key"
    names = lexicon.labels[step.label].properties
    return next((name for name in names if name.upper() == step.relation), "key")
