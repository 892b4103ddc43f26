"""Measures how captures of commands are read: `python -m benchmarks.captures FOLDER`.

FOLDER/PLATFORM/COMMAND has `output.txt`, as a device printed it, and `expected.yml` with the right rows
(`parsed_sample`), as in the tests of ntc-templates. Each output is loaded alone, its command in the first line, and
with up to nine others of its platform as one capture of a device, with prompts.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml

from graph_store.open_graph import open_graph
from ingest.pipeline import ingest

TOGETHER = 10
ALL = 1_000_000
RECORDS = (
    "MATCH (o:CommandOutput)-[:HAS]->(r:Entity) RETURN o.path, o.key, o.device, o.first_line, properties(r)"
)


@dataclass(frozen=True, slots=True)
class Output:
    """What a device printed for a command, and the values of each row of it that are right."""

    platform: str
    command: str
    text: str
    rows: tuple[tuple[str, ...], ...]


@dataclass(slots=True)
class Score:
    """Counts of values, and of outputs whose device and command are right."""

    values: int = 0
    right: int = 0
    outputs: int = 0
    named: int = 0

    def __str__(self) -> str:
        return (
            f"values right in one record {self.right:,} of {self.values:,} ({self.right / max(self.values, 1):.1%}), "
            f"device and command {self.named} of {self.outputs} ({self.named / max(self.outputs, 1):.1%})"
        )


def read_outputs(folder: Path) -> list[Output]:
    """Read all outputs, by platform and command."""
    found = []
    for path in sorted(folder.glob("*/*/output.txt")):
        rows = yaml.safe_load((path.parent / "expected.yml").read_text())["parsed_sample"]
        values = tuple(tuple(_texts(row.values())) for row in rows)
        platform, command = path.parent.parent.name, path.parent.name.replace("_", " ")
        found.append(Output(platform, command, path.read_text(errors="replace"), values))
    return found


def _texts(values: Iterable[object]) -> Iterable[str]:
    """Yield the values of a row that say something, those of lists one by one."""
    for value in values:
        if isinstance(value, Mapping):
            yield from _texts(value.values())
        elif isinstance(value, list | tuple):
            yield from _texts(value)
        elif str(value).strip():
            yield _plain(value)


def _plain(value: object) -> str:
    text = " ".join(str(value).lower().split())
    try:
        return repr(float(text))
    except ValueError:
        return text


def score(
    outputs: Sequence[Output], folder: Path, together: bool
) -> tuple[Score, dict[str, tuple[int, int]]]:
    """Load outputs and compare what the graph has; returns the score, and by output the values right and all."""
    files = folder / "captures"
    files.mkdir()
    places: dict[str, list[tuple[Output, str]]] = {}
    groups = _groups(outputs) if together else [[output] for output in outputs]
    for number, group in enumerate(groups):
        device = f"{group[0].platform.replace('_', '-')}-{number}"
        prompt = f"{device}#" if together else ""
        text = "".join(f"{prompt}{one.command}\n{one.text.rstrip()}\n" for one in group)
        (files / f"c{number:03}.txt").write_text(text + (f"{prompt}\n" if together else ""))
        places[f"c{number:03}.txt"] = [(one, device if together else "") for one in group]
    with open_graph(str(folder / "kg"), create=True, idle_s=1.0) as graph:
        ingest([files], graph, folder / "kg" / "parsers")
        rows = graph.read(RECORDS, row_limit=ALL, time_limit_s=60.0).rows
        heads = graph.read("MATCH (o:CommandOutput) RETURN o.path, o.key, o.device", row_limit=ALL).rows
    records: dict[tuple[str, str], list[Counter[str]]] = {}
    for path, command, _, _, values in rows:
        assert isinstance(values, Mapping)
        records.setdefault((str(path), str(command)), []).append(Counter(_texts(values.values())))
    named = {(str(path), str(command), str(device or "")) for path, command, device in heads}
    total, details = Score(), {}
    for path, captured in places.items():
        for output, device in captured:
            total.outputs += 1
            total.named += any(
                (path, output.command, one) in named for one in ([device] if device else _devices(named))
            )
            found = records.get((path, output.command), [])
            right = sum(
                max((sum((Counter(row) & one).values()) for one in found), default=0) for row in output.rows
            )
            values = sum(map(len, output.rows))
            total.values, total.right = total.values + values, total.right + right
            details[f"{output.platform}/{output.command}"] = right, values
    return total, details


def _devices(named: Iterable[tuple[str, str, str]]) -> set[str]:
    return {device for *_, device in named}


def _groups(outputs: Sequence[Output]) -> list[list[Output]]:
    """Put the outputs of a platform together, ten at most."""
    by_platform: dict[str, list[Output]] = {}
    for output in outputs:
        by_platform.setdefault(output.platform, []).append(output)
    return [some[i : i + TOGETHER] for some in by_platform.values() for i in range(0, len(some), TOGETHER)]


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the two scores; with --worst also the outputs that miss values."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--platforms", help="only those, with commas between them", default="")
    parser.add_argument("--worst", type=int, default=0, metavar="N", help="name the N outputs that miss most")
    given = parser.parse_args(arguments)
    outputs = read_outputs(given.folder)
    if given.platforms:
        outputs = [one for one in outputs if one.platform in given.platforms.split(",")]
    for name, together in (("alone", False), ("captures of ten commands", True)):
        with tempfile.TemporaryDirectory() as folder:
            total, details = score(outputs, Path(folder), together)
        sys.stdout.write(f"{name}: {total}\n")
        missed = sorted(details.items(), key=lambda one: one[1][0] - one[1][1])[: given.worst]
        for output, (right, values) in missed:
            if right < values:
                sys.stdout.write(f"  {output}: {right} of {values}\n")


if __name__ == "__main__":
    main()
