/// What is said of practice timers, by the keys in the catalogues. Names of kinds, cues and the like are found by their
/// words: `timer.name.amrap`.
public enum TimerKey: String, CaseIterable, Sendable {
  // What a timer is set to.
  case labelRounds = "timer.label.rounds"
  case labelRoundsEach = "timer.label.rounds-each"
  case labelCap = "timer.label.cap"
  case labelDuration = "timer.label.duration"
  case labelIntervals = "timer.label.intervals"
  case labelIntervalLength = "timer.label.interval-length"
  case labelTotal = "timer.label.total"
  case labelSource = "timer.label.source"
  case labelSets = "timer.label.sets"
  case labelRest = "timer.label.rest"
  case labelCountdown = "timer.label.countdown"
  case groupPractice = "timer.group.practice"
  case labelCues = "timer.label.cues"
  case valueNone = "timer.value.none"
  case valueSomeCues = "timer.value.some-cues"
  case shortCap = "timer.short.cap"
  case shortNoCap = "timer.short.no-cap"
  case shortIntervals = "timer.short.intervals"
  case shortRest = "timer.short.rest"
  case shortMinutes = "timer.short.minutes"
  case shortSeconds = "timer.short.seconds"

  // Where it is.
  case lineConfirming = "timer.line.confirming"
  case lineCountdown = "timer.line.countdown"
  case lineTraining = "timer.line.training"
  case lineFree = "timer.line.free"
  case lineWaiting = "timer.line.waiting"
  case linePaused = "timer.line.paused"
  case lineResting = "timer.line.resting"
  case lineComplete = "timer.line.complete"
  case lineIncomplete = "timer.line.incomplete"
  case roundsOf = "timer.rounds-of"
  case interval = "timer.interval"
  case intervalOf = "timer.interval-of"
  case set = "timer.set"
  case setOf = "timer.set-of"

  // The one big number.
  case timeGone = "timer.time.gone"
  case timeLeft = "timer.time.left"
  case timeInterval = "timer.time.interval"
  case timeCountdown = "timer.time.countdown"
  case timeRest = "timer.time.rest"
  case timePractised = "timer.time.practised"
  case spokenLeft = "timer.spoken.left"
  case tenths = "timer.tenths"

  // When it was.
  case today = "timer.date.today"
  case yesterday = "timer.date.yesterday"
  case day = "timer.date.day"

  // What cannot be.
  case outsideCap = "timer.outside.cap"
  case outsideDuration = "timer.outside.duration"
  case outsideIntervals = "timer.outside.intervals"
  case outsideIntervalLength = "timer.outside.interval-length"
  case outsideRounds = "timer.outside.rounds"
  case outsideSets = "timer.outside.sets"
  case outsideRest = "timer.outside.rest"
  case outsideCountdown = "timer.outside.countdown"
  case outsideIntervalsTooLong = "timer.outside.intervals-too-long"
  case outsideTooLong = "timer.outside.too-long"
  case noHistory = "timer.no-history"
}

/// Texts about timers that say how many, like `PluralKey`.
public enum TimerCountKey: String, CaseIterable, Sendable {
  case rounds = "timer.rounds"
  case roundsEach = "timer.rounds-each"
  case sets = "timer.sets"
  case hours = "timer.hours"
  case minutes = "timer.minutes"
  case seconds = "timer.seconds"
}

extension Catalogue {
  /// The text of `key`, with `{name}` replaced by `values["name"]`.
  public func callAsFunction(_ key: TimerKey, _ values: [String: String] = [:]) -> String {
    text(key.rawValue, values)
  }

  /// The text of `key` for `count` things; `{count}` is the number.
  public func callAsFunction(_ key: TimerCountKey, count: Int) -> String {
    text("\(key.rawValue).\(count == 1 ? "one" : "other")", ["count": "\(count)"])
  }
}
