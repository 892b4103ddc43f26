"""Finds the prompts of a terminal's session: the device, and the command behind it. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

_PROMPT = re.compile(
    r"""^(?P<before>[*!]?\s?(?:[A-Z]:|RP/\S+?:|[<\[]~?\*?)?(?:[\w.-]+@)?)"""
    r"""(?P<name>[A-Za-z0-9][\w.-]{0,62})"""
    r"""(?P<mode>(?:/[\w/]+)?(?:[ ]?\([^()\n]{1,40}\))?(?:[:>][\w/~-]{0,40})?[>\]]?[ ]?)(?P<sign>[#>$%\]])[ ]?"""
    r"""(?P<command>[A-Za-z/].*)?$"""
)
"""`r1#`, `RP/0/RSP0/CPU0:r1#`, `admin@fw(active)>`, `<core>`, `[~core]`, `A:pe1>config#`, `[admin@router] >`."""
_LEADS = re.compile(r"^(?:do|run)\s+")
_FILTERS = re.compile(
    r"(?<!\s)\s*+\|\s*(?:no-more|display set|begin|include|exclude|section|match|except|count)\b(?s:.*)"
)
ASKING = frozenset(
    ("show", "sh", "sho", "display", "dis", "disp", "get", "diagnose", "diag", "oam", "admin", "dir")
)
"""The first words of commands that print something; a menu's command ends with `print` and its options."""
_PRINTS = re.compile(r"/?[a-z][a-z /-]* print\b")
_CONFIGURATION = re.compile(
    r"(?:show|sh|sho|display|dis|disp) +(?:run|start|conf|current|saved|full-conf)|/?export\b|admin display-config"
)
_CHANGES = re.compile(r"(?:conf|system-view|edit\b|sys\b)").match
_SHOWS = re.compile(r"\S+[#>$%\]] ?(?:do |run )?(?:/?export|admin|(?:show|sh|sho|display|dis|disp) )").match


def find_prompts(lines: Sequence[str]) -> Iterator[tuple[int, str, str]]:
    """Yield each prompt with its line, its device and its command.

    A prompt names the device, and does so again: what stands once is believed if a command that asks is behind it.
    """
    found = []
    for at, line in enumerate(lines):
        match = _PROMPT.match(line) if line[:1] not in (" ", "") else None
        if match and (match["sign"] != "]" or match["before"].strip().startswith("[")):
            found.append((at, match["name"], plain_command(match["command"] or "")))
    named = Counter(name for _, name, command in found if asks(command))
    yield from (prompt for prompt in found if named[prompt[1]])


def plain_command(text: str) -> str:
    """Return a command without what only leads to it (`do`, `run`), and without filters of its output."""
    return _FILTERS.sub("", _LEADS.sub("", text.strip())).strip()


def asks(command: str) -> bool:
    """True for a command that prints something."""
    words = command.split()
    return len(words) > 1 and (words[0].lower() in ASKING or _PRINTS.match(command) is not None)


def shows_configuration(command: str) -> bool:
    """True for a command that prints a configuration."""
    return _CONFIGURATION.match(command.lower()) is not None


def without_session(lines: list[str]) -> list[str]:
    """Make comments of what is no configuration in a session that shows one: prompts, and what other commands printed.

    Commands that may change what was shown are left, with all behind them.
    """
    if not any(map(_SHOWS, lines)):
        return lines
    commands = {at: command for at, _, command in find_prompts(lines)}
    if not any(map(shows_configuration, commands.values())):
        return lines
    kept, is_shown = list[str](), True
    for at, line in enumerate(lines):
        if at in commands and _CHANGES(commands[at]):
            return kept + lines[at:]
        is_shown = shows_configuration(commands[at]) if at in commands else is_shown
        kept.append(line if is_shown and at not in commands else f"# {line}" if line.strip() else line)
    return kept
