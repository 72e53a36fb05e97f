"""Agreement is tested on a practice made up: it passes as it is, and each thing that is wrong in it is found."""

import copy
import unittest

from rig import matching_agreement as agreement
from rig.hands import Deed
from tests.practice import Practice
from tests.test_tuned_listening import tuned


class AgreementTests(unittest.TestCase):
    def test_a_practice_that_agrees(self):
        for mode, interval in (("matching", "P1"), ("interval-matching", "m3 down"), ("interval-matching", "P5 up")):
            said = " ".join(Practice(mode, interval).check(mode=mode))
            self.assertIn("in 2 of them the control was moved", said)
            self.assertIn("6 clicks", said)

    def test_a_lit_practice_has_no_clicks(self):
        Practice(clicks=False).check(lit=True)
        self.refuse("clicks are heard where 0 are meant", Practice(), lit=True)
        self.refuse("0 clicks are heard", Practice(clicks=False))

    def refuse(self, why, practice, **options):
        with self.assertRaisesRegex(AssertionError, why):
            practice.check(**options)

    def test_every_disagreement_is_named(self):
        """A path into an exercise, row or deed, the value to put there, and words of the failure."""
        cases = (
            ("told", 0, ("started", "target", "hertz"), 230.0, "cents from the reference"),
            ("told", 1, ("started", "tunable", "cents"), 33.0, "exercise 2 .* begins .* but tells 33"),
            ("told", 0, ("committed", "hertz"), 222.0, "ends .* but tells"),
            ("told", 0, ("feedback", "cents"), 11, "shows 11 cents"),
            ("told", 0, ("feedback", "kind"), "far", "cents are far"),
            ("told", 2, ("started", "index"), 4, r"\[1, 2, 4\]"),
            ("told", 1, ("notes", "tunable", "frame"), 1, "exercise 2 .*the tunable"),
            ("told", 1, ("feedback", "frame"), 1, "exercise 2 .*feedback lasts"),
            ("told", 2, ("notes", "reference", "frame"), 1, "exercise 3 "),
            ("told", 1, ("committed", "gesture"), "touch", "gesture"),
            ("rows", 1, ("final_hertz",), 440.0, "final_hertz: 440.0 where"),
            ("rows", 0, ("controller",), "Pads", "controller: Pads"),
            ("rows", 2, ("id",), "id 9", "id 9"),
        )
        for part, number, path, value, why in cases:
            practice = Practice()
            place = getattr(practice, part)[number]
            if part == "told":
                setattr(place, path[0], copy.deepcopy(getattr(place, path[0])))
                place, path = getattr(place, path[0]), path[1:]
            for key in path[:-1]:
                place = place[key]
            place[path[-1]] = value
            with self.subTest(why):
                self.refuse(why, practice)

    def test_the_hand_and_not_the_report_counts(self):
        for number, deed, why in (
            (0, Deed("spring-back", -0.62, None, None), "ends .62.000 cents from its start"),
            (0, Deed("spring-back", 0.5, None, None), "exercise 1 .*of 100.0, after"),
            (1, Deed("spring-back", 0.0, 0, None), "nothing was moved, but it ends -25.000"),
            (2, Deed("button", 0.5, None, None), "pitch-bend had the pitch"),
            (2, Deed("spring-back", 0.0, 0, None), "the hand did"),
            (0, Deed("spring-back", None, 100, None), "100 steps of 0.0122 cents made"),
        ):
            practice = Practice()
            practice.deeds[number] = deed._replace(began=practice.deeds[number].began)
            with self.subTest(why):
                self.refuse(why, practice)

    def test_the_start_offset_is_not_an_error_of_the_hand(self):
        """The behaviour of other programs: the centre to which the wheel springs back is stored."""
        practice = Practice()
        for exercise, row in zip(practice.told, practice.rows):
            hertz, away = exercise.start_hertz, exercise.start_cents
            kind = next(kind for kind, band in agreement.BANDS.items() if abs(agreement.rounded(away)) in band)
            exercise.committed |= {"hertz": hertz, "cents": away}
            exercise.feedback |= {"cents": agreement.rounded(away), "kind": kind}
            row |= {"final_hertz": hertz, "cents": away}
        self.refuse(r"exercise 1 .*ends .0.000 cents from its start after Deed", practice)

    def test_sound_that_disagrees(self):
        practice = Practice()
        frame, _ = practice.parts[1]
        final = tuned(practice.told[0].start_hertz, [(8000, 62.2)], 24100)
        practice.parts[1] = (frame, final)
        self.refuse("Hz is heard at the fade", practice)
        practice.parts[1] = (frame, tuned(practice.told[0].start_hertz, [(21000, 62)], 24100))
        self.refuse("stands still for", practice)
        practice.parts[1] = (frame, tuned(practice.told[0].start_hertz, [(8000, 62)], 24101))
        self.refuse("the fade is heard 1 frames after", practice)
        practice.parts[1] = (frame + 1, tuned(practice.told[0].start_hertz, [(8000, 62)], 24100))
        self.refuse("the tunable is heard 1 frames late", practice)
        practice.parts[1] = (frame, tuned(practice.told[0].start_hertz * 1.001, [(8000, 60.27)], 24100))
        self.refuse("the tunable note begins 1.73", practice)

    def test_semitones_and_rounding(self):
        self.assertEqual([agreement.semitones(word) for word in ("P1", "m3 down", "P8 up")], [0, -3, 12])
        self.assertEqual([agreement.rounded(value) for value in (0.49, 0.5, -0.5, -9.51)], [0, 1, -1, -10])
