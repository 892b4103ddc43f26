"""Shows an answer as Markdown: its text with links, its status, what it rests on, and questions to ask next. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest

from agent.reader.english import split_name, stem, stems_of
from agent.records import Answer, ClosestLine
from chat.asking.query_view import say_seconds
from chat.asking.tables_view import show_tables
from chat.evidence.citation_links import link_citations, link_number, say_places, write_link
from chat.welcome.starters import FIRST_KINDS
from chat.words.markdown import show_code, show_lists, show_markdown, show_plain
from chat.words.say import say, say_number, words_of
from graph_store.records import Description, LabelDescription
from language_model.budget import Price
from language_model.open_calls import BUILTIN
from reading.spoken_names import plural
from workspace.citations import Citation, Numbered, number_citations

FIRST_LINES = 3
"""Of the closest lines, so many stand under the answer; the others are folded."""
MOST_LISTED = 6
"""So many sources stand below an answer; where there are more, all of them are folded."""


def show_text(text: str, model: str) -> str:
    """Turn text into Markdown: a model writes Markdown itself."""
    return show_lists(show_plain(text)) if model == BUILTIN else show_markdown(text)


def show_answer(answer: Answer, price: Price | None = None) -> str:
    """Write the answer with numbers that open its source lines; where it is none, with what the data shows."""
    numbered = _number(answer)
    text = numbered.text
    if 0 < len(numbered.sources) <= MOST_LISTED:
        text = f"{text}\n\n{show_sources(numbered.sources)}"
    titles = words_of("answer.status")
    if answer.status in titles:
        title = f"**{titles[answer.status]}**\n\n" if titles[answer.status] else ""
        text = "\n".join(f"> {line}" for line in f"{title}{text}".split("\n"))
    told = answer.status == "answered" and not answer.calls  # the text says all of its table
    tables = show_tables(() if told else answer.tables)
    closest = show_closest(answer.closest[:FIRST_LINES])
    return "\n\n".join(filter(None, (text, tables, closest, f"*{_footer(answer, numbered, price)}*")))


def _number(answer: Answer) -> Numbered:
    """Number the marks, and make lists of what stands in lines that begin with a dash."""
    plain = answer.model == BUILTIN
    show = show_plain if plain else show_markdown
    numbered = number_citations(answer.text, answer.citations, show, link_number)
    return replace(numbered, text=show_lists(numbered.text)) if plain else numbered


def folded_sources(answer: Answer) -> tuple[Citation, ...]:
    """Return the sources of an answer that has too many to stand below it."""
    sources = _number(answer).sources
    return sources if len(sources) > MOST_LISTED else ()


def show_sources(sources: Sequence[Citation]) -> str:
    """List the sources by their numbers, each a link to its lines."""
    links = [write_link(show_plain(one.label), say_places(one)) for one in sources]
    return "  \n".join(f"\\[{number}\\] {link}" for number, link in enumerate(links, 1))


def _footer(answer: Answer, numbered: Numbered, price: Price | None) -> str:
    """Say what the text rests on, what its model was asked, its price by the list, and the time."""
    said = [say("answer.nothing_cited")]
    of_tables = {
        (line.path, line.number) for table in answer.tables for row in table.citations for line in row
    }
    if files := {line.path for line in answer.citations} or {path for path, _ in of_tables}:
        lines = say_number("count.line", numbered.lines or len(of_tables))
        said = [say("answer.cited", lines=lines, files=say_number("count.file", len(files)))]
    said.append(show_plain(answer.model))
    if answer.calls:
        prompt, completion = answer.prompt_tokens, answer.completion_tokens
        said.append(say_number("count.call", answer.calls))
        said.append(say("answer.tokens", prompt=prompt, completion=completion))
        said.append(say("answer.price_unknown") if price is None else say_usd(price(prompt, completion)))
    return " · ".join([*said, say_seconds(answer.seconds)])


def say_usd(usd: float) -> str:
    """Say an amount in Markdown: "$0.0042", "$1.20"."""
    return f"\\${usd:.2f}" if usd >= 1 else f"\\${usd:.4f}"


def show_closest(closest: Sequence[ClosestLine]) -> str:
    """Quote the closest lines, each with a link to its place; they are no part of the answer."""
    shown = []
    for one in closest:
        numbers = ",".join(str(line.number) for line in one.lines)
        mark = link_citations(f"[{one.path}:{numbers}]", {one.path}, show_plain)
        alike = f" · {say('answer.alike', number=one.count)}" if one.count > 1 else ""
        shown.append(f"{mark}{alike}\n{show_code(one.text)}")
    return "\n\n".join(shown)


# Questions to ask next: about the devices that an answer rests on, and the kinds of things that it is about. Pure.


MOST_FOLLOW_UPS = 3
MOST_DEVICES = 2
MOST_KINDS = 3
MOST_WORDS = 3
WORD = re.compile(r"[\w-]+(?:\.[\w-]+)*")
TEMPLATE = "template"
"""The property by which a kind of log record is known."""


def follow_ups(question: str, answer: Answer, description: Description) -> tuple[str, ...]:
    """Write what may be asked after an answer, the most likely first; whether it can be answered is not looked at."""
    devices = _devices(answer, description)
    kinds = _kinds(question, description.labels)
    said = {*stems_of(question)} if any(name.lower() in question.lower() for name in devices) else set()
    kinds = [one for one in kinds if not said.issuperset(stems_of(one))]
    things = [say("starters.on_device", things=kind, device=devices[0]) for kind in kinds if devices]
    wrong = [say("starters.wrong_with", device=device) for device in devices]
    asked = dict.fromkeys(one for pair in zip_longest(wrong, things) for one in pair if one)
    return tuple(one for one in asked if one.lower() != question.strip().lower())


def next_commands(question: str, answer: Answer, description: Description) -> dict[str, str]:
    """Name the commands that show more of two devices of a question, or else of one that it is about, by labels."""
    words = WORD.findall(question.lower())
    known = {name.lower(): name for name in description.devices}
    named = list(dict.fromkeys(known[word] for word in words if word in known))
    if len(named) == MOST_DEVICES:
        one, other = named
        return {
            " ".join(("/path", *named)): say("ask.path", one=one, other=other),
            " ".join(("/diff", *named)): say("ask.diff", one=one, other=other),
        }
    about = (named or _devices(answer, description))[:1]
    return {
        " ".join(("/device", name)): say("ask.device", name=name)
        for name in about
        if len(named) < MOST_DEVICES
    }


def _devices(answer: Answer, description: Description) -> list[str]:
    """Name the devices that an answer is about, the most frequent first."""
    cells = (str(cell) for one in answer.outcomes for row in one.rows for cell in row.values.values())
    known, of_path = set(description.devices), {one.path: one.device for one in description.documents}
    shown = [line.path for table in answer.tables for row in table.citations for line in row]
    paths = [line.path for line in answer.citations] or shown or [one.path for one in answer.closest]
    named = [name for name in cells if name in known] or [of_path.get(one, "") for one in paths]
    return [name for name, _ in Counter(named).most_common() if name][:MOST_DEVICES]


def _kinds(question: str, labels: Sequence[LabelDescription]) -> list[str]:
    """Name the kinds of configured things: those that the question speaks of, then those that are asked for first."""
    asked = set(stems_of(question))
    things = [
        one
        for one in labels
        if 0 < len(stems_of(one.name)) == len(set(stems_of(one.name))) <= MOST_WORDS
        and one.count > 1
        and all(given.name != TEMPLATE for given in one.properties)
    ]
    first, stems = set(map(stem, FIRST_KINDS)), {one.name: stems_of(one.name) for one in things}
    share = {name: len(asked.intersection(found)) / len(found) for name, found in stems.items()}
    things.sort(key=lambda one: (-share[one.name], stems[one.name][-1] not in first, -one.count))
    return [plural(" ".join(split_name(one.name))) for one in things[:MOST_KINDS]]
