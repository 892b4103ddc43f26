"""Who knows the ids of another's conversation can write, judge or delete nothing in it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest
from fastapi import HTTPException

from chat.history.tables import history_url
from conversations.keeper import Keeper, find_conversation
from tests.chat.test_history import imported, step
from tests.conversations.made_turns import ANSWER, GRAPH, QUESTION

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

Attack = Callable[[Any, Any], Awaitable[Any]]
"""Takes the history, and what is known of the other's conversation."""


def judgement(known: Any, **more: Any) -> Any:
    return imported()[1].Feedback(forId=known.step, value=0, comment="forged", threadId=known.thread, **more)


def text_element(known: Any, name: str) -> Any:
    return imported()[0].Text(name="forged", content="x", id=name, thread_id=known.thread, for_id=known.step)


ATTACKS: dict[str, Attack] = {
    "a step": lambda layer, known: layer.create_step(step(known.thread, 7, "forged")),
    "a step written anew": lambda layer, known: layer.update_step(step(known.thread, 1, "forged")),
    "a step deleted": lambda layer, known: layer.delete_step(known.step),
    "a judgement": lambda layer, known: layer.upsert_feedback(judgement(known)),
    "a judgement under a name of one's own": lambda layer, known: layer.upsert_feedback(
        judgement(known, id=str(uuid4()))
    ),
    "a judgement of nothing": lambda layer, known: layer.upsert_feedback(
        imported()[1].Feedback(forId=str(uuid4()), value=0, threadId=known.thread)
    ),
    "a judgement taken back": lambda layer, known: layer.delete_feedback(known.feedback),
    "an element": lambda layer, known: layer.create_element(text_element(known, str(uuid4()))),
    "a name": lambda layer, known: layer.update_thread(known.thread, name="forged"),
    "an owner": lambda layer, known: layer.update_thread(known.thread, user_id=known.eve),
    "the conversation deleted": lambda layer, known: layer.delete_thread(known.thread),
}


@pytest.fixture
async def layer(tmp_path: Path) -> AsyncIterator[Any]:
    _, _, init_http_context, history, files = imported()
    init_http_context()
    opened = history(history_url("", tmp_path / "h.sqlite"), files(tmp_path / "elements"), lambda *_: None)
    yield opened
    await opened.close()


async def begin(layer: Any) -> Any:
    """Let Ann ask and judge; return all ids of it, and Eve's."""
    chainlit, types, *_ = imported()
    ann, eve = [await layer.create_user(chainlit.User(identifier=name)) for name in ("ann", "eve")]
    thread = str(uuid4())
    await layer.update_thread(thread, name="MTU", user_id=ann.id, metadata={"conversation": "c1"})
    await layer.create_step(step(thread, 1, "mtu 9100"))
    feedback = await layer.upsert_feedback(types.Feedback(forId=f"{thread}-1", value=1, comment="right"))
    return SimpleNamespace(thread=thread, step=f"{thread}-1", feedback=feedback, eve=eve.id)


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS)
async def test_nobody_writes_into_a_conversation_of_another(layer: Any, attack: Attack) -> None:
    from chat.people.login import REQUESTER

    known = await begin(layer)
    before = await layer.get_thread(known.thread)
    token = REQUESTER.set("eve")
    try:
        with pytest.raises(HTTPException) as refused:
            await attack(layer, known)
    finally:
        REQUESTER.reset(token)
    assert refused.value.status_code == 404
    assert await layer.get_thread(known.thread) == before
    assert before["steps"][0]["feedback"]["comment"] == "right"


async def test_the_owner_still_writes(layer: Any) -> None:
    from chat.people.login import REQUESTER

    known = await begin(layer)
    token = REQUESTER.set("ann")
    try:
        await layer.create_step(step(known.thread, 2, "second"))
        await layer.upsert_feedback(judgement(known, id=known.feedback))
        await layer.update_thread(known.thread, name="renamed")
    finally:
        REQUESTER.reset(token)
    kept = await layer.get_thread(known.thread)
    assert (kept["name"], len(kept["steps"])) == ("renamed", 2)
    assert kept["steps"][0]["feedback"]["comment"] == "forged"


async def test_a_links_copy_is_deleted_without_what_its_owner_keeps(tmp_path: Path) -> None:
    imported()
    from chat.history.keep_history import copy_of, forget_thread

    keeper = Keeper(str(tmp_path), "chat", "ann")
    keeper.keep(QUESTION, ANSWER, GRAPH)
    metadata = {"conversation": keeper.id}
    for thread, user in (
        (copy_of("eve", keeper.id), "eve"),
        ("other", "eve"),
        (copy_of("ann", keeper.id), "ann"),
    ):
        forget_thread(str(tmp_path), thread, user, metadata)
        assert find_conversation(str(tmp_path), keeper.id)
    forget_thread(str(tmp_path), "first", "ann", metadata)
    assert not find_conversation(str(tmp_path), keeper.id)


async def test_a_deleted_thread_is_told_with_its_owner(layer: Any) -> None:
    known, told = await begin(layer), list[tuple[Any, ...]]()
    layer._on_delete = lambda *said: told.append(said)
    await layer.delete_thread(known.thread)
    assert told == [(known.thread, "ann", {"conversation": "c1"})]
