"""Answers `diff`: finds the two versions that are meant, and shows what changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from agent.tables.compare_makes import are_of_different_makes
from chat.documents.documents_view import choose_paths
from chat.evidence.citation_links import link_citations
from chat.words.markdown import show_cell_text, show_code, show_plain
from chat.words.say import say, say_number, words_of
from timeline.compare_lines import Change, compare_lines, find_changes
from workspace.overview import read_documents
from workspace.versions import (
    COMPARED,
    Version,
    kept_times,
    last_version,
    numbered_version,
    read_version,
    versioned_paths,
)
from workspace.workspace import Workspace

MOST_CHANGES = 60
MOST_LINES = 40


def show_diff(rest: str, workspace: Workspace) -> str:
    """Say what changed, for "PATH", "PATH 2" (since the second version) or "PATH 3 1"; for "A B" how two differ.

    Raises GraphError.
    """
    kg, graph = workspace.settings.kg, workspace.graph()
    kept = versioned_paths(kg)
    wanted, numbers = read_numbers(rest)
    if not wanted:
        listed = "\n".join(say("diff.item", path=path) for path in kept)
        return f"{say('diff.which')}\n\n{listed}" if kept else say("diff.none_kept")
    documents = [one.document for one in read_documents(graph) if one.document.kind in COMPARED]
    devices = {one.device: one.path for one in sorted(documents, key=lambda one: one.kind, reverse=True)}
    both = list(filter(None, (read_version(devices.get(one, one), graph) for one in wanted.split())))
    if len(both) == len(wanted.split()) == 2:
        one, other = both
        said = show_changes(one, other, find_changes(one.lines, other.lines), against=one.path)
        pair = wanted.split()
        hint = (
            say("diff.other_makes", one=pair[0], other=pair[1])
            if are_of_different_makes(documents, pair)
            else ""
        )
        return f"{hint}\n\n{said}".strip()
    path = next(iter(choose_paths(wanted, kept)), "") or devices.get(wanted, wanted)
    new = loaded = read_version(path, graph)
    serial = loaded.serial if loaded else 0
    times = kept_times(kg, path, serial)
    if times and (len(numbers) > 2 or any(not 0 < number <= len(times) for number in numbers)):
        return say_no_number(path, times)
    if numbers:  # a higher number is older, whatever stands first
        old = numbered_version(kg, path, max(numbers), serial)
        new = numbered_version(kg, path, min(numbers), serial) if len(numbers) > 1 else loaded
    else:
        old = last_version(kg, path, loaded.sha256) if loaded else None
    if new is None or old is None:
        commands = ", ".join(say("diff.ask", path=one) for one in kept[:MOST_LINES])
        there_is = say("diff.there_is", commands=commands) if kept else say("diff.none_kept")
        return f"{say('diff.none_of', path=show_plain(path))} {there_is}"
    said = show_changes(old, new, find_changes(old.lines, new.lines), loaded=len(numbers) < 2)
    return "\n\n".join(filter(None, [said, list_kept(path, times)]))


def read_numbers(rest: str) -> tuple[str, tuple[int, ...]]:
    """Split "core1 3 1" into what is meant and the numbers of versions behind it."""
    words = rest.split()
    named = len(words)
    while named > 1 and words[named - 1].isdecimal():
        named -= 1
    return " ".join(words[:named]), tuple(map(int, words[named:]))


def list_kept(path: str, times: Sequence[str]) -> str:
    """List the versions that are kept of a document by their numbers; blank where there is one only."""
    if len(times) < 2:
        return ""
    listed = "\n".join(say("diff.replaced", number=number, when=when) for number, when in enumerate(times, 1))
    return f"{say('diff.kept', number=len(times))}\n\n{listed}\n\n{say('diff.kept_hint', path=path)}"


def say_no_number(path: str, times: Sequence[str]) -> str:
    """Say which numbers there are."""
    found = say_number("diff.kept_before", len(times), path=show_plain(path))
    return "\n\n".join(filter(None, [f"{found} {say('diff.name_one')}", list_kept(path, times)]))


def show_changes(
    old: Version, new: Version, changes: Sequence[Change], *, loaded: bool = True, against: str = ""
) -> str:
    """Write the changes with their lines: new ones as citations, old ones as text.

    Lines of a version that is not `loaded` are no citations: the file that opens has other lines. `against` is
    another document that is compared, in the place of a version before.
    """
    when = _when(old) if loaded else say("diff.up_to", old=_when(old), new=_when(new))
    path, other = show_plain(new.path), show_plain(against)
    if not changes:
        alike = say("diff.alike", path=path, against=other)
        return alike if against else say("diff.nothing_changed", path=path, when=when)
    counted = Counter[str](change.kind for change in changes)
    counts = ", ".join(
        f"{counted[kind]:,} {word}" for kind, word in words_of("diff.kind").items() if counted[kind]
    )
    differs = say("diff.differs", path=path, against=other, counts=counts)
    parts = [differs if against else say("diff.changed", path=path, counts=counts, when=when)]
    for change in changes[:MOST_CHANGES]:
        drawn = draw_difference(_texts(change.before, old.lines), _texts(change.after, new.lines))
        parts += [_title(change, new.path if loaded else ""), show_code(drawn, "diff")]
    left = len(changes) - MOST_CHANGES
    return "\n\n".join([*parts, *([say("diff.more_changes", left=left)] if left > 0 else [])])


def _when(version: Version) -> str:
    return say("count.moment", time=version.taken[:16].replace("T", " "))


def _title(change: Change, path: str) -> str:
    names = " / ".join(map(show_cell_text, change.names))
    what = words_of("diff.kind")[change.kind]
    mark = f" [{path}:{','.join(map(str, change.after[:MOST_LINES]))}]" if change.after and path else ""
    return f"{f'**{names}** ' if names else ''}{what}{link_citations(mark, {path}, show_plain)}"


def _texts(numbers: Sequence[int], lines: Sequence[str]) -> list[str]:
    return [lines[number - 1] for number in numbers if 0 < number <= len(lines)]


def draw_difference(old: Sequence[str], new: Sequence[str]) -> str:
    """Draw two lists of lines as one: what went with `-`, what came with `+`."""
    drawn = [f"{line.sign} {line.text}" for line in compare_lines(old, new)]
    more = len(drawn) - MOST_LINES
    return "\n".join(drawn[:MOST_LINES] + ([f"  {say('diff.more_lines', left=more)}"] if more > 0 else []))
