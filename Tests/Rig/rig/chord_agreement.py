"""Whether a chord sounds as reported: its notes begin together, their partials beat by theory, the tuned note ends where
it is stored, and all end on the frame of the commit."""

import numpy as np

from rig.agreement import RELEASE_FRAMES
from rig.analysis import cents, load
from rig.matching_agreement import HEARD, check
from rig.tuned_listening import CREEP_CENTS

STEADY_SECONDS = 3.0
"""The hands leave a chord alone for longer than that before they tune."""
STILL_SECONDS = 0.06
"""And they rest for longer than that before they let go."""
BEAT_HERTZ = 0.001
"""The bar for how far the beats of two partials may be off theory."""
PARTIALS = 16
EXACT = 1e-3
"""As a share of the largest sample: the residual of fitting three notes that sound as intended."""
BEATING = {"major-third": (5, 4), "dominant-seventh": (7, 4)}
"""The partials of bass and tuned note whose beats are stored, in equal temperament."""


def fit_tones(signal, rate, fundamentals, free=True):
    """The partials of harmonic tones that fit a steady signal best, by least squares: for each tone an array of rows
    (hertz, cosine's amplitude, sine's amplitude), counted from the signal's first frame, and the rms residual.

    Frequencies begin at the multiples of `fundamentals`, up to 0.45 of the rate. Each is fitted by itself, or, unless they are
    `free`, those of a tone together.
    """
    samples = np.asarray(signal, dtype=np.float64)
    frames = np.arange(len(samples))
    counts = [min(PARTIALS, int(0.45 * rate / hertz)) for hertz in fundamentals]
    tones = np.repeat(np.arange(len(counts)), counts)
    numbers = np.concatenate([np.arange(1, count + 1) for count in counts])
    omega = 2 * np.pi * np.array(fundamentals)[tones] * numbers / rate
    groups = np.arange(len(omega)) if free else tones
    weights = np.ones(len(omega)) if free else numbers.astype(float)
    a = b = None
    for _ in range(6):
        cosine, sine = np.cos(omega[:, None] * frames), np.sin(omega[:, None] * frames)
        columns = np.vstack([cosine, sine])
        if a is not None:
            slopes = np.zeros((groups.max() + 1, len(samples)))
            np.add.at(slopes, groups, weights[:, None] * (frames - len(frames) / 2) * (b[:, None] * cosine - a[:, None] * sine))
            columns = np.vstack([columns, slopes / len(frames)])
        solution = np.linalg.lstsq(columns @ columns.T, columns @ samples, rcond=1e-13)[0]
        a, b = solution[: len(omega)], solution[len(omega) : 2 * len(omega)]
        left = samples - solution[: 2 * len(omega)] @ columns[: 2 * len(omega)]
        steps = solution[2 * len(omega) :]
        if len(steps):
            omega = omega + weights * steps[groups] / len(frames)
            # Radians over the whole signal.
            if np.abs(weights * steps[groups]).max() < 1e-6:
                break
    found = np.column_stack([omega * rate / (2 * np.pi), a, b])
    return [found[tones == number] for number in range(len(counts))], float(np.sqrt(np.mean(left**2)))


def samples(tone, first, end, rate):
    """A fitted tone's samples from frame `first` up to, without, `end`."""
    angles = 2 * np.pi * tone[:, :1] / rate * np.arange(first, end)
    return tone[:, 1] @ np.cos(angles) + tone[:, 2] @ np.sin(angles)


