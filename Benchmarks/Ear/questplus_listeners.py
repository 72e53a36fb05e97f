#!/usr/bin/env python3
"""questplus with simulated listeners: its estimates of their thresholds after this many answers.

    questplus_listeners.py < listeners.jsonl > results.jsonl

Each line in is a listener: group, threshold (cents), lapse (0...1), counts, and uniforms, one random number for each answer,
the same that Peach's strategies meet. Each line out has its group, threshold, lapse, the errors in octaves after those counts,
the share of right answers, and microseconds of CPU time per answer, choice and update together. Lines come in the order of the listeners.

questplus is given the truth about the listeners: their prior, their lapse rates, and the Weibull function closest to
theirs, which is a normal distribution over cents (2AFC). Its first exercise is 100 cents, as for all strategies; then
it chooses for itself.
"""

import json
import math
import multiprocessing
import sys
import time
from statistics import NormalDist

import numpy as np
from questplus import QuestPlus

SIGMA_PER_THRESHOLD = 1 / 0.6744897501960817
SLOPE = 1.23
"""The Weibull function with the least squares from 2 Phi(x) - 1 over six octaves about the threshold."""
FIRST = 100.0
LEVELS = np.log10(np.append(2.0 ** np.arange(math.log2(0.1), math.log2(200), 0.25), 100.0))
THRESHOLDS = np.log10(2.0 ** np.arange(math.log2(0.1), math.log2(400), 0.25))
LAPSES = np.array([0, 0.02, 0.05, 0.10])


def questplus():
    """A new one. Its threshold is the Weibull function's scale: 63 % of the way from guessing to the top."""
    scale_of_75 = math.log2(math.log(2) ** (1 / SLOPE))
    octaves = THRESHOLDS * math.log2(10) + scale_of_75
    prior = np.exp(-0.5 * ((octaves - math.log2(15)) / 1.5) ** 2)
    return QuestPlus(
        stim_domain={"intensity": np.sort(LEVELS)},
        # A lapse is a guess, and half of the guesses are right.
        param_domain={"threshold": THRESHOLDS, "slope": SLOPE, "lower_asymptote": 0.5, "lapse_rate": LAPSES / 2},
        outcome_domain={"response": ["right", "wrong"]},
        prior={"threshold": prior / prior.sum()},
        func="weibull",
        stim_scale="log10",
    )


def practise(line):
    """The results of one listener."""
    listener = json.loads(line)
    procedure = questplus()
    sigma = listener["threshold"] * SIGMA_PER_THRESHOLD
    errors, right, spent = [], 0, 0.0
    for count, uniform in enumerate(listener["uniforms"], start=1):
        began = time.process_time()
        level = procedure.next_stim["intensity"] if count > 1 else float(np.log10(FIRST))
        spent += time.process_time() - began
        heard = NormalDist().cdf(10**level / sigma)
        correct = uniform < listener["lapse"] / 2 + (1 - listener["lapse"]) * heard
        right += correct
        began = time.process_time()
        procedure.update(stim={"intensity": level}, outcome={"response": "right" if correct else "wrong"})
        spent += time.process_time() - began
        if count in listener["counts"]:
            scale = procedure.param_estimate["threshold"]
            estimate = scale * math.log2(10) + math.log2(math.log(2)) / SLOPE
            errors.append(estimate - math.log2(listener["threshold"]))
    answers = len(listener["uniforms"])
    return {
        "group": listener["group"], "threshold": listener["threshold"], "lapse": listener["lapse"], "errors": errors,
        "shareRight": right / answers, "microseconds": spent / answers * 1e6,
    }  # fmt: skip


def main():
    lines = [line for line in sys.stdin if line.strip()]
    # numpy's own threads would only slow each other down.
    with multiprocessing.Pool() as pool:
        for result in pool.imap(practise, lines):
            print(json.dumps(result), flush=True)


if __name__ == "__main__":
    main()
