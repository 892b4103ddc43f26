"""Whether an answer's text shows what a gold question asks for: word checks and number ranges, no disk."""

from __future__ import annotations

import re
from collections.abc import Iterable

from evaluation.records import Gold, NumberRange

NUMBER_WORDS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"),
    *("twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)
INTERFACE_NAMES = {"gi": "gigabitethernet", "eth": "ethernet", "lo": "loopback", "po": "port-channel"}
SECONDS = {
    "us": 1e-6,
    "µs": 1e-6,
    "ms": 1e-3,
    "s": 1.0,
    "sec": 1.0,
    "second": 1.0,
    "min": 60.0,
    "minute": 60.0,
}

_WORD = "|".join(sorted(NUMBER_WORDS, key=len, reverse=True))
_NUMBER_WORD = re.compile(rf"(?<![^\W_])(?<!-)({_WORD})(?![^\W_])(?!-(?:{_WORD})\b)")
_GROUPED_NUMBER = re.compile(r"(?<![\d.,:])\d{1,3}(?:,\d{3})+(?![\d,])")
_SHORT_INTERFACE = re.compile(rf"(?<![^\W_])({'|'.join(INTERFACE_NAMES)})(?=\d)")
_BARE_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_ADDRESS = r"(\d{1,3}\.\d{1,3}\.\d{1,3})\.(\d{1,3})"
_ADDRESS_RANGE = re.compile(
    rf"(?<![\d.]){_ADDRESS}\s*(?:-|\u2013|\.\.|…|to|through|until)\s*{_ADDRESS}(?![\d.]*\d)"
)
_MEASURE = re.compile(r"(?<![^\W_])(?<!\d[.:])(\d+(?:\.\d+)?)(?![.:]?\d)\s?([^\W\d_]*)")


def normalize(text: str) -> str:
    """Write text the way the checks compare it: lower case, plain numbers, long interface names."""
    plain = text.lower().replace("`", "").replace("*", "")
    plain = _GROUPED_NUMBER.sub(lambda match: match[0].replace(",", ""), plain)
    plain = _NUMBER_WORD.sub(lambda match: str(NUMBER_WORDS.index(match[1])), plain)
    return _SHORT_INTERFACE.sub(lambda match: INTERFACE_NAMES[match[1]], plain)


def item_pattern(item: str) -> re.Pattern[str]:
    """Compile the pattern that finds `item` in a normalized text.

    A bare number stands alone: no digit, and no point with a digit, next to it. Any other item touches no
    letter or digit; a trailing `*` allows any ending.
    """
    open_ended = item.endswith("*")
    plain = normalize(item)
    if _BARE_NUMBER.fullmatch(plain):
        before, after = r"(?<!\d)(?<!\d\.)", r"(?!\d)(?!\.\d)"
    else:
        before, after = r"(?<![^\W_])", r"(?![^\W_])"
    return re.compile(before + re.escape(plain) + ("" if open_ended else after))


def shows(text: str, item: str) -> bool:
    """Tell whether a normalized text shows the item."""
    return item_pattern(item).search(text) is not None


def expand_ranges(text: str) -> str:
    """Append the addresses between the ends of every "10.0.0.1 to 10.0.0.9" of a normalized text."""
    members: list[str] = []
    for network, first, other, last in _ADDRESS_RANGE.findall(text):
        if network == other and int(last) <= 255:
            members += [f"{network}.{host}" for host in range(int(first), int(last) + 1)]
    return " ".join([text, *members])


def in_range(text: str, wanted: NumberRange) -> bool:
    """Tell whether some number of a normalized text lies in the range; times are converted."""
    return any(wanted.low <= value <= wanted.high for value in _values(text, wanted.unit))


def _values(text: str, unit: str) -> Iterable[float]:
    for number, word in _MEASURE.findall(text):
        value = float(number)
        scale = SECONDS.get(word) or SECONDS.get(word.removesuffix("s"))
        yield value * scale / SECONDS[unit] if scale and unit in SECONDS else value


def check_words(gold: Gold, text: str) -> tuple[str, ...]:
    """Say what an answer's text lacks or shows wrongly by the gold's word checks; nothing when they hold."""
    plain = normalize(text)
    problems = [f"does not show {item!r}" for item in gold.must_contain if not shows(plain, item)]
    problems += [
        f"shows none of {', '.join(map(repr, group))}"
        for group in gold.any_of
        if not any(shows(plain, item) for item in group)
    ]
    problems += [
        f"has no number from {wanted.low:g} to {wanted.high:g} {wanted.unit}".rstrip()
        for wanted in gold.numeric
        if not in_range(plain, wanted)
    ]
    problems += [f"shows {item!r}" for item in gold.must_not_contain if shows(plain, item)]
    return tuple(problems)
