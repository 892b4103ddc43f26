"""What changed between two versions of a document, as Markdown. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher

from chat.documents.compare_versions import Change, Version
from chat.evidence.citations import link_citations
from chat.words.markdown import show_cell_text, show_code, show_plain
from chat.words.say import say, say_number, words_of

MOST_CHANGES = 60
MOST_LINES = 40
Mask = Callable[[Sequence[str]], list[str]]


def show_changes(
    old: Version, new: Version, changes: Sequence[Change], mask: Mask, *, loaded: bool = True
) -> str:
    """Write the changes with their lines: new ones as citations, old ones as text; `mask` hides secrets in lines.

    Lines of a version that is not `loaded` are no citations: the file that opens has other lines.
    """
    when = _when(old) if loaded else say("diff.up_to", old=_when(old), new=_when(new))
    before, after = mask(old.lines), mask(new.lines)
    if not changes:
        removed, added = _line_counts(old.lines, new.lines)
        nothing = say("diff.nothing_changed", path=show_plain(new.path), when=when)
        return f"{nothing} {_say_lines(added, removed)}" if added or removed else nothing
    counts = Counter[str](change.kind for change in changes)
    said = ", ".join(
        f"{counts[kind]:,} {word}" for kind, word in words_of("diff.kind").items() if counts[kind]
    )
    head = say("diff.changed", path=show_plain(new.path), counts=said, when=when)
    shown = [_show(change, new.path if loaded else "", before, after) for change in changes[:MOST_CHANGES]]
    left = len(changes) - len(shown)
    return "\n\n".join([head, *shown, *([say("diff.more_changes", left=left)] if left > 0 else [])])


def _when(version: Version) -> str:
    return say("count.moment", time=version.taken[:16].replace("T", " "))


def _say_lines(added: int, removed: int) -> str:
    return say(
        "diff.lines_changed",
        added=say_number("count.line", added),
        removed=say_number("count.line", removed),
    )


def _show(change: Change, path: str, before: Sequence[str], after: Sequence[str]) -> str:
    names = " / ".join(map(show_cell_text, change.names))
    values = f": {', '.join(map(show_plain, change.values))}" if change.values else ""
    what = say("diff.order_changed") if change.kind == "moved" else words_of("diff.kind")[change.kind]
    title = f"**{names}** {what}{values}"
    if change.after and path:
        mark = f"[{path}:{','.join(map(str, change.after[:MOST_LINES]))}]"
        title += f" {link_citations(mark, {path}, show_plain)}"
    old, new = _texts(change.before, before), _texts(change.after, after)
    return f"{title}\n\n{show_code(draw_difference(old, new), 'diff')}"


def draw_difference(old: Sequence[str], new: Sequence[str]) -> str:
    """Draw two lists of lines as one: what went with `-`, what came with `+`."""
    drawn: list[str] = []
    for what, begin, end, first, last in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if what == "equal":
            drawn += [f"  {line}" for line in old[begin:end]]
        else:
            drawn += [f"- {line}" for line in old[begin:end]] + [f"+ {line}" for line in new[first:last]]
    more = len(drawn) - MOST_LINES
    return "\n".join(drawn[:MOST_LINES] + ([f"  {say('diff.more_lines', left=more)}"] if more > 0 else []))


def _texts(numbers: Sequence[int], lines: Sequence[str]) -> list[str]:
    return [lines[number - 1] for number in numbers if 0 < number <= len(lines)]


def _line_counts(old: Sequence[str], new: Sequence[str]) -> tuple[int, int]:
    gone, come = Counter(old) - Counter(new), Counter(new) - Counter(old)
    return sum(gone.values()), sum(come.values())


def say_no_version(path: str, kept: Sequence[str]) -> str:
    """Say that there is nothing to compare with, and of what there is."""
    commands = ", ".join(say("diff.ask", path=one) for one in kept[:MOST_LINES])
    said = say("diff.none_of", path=show_plain(path))
    return f"{said} {say('diff.there_is', commands=commands) if kept else say('diff.none_kept')}"


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
