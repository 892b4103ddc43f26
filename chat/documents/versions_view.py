"""What changed between two versions of a document, as Markdown. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher

from chat.documents.compare_versions import Change, Version
from chat.evidence.citations import link_citations
from chat.loading.load_view import counted
from chat.markdown import show_cell_text, show_code, show_plain

MOST_CHANGES = 60
MOST_LINES = 40
WHICH_DIFF = "**What changed in which document?** A version before is kept of:"
NO_VERSIONS = (
    "No version before is kept of any document: drop a newer version of a configuration, and ask again."
)
Mask = Callable[[Sequence[str]], list[str]]


def show_changes(
    old: Version, new: Version, changes: Sequence[Change], mask: Mask, *, loaded: bool = True
) -> str:
    """Write the changes with their lines: new ones as citations, old ones as text; `mask` hides secrets in lines.

    Lines of a version that is not `loaded` are no citations: the file that opens has other lines.
    """
    when = _when(old) if loaded else f"{_when(old)}, up to the one replaced at {_when(new)}"
    before, after = mask(old.lines), mask(new.lines)
    if not changes:
        removed, added = _line_counts(old.lines, new.lines)
        other = (
            f" {counted(added, 'line')} came, {counted(removed, 'line')} went." if added or removed else ""
        )
        return f"**Nothing that is known of {show_plain(new.path)} changed** since it was replaced at {when}.{other}"
    counts = Counter(change.kind for change in changes)
    said = ", ".join(
        f"{counts[kind]:,} {kind}" for kind in ("added", "removed", "changed", "moved") if counts[kind]
    )
    head = f"**{show_plain(new.path)}: {said}** since the version that was replaced at {when}."
    shown = [_show(change, new.path if loaded else "", before, after) for change in changes[:MOST_CHANGES]]
    left = len(changes) - len(shown)
    return "\n\n".join([head, *shown, *([f"{left:,} more changes."] if left > 0 else [])])


def _when(version: Version) -> str:
    return f"{version.taken[:16].replace('T', ' ')} UTC"


def _show(change: Change, path: str, before: Sequence[str], after: Sequence[str]) -> str:
    names = " / ".join(map(show_cell_text, change.names))
    values = f": {', '.join(map(show_plain, change.values))}" if change.values else ""
    what = "order changed" if change.kind == "moved" else change.kind
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
    return "\n".join(drawn[:MOST_LINES] + ([f"  ... {more:,} more lines"] if more > 0 else []))


def _texts(numbers: Sequence[int], lines: Sequence[str]) -> list[str]:
    return [lines[number - 1] for number in numbers if 0 < number <= len(lines)]


def _line_counts(old: Sequence[str], new: Sequence[str]) -> tuple[int, int]:
    gone, come = Counter(old) - Counter(new), Counter(new) - Counter(old)
    return sum(gone.values()), sum(come.values())


def say_no_version(path: str, kept: Sequence[str]) -> str:
    """Say that there is nothing to compare with, and of what there is."""
    listed = ", ".join(f"`diff {one}`" for one in kept[:MOST_LINES])
    said = f"No version before is kept of {show_plain(path)}."
    return f"{said} There is {listed}." if kept else f"{said} {NO_VERSIONS}"


def list_kept(path: str, times: Sequence[str]) -> str:
    """List the versions that are kept of a document by their numbers; blank where there is one only."""
    if len(times) < 2:
        return ""
    listed = "\n".join(f"{number}. replaced {when}" for number, when in enumerate(times, 1))
    hint = f"`diff {path} 2` tells what changed since the second, `diff {path} 2 1` what changed between the two."
    return f"**Kept: {counted(len(times), 'version')}**\n\n{listed}\n\n{hint}"


def say_no_number(path: str, times: Sequence[str]) -> str:
    """Say which numbers there are."""
    found = f"Of {show_plain(path)} there {'is' if len(times) == 1 else 'are'} {counted(len(times), 'version')} before."
    return "\n\n".join(filter(None, [f"{found} Name one or two of them by number.", list_kept(path, times)]))
