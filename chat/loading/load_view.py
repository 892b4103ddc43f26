"""What a load says before, while and after it runs, as Markdown. Pure."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from chat.asking.query_view import say_seconds
from chat.evidence.citations import link_citations
from chat.greeting import percent
from chat.loading.load_job import JsonObject, Progressed
from chat.loading.unpack import Taken
from chat.markdown import show_cell_text, show_plain
from language_model.open_model import BUILTIN

BAR, BLOCK = 24, 5
MOST_NAMED = 8
MOST_LINES = 20
LONGEST_LINE = 160
STAGES = {
    "": "Beginning",
    "learn": "Learning how the files are written",
    "load": "Reading and loading the files",
}
NOTHING_EXPLAINED = "Lines that no parser explains"


@dataclass(frozen=True, slots=True)
class Arrival:
    """How what was dropped relates to what is loaded: paths that are new, equal, grown at the end, or else changed."""

    new: tuple[str, ...] = ()
    equal: tuple[str, ...] = ()
    grown: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()

    def without(self, paths: Collection[str]) -> Arrival:
        """Return the same without some paths."""
        kinds = (self.new, self.equal, self.grown, self.changed)
        return Arrival(*(tuple(path for path in kind if path not in paths) for kind in kinds))


def say_taken(taken: Sequence[Taken]) -> str:
    """Say what was dropped: "3 files, 1.2 MB"."""
    return f"{counted(len(taken), 'file')}, {say_bytes(sum(one.bytes for one in taken))}"


def say_bytes(size: int) -> str:
    """Say a size: "800 bytes", "1.2 MB"."""
    for unit, divisor in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if size >= divisor:
            return f"{size / divisor:.1f} {unit}"
    return f"{size} bytes"


def ask_to_replace(arrival: Arrival) -> str:
    """Ask before other content takes the place of what is loaded."""
    named = _named(arrival.changed)
    return (
        f"**{counted(len(arrival.changed), 'document')} of that name {'is' if len(arrival.changed) == 1 else 'are'} "
        f"loaded with other content:** {named}\n\nReplace what is loaded? "
        "Then `diff` tells what changed in configurations."
    )


def ask_for_model(plan: JsonObject) -> str:
    """Tell what learning would ask of a model, and ask for consent."""
    calls, tokens = _range(plan["calls"]), _range(plan["tokens"])
    formats = len(plan["formats"])
    are, them = ("is", "it") if formats == 1 else ("are", "them")
    return (
        f"**{counted(formats, 'format')} {are} new.** To learn {them}, lines of the files, with secrets masked, "
        f"would be sent to **{show_plain(str(plan['model']))}**: {calls} calls, {tokens} tokens, {say_cost(plan)}."
        "\n\nThis is an estimate; nothing was sent yet."
    )


def needs_model(plan: JsonObject) -> bool:
    """Say whether a plan asks anything of a model."""
    return plan.get("model") != BUILTIN and max(plan["calls"]) > 0


def say_cost(plan: JsonObject) -> str:
    """Say what a plan costs."""
    cost = plan.get("cost_usd")
    return "price not known" if cost is None else f"{_range(cost, '.2f')} USD"


def draw_progress(title: str, progressed: Progressed | None, seconds: float) -> str:
    """Draw how far a load is."""
    if progressed is None:
        return f"**{title}**\n\nWaiting for its turn."
    stage = STAGES.get(progressed.stage, show_plain(progressed.stage))
    if progressed.total <= 1 and progressed.done < progressed.total and not progressed.part:
        return f"**{title}**\n\n`{_moving_bar(seconds)}`\n\n{stage} · {say_seconds(seconds)}"
    share = min(1.0, (progressed.done + progressed.part) / progressed.total) if progressed.total else 0.0
    full = round(share * BAR)
    bar = "█" * full + "░" * (BAR - full)
    so_far = f"{progressed.done:,} of {progressed.total:,} · {say_seconds(seconds)}"
    return f"**{title}**\n\n`{bar}` {share:.0%}\n\n{stage} · {so_far}"


def _moving_bar(seconds: float) -> str:
    """Draw a bar of which nobody knows how long it is: a block that goes to and fro."""
    room = BAR - BLOCK
    place = int(seconds * 4) % (2 * room)
    before = min(place, 2 * room - place)
    return "░" * before + "█" * BLOCK + "░" * (room - before)


def report_load(arrival: Arrival, report: JsonObject, seconds: float, link: Callable[[str], str]) -> str:
    """Write the coverage report at the end of a load; `link` turns text into Markdown."""
    rows = [
        ("Documents", _say_arrival(arrival)),
        ("Lines", f"{report['lines']:,}, of which parsers explain {percent(report['coverage'])}"),
        ("Values in named fields", percent(report["field_coverage"])),
        ("Entities", f"{report['entities']:,}, of {counted(len(report['labels']), 'type')}"),
        ("Parsers", ", ".join(map(show_plain, report["parsers"])) or "none"),
        ("Learned with", f"{show_plain(str(report['model']))}{_say_spent(report)}"),
        ("Took", say_seconds(seconds)),
    ]
    first, *others = [f"| {name} | {value} |" for name, value in rows]
    them = "it" if report["documents"] == 1 else "them"
    parts = [
        f"**Loaded {counted(report['documents'], 'document')}.** You can ask about {them} now.",
        "\n".join([first, "|---|---|", *others]),
        list_unexplained(report["unexplained"], report["unexplained_total"], link),
        _notes("Passed over", [f"{each['path']}: {each['reason']}" for each in report["passed_over"]]),
        _notes("Searched as text only", list(report["prose"])),
        _notes("Failed", list(report["failures"])),
        f"`diff {arrival.changed[0]}` tells what changed." if arrival.changed else "",
    ]
    return "\n\n".join(filter(None, parts))


def list_unexplained(
    lines: Sequence[Mapping[str, object]], total: int, link: Callable[[str], str], most: int = MOST_LINES
) -> str:
    """List lines that nothing explains, each with its citation."""
    if not total:
        return ""
    shown = [f"- [{each['path']}:{each['line']}] {_cut(str(each['text']))}" for each in lines[:most]]
    left = total - len(shown)
    hint = ": write `unexplained` to see them" if most == MOST_LINES else ""
    more = f"\n\n{left:,} more{hint}." if left > 0 else ""
    listed = link_items(shown, {str(each["path"]) for each in lines}, link)
    return f"**{NOTHING_EXPLAINED}: {total:,}**\n\n{listed}{more}"


def link_items(items: Sequence[str], paths: Collection[str], link: Callable[[str], str]) -> str:
    """Write items of a list, their citations as links."""
    return "\n".join(f"- {link_citations(item.removeprefix('- '), paths, link)}" for item in items)


def counted(number: int, noun: str) -> str:
    """Write a number with its noun: "1 file", "2 files"."""
    return f"{number:,} {noun if number == 1 else noun + 's'}"


def _say_arrival(arrival: Arrival) -> str:
    said = [
        f"{len(paths):,} {word}"
        for paths, word in (
            (arrival.new, "new"),
            (arrival.changed, "replaced"),
            (arrival.grown, "grown"),
            (arrival.equal, "unchanged"),
        )
        if paths
    ]
    return ", ".join(said) or "none"


def _say_spent(report: JsonObject) -> str:
    if report["model"] == BUILTIN:
        return " (no model was asked)"
    cost = "price not known" if report["cost_usd"] is None else f"{report['cost_usd']:.2f} USD"
    tokens = report["prompt_tokens"] + report["completion_tokens"]
    return f" ({counted(report['llm_calls'], 'call')}, {tokens:,} tokens, {cost})"


def _notes(title: str, lines: Sequence[str]) -> str:
    if not lines:
        return ""
    more = f"\n- and {len(lines) - MOST_NAMED:,} more" if len(lines) > MOST_NAMED else ""
    listed = "\n".join(f"- {show_cell_text(_cut(line))}" for line in lines[:MOST_NAMED])
    return f"**{title}: {len(lines):,}**\n\n{listed}{more}"


def _named(names: Sequence[str]) -> str:
    more = f" and {len(names) - MOST_NAMED:,} more" if len(names) > MOST_NAMED else ""
    return ", ".join(map(show_plain, names[:MOST_NAMED])) + more


def _cut(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= LONGEST_LINE else f"{text[: LONGEST_LINE - 1]}…"


def _range(ends: object, form: str = ",") -> str:
    assert isinstance(ends, list | tuple)
    low, high = ends
    return f"{low:{form}}" if low == high else f"{low:{form}} to {high:{form}}"
