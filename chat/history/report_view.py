"""Writes a conversation as a Markdown report: questions, answers, cited lines, statements. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from chat.people.ways_in import BROWSER
from chat.words.markdown import show_code
from chat.words.say import say, words_of
from conversations.records import CitedLine, Conversation, KeptTurn, RunStatement

MOST_LINES = 200
State = Literal["", "changed", "gone"]
CHANGED: State = "changed"
GONE: State = "gone"


@dataclass(frozen=True, slots=True)
class EvidenceLine:
    """A cited line as it stands in the graph now; `state` is blank where it is as it was when it was cited."""

    path: str
    number: int
    text: str
    state: State = ""


Evidence = Mapping[CitedLine, EvidenceLine]


def write_report(kept: Conversation, evidence: Evidence, title: str = "") -> str:
    """Write the report."""
    turns = kept.turns
    heading = title or (turns[0].question if turns else say("report.untitled"))
    user = kept.heading.user if not kept.heading.user.startswith(BROWSER) else ""
    begun = say("count.moment", time=kept.heading.begun[:16].replace("T", " "))
    head = f"# {_one_line(heading)}\n\n{' · '.join(filter(None, ['Wirelore', begun, user, kept.heading.id]))}"
    return "\n\n".join([head, *(_turn(kept, turn, evidence) for turn in turns)]) + "\n"


def _turn(kept: Conversation, turn: KeptTurn, evidence: Evidence) -> str:
    tokens = say("report.tokens", number=turn.tokens) if turn.tokens else ""
    facts = [
        turn.status,
        turn.mode,
        turn.model,
        tokens,
        say("count.seconds", number=turn.seconds),
        say("report.data", graph=turn.graph),
    ]
    parts = [
        f"## {turn.number}. {_one_line(turn.question)}",
        turn.answer.strip(),
        _evidence(turn.citations, evidence),
        _statements(turn.statements),
        _judged(kept, turn),
        f"*{' · '.join(filter(None, facts))}*",
    ]
    return "\n\n".join(filter(None, parts))


def _evidence(places: Sequence[CitedLine], evidence: Evidence) -> str:
    """Show the cited lines, file by file."""
    if not places:
        return ""
    shown = places[:MOST_LINES]
    found = [evidence.get(place, EvidenceLine(place.path, place.line, "", GONE)) for place in shown]
    blocks = []
    for path in dict.fromkeys(line.path for line in found):
        lines = sorted((line for line in found if line.path == path), key=lambda line: line.number)
        width = len(str(lines[-1].number))
        drawn = [_draw(line, width) for line in lines]
        blocks.append(f"{path}\n\n{show_code(chr(10).join(drawn))}")
    more = (
        f"\n\n{say('report.more_cited', left=len(places) - len(shown))}" if len(places) > len(shown) else ""
    )
    return f"### {say('report.evidence')}\n\n" + "\n\n".join(blocks) + more


def _draw(line: EvidenceLine, width: int) -> str:
    note = f"  <- {words_of('report.state')[line.state]}" if line.state else ""
    return f"{line.number:>{width}}  {line.text}{note}"


def _statements(statements: Sequence[RunStatement]) -> str:
    if not statements:
        return ""
    return f"### {say('report.statements')}\n\n" + "\n\n".join(map(_statement, statements))


def _statement(one: RunStatement) -> str:
    if one.error:
        said = say("report.failed", reason=one.error)
    elif one.total:
        said = say("report.rows_of", rows=one.rows, total=one.total)
    else:
        said = say("report.rows", rows=one.rows)
    head = say("report.attempt", kind=one.kind, number=one.attempt, said=said)
    values = [f"// ${name} = {value!r}" for name, value in one.parameters.items()]
    return f"{head}\n\n{show_code(chr(10).join([one.text, *values]), one.kind)}"


def _judged(kept: Conversation, turn: KeptTurn) -> str:
    said = kept.verdict(turn.number)
    if said is None:
        return ""
    verdict = say("report.right" if said.verdict == "up" else "report.wrong")
    if not said.comment:
        return say("report.judged", verdict=verdict)
    return say("report.judged_because", verdict=verdict, comment=_one_line(said.comment))


def _one_line(text: str) -> str:
    return " ".join(text.split())
