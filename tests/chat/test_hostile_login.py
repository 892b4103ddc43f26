"""A login that counts no more ends what it opened: sockets, actions, and sessions made of old ones."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from pathlib import Path

import httpx
import pytest

from graph_store.server_file import write_private
from tests.chat.attacker import PASSWORD, QUIET_S, cookie_of, is_let_in, log_in, page, serve_members
from tests.chat.serving import Served, cookies, serve_chat
from workspace.users import SCHEMA, KeptUser, add_user, read_users, remove_user

pytestmark = pytest.mark.filterwarnings(
    "ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning"
)
"""The client of the tests leaves a connection open where the server closes its socket."""
MISSING = "no KG"
"""What the chat answers, as it has none."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Serve a chat with users."""
    with serve_members(tmp_path_factory.mktemp("logins")) as served:
        yield served


@pytest.fixture(scope="module")
def first_users(served: Served) -> dict[str, KeptUser]:
    """Return the users as they were made: to hash all their passwords for each test takes a second."""
    return read_users(served.log.parent / "users.json")


@pytest.fixture(autouse=True)
def users(served: Served, first_users: dict[str, KeptUser]) -> Path:
    """Let all users have their first password again, from now on."""
    file = served.log.parent / "users.json"
    kept = {name: asdict(replace(user, changed=time.time())) for name, user in first_users.items()}
    write_private(file, json.dumps({"schema": SCHEMA, "users": kept}))
    return file


def change_password(_: httpx.Client, users: Path) -> None:
    """Give ann a new password."""
    add_user(users, "ann", "another long password")


def remove(_: httpx.Client, users: Path) -> None:
    """Remove ann."""
    remove_user(users, "ann")


def log_out(client: httpx.Client, _: Path) -> None:
    """Log out."""
    assert client.post("/logout").status_code == 200


ENDS: dict[str, Callable[[httpx.Client, Path], None]] = {
    "a new password": change_password,
    "a removal": remove,
    "a logout": log_out,
}


@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
@pytest.mark.parametrize("transport", ["websocket", "polling"])
async def test_a_socket_does_not_outlive_its_login(
    served: Served, users: Path, end: Callable[[httpx.Client, Path], None], transport: str
) -> None:
    with log_in(served, "ann") as ann, log_in(served, "bob") as bob:
        cookie = cookie_of(ann)
        async with (
            page(served, cookie, transport=transport) as hers,
            page(served, cookie_of(bob), transport=transport) as his,
        ):
            assert await hers.answered("status")
            await hers.until("first_interaction")  # what the first message still brings
            action = {"name": "ask", "payload": {"text": "status", "model": ""}, "label": "", "tooltip": ""}
            asked = {"action": action, "sessionId": hers.session}
            end(ann, users)
            hers.heard.clear()
            await hers.say("status")
            for event, data in (
                ("window_message", {"wirelore": "source", "path": "a", "line": 1}),
                ("chat_settings_change", {"mode": "graph"}),
                ("stop", None),
            ):
                if hers.client.connected:
                    await hers.client.emit(event, data)
            await asyncio.sleep(QUIET_S)
            assert [event for event, _ in hers.heard if event != "toast"] == []
            assert not hers.client.connected
            assert not await is_let_in(served, cookie)
            assert not await is_let_in(served, cookie, session=hers.session)
            after = httpx.post(f"{served.url}/project/action", json=asked, headers={"Cookie": cookie})
            assert after.status_code == 401
            assert await his.answered("status")


async def test_a_silent_socket_is_closed_as_well(served: Served, users: Path) -> None:
    with log_in(served, "eve") as eve:
        async with page(served, cookie_of(eve)) as hers:
            remove_user(users, "eve")
            await asyncio.sleep(2 * QUIET_S)
            assert not hers.client.connected


async def test_who_logs_in_again_goes_on(served: Served) -> None:
    with log_in(served, "carl") as ann:
        async with page(served, cookie_of(ann)) as first:
            session = first.session
            assert ann.post("/logout").status_code == 200
        with log_in(served, "carl") as again:
            async with page(served, cookie_of(again), session=session) as second:
                assert await second.answered("status")


def test_a_logout_ends_the_users_other_sessions_even_of_the_same_second(served: Served) -> None:
    with log_in(served, "dora") as one, log_in(served, "dora") as other:
        kept = cookie_of(one)
        assert one.post("/logout").status_code == 200
        assert other.get("/user").status_code == 401
        assert httpx.get(f"{served.url}/user", headers={"Cookie": kept}).status_code == 401
        with log_in(served, "dora") as again:
            assert again.get("/user").status_code == 200


async def test_no_new_session_is_made_of_an_old_one(served: Served, users: Path) -> None:
    with log_in(served, "emil") as ann, log_in(served, "eve") as eve:
        token = cookie_of(ann).split("=", 1)[1]
        bearer = {"Authorization": f"Bearer {token}"}
        assert eve.post("/auth/jwt", headers=bearer).status_code == 404
        assert httpx.get(f"{served.url}/user", headers=bearer).status_code == 401
        add_user(users, "emil", "another long password")
        assert eve.post("/auth/jwt", headers=bearer).status_code == 404
        assert eve.get("/user", headers=bearer).json()["identifier"] == "eve"


def test_of_two_cookies_none_counts(served: Served, users: Path) -> None:
    with log_in(served, "finn") as ann, log_in(served, "eve") as eve:
        old, mine = cookie_of(ann), cookie_of(eve)
        add_user(users, "finn", "another long password")
        both = httpx.get(f"{served.url}/user", headers=[("Cookie", mine), ("Cookie", old)])
        assert both.status_code == 403
        for said in (f"{mine}; {old}", f"{old}; {mine}"):
            answer = httpx.get(f"{served.url}/user", headers={"Cookie": said})
            assert "finn" not in answer.text


def test_a_login_right_after_a_new_password_counts(served: Served, users: Path) -> None:
    while time.time() % 1 > 0.5:
        time.sleep(0.05)
    add_user(users, "bob", PASSWORD)
    with log_in(served, "bob") as bob:
        assert bob.get("/user").status_code == 200


async def test_a_browsers_logout_ends_its_sockets_and_it_comes_in_again(tmp_path: Path) -> None:
    with serve_chat(tmp_path / "kg", tmp_path / "log") as served:
        served.wait()
        cookie = cookies(served)
        async with page(served, cookie) as opened:
            assert await opened.answered("status")
            assert httpx.post(f"{served.url}/logout", headers={"Cookie": cookie}).status_code == 200
            await asyncio.sleep(2 * QUIET_S)
            assert not opened.client.connected
        assert not await is_let_in(served, cookie)
        assert await is_let_in(served, cookies(served))


def test_a_logout_is_remembered_when_the_chat_starts_again(tmp_path: Path) -> None:
    with serve_members(tmp_path, {"CHAINLIT_AUTH_COOKIE_NAME": "session"}) as served:
        with log_in(served, "ann") as ann:
            kept = cookie_of(ann)
            assert ann.post("/logout").status_code == 200
        file = tmp_path / "kg" / "chat" / "logouts.json"
        assert file.stat().st_mode & 0o777 == 0o600
    with serve_chat(
        tmp_path / "kg",
        tmp_path / "log2",
        {"WIRELORE_USERS_FILE": str(tmp_path / "users.json"), "CHAINLIT_AUTH_COOKIE_NAME": "session"},
    ) as again:
        again.wait()
        assert httpx.get(f"{again.url}/user", headers={"Cookie": kept}).status_code == 401
