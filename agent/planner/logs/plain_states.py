"""Says in plain words what questions say of states in many: "out of service" is down."""

from __future__ import annotations

import re

_END = r"(?=\s*[?.!]*$| for\b| the longest\b| on\b| at\b)"
_OUT = (
    r"(?:out of (?:service|order|action|operation|commission|use)|off ?line|off the air|"
    r"without (?:service|connectivity|a connection|a link|link|network|contact)|"
    r"not (?:working|available|operational|in service|running|connected))"
)
_BE = r"\b(?P<be>was|were|is|are|been|stayed|remained)"
_LEFT = r"(?:broken|dark|gone|away|missing)"
_NOT = r"\b(?:has|have|had|did|does|is|are|was|were) not (?:yet )?(?:been )?"
_COME = r"(?:come|came|go|gone|return|returned|recover|recovered|restored|brought|be|back)"
_AGAIN = r"(?: (?:back|up|online|since|yet|again|afterwards|after that))*(?=\s*[?.!]*$)"
_RECOVER = r"(?:come back up|come back|recover|return|be back|get back|come up again)"
_FORMS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), plain)
    for pattern, plain in (
        (_OUT + _END, "down"),
        (rf"{_BE} {_LEFT}{_END}", "{be} down"),
        (rf"\bwithout power{_END}", "failed"),
        (r"\bnot reachable\b", "unreachable"),
        (
            r"^\s*(?:what|how long) was the (?:down ?time|outage) (?:of|for|on|at) (?P<what>.+?)\s*\?*$",
            "how long was {what} down?",
        ),
        (
            r"^\s*how long did the outage (?:of|on|at) (?P<what>.+?) (?:last|take|go on)\s*\?*$",
            "how long was {what} down?",
        ),
        (
            rf"^\s*how long did (?:it take )?(?:for )?(?P<what>.+?) (?:take )?to {_RECOVER}\s*\?*$",
            "how long was {what} down?",
        ),
        (
            r"^\s*(?:is|are|was|were) (?P<what>(?!there\b).+?) still (?P<state>[a-z]+)\s*\?*$",
            "how long was {what} {state}?",
        ),
        (r"^\s*how long did (?P<what>.+?) (?:stay|remain)\b", "how long was {what}"),
        (r"^\s*(?:is|was) there (?:a|an|any) (?=.*\b(?:not|never|still)\b)", "which "),
        (r"^\s*(?:are|were) there any (?=.*\b(?:not|never|still)\b)", "which "),
        (
            r"^\s*did any (?P<what>\w+) go (?P<state>\w+) (?P<rest>(?:and|but) (?:never|not)\b)",
            "which {what} went {state} {rest}",
        ),
        (_NOT + _COME + _AGAIN, "never came back"),
        (rf"\bnever (?:came|come|went|got|recovered|returned){_AGAIN}", "never came back"),
        (
            r"\b(?P<be>is|are|was|were) (?:currently|now|presently) (?=down|up|open|lost|unreachable|failed)",
            "{be} still ",
        ),
        (r"^(?P<which>\s*(?:which|what) .+?) that (?=(?:went|was|got|became)\b)", "{which} "),
    )
)


_NOW = re.compile(r"^(?P<which>\s*(?:which|what) [\w -]+? (?:is|are) )(?=down\s*[?.!]*$)", re.IGNORECASE)


def states_now(text: str) -> str:
    """Return a question for what is down as one for what is still down, as logs tell it."""
    return _NOW.sub(r"\g<which>still ", text)


def plain_states(text: str) -> str:
    """Return a question with plain words for its states."""
    for pattern, plain in _FORMS:
        found = pattern.search(text)
        if found is not None:
            text = f"{text[: found.start()]}{plain.format(**found.groupdict())}{text[found.end() :]}"
    return text
