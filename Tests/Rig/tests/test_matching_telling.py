"""The messages to lights and motors, and the state of a practice, are tested on an invented practice."""

import unittest

from rig import matching_agreement as agreement
from rig.hands import Deed
from rig.lights import picture
from rig.matching import exercises, state_at_stop
from rig.messages import Message
from rig.models import apc_result, ring_result
from rig.motors import assert_motors
from tests.practice import MILLISECOND, REACH, Practice, Rig


class TellingTests(unittest.TestCase):

    def setUp(self):
        self.practice = Practice()
        self.told = self.practice.told

    def message(self, time, data):
        return Message(time, bytes.fromhex(data))

    def lights(self):
        messages = []
        for exercise in self.told:
            messages.append(self.message(exercise.enabled["time"] + 20 * MILLISECOND, "905b7f"))
            shown = exercise.feedback["time"] + 5 * MILLISECOND
            band = agreement.CLICKS[exercise.feedback["kind"]]
            ((_, value),) = ring_result(exercise.feedback["cents"], band).values()
            messages += [self.message(shown, "905b00"), self.message(shown, f"b030{value:02x}")]
            messages.append(self.message(exercise.feedback_ended["time"] + 5 * MILLISECOND, "b03000"))
        return messages

    def test_lights_that_show_only_the_result(self):
        agreement.assert_nothing_told_by_lights(self.told, self.lights(), picture)
        agreement.assert_results_lit(self.told, self.lights(), picture, ring_result)

    def test_a_light_that_changes_during_tuning_is_found(self):
        late = self.message(self.told[1].enabled["time"] + 300 * MILLISECOND, "905c7f")
        with self.assertRaisesRegex(AssertionError, "exercise 2 .*the controller was told .'90 5C 7F'"):
            agreement.assert_nothing_told_by_lights(self.told, [*self.lights(), late], picture)

    def test_a_light_that_depends_on_the_target_is_found(self):
        early = self.message(self.told[1].enabled["time"] + 30 * MILLISECOND, "905c7f")
        with self.assertRaisesRegex(AssertionError, "exercise 2 .*during tuning its lights differ"):
            agreement.assert_nothing_told_by_lights(self.told, sorted([*self.lights(), early]), picture)

    def test_a_wrong_result_is_found(self):
        messages = [message for message in self.lights() if message.data[2] != 25]
        with self.assertRaisesRegex(AssertionError, "exercise 1 .*its lights show"):
            agreement.assert_results_lit(self.told, messages, picture, ring_result)

    def test_results_of_the_pads(self):
        self.assertEqual(set(apc_result(12, 2)), set(range(40, 56)))
        self.assertEqual(set(apc_result(-3, 1)), set(range(16, 24)))
        self.assertEqual(set(apc_result(-60, 3).values()), {(7, 5)})
        self.assertEqual(set(apc_result(0, 0)), set(range(24, 40)))

    def motors(self, hand):
        for exercise, row in zip(self.told, self.practice.rows):
            true = round((1 - row["start_cents"] / REACH) / 2 * 16383)
            shown, back = exercise.feedback["time"] + 30 * MILLISECOND, exercise.feedback_ended["time"] - 200 * MILLISECOND
            for moment, value in ((shown, true), (back, 8192)):
                hand.messages.append(self.message(moment, f"e0{value & 0x7F:02x}{value >> 7:02x}"))

    def hand(self):
        class Hand:
            def __init__(self):
                self.messages, self.touches = [], []

            def motor_messages(self):
                return self.messages

        hand = Hand()
        self.motors(hand)
        return hand

    def check_motors(self, hand):
        assert_motors(Rig(), self.told, self.practice.rows, hand)

    def test_motors_in_feedback_alone(self):
        hand = self.hand()
        self.check_motors(hand)
        left = self.told[0].committed["inputTime"]
        hand.touches.append([left - 500 * MILLISECOND, left, 9000])
        hand.messages.append(self.message(left + 5 * MILLISECOND, f"e0{9000 & 0x7F:02x}{9000 >> 7:02x}"))
        self.check_motors(hand)

    def test_motors_that_move_when_they_must_not(self):
        hand = self.hand()
        hand.messages.append(self.message(self.told[1].enabled["time"] + 50 * MILLISECOND, "e00040"))
        with self.assertRaisesRegex(AssertionError, "outside feedback"):
            self.check_motors(hand)

    def test_motors_that_pull_at_a_finger(self):
        hand = self.hand()
        hand.touches.append([self.told[1].feedback["time"] - 100 * MILLISECOND, self.told[1].feedback_ended["time"], 100])
        with self.assertRaisesRegex(AssertionError, "while it was touched"):
            self.check_motors(hand)

    def test_motors_that_go_elsewhere_or_not_at_all(self):
        hand = self.hand()
        for messages in (hand.messages[1:], [hand.messages[1], *hand.messages[1:]]):
            hand.messages = messages
            with self.assertRaisesRegex(AssertionError, "exercise 1 .*in feedback the motor was told"):
                self.check_motors(hand)

    def test_the_open_side(self):
        deeds = [Deed("button", 0.5, 60), Deed("button", 0, 0), Deed("button", 0.2, 20)]
        self.assertEqual(agreement.assert_open_side(self.told, deeds, 127), 1)
        with self.assertRaisesRegex(AssertionError, "exercise 3 .*closed side"):
            agreement.assert_open_side(self.told, deeds, 0)
        self.assertEqual(agreement.assert_open_side(self.told, deeds, 64), 0)

    def test_states_at_a_stop(self):
        for number, state in ((1, "reference"), (3, "tunable"), (5, "feedback"), (8, "reference")):
            self.assertEqual(state_at_stop([*self.practice.events[:number], {"event": "sessionStopped"}]), state, number)

    def test_an_event_too_many_is_refused(self):
        doubled = [*self.practice.events[:5], *self.practice.events[4:]]
        with self.assertRaisesRegex(AssertionError, "committed is told twice for exercise 1"):
            exercises(doubled)
