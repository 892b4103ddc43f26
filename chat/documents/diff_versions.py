"""Answers `diff`: finds the two versions that are meant, and shows what changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher

from chat.documents.compare_versions import Change, Version, compare_versions
from chat.documents.documents_view import Loaded, choose_paths
from chat.documents.versions import kept_times, last_version, numbered_version, read_version, versioned_paths
from chat.evidence.citations import link_citations
from chat.knowledge import Knowledge
from chat.words.markdown import show_cell_text, show_code, show_plain
from chat.words.say import say, say_number, words_of
from graph_store.graph import ReadableGraph
from graph_store.records import Document, SourceLine
from language_model.redact import Redactor

# Read what the page of loaded documents shows, and the lines that nothing explains.


MOST_DOCUMENTS = 100_000
DOCUMENTS = """\
MATCH (d:Document {state: 'ready'})
RETURN d.path, d.sha256, d.kind, d.serial, d.lines, d.lines_explained, d.device, d.entities ORDER BY d.path"""
ENTITIES = "MATCH (e:Entity {document: $serial}) RETURN count(e)"
"""For what an older version loaded: it did not keep their number."""
UNEXPLAINED = """\
MATCH (l:Line {document: $serial}) WHERE NOT (l)<-[:HAS_LINE]-() AND l.text =~ $says_something
RETURN l.number, l.text ORDER BY l.number"""
SAYS_SOMETHING = r".*[\p{L}\p{N}].*"
"""A line without a letter or digit separates others, and needs no explaining."""


def read_documents(graph: ReadableGraph) -> tuple[Loaded, ...]:
    """Read the documents that are loaded whole. Raises GraphError."""
    return tuple(_loaded(row, graph) for row in graph.read(DOCUMENTS, row_limit=MOST_DOCUMENTS).rows)


def read_unexplained(loaded: tuple[Loaded, ...], graph: ReadableGraph, most: int) -> tuple[SourceLine, ...]:
    """Read the first lines that no parser explains, document by document, the least explained first."""
    found: list[SourceLine] = []
    for one in sorted(loaded, key=_share):
        document = one.document
        if document.lines_explained >= document.lines or document.kind == "text" or len(found) >= most:
            continue
        wanted = {"serial": document.serial, "says_something": SAYS_SOMETHING}
        rows = graph.read(UNEXPLAINED, wanted, row_limit=most - len(found)).rows
        found += [SourceLine(document.path, int(str(number)), str(text)) for number, text in rows]
    return tuple(found)


def _share(one: Loaded) -> float:
    return one.document.lines_explained / one.document.lines if one.document.lines else 1.0


def _loaded(row: tuple[object, ...], graph: ReadableGraph) -> Loaded:
    path, sha256, kind, serial, lines, explained, device, entities = row
    document = Document(
        str(path),
        str(sha256),
        str(kind),
        _number(serial),
        _number(lines),
        _number(explained),
        str(device or ""),
    )
    if entities is None:
        entities = graph.read(ENTITIES, {"serial": document.serial}, row_limit=1).rows[0][0]
    return Loaded(document, _number(entities))


def _number(cell: object) -> int:
    return cell if isinstance(cell, int) else 0


# What changed between two versions of a document, as Markdown.


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


def show_diff(rest: str, knowledge: Knowledge) -> str:
    """Say what changed, for "PATH", "PATH 2" (since the second version before) or "PATH 3 1". Raises GraphError."""
    kg, graph = knowledge.settings.kg, knowledge.graph()
    kept = versioned_paths(kg)
    wanted, numbers = read_numbers(rest)
    if not wanted:
        listed = "\n".join(say("diff.item", path=path) for path in kept)
        return f"{say('diff.which')}\n\n{listed}" if kept else say("diff.none_kept")
    devices = {one.document.device: one.document.path for one in read_documents(graph) if one.document.device}
    path = next(iter(choose_paths(wanted, kept)), "") or devices.get(wanted, wanted)
    times = kept_times(kg, path)
    if times and (len(numbers) > 2 or any(not 0 < number <= len(times) for number in numbers)):
        return say_no_number(path, times)
    loaded = read_version(path, graph)
    old, new = _pair(kg, path, numbers, loaded)
    if new is None or old is None:
        return say_no_version(path, kept)
    mask = list if knowledge.settings.show_secrets else Redactor().lines
    said = show_changes(old, new, compare_versions(old, new), mask, loaded=len(numbers) < 2)
    return "\n\n".join(filter(None, [said, list_kept(path, times)]))


def read_numbers(rest: str) -> tuple[str, tuple[int, ...]]:
    """Split "core1 3 1" into what is meant and the numbers of versions behind it."""
    words = rest.split()
    named = len(words)
    while named > 1 and words[named - 1].isdecimal():
        named -= 1
    return " ".join(words[:named]), tuple(map(int, words[named:]))


def _pair(
    kg: str, path: str, numbers: tuple[int, ...], loaded: Version | None
) -> tuple[Version | None, Version | None]:
    """Return the older and the newer version: a higher number is older, whatever stands first."""
    if not numbers:
        return (last_version(kg, path, loaded.sha256) if loaded else None), loaded
    if len(numbers) == 1:
        return numbered_version(kg, path, numbers[0]), loaded
    return numbered_version(kg, path, max(numbers)), numbered_version(kg, path, min(numbers))
