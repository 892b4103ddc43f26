"""What can wait stands back while somebody waits for an answer, but not for ever."""

from __future__ import annotations

import asyncio

from chat import calm
from chat.calm import Calm


async def _came(of: Calm, within_s: float) -> bool:
    try:
        await asyncio.wait_for(of.come(), within_s)
    except TimeoutError:
        return False
    return True


def test_nothing_stands_back_where_nobody_waits() -> None:
    async def run() -> None:
        found = Calm()
        assert await _came(found, 0.05)
        with found.broken():
            pass
        assert await _came(found, 0.05)

    asyncio.run(run())


def test_what_stands_back_comes_when_the_last_wait_is_over() -> None:
    async def run() -> None:
        found = Calm()
        with found.broken() as first:
            with found.broken() as second:
                first.close()
                first.close()
                assert not await _came(found, 0.05)
                second.close()
                assert await _came(found, 0.05)
            assert await _came(found, 0.05)

    asyncio.run(run())


def test_nothing_stands_back_for_longer_than_the_limit() -> None:
    async def run() -> None:
        found = Calm()
        with found.broken():
            assert await _came(found, calm.LONGEST_S + 1)
            with found.broken():
                assert await _came(found, 0.05)  # the wait began with the first of them

    asyncio.run(run())
