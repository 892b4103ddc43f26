"""What went wrong in generated code, as JSON that the parent reads with suspicion."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from .wire import PARSER_FILE

_MESSAGE_CHARS, _NAME_CHARS, _CODE_CHARS = 600, 80, 300
_FIRST_FRAMES, _LAST_FRAMES = 3, 5


def report(error: BaseException, source_lines: Sequence[str]) -> bytes:
    """Describe an exception: type, message, frames of generated code as [line, function, line of code]."""
    frames = list(_frames(error, source_lines))
    if isinstance(error, SyntaxError) and not frames:
        frames = [(error.lineno or 0, "<module>", (error.text or "").rstrip()[:_CODE_CHARS])]
    if len(frames) > _FIRST_FRAMES + _LAST_FRAMES:
        frames = frames[:_FIRST_FRAMES] + frames[-_LAST_FRAMES:]
    name = str(type(error).__name__)[:_NAME_CHARS]
    return json.dumps({"type": name, "message": _message(error), "frames": frames}).encode()


def _frames(error: BaseException, source_lines: Sequence[str]) -> Iterator[tuple[int, str, str]]:
    traceback = error.__traceback__
    while traceback is not None:
        code, number = traceback.tb_frame.f_code, traceback.tb_lineno
        if code.co_filename == PARSER_FILE:
            text = source_lines[number - 1] if 0 < number <= len(source_lines) else ""
            yield number, str(code.co_name)[:_NAME_CHARS], text.strip()[:_CODE_CHARS]
        traceback = traceback.tb_next


def _message(error: BaseException) -> str:
    try:
        return str(error)[:_MESSAGE_CHARS]
    except BaseException:  # a class of the parser may raise anything from __str__
        return "<no message>"
