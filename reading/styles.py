"""Tells how a configuration marks its blocks: its style, and the word that opens every line of a flat file."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from reading.blocks import closing_words
from reading.closed_blocks import COMMENT_SIGNS
from reading.nested.nested_styles import FITS, READ_NESTED
from reading.nested.read_table import column_starts, cut_at, cut_between, full_lines, has_names, separator
from reading.nested.say_pieces import statements_of
from reading.statements import VERBS, is_lead
from reading.tokens import indent_of

_JSON_LINE = re.compile(r"[\]\[{}\",]|-?\d|true\b|false\b|null\b")
_XML_LINE = re.compile(r"<[\w!?/]")
_YAML_LINE = re.compile(r"(?:- )*+(?:\"[^\"]*\"|'[^']*'|[^\s#'\"\[{;][^#;{}]*?):(?:\s|$)|- \S|---$")
_TEXT_OPENS = re.compile(r":\s+[|>][+-]?\s*$")
_LEAST_LINES = 3
_LEAST_LED = 10
_LEAST_SAID = 5
_NEARLY_ALL = 0.9
_MOST = 0.6
"""Shares of the lines: a text within an element may go on for lines."""


def find_style(lines: Sequence[str]) -> tuple[str, str]:
    """Tell how a syntax marks its blocks: ("flat", opening word), or "json", "yaml", "xml", "braces", "indented"."""
    nested = nested_style(lines)
    return (nested, "") if nested else find_marks(lines)


def find_marks(lines: Sequence[str]) -> tuple[str, str]:
    """Tell how lines mark blocks: ("braces", ""), ("flat", opening word) or ("indented", "")."""
    full = [line for line in lines if any(map(str.isalnum, line)) and line.strip()[0] not in COMMENT_SIGNS]
    if not full:
        return "indented", ""
    signs = sum(line.rstrip().endswith(("{", "}")) for line in lines)
    if signs >= 0.15 * len(lines) and any(line.strip().startswith("}") for line in lines):
        return "braces", ""
    leads = Counter(line.split()[0] for line in full)
    word, often = leads.most_common(1)[0]
    verbs = sorted(set(leads) & VERBS)
    if often < 0.9 * len(full) and len(verbs) > 1:
        often, word = sum(leads[verb] for verb in verbs), "/".join(verbs)
    indented = sum(line[0] in " \t" for line in full) >= 0.1 * len(full)
    if often >= 0.9 * len(full) and len(full) > 5 and not indented and word.replace("/", "").isalpha():
        return "flat", word
    return "indented", _leaf_lead(full)


def _leaf_lead(full: Sequence[str]) -> str:
    """Return the word that opens nearly all statements which hold no others, whatever they set; else a blank."""
    closing = closing_words(full)
    depths = list(map(indent_of, full))
    opens = [after > depth for depth, after in pairwise([*depths, depths[-1]])]
    leaves = [
        line.split()
        for line, opened in zip(full, opens, strict=True)
        if not opened and line.strip() not in closing
    ]
    word, often = Counter(words[0] for words in leaves).most_common(1)[0]
    openers = {line.split()[0] for line, opened in zip(full, opens, strict=True) if opened}
    said = {words[1] for words in leaves if words[0] == word and len(words) > 2}
    most = often >= _LEAST_LED and often >= _NEARLY_ALL * len(leaves)
    return word if most and word not in openers and word.isalpha() and len(said) >= _LEAST_SAID else ""


def nested_style(lines: Sequence[str]) -> str:
    """Tell JSON, XML and YAML by how nearly all lines begin; a blank for everything else."""
    full = [line.strip() for line in lines if line.strip()]
    if not full:
        return ""
    if full[0][0] in "{[" and _share(_JSON_LINE, full) >= _NEARLY_ALL:
        return "json"
    if full[0][0] == "<" and _share(_XML_LINE, full) >= _MOST:
        return "xml"
    known = _table_style(lines) or next((style for style, fits in FITS.items() if fits(list(lines))), "")
    if known:
        return known
    said = [line.strip() for line in _without_texts(lines) if line.strip() and line.strip()[0] != "#"]
    keyed = any(line.endswith(":") for line in said) and _share(_YAML_LINE, said) >= _NEARLY_ALL
    return "yaml" if keyed else ""


def _table_style(lines: Sequence[str]) -> str:
    """Tell a table: a line of names without digits, none of which is a value below it, over rows that fit it."""
    full = [line for _, line in full_lines(enumerate(lines))]
    if len(full) < _LEAST_LINES or any(line[0].isspace() or line[0] in "#!" for line in full):
        return ""
    sign = separator(full)
    rows = [cut_between(line, sign) for line in full]
    if sign and has_names(rows, 2):
        return "separated"
    starts = column_starts(full)
    rows = [cut_at(line, starts) for line in full]
    return "columns" if has_names(rows, 3) else ""


def _without_texts(lines: Sequence[str]) -> Iterator[str]:
    """Leave out the lines of YAML's texts, which are indented behind `|` or `>`."""
    depth: int | None = None
    for line in lines:
        if depth is not None and (not line.strip() or indent_of(line) > depth):
            continue
        depth = indent_of(line) if _TEXT_OPENS.search(line) else None
        yield line


def _share(pattern: re.Pattern[str], lines: Sequence[str]) -> float:
    return sum(1 for line in lines if pattern.match(line)) / len(lines)


def opening_words(lines: Sequence[str], style: str, lead: str) -> set[str]:
    """Return the first words of the statements that stand outside every block; the second of flat files."""
    if style in READ_NESTED:
        return {said.tokens[0] for said in statements_of(list(lines), style) if said.tokens}
    words = [line.split() for line in lines if line[:1].isalpha() or is_lead(line.split(" ")[0], lead)]
    return {tokens[is_lead(tokens[0], lead) and len(tokens) > 1].rstrip(";:") for tokens in words if tokens}
