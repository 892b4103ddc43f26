"""Replaces secrets in lines and prompts with stable stand-ins of the same shape."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterable, Sequence
from threading import RLock

from language_model.redaction.find_blocks import BlockPart, SecretBlocks, SnmpBlocks
from language_model.redaction.find_named import find_named
from language_model.redaction.find_shaped import Span, find_shaped
from language_model.redaction.pseudonyms import Pseudonyms
from language_model.redaction.remember import (
    Memory,
    dump_placeholder,
    is_worth_remembering,
    number_in,
    placeholder,
)
from language_model.redaction.secret_words import STEMS

_PLACED = re.compile(r"redacted(\d+)|05ec2e7(\d{3,})|7327387(\d{3,})", re.IGNORECASE)

_OPENERS = (
    "-----BEGIN RSA PRIVATE KEY-----",
    "certificate self-signed 01",
    "snmp-server community",
    "/snmp community",
)
"""One line of each kind of block that the redactor knows: by these it is told which lines to look at."""


class Redactor:
    """Knows the secrets of one run: the same secret gets the same stand-in, in every line and prompt.

    With `addresses`, IP and MAC addresses are renamed too. Stand-ins are numbered by first appearance and made from the
    number and the secret's shape alone: nothing in them tells the secret. Threads may share it.
    docs/decisions/redaction.md has the rules.
    """

    def __init__(self, addresses: bool = False) -> None:
        self._lock = RLock()
        self._stand_ins: dict[str, str] = {}
        self._seen: dict[str, None] = {}
        self._memory = Memory()
        self._number = 0
        self._pseudonyms = Pseudonyms(secrets.token_bytes(32)) if addresses else None

    @property
    def count(self) -> int:
        """How many different secrets were replaced."""
        return len(self._stand_ins)

    def lines(self, lines: Sequence[str]) -> list[str]:
        """Redact a document's lines in order; line n of the result is line n redacted."""
        return self._redact(lines, code=False)

    def text(self, text: str) -> str:
        """Redact a prompt or message, which may hold prose and programs."""
        return "\n".join(self._redact(text.split("\n"), code=True))

    def known(self, text: str) -> str:
        """Replace the secrets that were seen before, and look for no others; those like words stay."""
        with self._lock:
            return self._recall(text)

    def stand_in(self, secret: str) -> str | None:
        """Return the stand-in of a secret that was seen before; None for any other text."""
        with self._lock:
            return self._stand_ins.get(secret)

    def hide(self, secret: str) -> str:
        """Take a text for a secret from now on, whatever it looks like, and return its stand-in."""
        with self._lock:
            return self._stand_in(secret)

    def secrets(self, lines: Iterable[str]) -> tuple[str, ...]:
        """Return the secrets that these lines hold, each once; they are known from now on."""
        with self._lock:
            self._seen = {}
            self._redact(list(lines), code=False)
            return tuple(self._seen)

    def leave(self, lines: Sequence[str]) -> None:
        """Give no number of a stand-in that these lines hold: another redactor gave it."""
        with self._lock:
            self._skip_numbers(lines)

    def restore(self, text: str, write: Callable[[str], str] = str) -> str:
        """Put the secrets back in the place of their stand-ins, each as `write` says; addresses stay renamed."""
        with self._lock:
            known = {stand_in: secret for secret, stand_in in self._stand_ins.items() if stand_in in text}
        if not known:
            return text
        longest_first = sorted(known, key=len, reverse=True)
        found = re.compile("|".join(rf"(?<!\w){re.escape(each)}(?!\w)" for each in longest_first))
        return found.sub(lambda match: write(known[match[0]]), text)

    def _redact(self, lines: Sequence[str], *, code: bool) -> list[str]:
        with self._lock:
            self._skip_numbers(lines)
            blocks, snmp = SecretBlocks(), SnmpBlocks()
            done = [self._line(line, blocks.read(line), snmp, code) for line in lines]
            done = self._recall("\n".join(done)).split("\n") if lines else []
            return [self._pseudonyms.replace(line) for line in done] if self._pseudonyms else done

    def _line(self, line: str, block: BlockPart | None, snmp: SnmpBlocks, code: bool) -> str:
        inside = snmp.read(line)
        if block:
            body = line[block.start : block.end]
            return line[: block.start] + self._of_block(body, block.is_dump) + line[block.end :]
        spans = list(find_shaped(line))
        lowered = line.lower()
        stems = [stem for stem in STEMS if stem in lowered]
        if stems:
            spans.extend(find_named(line, stems, snmp=inside, code=code))
        spans.extend(snmp.named(line))
        return self._replace(line, spans) if spans else line

    def _replace(self, line: str, spans: list[Span]) -> str:
        pieces, at = [], 0
        for start, end in sorted(spans, key=lambda span: (span[0], -span[1])):
            if start >= at and number_in(line[start:end]) is None:
                pieces += [line[at:start], self._stand_in(line[start:end])]
                at = end
        return "".join([*pieces, line[at:]])

    def _stand_in(self, secret: str) -> str:
        self._seen[secret] = None
        return self._known_or_new(secret, placeholder, is_worth_remembering)

    def _of_block(self, body: str, is_dump: bool) -> str:
        if number_in(body) is not None or number_in(re.sub(r"\s", "", body)) is not None:
            return body
        if is_dump:
            return self._known_or_new(body, dump_placeholder, lambda dump: len(dump) >= 16)
        return self._stand_in(body)

    def _known_or_new(
        self, secret: str, make: Callable[[str, int], str], is_remembered: Callable[[str], bool]
    ) -> str:
        known = self._stand_ins.get(secret)
        if known is None:
            self._number += 1
            known = self._stand_ins[secret] = make(secret, self._number)
            if is_remembered(secret):
                self._memory.add(secret, known)
        return known

    def _recall(self, text: str) -> str:
        at, pieces = 0, []
        for (start, end), stand_in in sorted(
            self._memory.find(text), key=lambda one: (one[0][0], -one[0][1])
        ):
            if start >= at:
                pieces += [text[at:start], stand_in]
                at = end
        return "".join([*pieces, text[at:]])

    def _skip_numbers(self, lines: Sequence[str]) -> None:
        """Give no number again that another redactor gave: its stand-ins stay as they are."""
        for line in lines:
            if "redacted" in line or "7327387" in line or "ec2e7" in line or "EC2E7" in line:
                for match in _PLACED.finditer(line):
                    digits = match[1] or match[2] or match[3]
                    self._number = max(self._number, int(digits) if len(digits) < 200 else 0)


def may_be_of_block(text: str) -> bool:
    """Say whether some block before a line would make a secret of it."""
    alone, indented = Redactor().lines([text])[0], f" {text.strip()}"
    return any(
        Redactor().lines([opener, line])[-1] not in {line, alone, f" {alone.strip()}"}
        for opener in _OPENERS
        for line in (text, indented)
    )
