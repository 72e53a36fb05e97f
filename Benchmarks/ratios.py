"""Reports of measurements: a table of quartiles, and ratios of medians with their confidence intervals."""

import numpy as np

RESAMPLES = 10_000


def interval(ours, theirs, generator):
    """The 95 % interval of the ratio of medians, by resampling each row."""
    medians = [np.median(generator.choice(row, (RESAMPLES, len(row))), axis=1) for row in (ours, theirs)]
    return np.percentile(medians[0] / medians[1], [2.5, 97.5])


def print_quartiles(rows, counted):
    """Prints a table of `rows`, ms by program; `counted` names the unit of a value."""
    print(f"| program | {counted} | median | quartiles | worst |")
    print("|---|---|---|---|---|")
    for program, row in rows.items():
        low, middle, high = np.percentile(row, [25, 50, 75])
        print(f"| {program} | {len(row)} | {middle:.2f} | {low:.2f} to {high:.2f} | {row.max():.2f} |")


def is_met(ours, theirs, peer, bar):
    """Prints the ratio of medians against a bar, which is met unless the whole interval is above it; returns whether it
    is met."""
    low, high = interval(ours, theirs, np.random.default_rng(1))
    met = low <= bar
    print(f"ratio of medians to {peer} {np.median(ours) / np.median(theirs):.3f}, 95 % interval {low:.3f} to {high:.3f}, "
          f"bar {bar:.1f}: {'met' if met else 'NOT MET'}")  # fmt: skip
    return bool(met)
