"""Describes a load as Markdown: before, while and after it runs. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from chat.asking.query_view import say_seconds
from chat.evidence.citation_links import link_citations
from chat.findings.findings_view import list_new_incidents
from chat.words.markdown import cut_text, show_cell_text, show_plain, show_table
from chat.words.say import percent, say, say_number, say_some, words_of
from findings.incidents import Incident
from graph_store.records import SourceLine
from ingest.files.unpack import Taken
from language_model.open_calls import BUILTIN
from workspace.load_job import LOAD, JsonObject, Progressed
from workspace.place_files import Arrival

BAR, BLOCK = 24, 5
MOST_NAMED = 8
MOST_LINES = 20
LONGEST_LINE = 160
BEGIN, FINISH = "begin", "finish"
"""The words of a stage that has no name yet, and of what is left when all is read, however long that takes."""
ALL_READ = 0.98


def say_taken(taken: Sequence[Taken]) -> str:
    """Say what was dropped: "3 files, 1.2 MB", "1 file, 800 bytes"."""
    files, size = say_number("count.file", len(taken)), sum(one.bytes for one in taken)
    for unit, divisor in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if size >= divisor:
            return say("load.taken", files=files, size=f"{size / divisor:.1f} {unit}")
    return say("load.taken", files=files, size=say("count.bytes", number=size))


def ask_to_replace(arrival: Arrival) -> str:
    """Ask before other content takes the place of what is loaded."""
    names = say_some(arrival.changed, MOST_NAMED, show_plain)
    return say_number("load.ask_to_replace", len(arrival.changed), names=names)


def ask_for_place(places: Mapping[str, str]) -> str:
    """Ask whether files replace the configurations of their devices that are loaded under other names."""
    names = say_some([f"{path} → {place}" for path, place in places.items()], MOST_NAMED, show_plain)
    return say_number("load.ask_for_place", len(places), names=names)


def needs_model(plan: JsonObject) -> bool:
    """Say whether a plan asks anything of a model."""
    return plan.get("model") != BUILTIN and max(plan["calls"]) > 0


def ask_for_model(plan: JsonObject) -> str:
    """Tell what learning would ask of a model, and ask for consent."""
    cost = plan.get("cost_usd")
    return say_number(
        "load.ask_for_model",
        len(plan["formats"]),
        model=show_plain(str(plan["model"])),
        calls=_range(plan["calls"]),
        tokens=_range(plan["tokens"]),
        cost=_usd(None if cost is None else _range(cost, ".2f")),
    )


def _range(ends: Sequence[float], form: str = ",") -> str:
    low, high = (f"{end:{form}}" for end in ends)
    return low if ends[0] == ends[1] else say("count.range", low=low, high=high)


def _usd(amount: str | None) -> str:
    return say("load.report.price_unknown") if amount is None else say("load.report.usd", amount=amount)


def draw_progress(title: str, progressed: Progressed | None, seconds: float) -> str:
    """Draw how far a load is: a bar, or a block that goes to and fro where nobody knows how long it is."""
    if progressed is None:
        return f"**{title}**\n\n{say('load.waiting')}"
    done, total, time = progressed.done, progressed.total, say_seconds(seconds)
    stage = words_of("load.stage").get(progressed.stage or BEGIN) or show_plain(progressed.stage)
    share = min(1.0, (done + progressed.part) / total) if total else 0.0
    is_open = total <= 1 and done < total and not progressed.part
    if is_open or share > ALL_READ:
        place = int(seconds * 4) % (2 * (BAR - BLOCK))
        before = min(place, 2 * (BAR - BLOCK) - place)
        bar = "░" * before + "█" * BLOCK + "░" * (BAR - BLOCK - before)
        last = words_of("load.stage")[FINISH] if progressed.stage == LOAD and not is_open else stage
        return f"**{title}**\n\n`{bar}`\n\n{last} · {time}"
    full = round(share * BAR)
    so_far = say("load.so_far", done=done, total=total, time=time)
    return f"**{title}**\n\n`{'█' * full}{'░' * (BAR - full)}` {share:.0%}\n\n{stage} · {so_far}"


def report_load(
    arrival: Arrival,
    report: JsonObject,
    seconds: float,
    incidents: Sequence[Incident] = (),
    changes: str = "",
) -> str:
    """Write the coverage report at the end of a load; what it changed comes first."""
    counted = [
        f"{len(getattr(arrival, how)):,} {word}"
        for how, word in words_of("load.arrival").items()
        if getattr(arrival, how)
    ]
    explained, types = percent(report["coverage"]), say_number("count.type", len(report["labels"]))
    entities = say("load.report.entities_of_types", entities=report["entities"], types=types)
    rows = [
        (say("load.report.lines"), say("status.lines_explained", lines=report["lines"], share=explained)),
        (say("load.report.values"), percent(report["field_coverage"])),
        (say("load.report.entities"), entities),
        (say("load.report.parsers"), ", ".join(map(show_plain, report["parsers"])) or say("count.none")),
        (say("load.report.learned_with"), _say_learned(report)),
        (say("load.report.took"), say_seconds(seconds)),
    ]
    unexplained = [SourceLine(each["path"], each["line"], each["text"]) for each in report["unexplained"]]
    passed_over = [f"{each['path']}: {each['reason']}" for each in report["passed_over"]]
    doubts = [f"{each['path']}:{each['lines'][0]}: {each['sentence']}" for each in report["doubts"]]
    parts = [
        say_number("load.report.done", report["documents"]),
        changes,
        show_table((say("load.report.documents"), ", ".join(counted) or say("count.none")), rows),
        list_new_incidents(incidents, {*arrival.new, *arrival.changed, *arrival.grown}),
        list_unexplained(unexplained, report["unexplained_total"]),
        _notes(say("load.report.passed_over"), passed_over),
        _notes(say("load.report.doubtful"), doubts),
        _notes(say("load.report.text_only"), report["prose"]),
        _notes(say("load.report.failed"), report["failures"]),
        say("load.report.diff_hint", path=arrival.changed[0]) if arrival.changed and not changes else "",
    ]
    return "\n\n".join(filter(None, parts))


def list_unexplained(lines: Sequence[SourceLine], total: int, most: int = MOST_LINES) -> str:
    """List lines that nothing explains, each with its citation."""
    if not total:
        return ""
    paths = {line.path for line in lines}
    listed = [f"[{line.path}:{line.number}] {_cut(line.text)}" for line in lines[:most]]
    left = total - len(listed)
    more = say("unexplained.more_hint" if most == MOST_LINES else "unexplained.more", left=left)
    items = "\n".join(f"- {link_citations(item, paths, show_plain)}" for item in listed)
    return "\n\n".join(
        filter(None, [f"**{say('unexplained.title', number=total)}**", items, more if left > 0 else ""])
    )


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


def _notes(title: str, lines: Sequence[str]) -> str:
    if not lines:
        return ""
    more = f"\n{say('count.more_items', left=len(lines) - MOST_NAMED)}" if len(lines) > MOST_NAMED else ""
    listed = "\n".join(f"- {show_cell_text(_cut(line))}" for line in lines[:MOST_NAMED])
    return f"{say('load.report.noted', title=title, number=len(lines))}\n\n{listed}{more}"


def _cut(text: str) -> str:
    return cut_text(" ".join(text.split()), LONGEST_LINE)
