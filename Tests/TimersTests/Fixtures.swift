import Time

@testable import Timers

/// Seconds, without a point where there is no need for one.
func text(_ duration: Duration) -> String {
  let seconds = duration.seconds
  return seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
}

/// Configurations of tests: a mistake in one ends the test, not the run.
func forTime(
  cap: Int? = nil, rounds: Int = 3, source: RoundSource = .comparison, sets: Int = 1, rest: Int = 120,
  countdown: Int? = nil, cues: Set<TimerCueGroup> = Set(TimerCueGroup.allCases)
) throws -> TimerConfiguration {
  try TimerConfiguration(
    .forTime(capSeconds: cap, rounds: rounds), source: source, sets: sets, restSeconds: rest,
    countdownSeconds: countdown, cues: cues)
}

func amrap(
  _ seconds: Int = 120, source: RoundSource = .comparison, sets: Int = 1, rest: Int = 120, countdown: Int? = nil,
  cues: Set<TimerCueGroup> = Set(TimerCueGroup.allCases)
) throws -> TimerConfiguration {
  try TimerConfiguration(
    .amrap(durationSeconds: seconds), source: source, sets: sets, restSeconds: rest, countdownSeconds: countdown,
    cues: cues)
}

func emom(
  _ slots: Int = 3, every seconds: Int = 60, rounds: Int = 2, source: RoundSource = .comparison, sets: Int = 1,
  rest: Int = 120, countdown: Int? = nil
) throws -> TimerConfiguration {
  try TimerConfiguration(
    .emom(slots: slots, slotSeconds: seconds, rounds: rounds), source: source, sets: sets,
    restSeconds: rest, countdownSeconds: countdown)
}
