"""Who chooses the ids of sessions and conversations chooses neither folders nor statements."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import httpx
import pytest
from socketio.exceptions import ConnectionError  # type: ignore[import-untyped]  # noqa: A004

from tests.chat.attacker import Page, cookie_of, is_let_in, log_in, page, serve_members
from tests.chat.serving import Served, cookies, serve_chat

KNOWN = str(uuid.uuid4())


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make the folder in which all of it stands."""
    return tmp_path_factory.mktemp("hostile")


@pytest.fixture(scope="module")
def served(folder: Path) -> Iterator[Served]:
    """Serve a chat with users."""
    with serve_members(folder) as served:
        yield served


@pytest.fixture(scope="module")
def eve(served: Served) -> Iterator[httpx.Client]:
    """Log in as the one who attacks."""
    with log_in(served, "eve") as client:
        yield client


@pytest.fixture
def victim(folder: Path) -> Path:
    """Make a folder with a file that nobody may touch."""
    place = folder / "victim"
    place.mkdir(exist_ok=True)
    (place / "keep.txt").write_text("keep", "utf-8")
    return place


NOT_IDS: dict[str, object] = {
    "an absolute path": "{victim}",
    "a way up": "../../../../victim",
    "a way up, encoded": "..%2f..%2f..%2fvictim",
    "a way up behind a UUID": f"{KNOWN}/../../../../victim",
    "a way up, backwards": "..\\..\\victim",
    "the folder itself": ".",
    "the folder above": "..",
    "nothing": "",
    "a name": "files",
    "a UUID in upper case": KNOWN.upper(),
    "a UUID in braces": f"{{{KNOWN}}}",
    "a UUID as URN": f"urn:uuid:{KNOWN}",
    "a UUID without lines": KNOWN.replace("-", ""),
    "a UUID with blanks": f" {KNOWN} ",
    "a UUID with a newline": f"{KNOWN}\n",
    "a UUID with a zero byte": f"{KNOWN}\0",
    "a UUID in other digits": "\uff11" + KNOWN[1:],
    "a number": 7,
    "a list": [KNOWN],
    "an object": {"a": KNOWN},
    "null": None,
}


@pytest.mark.parametrize("said", NOT_IDS.values(), ids=NOT_IDS)
async def test_what_is_no_id_opens_no_session(
    served: Served, eve: httpx.Client, victim: Path, said: object
) -> None:
    named = said.replace("{victim}", str(victim)) if isinstance(said, str) else said
    opened = Page(named)
    opened.auth["sessionId"] = named
    with pytest.raises(ConnectionError, match="failed to connect"):
        await opened.client.connect(
            served.url,
            socketio_path="/ws/socket.io",
            auth=opened.auth,
            headers={"Cookie": cookie_of(eve)},
            transports=["websocket"],
            wait_timeout=20,
        )
    await opened.close()
    found = eve.post(f"/project/file?session_id={quote(str(named))}", files={"file": ("x", b"x", "a/b")})
    assert found.status_code == 404
    assert (victim / "keep.txt").read_text("utf-8") == "keep"
    assert list(victim.iterdir()) == [victim / "keep.txt"]


async def test_a_message_without_end_is_refused_unread(served: Served, eve: httpx.Client) -> None:
    async with page(served, cookie_of(eve)) as opened:
        said = await opened.answered("eyJ" * 100_000)
        assert "too long a message" in said
        assert "eyJ" not in said


def test_an_action_of_an_unknown_session_is_refused(eve: httpx.Client) -> None:
    action = {"name": "evidence", "payload": {}, "id": KNOWN, "label": "", "tooltip": "", "forId": KNOWN}
    assert eve.post("/project/action", json={"sessionId": KNOWN, "action": action}).status_code == 404


