"""Whether a motor fader received only the allowed messages: the true pitch in feedback, the centre before its end, and
no others."""

import math

from rig.matching_agreement import check

CENTRE, HIGHEST = 8192, 16383
REPLY_SECONDS = 0.15
"""When a finger leaves a motor fader, the motor receives that position, within this time."""
ON_ITS_WAY_SECONDS = 0.06
"""A message that was sent before a touch was known may arrive so much after it."""
RETURN_SECONDS = 0.2
"""Before feedback's end the motor goes back to the centre."""


def position(message):
    """The target of the motor, 0 to 16383."""
    return message.data[1] | message.data[2] << 7


def assert_motors(rig, told, rows, hand):
    """In feedback to the true pitch, then to the centre; nothing while a note sounds, and nothing while touched."""
    messages = hand.motor_messages()
    rest = [message for message in messages if not _is_reply(message, hand.touches)]
    returns, moved = [], 0
    for began, ended, _ in hand.touches:
        touched = [str(message) for message in rest if began + _ns(ON_ITS_WAY_SECONDS) < message.time < (ended or math.inf)]
        assert not touched, f"while it was touched the motor was told {touched}"
    for exercise, row in zip(told, rows, strict=True):
        first, last = exercise.feedback["time"], exercise.feedback_ended["time"]
        within = [message for message in rest if first - _ns(0.001) <= message.time <= last + _ns(ON_ITS_WAY_SECONDS)]
        rest = [message for message in rest if message not in within]
        if any(began < last and (ended or math.inf) > first for began, ended, _ in hand.touches):
            continue
        moved += 1
        true = (1 - max(-1, min(row["start_cents"] / row["range_cents"], 1))) / 2 * HIGHEST
        positions = [position(message) for message in within]
        check(
            len(positions) == 2 and abs(positions[0] - true) <= 1 and abs(positions[1] - CENTRE) <= 1, exercise,
            f"in feedback the motor was told {positions}, where {true:.0f} (the true pitch) and {CENTRE} are meant",
        )
        returns.append((last - within[1].time) / 1e9)
        in_time = abs(returns[-1] - RETURN_SECONDS) < 0.1
        check(in_time, exercise, f"it was told to return {returns[-1]:.3f} s before feedback's end")
    # Movement before the first start reveals its position and is not part of practice.
    began = told[0].notes["reference"]["time"]
    strays = [str(message) for message in rest if message.time > began]
    assert not strays, f"outside feedback the motor was told {strays}"
    rig.measured(
        f"{len(messages)} motor messages; {moved} times to the true pitch and back, {1000 * min(returns):.0f} to "
        f"{1000 * max(returns):.0f} ms before feedback's end; {len(told) - moved} times touched, and not moved"
    )


def _is_reply(message, touches):
    """Whether it only says where a finger that has just left left the fader."""
    return any(
        ended and 0 <= message.time - ended <= _ns(REPLY_SECONDS) and abs(position(message) - place) <= 1
        for _, ended, place in touches
    )


def _ns(seconds):
    return round(seconds * 1e9)
