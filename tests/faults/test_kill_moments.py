"""The command that kills at many moments ends with 1 unless all were hit and all contents are the same."""

from __future__ import annotations

import pytest

from tests.faults.kill_at import KILLED, Trial
from tests.faults.kill_moments import show_trials
from tests.faults.killable_ingest import DONE, Moment, Timeline

AT = Moment(3, 0.1)
HIT = Trial(AT, True, KILLED, ())
MISSED = Trial(AT, False, DONE, ())
DIFFERENT = Trial(AT, True, KILLED, ("missing: (Line)",))

ENDS: dict[str, tuple[dict[str, list[Trial]], int]] = {
    "all moments were hit, and contents are the same": ({"process": [HIT, MISSED, HIT]}, 0),
    "a moment was never hit": ({"process": [HIT, MISSED]}, 1),
    "contents differ": ({"process": [HIT, HIT], "worker": [HIT, DIFFERENT]}, 1),
}


@pytest.mark.parametrize(("found", "status"), ENDS.values(), ids=ENDS)
def test_status(found: dict[str, list[Trial]], status: int) -> None:
    assert show_trials(found, 2) == status


def test_moments_lie_in_equal_parts_of_the_time_since_the_first_step() -> None:
    timeline = Timeline((1.0, 1.5, 2.0), 5.0)
    drawn = timeline.draw(4, seed=1)
    times = [timeline.steps[moment.step] + moment.delay_s for moment in drawn]
    assert [int(time) for time in times] == [1, 2, 3, 4]
    assert drawn == timeline.draw(4, seed=1)
