"""Cuts a capture into outputs: the command, the device that was asked, and the lines that it printed. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from ingest.records import Kind
from reading.prompts import asks, find_prompts, plain_command, shows_configuration

_TURN = re.compile(r"^(?:\{\w+:\w+\}|\[edit[^\]]*\]|\[/?[^\]]*\])?$")
"""What some devices print between an output and their prompt: `{master:0}`, `[edit]`."""
_LOG = re.compile(
    r"(?:show|sh|sho|display|dis|disp|get) +(?:log|logging|logbuffer|trapbuffer)\b|/?log print\b"
)
FIRST_LINES = 5
"""A command without a prompt stands in one of the first lines."""
_ENDINGS = re.compile(r"\.(?:txt|log|out|cap|capture|raw)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Output:
    """What one command printed: lines `first` to `last` (indices, both included); `asked` is the line of the command.

    `device` is what the prompt says, or blank. An output without lines has `last` < `first`. `until` is the last line
    before the next command: prompts where nothing was asked come behind an output.
    """

    command: str
    device: str
    asked: int | None
    first: int
    last: int
    until: int


def cut_outputs(lines: Sequence[str], path: str = "") -> list[Output]:
    """Return the outputs of a capture in their order; none where the lines are no capture.

    A file most of which is a configuration, or a log, that a device showed is that.
    Prompts with commands part a terminal's session. A file without prompts is one output, if one of its first lines
    is a command, or its name is (`sw1_show_ip_arp.txt`).
    """
    prompts = list(find_prompts(lines))
    if any(asks(command) for _, _, command in prompts):
        outputs = list(_between(lines, prompts))
        shown = (lines[each.first : each.last + 1] for each in outputs if _is_no_output(each.command))
        return outputs if 2 * sum(map(_count_filled, shown)) < _count_filled(lines) else []
    for at, line in enumerate(lines[:FIRST_LINES]):
        command = plain_command(line.strip())
        if (
            asks(command)
            and not shows_configuration(command)
            and _is_plain(line)
            and any(map(str.strip, lines[at + 1 :]))
        ):
            return [Output(command, "", at, at + 1, len(lines) - 1, len(lines) - 1)]
    device, command = command_of_name(path)
    if not command or shows_configuration(command) or not any(map(str.strip, lines)):
        return []
    return [Output(command, device, None, 0, len(lines) - 1, len(lines) - 1)]


def _count_filled(lines: Sequence[str]) -> int:
    """Count the lines that are not blank: blank ones stand for what is before a part of a file."""
    return sum(map(bool, map(str.strip, lines)))


def kind_shown(lines: Sequence[str]) -> Kind | None:
    """Tell whether a session shows a configuration or a log, by which of them has more lines; None where neither has.

    A few records below a configuration make it no log.
    """
    prompts = list(find_prompts(lines))
    outputs = [one for one in _between(lines, prompts) if _is_no_output(one.command)] if prompts else []
    sizes = {True: 0, False: 0}
    for one in outputs:
        sizes[shows_configuration(one.command)] += one.last - one.first + 1
    if not all(sizes.values()):
        return None
    return "configuration" if sizes[True] >= sizes[False] else "log"


def prompted_device(lines: Sequence[str]) -> str:
    """Return the device that all prompts of a session name; blank where there are none, or of several."""
    named = {device for _, device, _ in find_prompts(lines)}
    return named.pop() if len(named) == 1 else ""


def command_of_name(path: str) -> tuple[str, str]:
    """Return the device and the command that a file is named after; blanks where it is named otherwise."""
    words = re.split(r"[\s_]+", _ENDINGS.sub("", PurePosixPath(path).name))
    if len(words) == 1:
        words = re.split(r"[\s_.-]+", words[0])
    for at, word in enumerate(words):
        if word.lower() in ("show", "display", "get", "sh") and at + 1 < len(words):
            return " ".join(words[:at]).strip("-. "), " ".join(words[at:]).lower()
    return "", ""


def _is_no_output(command: str) -> bool:
    return shows_configuration(command) or _LOG.match(command.lower()) is not None


def _is_plain(line: str) -> bool:
    """True for a line that is nothing but a command: few words, none of them a sentence's."""
    return (
        len(line.split()) <= 10 and not line.rstrip().endswith((".", ":", ";", "{")) and not line[0].isspace()
    )


def _between(lines: Sequence[str], prompts: Sequence[tuple[int, str, str]]) -> Iterator[Output]:
    """Yield the outputs between prompts; a prompt without a command ends an output and belongs to it."""
    prompted = [(at, device, command) for at, device, command in prompts if command]
    bare = {at for at, _, command in prompts if not command}
    ends = [at for at, _, _ in prompted[1:]] + [len(lines)]
    for (at, device, command), end in zip(prompted, ends, strict=True):
        last = min([one for one in bare if at < one < end], default=end) - 1
        while last > at and (not lines[last].strip() or _TURN.match(lines[last].strip())):
            last -= 1
        if asks(command):
            yield Output(command, device, at, at + 1, last, end - 1)
