import Pitch

/// Which strategy chooses exercises. The raw values are the words in settings and records.
public enum StrategyName: String, Sendable, CaseIterable {
  /// The Bayesian observer, `EdgeStrategy`.
  case edge
  /// The original's staircase, `KazezStrategy`.
  case kazez
}

/// How a reference is heard while a note is matched to it. The raw values are the words in settings.
public enum MatchingReference: String, Sendable, CaseIterable {
  /// Before the note: it is matched from memory.
  case first
  /// Before and with the note, equally loud, until the note is committed: beats tell how far off it is.
  case held
  /// The same, and more quietly with the note as that help is needed less: see `ReferenceFade`.
  case fading
}

/// Everything the player can set that training depends on: complete, and within its ranges.
public struct TrainingSettings: Hashable, Sendable {
  /// MIDI notes `note-range-low` and `note-range-high` may have: A0…C8.
  public static let noteNumbers = 21...108
  /// The least span of the note range in semitones: every interval up to the octave has room.
  public static let minimumSpan = 12
  /// Seconds `note-duration` may have.
  public static let noteDurations = 0.3...3.0
  /// Seconds `note-gap` may have.
  public static let noteGaps = 0.0...5.0
  /// Values of `natural-mechanical` and of `loudness-variation`.
  public static let shares = 0.0...1.0
  /// Shares right `target-success` may ask for.
  public static let targetSuccesses = 0.65...0.90
  /// Cents `matching-range` may have.
  public static let matchingRanges = 10.0...200.0

  /// References and targets lie within it. Default C2…C6 (36…84).
  public let range: NoteRange
  /// Length of each note in seconds. Default 1.
  public let noteDuration: Double
  /// Silence between the two notes in seconds. Default 0.
  public let noteGap: Double
  /// What A4 is tuned to. Default 440 Hz.
  public let concertPitch: ConcertPitch
  /// What interval modes ask, lowest first, each once, at least one. Default a perfect fifth up.
  public let intervals: [DirectedInterval]
  /// How intervals become frequencies. Default equal.
  public let tuning: Tuning
  /// 0: each note is near the last; 1: each note comes from the weakest quarter of the range. Default 0.5.
  public let naturalMechanical: Double
  /// How much the target's loudness varies: ± this × 10 dB. Default 0.
  public let loudnessVariation: Double
  /// Who chooses. Default edge.
  public let strategy: StrategyName
  /// The share of right answers aimed at by strategies that can. Default 0.80.
  public let targetSuccess: Double
  /// How far off matching starts at most, and how far its note can be moved from there either way. Default 100 cents.
  public let matchingRange: Cents
  /// Whether that range follows the player's own spread. Default false.
  public let matchingAdaptive: Bool
  /// How the reference is heard while the note is matched to it. Default first.
  public let matchingReference: MatchingReference

  /// The settings, or the first of them that is out of its range. What is left out has its default.
  public init(
    range: NoteRange = standard.range,
    noteDuration: Double = standard.noteDuration,
    noteGap: Double = standard.noteGap,
    concertPitch: ConcertPitch = standard.concertPitch,
    intervals: [DirectedInterval] = standard.intervals,
    tuning: Tuning = standard.tuning,
    naturalMechanical: Double = standard.naturalMechanical,
    loudnessVariation: Double = standard.loudnessVariation,
    strategy: StrategyName = standard.strategy,
    targetSuccess: Double = standard.targetSuccess,
    matchingRange: Cents = standard.matchingRange,
    matchingAdaptive: Bool = standard.matchingAdaptive,
    matchingReference: MatchingReference = standard.matchingReference
  ) throws(TrainingSettingsError) {
    guard Self.noteNumbers.contains(range.low.number), Self.noteNumbers.contains(range.high.number) else {
      throw .noteRangeOutside(range)
    }
    guard range.span >= Self.minimumSpan else { throw .noteRangeTooNarrow(range) }
    guard Self.noteDurations.contains(noteDuration) else { throw .noteDuration(noteDuration) }
    guard Self.noteGaps.contains(noteGap) else { throw .noteGap(noteGap) }
    let intervals = Set(intervals).sorted()
    guard !intervals.isEmpty else { throw .noIntervals }
    guard Self.shares.contains(naturalMechanical) else { throw .naturalMechanical(naturalMechanical) }
    guard Self.shares.contains(loudnessVariation) else { throw .loudnessVariation(loudnessVariation) }
    guard Self.targetSuccesses.contains(targetSuccess) else { throw .targetSuccess(targetSuccess) }
    guard Self.matchingRanges.contains(matchingRange.value) else { throw .matchingRange(matchingRange) }
    self.range = range
    self.noteDuration = noteDuration
    self.noteGap = noteGap
    self.concertPitch = concertPitch
    self.intervals = intervals
    self.tuning = tuning
    self.naturalMechanical = naturalMechanical
    self.loudnessVariation = loudnessVariation
    self.strategy = strategy
    self.targetSuccess = targetSuccess
    self.matchingRange = matchingRange
    self.matchingAdaptive = matchingAdaptive
    self.matchingReference = matchingReference
  }

  /// Everything at its default.
  public static let standard = TrainingSettings()

  private init() {
    range = .standard
    noteDuration = 1
    noteGap = 0
    concertPitch = .standard
    intervals = [.perfectFifthUp]
    tuning = .equal
    naturalMechanical = 0.5
    loudnessVariation = 0
    strategy = .edge
    targetSuccess = 0.80
    matchingRange = Cents(100)
    matchingAdaptive = false
    matchingReference = .first
  }

  /// Whether a match depends on those before it.
  public var goesOnFromMatches: Bool { matchingAdaptive || matchingReference == .fading }

  /// Length and distance of the notes.
  public var timing: NoteTiming { NoteTiming(duration: noteDuration, gap: noteGap) }
}

/// A setting outside its range; carries what was asked for. The ranges are `TrainingSettings`' static members.
public enum TrainingSettingsError: Error, Hashable, Sendable {
  /// A note of the range lies outside A0…C8.
  case noteRangeOutside(NoteRange)
  /// The range spans less than an octave.
  case noteRangeTooNarrow(NoteRange)
  /// Not within 0.3…3.0 s.
  case noteDuration(Double)
  /// Not within 0…5 s.
  case noteGap(Double)
  /// At least one interval must be chosen.
  case noIntervals
  /// Not within 0…1.
  case naturalMechanical(Double)
  /// Not within 0…1.
  case loudnessVariation(Double)
  /// Not within 0.65…0.90.
  case targetSuccess(Double)
  /// Not within 10…200 cents.
  case matchingRange(Cents)
}
