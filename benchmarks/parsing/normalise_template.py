"""Makes templates comparable as the literature does, so that only what is fixed and what varies counts.

The rules are those of Khan et al., "Guidelines for Assessing the Accuracy of Log Message Template Identification
Techniques" (ICSE 2022), as the Loghub-2.0 benchmark applies them (github.com/logpai/loghub-2.0,
benchmark/evaluation/utils/post_process.py): DS, double spaces; WV, a word with a variable in it is a variable; DV and
CV, consecutive variables are one; and a variable in quotes. Left out is DG, which turns every number left in a template
into a variable: a parser that left it there has not seen that it varies.
"""

from __future__ import annotations

import re

WILDCARD = "<*>"
_DELIMITERS = r"""\s,!;:=|"'\[\](){}.\-+@#$%&"""
_WORD = re.compile(
    rf"(?<![^{_DELIMITERS}])[^/{_DELIMITERS}]*<\*>[^/{_DELIMITERS}]*(?![^{_DELIMITERS}])",
)
_JOINED = re.compile(r"<\*>(?:[.:#/@]?<\*>)+")
_HASHED = re.compile(r"(?<= )#<\*>#?(?= )")
_QUOTED = re.compile(r"""(?<= )(["'])<\*>\1(?= )""")
_APART = re.compile(r"<\*>(?:[\s,:.\-]*<\*>)+")


def normalise_template(template: str) -> str:
    """Normalise both a true and a predicted template by the rules above."""
    text = _WORD.sub(WILDCARD, " ".join(template.split()))
    text = _HASHED.sub(WILDCARD, _JOINED.sub(WILDCARD, text))
    return _JOINED.sub(WILDCARD, _QUOTED.sub(WILDCARD, text))


def merge_wildcards(template: str) -> str:
    """Normalise, and see one wildcard in those with only blanks or `, : . -` between them.

    A date as one value and as six are then the same. This is not in the literature.
    """
    return _APART.sub(WILDCARD, normalise_template(template))
