"""Reads outputs of commands by the TextFSM templates of ntc-templates, each row with the lines that it stands on."""

from __future__ import annotations

import csv
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    pass

_OPTIONAL = re.compile(r"\[\[([^\[\]]+)\]\]")
_MOST_LINES = 200_000


@dataclass(frozen=True, slots=True)
class OutputTemplate:
    """A template of the library: for which platform and which commands, and the words that it is named after."""

    name: str
    platform: str
    command: re.Pattern[str]

    @property
    def words(self) -> tuple[str, ...]:
        """Return the words of the command that the template is named after."""
        return tuple(self.name.removeprefix(f"{self.platform}_").replace("-", "_").split("_"))


@dataclass(frozen=True, slots=True)
class OutputRow:
    """One row: values by lower-case name, blanks left out, and the indices of the lines that showed them."""

    values: Mapping[str, str | tuple[str, ...]]
    lines: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ReadOutput:
    """What a template read; `known` are the indices of the headings, and of the lines that it has a rule for."""

    template: OutputTemplate
    rows: tuple[OutputRow, ...]
    known: tuple[int, ...]


@cache
def _folder() -> Path:
    import ntc_templates

    return Path(next(iter(ntc_templates.__path__))) / "templates"


@cache
def read_templates() -> tuple[OutputTemplate, ...]:
    """Return the templates in the order of the library's index, the more special before the more general."""
    rows = csv.reader(
        line
        for line in (_folder() / "index").read_text(encoding="utf-8").splitlines()[1:]
        if line.strip() and line[0] != "#"
    )
    found = []
    for name, _, platform, *command in rows:
        if name.strip() == "Template":
            continue
        pattern = _OPTIONAL.sub(lambda match: _completion(match[1]), ",".join(command).strip())
        for each in name.strip().split(":"):
            found.append(OutputTemplate(each.removesuffix(".textfsm"), platform.strip(), re.compile(pattern)))
    return tuple(found)


def _completion(text: str) -> str:
    """Write `ow` as what completes a shortened word: (o(w)?)?"""
    return f"({text[0]}{_completion(text[1:])})?" if text else ""


def templates_for(command: str) -> Iterator[OutputTemplate]:
    """Yield the first template of each platform that is for a command, or those of its first row in the index."""
    seen: dict[str, re.Pattern[str]] = {}
    lower = " ".join(command.split()).lower()
    for template in read_templates():
        if seen.get(template.platform, template.command) == template.command and any(
            template.command.match(one) for one in (command, lower)
        ):
            seen[template.platform] = template.command
            yield template


@cache
def _source(name: str) -> str:
    return (_folder() / f"{name}.textfsm").read_text(encoding="utf-8")


def read_output(lines: Sequence[str], template: OutputTemplate) -> ReadOutput | None:
    """Read an output by one template; None where the template meets a line that it does not know, or finds nothing.

    Raises TimeIsOverError inside `time_limit`: the library's expressions are run on whatever a file holds.
    """
    from textfsm import TextFSMError

    if len(lines) > _MOST_LINES:
        return None
    machine = _tracking_machine(_source(template.name))
    try:
        table = machine.ParseText("\n".join(lines))
    except (TextFSMError, ValueError):
        return None
    rows = []
    for cells, numbers in zip(table, machine.row_lines, strict=True):
        values = {name.lower(): _value(cell) for name, cell in zip(machine.header, cells, strict=True)}
        values = {name: value for name, value in values.items() if value}
        if values:
            rows.append(OutputRow(values, tuple(numbers)))
    if not rows:
        return None
    headings = range(min(machine.known_lines))
    return ReadOutput(template, tuple(rows), (*headings, *sorted(machine.known_lines)))


def _value(cell: object) -> str | tuple[str, ...]:
    if isinstance(cell, list):
        return tuple(
            " ".join(str(part) for part in (one if isinstance(one, tuple) else (one,)) if part)
            for one in cell
        )
    return str(cell)


def _tracking_machine(source: str) -> Any:
    """Return a TextFSM that knows its lines: `row_lines` goes with its result, `known_lines` matched some rule."""
    from io import StringIO

    from textfsm import TextFSM

    class Tracking(TextFSM):  # type: ignore[misc]
        """Notes the line whenever a value is taken; what is filled down keeps the line on which it stood."""

        def __init__(self) -> None:
            self.row_lines: list[list[int]] = []
            self.known_lines: set[int] = set()
            self._at = -1
            self._taken: dict[str, set[int]] = defaultdict(set)
            super().__init__(StringIO(source))

        def _CheckLine(self, line: str) -> None:  # noqa: N802
            self._at += 1
            super()._CheckLine(line)

        def _CheckRule(self, rule: Any, line: str) -> re.Match[str] | None:  # noqa: N802
            match: re.Match[str] | None = super()._CheckRule(rule, line)
            if match:
                self.known_lines.add(self._at)
            return match

        def _AssignVar(self, matched: re.Match[str], value: str) -> None:  # noqa: N802
            super()._AssignVar(matched, value)
            if matched.group(value):
                known = self._GetValue(value)
                if known is not None and "List" not in known.OptionNames():
                    self._taken[value].clear()
                self._taken[value].add(self._at)

        def _AppendRecord(self) -> None:  # noqa: N802
            before = len(self._result)
            held = [value.name for value in self.values if value.value]
            own = sorted({at for name in held for at in self._taken[name]})
            super()._AppendRecord()
            if len(self._result) > before:
                self.row_lines.append(own)
            kept = {value.name for value in self.values if value.value}
            for name in [name for name in self._taken if name not in kept]:
                self._taken[name].clear()

    return Tracking()


def choose_platform(outputs: Sequence[tuple[str, Sequence[str]]]) -> list[ReadOutput | None]:
    """Read the outputs (command, lines) of one device by the templates of one platform.

    The one that reads most outputs counts, then the one that takes most values from their lines: an output whose
    platform stays open is read by none.
    """
    by_platform: dict[str, dict[int, ReadOutput]] = defaultdict(dict)
    for at, (command, lines) in enumerate(outputs):
        for template in templates_for(command):
            if at in by_platform[template.platform]:
                continue
            found = read_output(lines, template)
            if found is not None:
                by_platform[template.platform][at] = found
    if not any(by_platform.values()):
        return [None for _ in outputs]
    named_by = Counter(
        {
            platform: sum(1_000_000 + sum(len(row.values) for row in each.rows) for each in found.values())
            for platform, found in by_platform.items()
        }
    )
    best = by_platform[named_by.most_common(1)[0][0]]
    return [best.get(at) for at in range(len(outputs))]
