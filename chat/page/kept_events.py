"""Keeps what a page was sent since a task began, so that it can be sent again. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from typing import Any

TOLD = "new_message"
RETOLD = frozenset({TOLD, "update_message", "stream_start"})
TAKEN_BACK = frozenset({"delete_message", "remove_element"})
BEGUN = "first_interaction"
"""Without it, or with a blank one, the page has no stop button."""
FILES = "files"
MOST = 1000
"""Of messages, buttons and elements of one task; the oldest go."""

Event = tuple[str, Any]


class KeptEvents:
    """Of each message, button and element only how it is now: telling that twice changes nothing on the page."""

    def __init__(self) -> None:
        self.running = False
        self._begun: Mapping[str, Any] | None = None
        self._now: dict[str, Event] = {}

    def copy(self) -> KeptEvents:
        """Keep the same, apart from what comes."""
        other = copy(self)
        other._now = dict(self._now)
        return other

    def note(self, event: str, data: Any) -> None:
        """Take down what the page is told."""
        if event == "task_start":
            self.running = True
            self._now.clear()  # who begins a task has what was told before
        elif event == "task_end":
            self.running = False
        elif event == BEGUN:
            self._begun = data
        elif isinstance(data, Mapping):
            name = str(data.get("id", ""))
            is_gone = self._now.get(name, ("",))[0] in TAKEN_BACK
            if event == "stream_token":
                self._add(name, data)
            elif event == TOLD or (event in RETOLD and not is_gone):
                self._keep(name, (TOLD, dict(data)))
            elif event in {"element", "action", "remove_action", *TAKEN_BACK}:
                self._keep(name, (event, data))

    def _add(self, name: str, token: Mapping[str, Any]) -> None:
        event, message = self._now.get(name, ("", {}))
        if event == TOLD:
            part = "input" if token.get("isInput") else "output"
            before = "" if token.get("isSequence") else message.get(part) or ""
            message[part] = before + str(token["token"])

    def _keep(self, name: str, event: Event) -> None:
        self._now[name] = event
        if len(self._now) > MOST:
            del self._now[next(iter(self._now))]

    def again(self) -> Iterator[Event]:
        """Give what to tell a page that may have missed some of it."""
        if self._begun is not None:
            yield BEGUN, self._begun
        for name in tuple(self._now):
            event, data = self._now.get(name, ("", {}))
            if event == "action":
                yield "remove_action", data  # a page shows a button as often as it is told of it
            if event:
                yield event, data
        if self.running:
            yield "task_start", {}


def not_blank(event: str, data: Any) -> Any:
    """Name the beginning of a conversation by files alone: the page takes a blank one for none."""
    if event == BEGUN and isinstance(data, Mapping) and not str(data.get("interaction") or "").strip():
        return {**data, "interaction": FILES}
    return data
