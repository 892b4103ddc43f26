"""An answer as Markdown: its text with links, its status where it is none, and what it rests on. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from agent.records import Answer, ClosestLine
from chat.asking.query_view import say_seconds
from chat.evidence.citations import link_citations
from chat.words.markdown import show_code, show_markdown, show_plain
from chat.words.say import say, say_number, words_of
from language_model.open_model import BUILTIN
from language_model.prices import Price


def show_text(text: str, model: str) -> str:
    """Turn text into Markdown: a model writes Markdown itself."""
    return show_plain(text) if model == BUILTIN else show_markdown(text)


def show_answer(answer: Answer, price: Price | None = None) -> str:
    """Write the answer with links to its source lines; where it is none, that is said above it.

    `price` is of the model's tokens, where it is known.
    """
    paths = {line.path for line in answer.citations}
    text = link_citations(answer.text, paths, lambda piece: show_text(piece, answer.model))
    if title := words_of("answer.status").get(answer.status):
        text = "\n".join(f"> {line}" for line in f"**{title}**\n\n{text}".split("\n"))
    return f"{text}\n\n*{_footer(answer, price)}*".lstrip()


def _footer(answer: Answer, price: Price | None) -> str:
    files = {line.path for line in answer.citations}
    lines = say_number("count.line", len(answer.citations))
    cited = (
        say("answer.cited", lines=lines, files=say_number("count.file", len(files)))
        if files
        else say("answer.nothing_cited")
    )
    said = (cited, show_plain(answer.model), *_say_use(answer, price), say_seconds(answer.seconds))
    return " · ".join(said)


def _say_use(answer: Answer, price: Price | None) -> tuple[str, ...]:
    """Say what a model was asked, and what that costs by its list price."""
    if not answer.calls:
        return ()
    prompt, completion = answer.prompt_tokens, answer.completion_tokens
    tokens = say("answer.tokens", prompt=prompt, completion=completion)
    cost = say("answer.price_unknown") if price is None else say_usd(price(prompt, completion))
    return (say_number("count.call", answer.calls), tokens, cost)


def say_usd(usd: float) -> str:
    """Say an amount in Markdown: "$0.0042", "$1.20"."""
    return f"\\${usd:.2f}" if usd >= 1 else f"\\${usd:.4f}"


def show_closest(closest: Sequence[ClosestLine]) -> str:
    """Quote the closest lines, each with a link to its place; they are no part of the answer."""
    return "\n\n".join(map(_closest, closest))


def _closest(one: ClosestLine) -> str:
    numbers = ",".join(str(line.number) for line in one.lines)
    mark = link_citations(f"[{one.path}:{numbers}]", {one.path}, show_plain)
    alike = f" · {say('answer.alike', number=one.count)}" if one.count > 1 else ""
    return f"{mark}{alike}\n{show_code(one.text)}"