def assert_chords(rig, recording, told, rows, creeps):
    """Compares a recording of chords in equal temperament, one after another, with the events and rows of them."""
    signal = load(recording.path, recording.channels)
    assert (signal[:, 0] == signal[:, 1]).all(), "left and right differ"
    signal, rate = signal[:, 0].astype(np.float64), recording.rate
    offset = int(np.flatnonzero(signal)[0]) - 1 - told[0].notes["reference"]["frame"]
    worst, pairs = {"beat": 0.0, "cents": 0.0, "left": 0.0}, 0
    for exercise, row in zip(told, rows, strict=True):
        frames = {role: note["frame"] for role, note in exercise.notes.items()}
        check(len(set(frames.values())) == 1, exercise, f"its notes begin on the frames {frames}")
        first, feedback = frames["reference"] + offset, exercise.feedback["frame"] + offset
        check(signal[first] == 0 and signal[first + 1] != 0, exercise, f"no sound begins on frame {first}")
        assert_stored(exercise, row)
        start = first + round(0.02 * rate)
        loudest = float(np.abs(signal[start : start + rate]).max())
        hertz = [exercise.started["reference"]["hertz"], exercise.started["companion"], exercise.start_hertz]
        tones, left = fit_tones(signal[start : start + round(STEADY_SECONDS * rate)], rate, hertz)
        check(left / loudest < EXACT, exercise, f"{left / loudest:.1e} of the chord is left over")
        for tone, note in zip(tones, hertz):
            off = np.abs(cents(note * np.arange(1, len(tone) + 1), tone[:, 0])).max()
            check(off < HEARD, exercise, f"a partial of {note} Hz is {off:.3f} cents off")
        beats = list(beating(tones, hertz))
        pairs += len(beats)
        worst["beat"] = max([worst["beat"], *beats])
        check(worst["beat"] <= BEAT_HERTZ, exercise, f"partials beat {worst['beat']:.4f} Hz off theory")
        # Bass and companion continue at the same pitch, phase and level: without them only the tuned note remains.
        whole = signal[start : feedback + 2 * RELEASE_FRAMES]
        held = sum(samples(tone, 0, len(whole), rate) for tone in tones[:2])
        size, still = round(STILL_SECONDS * rate), feedback - start
        [tuned], left = fit_tones((whole - held)[still - size : still], rate, [row["final_hertz"]], free=False)
        off = abs(cents(row["final_hertz"], tuned[0, 0]))
        worst["cents"] = max(worst["cents"], off)
        check(off <= (CREEP_CENTS if creeps else HEARD), exercise, f"ends {off:.3f} cents off {row['final_hertz']} Hz")
        if creeps:
            continue
        check(left / loudest < EXACT, exercise, f"{left / loudest:.1e} is left over where only three notes should sound")
        level = (1 + np.cos(np.pi * np.clip(np.arange(len(whole)) - still + 1, 0, RELEASE_FRAMES) / RELEASE_FRAMES)) / 2
        sound = (held[still - size :] + samples(tuned, 0, len(whole) - still + size, rate)) * level[still - size :]
        left = float(np.abs(whole[still - size :] - sound).max()) / loudest
        worst["left"] = max(worst["left"], left)
        check(left < 5 * EXACT, exercise, f"{left:.1e} of the chord is heard next to or after the fade of all its notes")
    rig.measured(
        f"{len(told)} chords: {pairs} pairs of partials beat within {worst['beat']:.1e} Hz of theory; tuned notes end within "
        f"{worst['cents']:.1e} cent of what is stored, {worst['left']:.1e} of a chord is left over as all fade on the commit's frame; {recording}"
    )


def beating(tones, hertz):
    """How far the beats of each two notes' partials are off theory, in hertz: those that a pure interval joins."""
    for lower, upper in ((0, 1), (0, 2), (1, 2)):
        one, other = sorted((lower, upper), key=lambda note: hertz[note])
        below, above = nearest(hertz[other] / hertz[one])
        for multiple in range(1, PARTIALS // below + 1):
            places = multiple * below - 1, multiple * above - 1
            if places[0] >= len(tones[one]) or places[1] >= len(tones[other]):
                continue
            heard = tones[other][places[1], 0] - tones[one][places[0], 0]
            yield abs(heard - multiple * (above * hertz[other] - below * hertz[one]))


def nearest(ratio):
    """The partials of two notes that nearly coincide: of the pure interval with the smallest numbers within 60 cents."""
    pairs = [(below, above) for above in range(1, 10) for below in range(above, PARTIALS + 1)]
    return min((pair for pair in pairs if abs(cents(pair[0] / pair[1], ratio)) < 60), key=sum)


def assert_stored(exercise, row):
    """The row has the reported chord, and its beats follow from its frequencies."""
    started, committed = exercise.started, exercise.committed
    wanted = {
        "chord": started["chord"], "companion_hertz": started["companion"], "beats": committed["beats"],
        "target_beats": started["beats"], "timbre": "string", "timbre_of_second": "string", "tuning": "equal",
    }
    differences = [f"{name}: {row[name]} where {value} is told" for name, value in wanted.items() if row[name] != value]
    check(not differences, exercise, "is stored with " + "; ".join(differences))
    below, above = BEATING[row["chord"]]
    for name, hertz in (("beats", row["final_hertz"]), ("target_beats", row["target_hertz"])):
        theory = above * hertz - below * row["reference_hertz"]
        check(abs(row[name] - theory) < 1e-6, exercise, f"has {name} {row[name]}, not {theory}")
