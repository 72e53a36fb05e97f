/// A mode of practice.
public enum Mode: String, Sendable, CaseIterable {
  /// Two notes of nearly the same pitch: is the second higher or lower?
  case comparison
  /// The player brings the second note to the pitch of the first.
  case matching
  /// Is the second note higher or lower than the given interval from the first?
  case intervalComparison = "interval-comparison"
  /// The player brings the second note to the given interval from the first.
  case intervalMatching = "interval-matching"
  /// The pairs of comparison without a question: the answer follows by itself.
  case listening = "listen"
  /// The same of interval comparison.
  case intervalListening = "interval-listen"
  /// A pattern repeats with one note displaced: is that note early or late?
  case timing
  /// The patterns of early or late without a question: the answer follows by itself.
  case timingListening = "timing-listen"
  /// A chord sounds, and the player tunes one of its notes.
  case chords
  /// Two intervals beat, one after the other: does the second beat faster?
  case beats
  /// The player lays a temperament: each note is tuned against one that was tuned before.
  case temperament

  /// The modes that a key of one half starts at the hub, pressed or held.
  public static let onHalves: [Mode] = [.comparison, .matching, .intervalComparison, .intervalMatching]
  /// The other modes, in the order of their list.
  public static let further = allCases.filter { !onHalves.contains($0) }

  /// The discipline of the mode.
  public var discipline: Discipline {
    switch self {
    case .comparison, .intervalComparison: .comparison
    case .matching, .intervalMatching, .chords, .temperament: .matching
    case .listening, .intervalListening: .listening
    case .timing: .timing
    case .timingListening: .timingListening
    case .beats: .beats
    }
  }

  /// Whether the exercises are patterns with a displaced note, rather than pairs of notes.
  public var playsPatterns: Bool { self == .timing || self == .timingListening }

  /// The mode that plays similar exercises without a question.
  public var listening: Mode { playsPatterns ? .timingListening : asksIntervals ? .intervalListening : .listening }

  /// Whether the target of the second note is an interval above or below the first, rather than the pitch of the first.
  public var asksIntervals: Bool { rawValue.hasPrefix("interval-") || playsTogether }

  /// Whether the tuned note begins together with the notes it is tuned to, which are held until the commit.
  public var playsTogether: Bool { self == .chords || self == .temperament }
}

/// The player's task in an exercise. Each discipline has its own session and records. The raw
/// values are the names of their tables.
public enum Discipline: String, Hashable, Sendable, CaseIterable {
  /// The player judges the pitch of the second note.
  case comparison
  /// The player tunes the second note.
  case matching
  /// The player only hears the second note.
  case listening
  /// The player judges the time of a note.
  case timing
  /// The player only hears whether a note is early or late.
  case timingListening = "timing_listening"
  /// The player judges which of two intervals beats faster.
  case beats

  /// Whether the player tunes the second note, which sounds until the commit, instead of answering.
  public var tunes: Bool { self == .matching }

  /// Whether the player ends its exercises, so that they teach something: listening reveals nothing about an ear.
  public var teaches: Bool { self != .listening && self != .timingListening }

  /// Whether an answer ends its exercises, which the player may mark as sure.
  public var isAnswered: Bool { teaches && !tunes }

  /// The disciplines that teach.
  public static let teaching = allCases.filter(\.teaches)

  /// The disciplines whose exercises end with an answer.
  static let answered = allCases.filter(\.isAnswered)
}
