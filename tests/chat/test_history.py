"""The history gives back what was put into it, on SQLite and on PostgreSQL: one that is named, else one of our own."""

from __future__ import annotations

import asyncio
import warnings
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from fastapi import HTTPException

from chat.history.tables import history_url

STEPS = 200

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


def imported() -> Any:
    """Import what stands on Chainlit, whose own imports warn of each other."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import chainlit
        from chainlit import types
        from chainlit.context import init_http_context

        from chat.history.data_layer import History
        from chat.history.keep_history import ElementFiles
    return chainlit, types, init_http_context, History, ElementFiles


@pytest.fixture(params=["sqlite", "postgresql"])
async def made(
    request: pytest.FixtureRequest, tmp_path: Path
) -> AsyncIterator[tuple[Any, list[object], Path]]:
    """Open an empty history; with it, what it said of deleted conversations, and its folder of elements."""
    _, _, init_http_context, history, files = imported()
    said = request.getfixturevalue("postgresql") if request.param == "postgresql" else ""
    deleted: list[object] = []

    def note(_thread: str, _owner: str, metadata: object) -> None:
        deleted.append(metadata)

    layer = history(history_url(said, tmp_path / "h.sqlite"), files(tmp_path / "elements"), note)
    init_http_context()
    yield layer, deleted, tmp_path / "elements"
    await layer.close()


def step(thread: str, number: int, output: str) -> dict[str, Any]:
    """Make a step as Chainlit does, with all that its own layer trips over."""
    return {
        "id": f"{thread}-{number}",
        "name": "reply",
        "type": "assistant_message",
        "threadId": thread,
        "parentId": None,
        "streaming": False,
        "metadata": {"turn": number, "nested": [1]},
        "tags": ["a"],
        "modes": {"mode": "graph"},
        "input": "",
        "isError": False,
        "output": output,
        "createdAt": now(),
        "start": now(),
        "end": None,
        "language": None,
        "defaultOpen": True,
        "autoCollapse": True,
        "showInput": "cypher",
        "generation": None,
        "unknown": "left out",
    }


def now() -> str:
    return datetime.now(UTC).isoformat().replace("+00:00", "Z")


async def begin(layer: Any, name: str, metadata: dict[str, Any] | None = None) -> tuple[str, str]:
    """Begin a conversation of a new user; return both ids."""
    chainlit = imported()[0]
    user = await layer.create_user(chainlit.User(identifier=f"ann-{uuid4()}", metadata={"way": "password"}))
    thread = str(uuid4())
    await layer.update_thread(thread, name=name, user_id=user.id, metadata=metadata or {}, tags=["x", "y"])
    return user.id, thread


async def test_what_is_put_in_comes_back(made: Any) -> None:
    layer, _, _ = made
    _, thread = await begin(layer, "MTU", {"conversation": "c1"})
    await layer.create_step(step(thread, 1, "mtu 9100"))
    kept = await layer.get_thread(thread)
    assert (kept["name"], kept["metadata"], kept["tags"]) == ("MTU", {"conversation": "c1"}, ["x", "y"])
    (one,) = kept["steps"]
    assert (one["output"], one["metadata"], one["tags"]) == ("mtu 9100", {"turn": 1, "nested": [1]}, ["a"])
    assert (one["isError"], one["showInput"]) == (False, "cypher")
    await layer.update_thread(thread, metadata={"more": 1})
    assert (await layer.get_thread(thread))["metadata"] == {"conversation": "c1", "more": 1}


async def test_updates_overtake_no_creation(made: Any) -> None:
    layer, _, _ = made
    _, thread = await begin(layer, "many")
    tasks = []
    for number in range(STEPS):
        tasks.append(asyncio.create_task(layer.create_step(step(thread, number, "stale"))))
        tasks.append(asyncio.create_task(layer.update_step(step(thread, number, f"done {number}"))))
    await asyncio.gather(*tasks)
    outputs = {one["output"] for one in (await layer.get_thread(thread))["steps"]}
    assert outputs == {f"done {number}" for number in range(STEPS)}


async def test_elements_are_kept_beside_it_and_go_with_their_conversation(made: Any) -> None:
    chainlit = imported()[0]
    layer, deleted, folder = made
    user, thread = await begin(layer, "figure", {"conversation": "c9"})
    figure = chainlit.Text(
        name="core1.cfg:7", content="mtu", thread_id=thread, for_id=f"{thread}-1", mime="text/plain"
    )
    await layer.create_element(figure)
    (kept,) = (await layer.get_thread(thread))["elements"]
    assert (kept["url"], kept["props"]) == (f"/wirelore/elements/{user}/{figure.id}", {})
    assert (folder / user / figure.id).read_text("utf-8") == "mtu"
    await layer.delete_thread(thread)
    assert not (folder / user / figure.id).exists()
    assert deleted == [{"conversation": "c9"}]
    assert await layer.get_thread(thread) is None


async def test_a_users_conversations_are_listed_in_pages_and_searched(made: Any) -> None:
    _, types, *_ = imported()
    layer, _, _ = made
    user, first = await begin(layer, "BGP peers of 100% of the cores")
    await layer.create_step(step(first, 1, "nothing"))
    second = str(uuid4())
    await layer.update_thread(second, name="other", user_id=user)
    await layer.create_step(step(second, 1, "The MTU is 9100"))
    await begin(layer, "somebody else's MTU")

    async def found(
        search: str | None = None, cursor: str | None = None, most: int = 10
    ) -> tuple[list[str], bool]:
        page = types.Pagination(first=most, cursor=cursor)
        listed = await layer.list_threads(page, types.ThreadFilter(userId=user, search=search))
        return [each["id"] for each in listed.data], listed.pageInfo.hasNextPage

    assert await found() == ([second, first], False)
    assert await found(most=1) == ([second], True)
    assert await found(most=1, cursor="1") == ([first], False)
    assert await found(most=-(10**30)) == ([second], True)
    for cursor in ("x", "-1", "1.5", "9" * 30, "9" * 5000):
        with pytest.raises(HTTPException, match="400"):
            await found(cursor=cursor)
    searched: dict[str, list[str]] = {
        "mtu": [second],
        "100%": [first],
        "1_0%": [],
        "'; DROP TABLE steps; --": [],
    }
    for text, expected in searched.items():
        assert (await found(text))[0] == expected, text


async def test_feedback_comes_back_with_its_step(made: Any) -> None:
    _, types, *_ = imported()
    layer, _, _ = made
    _, thread = await begin(layer, "judged")
    await layer.create_step(step(thread, 1, "x"))
    await layer.upsert_feedback(types.Feedback(forId=f"{thread}-1", value=0, comment="wrong"))
    feedback = (await layer.get_thread(thread))["steps"][0]["feedback"]
    assert (feedback["value"], feedback["comment"]) == (0, "wrong")


async def test_old_conversations_are_forgotten(made: Any) -> None:
    layer, _, _ = made
    _, thread = await begin(layer, "old")
    await layer.create_step({**step(thread, 1, "x"), "createdAt": "2020-01-01T00:00:00Z"})
    _, young = await begin(layer, "young")
    assert await layer.forget_older(90) >= 1
    assert await layer.get_thread(thread) is None
    assert await layer.get_thread(young) is not None
