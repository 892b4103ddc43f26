"""Two texts as HTML, with what is only in one of them marked."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from html import escape

_WORD = re.compile(r"\s+|[^\s]+")


def mark_words(before: str, after: str) -> tuple[str, str]:
    """Return both texts as HTML: words only before in `<del>`, words only after in `<ins>`."""
    old, new = _WORD.findall(before), _WORD.findall(after)
    left, right = [], []
    for kind, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        gone, come = escape("".join(old[a:b])), escape("".join(new[c:d]))
        if kind == "equal":
            left.append(gone)
            right.append(come)
        else:
            left.append(f"<del>{gone}</del>" if gone else "")
            right.append(f"<ins>{come}</ins>" if come else "")
    return f"<pre>{''.join(left)}</pre>", f"<pre>{''.join(right)}</pre>"
