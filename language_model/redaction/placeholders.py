"""Make the stand-in for a secret: of its shape, numbered, and telling nothing of what it was."""

from __future__ import annotations

import re

from language_model.redaction.find_shaped import ENVELOPE

_CLASSES = (12, 24, 48, 96, 192)  # a plain secret's length is told only as one of these
_TEXT = re.compile(r"redacted(\d+)x*")
_HEX = re.compile(r"(?:0x)?05ec2e7(\d{3,})", re.IGNORECASE)
_NUMBER = re.compile(r"7327387(\d{3,})")  # "secrets" on a telephone
_CRYPT_HEAD = re.compile(
    r"(\$[\w-]+\$(?:rounds=\d+\$|v=\d+\$|[a-z]=\d+(?:,[a-z]=\d+)*\$|\d{1,2}\$(?=[^$]+$))*|\{\w[\w-]*\})((?s:.+))"
)
_HEX_ONLY = re.compile(r"(?:0x)?(?=[a-f]*+\d)[0-9a-f]++", re.IGNORECASE)


def number_in(token: str) -> int | None:
    """Read a placeholder's number; None when the token is not one."""
    head = _CRYPT_HEAD.fullmatch(token)
    body = head[2] if head else token.rstrip("=")
    match = _TEXT.search(body) if head or ENVELOPE.fullmatch(token) else _TEXT.fullmatch(body)
    match = match or _HEX.fullmatch(body) or _NUMBER.fullmatch(body)
    return int(match[1]) if match else None


def placeholder(secret: str, number: int) -> str:
    """Make one token of the secret's shape: its hash's prefix, envelope, alphabet and class of length."""
    envelope = ENVELOPE.fullmatch(secret)
    if envelope:
        edge = envelope[1]
        return f"{edge}{_text(len(secret) - 2 * len(edge), number)}{edge}"
    head = _CRYPT_HEAD.fullmatch(secret)
    if head:
        return head[1] + _segments(head[2], number)
    if secret.isascii() and secret.isdigit():
        return f"7327387{number:03}"
    if _HEX_ONLY.fullmatch(secret) and len(secret) >= 8 and _in_one_case(secret):
        return _hex(secret, number)
    padding = len(secret) - len(secret.rstrip("=")) if len(secret) >= 20 else 0
    return _text(len(secret) - padding, number) + "=" * padding


def dump_placeholder(line: str, number: int) -> str:
    """Make a line of a hex dump with the same groups."""
    groups = [len(group) for group in re.findall(r"[0-9A-Fa-f]+", line)]
    digits = f"05EC2E7{number:03}"
    digits = f"05EC2E7{number:0{max(sum(groups) - 7, 3)}}" if sum(groups) > len(digits) else digits
    made = []
    for size in groups[:-1]:
        made.append(digits[:size])
        digits = digits[size:]
    return " ".join([*filter(None, made), *([digits] if digits else [])])


def _in_one_case(secret: str) -> bool:
    digits = secret.removeprefix("0x")
    return digits.isdigit() or digits.isupper() or digits.islower()


def _segments(rest: str, number: int) -> str:
    """Fill a hash's parts (salt, digest), of which a format fixes the lengths."""
    parts = rest.split("$")
    longest = max(range(len(parts)), key=lambda index: len(parts[index]))
    return "$".join(
        f"redacted{number}".ljust(len(part), "x") if index == longest else "x" * len(part)
        for index, part in enumerate(parts)
    )


def _hex(secret: str, number: int) -> str:
    start = secret[:2] if secret[:2].lower() == "0x" else ""
    size = len(secret) - len(start)
    made = f"05ec2e7{number:0{max(size - 7, 3)}}"
    return start + (made.upper() if secret[len(start) :].isupper() else made)


def _text(size: int, number: int) -> str:
    most = next((most for most in _CLASSES if size <= most), _CLASSES[-1])
    made = f"redacted{number}"
    return made if most == _CLASSES[0] else made.ljust(most - 4, "x")
