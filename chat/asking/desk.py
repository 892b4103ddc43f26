"""What the chat does besides answering: documents, unexplained, remove, diff, export."""

# mypy: untyped-calls-exclude=chainlit

from __future__ import annotations

import asyncio
import difflib
from collections.abc import Awaitable, Callable

import chainlit as cl

from chat.asking.commands import read_word
from chat.documents.diff_versions import read_documents, read_unexplained, show_diff
from chat.documents.documents_view import ask_to_remove, choose_paths, say_no_such, show_documents
from chat.documents.versions import forget_versions
from chat.errors import JobFailedError
from chat.evidence.source_view import mask_blocks
from chat.history.export import export_conversation
from chat.knowledge import Knowledge
from chat.loading.keep_files import forget_files
from chat.loading.load_view import list_unexplained
from chat.loading.take_files import choose, run_shown
from chat.words.markdown import show_plain
from chat.words.say import say, say_number
from language_model.redact import Redactor

MOST_LINES = 400
NEAR = 3


async def serve(text: str, knowledge: Knowledge) -> bool:
    """Do what a word asks for; return False when it asks for nothing of that kind. Raises GraphError."""
    word, rest = read_word(text, WORDS)
    if not word:
        return False
    await WORDS[word](rest, knowledge)
    return True


async def _documents(rest: str, knowledge: Knowledge) -> None:
    loaded = await asyncio.to_thread(lambda: read_documents(knowledge.graph()))
    if rest:
        paths = choose_paths(rest, [one.document.path for one in loaded])
        if not paths:
            await cl.Message(say_no_such(rest, _near(rest, [one.document.path for one in loaded]))).send()
            return
        loaded = tuple(one for one in loaded if one.document.path in set(paths))
    await cl.Message(show_documents(loaded)).send()


async def _unexplained(rest: str, knowledge: Knowledge) -> None:
    text = await asyncio.to_thread(_list_unexplained, rest, knowledge)
    await cl.Message(text).send()


def _list_unexplained(rest: str, knowledge: Knowledge) -> str:
    graph = knowledge.graph()
    loaded = read_documents(graph)
    if rest:
        paths = set(choose_paths(rest, [one.document.path for one in loaded]))
        loaded = tuple(one for one in loaded if one.document.path in paths)
    lines = read_unexplained(loaded, graph, MOST_LINES)
    redactor = Redactor()
    if not knowledge.settings.show_secrets:
        lines = mask_blocks(lines, graph, redactor)
    texts = [line.text for line in lines]
    shown = texts if knowledge.settings.show_secrets else redactor.lines(texts)
    told = [
        {"path": line.path, "line": line.number, "text": text}
        for line, text in zip(lines, shown, strict=True)
    ]
    total = sum(
        one.document.lines - one.document.lines_explained for one in loaded if one.document.kind != "text"
    )
    return list_unexplained(told, total, show_plain, MOST_LINES) or say("unexplained.none")


async def _remove(rest: str, knowledge: Knowledge) -> None:
    loaded = await asyncio.to_thread(lambda: read_documents(knowledge.graph()))
    known = [one.document.path for one in loaded]
    paths = choose_paths(rest, known)
    if not paths:
        await cl.Message(say_no_such(rest, _near(rest, known)) if rest else say("remove.which")).send()
        return
    if not await choose(ask_to_remove(paths), {"yes": say("remove.yes"), "": say("remove.cancel")}):
        await cl.Message(say("remove.nothing")).send()
        return
    try:
        removed, _ = await run_shown("remove", paths, say_number("remove.title", len(paths)), knowledge)
    except JobFailedError as error:
        await cl.Message(say("remove.failed", reason=show_plain(str(error)))).send()
        return
    await asyncio.to_thread(_forget, knowledge.settings.kg, paths)
    documents = say_number("count.document", len(removed["removed"]))
    await cl.Message(say("remove.done", documents=documents, left=len(known) - len(paths))).send()


def _forget(kg: str, paths: tuple[str, ...]) -> None:
    forget_files(kg, paths)
    for path in paths:
        forget_versions(kg, path)


async def _diff(rest: str, knowledge: Knowledge) -> None:
    await cl.Message(await asyncio.to_thread(show_diff, rest, knowledge)).send()


def _near(wanted: str, known: list[str]) -> list[str]:
    return difflib.get_close_matches(wanted, known, NEAR, cutoff=0.5)


async def _export(_rest: str, knowledge: Knowledge) -> None:
    await export_conversation(knowledge)


WORDS: dict[str, Callable[[str, Knowledge], Awaitable[None]]] = {
    "documents": _documents,
    "unexplained": _unexplained,
    "remove": _remove,
    "export": _export,
    "diff": _diff,
}
"""Word → what it does with what stands behind it."""
