import Ports
import Timers

/// A row of a timer's configuration: a name and a value.
public struct TimerRow: Hashable, Sendable, Encodable {
  /// The name: `Duration`.
  public var label: String
  /// The value: `10 minutes`.
  public var value: String
}

/// The names of practice timers, and their configurations in words.
extension Catalogue {
  /// Returns a timer's name.
  public func name(of kind: TimerKind) -> String { text("timer.name.\(kind.rawValue)", [:]) }

  /// Returns the purpose of a timer, in a few words without a full stop.
  public func use(of kind: TimerKind) -> String { text("timer.use.\(kind.rawValue)", [:]) }

  /// Returns the source of rounds, as a name: `Comparison`.
  public func name(of source: RoundSource) -> String { text("timer.source.\(source.rawValue)", [:]) }

  /// Returns the name of a group of cues, as next to its switch.
  public func name(of group: TimerCueGroup) -> String { text("timer.cues.\(group.rawValue)", [:]) }

  /// Returns the text of a cue: `Next slot`.
  public func text(of cue: TimerCue) -> String { text("timer.cue.\(cue.rawValue)", [:]) }

  /// Returns the outcome of a timed practice, in one or two words.
  public func name(of state: Workout.State) -> String { text("timer.state.\(state.rawValue)", [:]) }

  /// Returns a configuration in a few words without a full stop: `10 slots of 1 minute, 5 rounds each, comparison`.
  public func words(_ configuration: TimerConfiguration) -> String {
    var parts: [String]
    switch configuration.form {
    case .forTime(let cap, let rounds):
      parts = [
        self(.rounds, count: rounds),
        cap.map { self(.shortCap, ["time": words(seconds: $0)]) } ?? self(.shortNoCap),
      ]
    case .amrap(let seconds): parts = [words(seconds: seconds)]
    case .emom(let slots, let seconds, let rounds):
      parts = [
        self(.slotsOf, count: slots, ["time": words(seconds: seconds)]), self(.roundsEach, count: rounds),
      ]
    }
    parts.append(text("timer.source.\(configuration.source.rawValue).within", [:]))
    if configuration.sets > 1 {
      parts.append(self(.sets, count: configuration.sets))
      if configuration.restSeconds > 0 {
        parts.append(self(.shortRest, ["time": words(seconds: configuration.restSeconds)]))
      }
    }
    return parts.joined(separator: ", ")
  }

  /// Returns a configuration as rows, in the order of the form. Parts that are off by default are left out.
  public func rows(of configuration: TimerConfiguration) -> [TimerRow] {
    var rows: [TimerRow] = []
    func add(_ label: TextKey, _ value: String) { rows.append(TimerRow(label: self(label), value: value)) }
    add(.labelType, name(of: configuration.kind))
    switch configuration.form {
    case .forTime(let cap, let rounds):
      add(.labelRounds, "\(rounds)")
      add(.labelCap, cap.map { words(seconds: $0) } ?? self(.valueNone))
    case .amrap(let seconds): add(.labelDuration, words(seconds: seconds))
    case .emom(let slots, let seconds, let rounds):
      add(.labelSlots, "\(slots)")
      add(.labelSlotLength, words(seconds: seconds))
      add(.labelRoundsEach, "\(rounds)")
    }
    add(.labelSource, name(of: configuration.source))
    if configuration.sets > 1 {
      let rest = configuration.restSeconds
      add(.labelSets, "\(configuration.sets)")
      add(.labelRest, rest == 0 ? self(.valueNone) : words(seconds: rest))
    }
    if let total = configuration.totalSeconds, configuration.sets > 1 || configuration.slots != nil {
      let time = words(seconds: total)
      add(.labelTotal, configuration.kind == .forTime ? self(.valueAtMost, ["time": time]) : time)
    }
    if let countdown = configuration.countdownSeconds { add(.labelCountdown, words(seconds: countdown)) }
    let possible = configuration.kind.cueGroups
    let chosen = possible.count(where: configuration.cues.contains)
    if chosen == 0 {
      add(.labelCues, self(.valueNone))
    } else if chosen < possible.count {
      add(.labelCues, self(.valueSomeCues, ["count": "\(chosen)", "all": "\(possible.count)"]))
    }
    return rows
  }

  /// Returns the problem of a configuration, and the allowed range, in one sentence.
  public func line(_ error: TimerConfigurationError) -> String {
    let (key, value, isTime) = Self.parts(of: error)
    func shown(_ number: Int) -> String { isTime ? words(seconds: number) : "\(number)" }
    return self(
      key, ["value": shown(value), "low": shown(error.range.lowerBound), "high": shown(error.range.upperBound)])
  }

  private static func parts(of error: TimerConfigurationError) -> (TextKey, value: Int, isTime: Bool) {
    switch error {
    case .cap(let seconds): (.outsideCap, seconds, true)
    case .duration(let seconds): (.outsideDuration, seconds, true)
    case .slots(let count): (.outsideSlots, count, false)
    case .slotLength(let seconds): (.outsideSlotLength, seconds, true)
    case .rounds(let count): (.outsideRounds, count, false)
    case .sets(let count): (.outsideSets, count, false)
    case .rest(let seconds): (.outsideRest, seconds, true)
    case .countdown(let seconds): (.outsideCountdown, seconds, true)
    case .slotsTooLong(let seconds): (.outsideSlotsTooLong, seconds, true)
    case .tooLong(let seconds): (.outsideTooLong, seconds, true)
    }
  }
}
