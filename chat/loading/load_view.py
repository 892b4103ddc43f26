"""Describes a load as Markdown: before, while and after it runs. Pure."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from chat.asking.query_view import say_seconds
from chat.evidence.citations import link_citations
from chat.loading.run_job import LOAD, JsonObject, Progressed
from chat.welcome.greeting import NOTHING_WRONG, FoundWrong, list_new_findings, percent
from chat.words.markdown import show_cell_text, show_plain
from chat.words.say import say, say_number, say_some, words_of
from ingest.unpack import Taken
from language_model.open_calls import BUILTIN

BAR, BLOCK = 24, 5
MOST_NAMED = 8
MOST_LINES = 20
LONGEST_LINE = 160
BEGIN, FINISH = "begin", "finish"
"""The words of a stage that has no name yet, and of what is left when all is read, however long that takes."""
ALL_READ = 0.98


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
    return say(
        "load.taken",
        files=say_number("count.file", len(taken)),
        size=say_bytes(sum(one.bytes for one in taken)),
    )


def say_bytes(size: int) -> str:
    """Say a size: "800 bytes", "1.2 MB"."""
    for unit, divisor in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if size >= divisor:
            return f"{size / divisor:.1f} {unit}"
    return say("count.bytes", number=size)


def ask_to_replace(arrival: Arrival) -> str:
    """Ask before other content takes the place of what is loaded."""
    names = say_some(arrival.changed, MOST_NAMED, show_plain)
    return say_number("load.ask_to_replace", len(arrival.changed), names=names)


def ask_for_model(plan: JsonObject) -> str:
    """Tell what learning would ask of a model, and ask for consent."""
    return say_number(
        "load.ask_for_model",
        len(plan["formats"]),
        model=show_plain(str(plan["model"])),
        calls=_range(plan["calls"]),
        tokens=_range(plan["tokens"]),
        cost=say_cost(plan),
    )


def needs_model(plan: JsonObject) -> bool:
    """Say whether a plan asks anything of a model."""
    return plan.get("model") != BUILTIN and max(plan["calls"]) > 0


def say_cost(plan: JsonObject) -> str:
    """Say what a plan costs."""
    cost = plan.get("cost_usd")
    return _usd(None if cost is None else _range(cost, ".2f"))


def draw_progress(title: str, progressed: Progressed | None, seconds: float) -> str:
    """Draw how far a load is."""
    if progressed is None:
        return f"**{title}**\n\n{say('load.waiting')}"
    stage = words_of("load.stage").get(progressed.stage or BEGIN) or show_plain(progressed.stage)
    if progressed.total <= 1 and progressed.done < progressed.total and not progressed.part:
        return f"**{title}**\n\n`{_moving_bar(seconds)}`\n\n{stage} · {say_seconds(seconds)}"
    share = min(1.0, (progressed.done + progressed.part) / progressed.total) if progressed.total else 0.0
    if share > ALL_READ:
        last = words_of("load.stage")[FINISH] if progressed.stage == LOAD else stage
        return f"**{title}**\n\n`{_moving_bar(seconds)}`\n\n{last} · {say_seconds(seconds)}"
    full = round(share * BAR)
    bar = "█" * full + "░" * (BAR - full)
    time = say_seconds(seconds)
    so_far = say("load.so_far", done=progressed.done, total=progressed.total, time=time)
    return f"**{title}**\n\n`{bar}` {share:.0%}\n\n{stage} · {so_far}"


def _moving_bar(seconds: float) -> str:
    """Draw a bar of which nobody knows how long it is: a block that goes to and fro."""
    room = BAR - BLOCK
    place = int(seconds * 4) % (2 * room)
    before = min(place, 2 * room - place)
    return "░" * before + "█" * BLOCK + "░" * (room - before)


def report_load(
    arrival: Arrival,
    report: JsonObject,
    seconds: float,
    link: Callable[[str], str],
    found_wrong: FoundWrong = NOTHING_WRONG,
) -> str:
    """Write the coverage report at the end of a load; `link` turns text into Markdown."""
    explained, types = percent(report["coverage"]), say_number("count.type", len(report["labels"]))
    rows = [
        (say("load.report.documents"), _say_arrival(arrival)),
        (say("load.report.lines"), say("status.lines_explained", lines=report["lines"], share=explained)),
        (say("load.report.values"), percent(report["field_coverage"])),
        (
            say("load.report.entities"),
            say("load.report.entities_of_types", entities=report["entities"], types=types),
        ),
        (say("load.report.parsers"), ", ".join(map(show_plain, report["parsers"])) or say("count.none")),
        (say("load.report.learned_with"), _say_learned(report)),
        (say("load.report.took"), say_seconds(seconds)),
    ]
    first, *others = [f"| {name} | {value} |" for name, value in rows]
    parts = [
        say_number("load.report.done", report["documents"]),
        "\n".join([first, "|---|---|", *others]),
        list_new_findings(found_wrong, {*arrival.new, *arrival.changed, *arrival.grown}, link),
        list_unexplained(report["unexplained"], report["unexplained_total"], link),
        _notes(
            say("load.report.passed_over"),
            [f"{each['path']}: {each['reason']}" for each in report["passed_over"]],
        ),
        _notes(
            say("load.report.doubtful"),
            [f"{each['path']}:{each['lines'][0]}: {each['sentence']}" for each in report["doubts"]],
        ),
        _notes(say("load.report.text_only"), list(report["prose"])),
        _notes(say("load.report.failed"), list(report["failures"])),
        say("load.report.diff_hint", path=arrival.changed[0]) if arrival.changed else "",
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
    more = (
        say("unexplained.more_hint" if most == MOST_LINES else "unexplained.more", left=left)
        if left > 0
        else ""
    )
    listed = link_items(shown, {str(each["path"]) for each in lines}, link)
    title = f"**{say('unexplained.title', number=total)}**"
    return "\n\n".join(filter(None, [title, listed, more]))


def link_items(items: Sequence[str], paths: Collection[str], link: Callable[[str], str]) -> str:
    """Write items of a list, their citations as links."""
    return "\n".join(f"- {link_citations(item.removeprefix('- '), paths, link)}" for item in items)


def _say_arrival(arrival: Arrival) -> str:
    paths = {
        "new": arrival.new,
        "changed": arrival.changed,
        "grown": arrival.grown,
        "equal": arrival.equal,
    }
    said = [f"{len(paths[how]):,} {word}" for how, word in words_of("load.arrival").items() if paths[how]]
    return ", ".join(said) or say("count.none")


def _say_learned(report: JsonObject) -> str:
    model = show_plain(str(report["model"]))
    if report["model"] == BUILTIN:
        return say("load.report.no_model", model=model)
    cost = report["cost_usd"]
    return say(
        "load.report.spent",
        model=model,
        calls=say_number("count.call", report["llm_calls"]),
        tokens=report["prompt_tokens"] + report["completion_tokens"],
        cost=_usd(None if cost is None else f"{cost:.2f}"),
    )


def _usd(amount: str | None) -> str:
    return say("load.report.price_unknown") if amount is None else say("load.report.usd", amount=amount)


def _notes(title: str, lines: Sequence[str]) -> str:
    if not lines:
        return ""
    more = f"\n{say('count.more_items', left=len(lines) - MOST_NAMED)}" if len(lines) > MOST_NAMED else ""
    listed = "\n".join(f"- {show_cell_text(_cut(line))}" for line in lines[:MOST_NAMED])
    return f"{say('load.report.noted', title=title, number=len(lines))}\n\n{listed}{more}"


def _cut(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= LONGEST_LINE else f"{text[: LONGEST_LINE - 1]}…"


def _range(ends: object, form: str = ",") -> str:
    assert isinstance(ends, list | tuple)
    low, high = ends
    return f"{low:{form}}" if low == high else say("count.range", low=f"{low:{form}}", high=f"{high:{form}}")
