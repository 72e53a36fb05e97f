import Time

/// The exercises that the settings leave for early or late: one pattern with its displaced note, at one tempo.
public struct TimingSpace: Hashable, Sendable {
  /// The least maximum of a displacement in milliseconds. Below it a beginner could not be asked anything heard.
  public static let leastReach = 20.0
  /// The share of the shorter neighbouring gap that a displacement may reach, so that notes keep their order.
  public static let reachOfGap = 0.45

  /// The pattern.
  public let pattern: TimingPattern
  /// The displaced note, counted from 1 without rests; never 1.
  public let position: Int
  /// Beats per minute.
  public let tempo: Int
  /// The number of times the beat is played; nil: until the answer.
  public internal(set) var repetitions: Int?
  /// The share of right answers aimed at by strategies that can.
  public let targetSuccess: Double

  /// Creates the space; throws `patternTooFast` if the displaced note would meet its neighbour.
  public init(_ settings: TrainingSettings) throws(ExerciseRefusal) {
    let timing = settings.timing
    pattern = timing.pattern
    position = timing.pattern.position(timing.position)
    tempo = timing.tempo
    repetitions = timing.repetitions.count
    targetSuccess = settings.targetSuccess
    guard reach >= Self.leastReach else { throw .patternTooFast(pattern, position: position, tempo: tempo) }
  }

  /// The shorter gap between the displaced note's place and its neighbours, in milliseconds.
  public var gap: Double { Self.gap(pattern, position, tempo: tempo) }

  /// The largest displacement either way, in milliseconds.
  public var reach: Double { Self.reachOfGap * gap }

  /// Returns the shorter gap beside the note at `position` of `pattern` in milliseconds, at `tempo` beats per minute.
  public static func gap(_ pattern: TimingPattern, _ position: Int, tempo: Int) -> Double {
    60_000 / Double(tempo) * Double(pattern.gap(at: position)) / Double(pattern.cells.count)
  }
}

/// The settings of early or late.
public struct TimingSettings: Hashable, Sendable {
  /// The range of `timing-tempo`, in beats per minute.
  public static let tempos = 40...240
  /// The range of `timing-position`: the positions of the pattern with the most notes.
  public static let positions = 2...6

  /// The pattern.
  public var pattern = TimingPattern.straight16ths
  /// The displaced note, counted from 1 without rests; a pattern without it uses its usual one.
  public var position = 3
  /// Beats per minute.
  public var tempo = 80
  /// How often the beat is played.
  public var repetitions = TimingRepetitions.unlimited

  /// Everything at its default.
  public init() {}
}

/// How often the beat of early or late is played before an answer. The raw values are the words in settings.
public enum TimingRepetitions: String, Hashable, Sendable, CaseIterable {
  case one = "1"
  case two = "2"
  case three = "3"
  case five = "5"
  case ten = "10"
  /// Until the answer.
  case unlimited

  /// The number; nil: until the answer.
  public var count: Int? { Int(rawValue) }
}
