"""Makes what stands in a secret's place, and reads it again: kind, class of length, and a keyed hash."""

from __future__ import annotations

import re
from hashlib import blake2b
from itertools import cycle

from language_model.redaction.find_shaped import ENVELOPE
from language_model.redaction.secret_words import DEFAULTS, ENCRYPTED, ENCRYPTED_BEFORE, HASHED, Name, name_of

STAND_IN = re.compile(
    r"redacted-(?P<kind>[a-z]\w*)-(?P<length>default|under8|8to15|16to31|over31)(?:-(?P<hash>[0-9a-f]{10}))?"
)
"""Letters, digits and hyphens alone: one word in every language of configurations and logs."""
_HASHED = re.compile(
    r"(redacted[-_][a-z][a-z0-9]*[-_](?:default|under8|8to15|16to31|over31))[-_][0-9a-f]{10}(?![0-9a-f])"
)


def without_hashes(text: str) -> str:
    """Return a text whose stand-ins are those of every KG: the hash under a KG's own key is left out."""
    return _HASHED.sub(r"\1", text)


_ALGORITHMS = {
    "1": "md5crypt",
    "apr1": "md5crypt",
    "5": "sha256crypt",
    "6": "sha512crypt",
    "2a": "bcrypt",
    "2b": "bcrypt",
    "2x": "bcrypt",
    "2y": "bcrypt",
    "y": "yescrypt",
    "gy": "yescrypt",
}
"""Of hashes in the form `$id$...`; an id that is a word names itself."""
_PUBLIC_KEY = re.compile(r"AAAA[BCE][0-9]")
_CRYPT = re.compile(r"\$[\w-]{1,16}\$")
_NUMBERED = re.compile(r"(?<![\w.])(?<!level )(?P<number>\d{1,2})\s+[\"']?$")
_SAID = re.compile(r"[A-Za-z][\w-]*")
_BYTES = re.compile(r"(?:[0-9A-Fa-f]{2}){2,}")
_TYPE_7 = re.compile(r"(?:0\d|1[0-5])(?:[0-9A-Fa-f]{2})+")
_XLAT = b"dsfd;kfoA,.iyewrkldJKDHSUBsgvca69834ncxv9873254k;fg87"
"""The key of Cisco's type 7, which is no secret."""
_HEX = re.compile(r"(?:0x)?[0-9A-Fa-f]{32,}")
_JSON_NAME = re.compile(r"\"\s*:\s*$")
_REMOVED = frozenset("xX*#._-")
_ENDS = {"community": Name.COMMUNITY, "token": Name.TOKEN}
_LENGTHS = ((8, "under8"), (16, "8to15"), (32, "16to31"))


def is_removed(secret: str) -> bool:
    """Say whether whoever collected the file took the secret out: `******`, `xxxx`."""
    return set(secret) <= _REMOVED


def is_default(secret: str) -> bool:
    """Say whether a secret is one that everybody tries first, and so no secret."""
    return secret.lower() in DEFAULTS


def stand_in(line: str, start: int, end: int, key: bytes, kind: str = "") -> str:
    """Return what stands in the place of a secret in a line.

    Equal secrets have equal hashes under one key, also where one stands in clear text and one in type 7. Without a key
    there is no hash. A number in JSON gets quotes.
    """
    secret, before = line[start:end], line[:start]
    kind = kind or _kind(secret, before, line[end:])
    clear = (decode_type_7(secret) if kind == "type7" else None) or secret
    made = _written(kind, clear, key)
    return f'"{made}"' if secret.isdigit() and _JSON_NAME.search(before) else made


def key_stand_in(body: str, key: bytes) -> str:
    """Return what stands in the place of a line of a key or certificate."""
    return _written("key", "".join(body.split()), key)


def _written(kind: str, clear: str, key: bytes) -> str:
    length = next((name for most, name in _LENGTHS if len(clear) < most), "over31")
    parts = ["redacted", kind, "default" if is_default(clear) else length]
    if key:
        parts.append(blake2b(clear.encode("utf-8", "replace"), key=key, digest_size=5).hexdigest())
    return "-".join(parts)


def _kind(secret: str, before: str, after: str) -> str:
    if _PUBLIC_KEY.match(secret) or "BEGIN " in secret:
        return "key"
    if _CRYPT.match(secret):
        return _algorithm(secret)
    if secret.startswith("{") and "}" in secret:
        return "hash"
    number = _NUMBERED.search(before)
    if (number and number["number"] == "7") or after.rstrip() == " 7":
        return "type7" if _BYTES.fullmatch(secret) else "encrypted"
    if number and int(number["number"]):
        return f"type{int(number['number'])}"
    words = _SAID.findall(before[-80:])[-3:]
    lowered = {word.lower() for word in words}
    behind = {word.lower() for word in after.strip("\"' ;").split()[:1]}
    if (
        ENVELOPE.fullmatch(secret)
        or ENCRYPTED & {word.lower() for word in words[-1:]}
        or ENCRYPTED_BEFORE & behind
    ):
        return "encrypted"
    if HASHED & lowered and _HEX.fullmatch(secret):
        return "hash"
    if secret.startswith("eyJ") or "bearer" in lowered:
        return "token"
    if "snmp" in before.lower() and "host" in before.lower():
        return "community"
    word = next(filter(name_of, reversed(words)), "")
    name = next((name for end, name in _ENDS.items() if word.lower().endswith(end)), name_of(word))
    return {Name.COMMUNITY: "community", Name.TOKEN: "token"}.get(name, "clear") if name else "clear"


def _algorithm(secret: str) -> str:
    name = re.sub(r"\W.*", "", secret.split("$")[1].lower())
    if name == "9":
        return "scrypt" if secret.count("$") > 2 else "type9"
    return _ALGORITHMS.get(name, f"type{name}" if name[0].isdigit() else name)


def decode_type_7(text: str) -> str | None:
    """Return the clear text of Cisco's type 7; None for a text that is none."""
    if not _TYPE_7.fullmatch(text):
        return None
    key = cycle(_XLAT)
    for _ in range(int(text[:2])):
        next(key)
    made = bytes(each ^ mixed for each, mixed in zip(bytes.fromhex(text[2:]), key, strict=False))
    return made.decode("ascii") if made.isascii() and made.decode("ascii").isprintable() else None
