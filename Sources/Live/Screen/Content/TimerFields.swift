import Texts
import Timers

/// The fields of each timer, for the pages that configure it; sent as JSON.
struct TimerFields: Encodable, Equatable {
  /// A field of a configuration. `key` is its name there; a cue's is the cue's group.
  struct Field: Encodable, Equatable {
    var key: String
    var label: String
    /// `number`; `off-or-number`, which may be off; `choice`; `on-off`, for each cue.
    var kind: String
    var minimum: Int?
    var maximum: Int?
    var step: Int?
    /// The initial value of a number without one.
    var offered: Int?
    /// `s` for a time, which is shown in minutes and seconds.
    var unit: String?
    var choices: [FieldChoice]?
  }

  struct Group: Encodable, Equatable {
    var title: String
    var fields: [Field]
  }

  struct Timer: Encodable, Equatable {
    var kind: String
    var title: String
    var use: String
    var groups: [Group]
  }

  var timers: [Timer]

  init(_ catalogue: Catalogue) {
    timers = TimerKind.allCases.map { kind in
      Timer(
        kind: kind.rawValue, title: catalogue.name(of: kind), use: catalogue.use(of: kind),
        groups: [
          Group(title: catalogue(.groupPractice), fields: Self.own(kind, catalogue) + [Self.source(catalogue)]),
          Group(title: catalogue(.groupSets), fields: Self.sets(catalogue)),
          Group(title: catalogue(.labelCues), fields: Self.cues(of: kind, catalogue)),
        ])
    }
  }

  /// Returns the field to change when `error` is the reason; if the total is too long, the field with the count.
  static func key(of error: TimerConfigurationError) -> String {
    switch error {
    case .cap: "capSeconds"
    case .duration: "durationSeconds"
    case .slots, .slotsTooLong: "intervals"
    case .slotLength: "intervalSeconds"
    case .rounds: "rounds"
    case .sets, .tooLong: "sets"
    case .rest: "restSeconds"
    case .countdown: "countdownSeconds"
    }
  }

  private static func own(_ kind: TimerKind, _ catalogue: Catalogue) -> [Field] {
    switch kind {
    case .forTime:
      [
        number("rounds", .labelRounds, TimerConfiguration.roundCounts, catalogue),
        time(
          "capSeconds", .labelCap, TimerConfiguration.caps, step: TimerConfiguration.capStep,
          offered: TimerConfiguration.offeredCap, catalogue),
      ]
    case .amrap: [time("durationSeconds", .labelDuration, TimerConfiguration.durations, step: 30, catalogue)]
    case .emom:
      [
        number("intervals", .labelSlots, TimerConfiguration.slotCounts, catalogue),
        time("intervalSeconds", .labelSlotLength, TimerConfiguration.slotLengths, step: 5, catalogue),
        number("rounds", .labelRoundsEach, TimerConfiguration.roundCounts, catalogue),
      ]
    }
  }

  private static func source(_ catalogue: Catalogue) -> Field {
    Field(
      key: "source", label: catalogue(.labelSource), kind: "choice",
      choices: RoundSource.allCases.map { FieldChoice(value: $0.rawValue, label: catalogue.name(of: $0)) })
  }

  private static func sets(_ catalogue: Catalogue) -> [Field] {
    // Shorter rests are valid, but not offered.
    let rests = 15...TimerConfiguration.rests.upperBound
    return [
      number("sets", .labelSets, TimerConfiguration.setCounts, catalogue),
      time(
        "restSeconds", .labelRest, rests, step: 15,
        offered: TimerConfiguration.standard(.amrap).restSeconds, catalogue),
      time(
        "countdownSeconds", .labelCountdown, TimerConfiguration.countdowns, step: 1,
        offered: TimerConfiguration.offeredCountdown, catalogue),
    ]
  }

  private static func cues(of kind: TimerKind, _ catalogue: Catalogue) -> [Field] {
    kind.cueGroups.map { Field(key: $0.rawValue, label: catalogue.name(of: $0), kind: "on-off") }
  }

  private static func number(
    _ key: String, _ label: TextKey, _ range: ClosedRange<Int>, _ catalogue: Catalogue
  ) -> Field {
    Field(
      key: key, label: catalogue(label), kind: "number", minimum: range.lowerBound, maximum: range.upperBound, step: 1)
  }

  /// Returns a field for a time; `offered` is given if it may be off.
  private static func time(
    _ key: String, _ label: TextKey, _ range: ClosedRange<Int>, step: Int, offered: Int? = nil,
    _ catalogue: Catalogue
  ) -> Field {
    Field(
      key: key, label: catalogue(label), kind: offered == nil ? "number" : "off-or-number", minimum: range.lowerBound,
      maximum: range.upperBound, step: step, offered: offered, unit: "s",
      choices: offered == nil ? nil : [FieldChoice(value: "off", label: catalogue(.valueNone))])
  }
}
