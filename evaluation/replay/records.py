"""What a replay finds: one comparison for each turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from conversations.records import CitedLine, KeptTurn, Verdict

Wording = Literal["same", "worded", "facts"]
"""The same answer to the letter; other words for the same facts; other facts."""
Found = Literal["same", "reworded", "other"]
"""The same statements; other statements with the same rows; other rows."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A turn as it was kept and as it is answered now.

    `missing` and `added` are facts of the old answer that the new one lacks, and the other way round. `regressed` says
    why it counts against the replay; "" when it does not. `unrecorded` is the prompt that no recorded reply fits, and
    `trouble` what went wrong instead of an answer. `verdict` is what a person said of the old answer.
    """

    conversation: str
    before: KeptTurn
    after: KeptTurn
    wording: Wording
    found: Found
    missing: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    citations_lost: tuple[CitedLine, ...] = ()
    citations_new: tuple[CitedLine, ...] = ()
    verdict: Verdict | None = None
    regressed: str = ""
    unrecorded: str = ""
    trouble: str = ""

    @property
    def passed(self) -> bool:
        """Tell whether the turn counts for the replay."""
        return not self.regressed


@dataclass(frozen=True, slots=True)
class Replay:
    """All comparisons, in the order of the conversations; `graph` is the fingerprint of what is loaded now."""

    comparisons: tuple[Comparison, ...]
    conversations: int
    graph: str
    model: str

    @property
    def regressions(self) -> tuple[Comparison, ...]:
        """Return what got worse."""
        return tuple(each for each in self.comparisons if each.regressed)

    @property
    def unrecorded(self) -> dict[str, int]:
        """Return the prompts that need new recordings, and how many turns stopped at each."""
        prompts = sorted(each.unrecorded for each in self.comparisons if each.unrecorded)
        return {prompt: prompts.count(prompt) for prompt in prompts}
