import Pitch

/// The name of a strategy. The raw values are the words in settings and records.
public enum StrategyName: String, Sendable, CaseIterable {
  /// The Bayesian observer, `EdgeStrategy`.
  case edge
  /// The original's staircase, `KazezStrategy`.
  case kazez
}

/// The treatment of the reference while a note is matched to it. The raw values are the words in settings.
public enum MatchingReference: String, Sendable, CaseIterable {
  /// Before the note: it is matched from memory.
  case first
  /// Before and with the note, equally loud, until the note is committed: beats show how far off it is.
  case held
  /// The same, but quieter with the note as the player needs that help less: see `ReferenceFade`.
  case fading
}

/// The settings that training depends on, each with its default. Values from text are checked against the ranges of
/// `SettingKey.row` in `Ports`; code must keep to these ranges.
public struct TrainingSettings: Hashable, Sendable {
  /// The least span of the note range in semitones: every interval up to the octave has room.
  public static let minimumSpan = 12
  /// The range of `note-duration`, in seconds.
  public static let noteDurations = 0.3...3.0
  /// The range of `note-gap`, in seconds.
  public static let noteGaps = 0.0...5.0
  /// The range of `matching-range`, in cents.
  public static let matchingRanges = 10.0...200.0
  /// Everything at its default.
  public static let standard = TrainingSettings()

  /// The lowest note, A0…C8.
  public var lowest = NoteRange.standard.low
  /// The highest note, A0…C8, at least an octave above the lowest.
  public var highest = NoteRange.standard.high
  /// Length of each note in seconds, 0.3…3.
  public var noteDuration = 1.0
  /// Silence between the two notes in seconds, 0…5.
  public var noteGap = 0.0
  /// The frequency of A4.
  public var concertPitch = ConcertPitch.standard
  /// The intervals that interval modes ask, lowest first, each once, at least one.
  public var intervals = [DirectedInterval.perfectFifthUp]
  /// The tuning, which maps intervals to frequencies.
  public var tuning = Tuning.equal
  /// 0: each note is near the last; 1: each note comes from the weakest quarter of the range.
  public var naturalMechanical = 0.5
  /// The variation of the target's loudness: ± this × 10 dB, 0…1.
  public var loudnessVariation = 0.0
  /// The timbre of the reference, and of the second note unless that has its own.
  public var timbre = Timbre.sine
  /// The timbre of the second note; nil: the same.
  public var timbreOfSecond: Timbre?
  /// The strategy that chooses exercises.
  public var strategy = StrategyName.edge
  /// The share of right answers aimed at by strategies that can, 0.65…0.90.
  public var targetSuccess = 0.80
  /// The largest start offset of matching, and the range of its note from there either way: 10…200 whole cents.
  public var matchingRange = Cents(100)
  /// Whether that range follows the player's own spread.
  public var matchingAdaptive = false
  /// The treatment of the reference while the note is matched to it.
  public var matchingReference = MatchingReference.first
  /// The chords to tune, in the order of `Chord`, each once, at least one.
  public var chords = [Chord.majorThird]
  /// The tuning of chords.
  public var chordTuning = Tuning.just
  /// The temperament to lay.
  public var temperament = Tuning.equal
  /// The order in which it is laid.
  public var temperamentOrder = TemperamentOrder.fifthsFromA
  /// The rhythm of early or late.
  public var timing = TimingSettings()
  /// The interval of beats.
  public var beatsInterval = BeatsChoice.third

  /// The range of references and targets.
  public var range: NoteRange { NoteRange(spanning: lowest, highest) }

  /// The timbres of both notes.
  public var timbres: TimbrePair { TimbrePair(timbre, timbreOfSecond ?? timbre) }

  /// Returns the timbres of both notes in `mode`.
  public func timbres(in mode: Mode) -> TimbrePair { mode.playsTogether ? timbres.beating : timbres }

  /// Returns the tuning of the exercises of `mode`.
  public func tuning(in mode: Mode) -> Tuning {
    switch mode {
    case .chords: chordTuning
    case .temperament: temperament
    default: tuning
    }
  }

  /// Returns the range of references and targets in `mode`: a temperament has the notes of its order.
  func range(in mode: Mode) -> NoteRange {
    let ends = temperamentOrder.ends
    return mode == .temperament ? NoteRange(spanning: ends.low, ends.high) : range
  }

  /// Returns the intervals asked in `mode`, lowest first.
  public func intervals(in mode: Mode) -> [DirectedInterval] {
    switch mode {
    case .chords: chords.map(\.interval).sorted()
    case .temperament: Set(temperamentOrder.steps.map(\.interval)).sorted()
    default: Set(intervals).sorted()
    }
  }

  /// Whether a match depends on earlier matches.
  public var goesOnFromMatches: Bool { matchingAdaptive || matchingReference == .fading }

  /// Length and distance of the notes.
  public var noteTiming: NoteTiming { NoteTiming(duration: noteDuration, gap: noteGap) }
}
