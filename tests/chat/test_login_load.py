"""Many logins at once cost a bounded amount of memory, and those of one address keep no other one waiting."""

from __future__ import annotations

import asyncio
import threading
import time
import warnings
from pathlib import Path

import pytest

from settings import Settings


async def test_few_passwords_are_hashed_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from chat.people import login
    running, most, ended, lock = 0, 0, list[str](), threading.Lock()

    def check(_users: object, name: str, _password: str) -> bool:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        time.sleep(0.01)
        with lock:
            running -= 1
            ended.append(name)
        return False

    monkeypatch.setattr(login, "check_password", check)
    logins = login.Logins(Settings(kg=str(tmp_path)))

    async def come(address: str, name: str) -> None:
        login.ADDRESS.set(address)
        assert await logins._by_password(name, "wrong") is None

    from_one = [come("10.0.0.1", f"eve{number}") for number in range(40)]
    from_many = [come(f"10.0.1.{number}", "ann") for number in range(4)]
    await asyncio.gather(*from_one, *from_many)
    assert most == login.HASHED_AT_ONCE
    assert len(ended) == 44
    assert max(place for place, name in enumerate(ended) if name == "ann") < 20