@pytest.mark.parametrize("auth", [None, "x", [], {}, {"sessionId": {}}], ids=str)
async def test_a_socket_without_a_session_is_refused(served: Served, eve: httpx.Client, auth: object) -> None:
    opened = Page("")
    with pytest.raises(ConnectionError, match="failed to connect"):
        await opened.client.connect(
            served.url,
            socketio_path="/ws/socket.io",
            auth=auth,
            headers={"Cookie": cookie_of(eve)},
            transports=["websocket"],
        )
    await opened.close()


async def test_an_upload_lies_below_a_name_of_our_own_and_goes_with_the_session(
    served: Served, eve: httpx.Client, folder: Path
) -> None:
    sessions = folder / "kg" / "chat" / "sessions"
    async with page(served, cookie_of(eve)) as opened:
        sent = eve.post(
            f"/project/file?session_id={opened.session}",
            files={"file": ("../../x.cfg", b"hostname r1", "a/b")},
        )
        assert sent.status_code == 200
        files = [each for each in sessions.rglob("*") if each.is_file()]
        assert len(files) == 1
        assert str(opened.session) not in str(files[0])
        assert files[0].parent.parent.parent == sessions
        await opened.client.emit("clear_session")
        await asyncio.sleep(0.3)
    await asyncio.sleep(1)
    assert not files[0].parent.exists()
    assert sessions.exists()


async def test_a_link_in_the_place_of_a_sessions_folder_is_neither_written_nor_deleted_through(
    served: Served, eve: httpx.Client, folder: Path, victim: Path
) -> None:
    async with page(served, cookie_of(eve)) as opened:
        address = f"/project/file?session_id={opened.session}"
        assert eve.post(address, files={"file": ("x", b"x", "a/b")}).status_code == 200
        (file,) = [each for each in (folder / "kg/chat/sessions").rglob("*") if each.is_file()]
        place = file.parent
        file.unlink()
        place.rmdir()
        place.symlink_to(victim)
        assert eve.post(address, files={"file": ("x", b"x", "a/b")}).status_code == 500
        await opened.client.emit("clear_session")
        await asyncio.sleep(0.3)
    await asyncio.sleep(1)
    assert list(victim.iterdir()) == [victim / "keep.txt"]
    place.unlink()


async def test_anothers_session_is_nobody_elses(served: Served, eve: httpx.Client) -> None:
    with log_in(served, "ann") as ann:
        cookie = cookie_of(ann)
    async with page(served, cookie) as hers, httpx.AsyncClient(base_url=served.url) as ann_again:
        mine = await ann_again.post(
            f"/project/file?session_id={hers.session}",
            files={"file": ("x", b"x", "a/b")},
            headers={"Cookie": cookie},
        )
        name = mine.json()["id"]
        assert not await is_let_in(served, cookie_of(eve), session=hers.session)
        address = f"?session_id={hers.session}"
        assert eve.get(f"/project/file/{name}{address}").status_code == 401
        assert eve.post(f"/project/file{address}", files={"file": ("x", b"x", "a/b")}).status_code == 404
        action = {"name": "ask", "payload": {"text": "status", "model": ""}, "label": "", "tooltip": ""}
        asked = eve.post("/project/action", json={"action": action, "sessionId": hers.session})
        assert asked.status_code == 401
        assert "missing" not in hers.answers()


NOT_THREADS = {
    "a piece of a statement": "x') OR ('1'='1",
    "a way up": "../../x",
    "upper case": KNOWN.upper(),
    "an object": {"a": 1},
    "a number": 7,
}


@pytest.mark.parametrize("thread", NOT_THREADS.values(), ids=NOT_THREADS)
async def test_what_is_no_id_names_no_conversation(served: Served, eve: httpx.Client, thread: object) -> None:
    assert not await is_let_in(served, cookie_of(eve), thread=thread)


async def test_without_users_nobody_chooses_folders_either(tmp_path: Path) -> None:
    place = tmp_path / "victim"
    place.mkdir()
    with serve_chat(tmp_path / "kg", tmp_path / "log") as served:
        served.wait()
        cookie = cookies(served)
        assert not await is_let_in(served, cookie, session=str(place))
        assert await is_let_in(served, cookie)
    assert place.is_dir()
