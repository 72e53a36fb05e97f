/// A kind of matching with its own spread: unison or intervals, from memory or against a sounding reference, each
/// chord, and the fifths of a temperament. From memory and against a sounding reference are different skills: one
/// remembers the reference, or one listens to beats.
struct MatchingKind: Hashable, Sendable {
  /// Whether intervals are matched, or unison.
  var asksIntervals: Bool
  /// Whether the reference keeps sounding, at any level.
  var isHeld: Bool
  /// The chord; nil for pairs of notes.
  var chord: Chord?
  /// Whether temperaments are laid.
  private(set) var isTemperament = false

  /// A kind of matching pairs.
  init(asksIntervals: Bool, isHeld: Bool) {
    self.asksIntervals = asksIntervals
    self.isHeld = isHeld
  }

  /// The matching of `chord`.
  init(_ chord: Chord) {
    self.init(asksIntervals: true, isHeld: true)
    self.chord = chord
  }

  /// The laying of temperaments.
  static let temperament = {
    var kind = MatchingKind(asksIntervals: true, isHeld: true)
    kind.isTemperament = true
    return kind
  }()

  /// The kind of `exercise`.
  init(of exercise: MatchingExercise) {
    self.init(asksIntervals: exercise.mode.asksIntervals, isHeld: exercise.heldLevel != nil)
    chord = exercise.chord
    isTemperament = exercise.mode == .temperament
  }

  /// All kinds, each at its `place`: kinds shown next to each other are neighbours.
  static let all = pairs + Chord.allCases.map { MatchingKind($0) } + [temperament]
  private static let pairs = [false, true].flatMap { asksIntervals in
    [false, true].map { MatchingKind(asksIntervals: asksIntervals, isHeld: $0) }
  }

  /// The position among all kinds, counted from 0.
  var place: Int {
    if isTemperament { return Self.all.count - 1 }
    return chord.map { Self.pairs.count + $0.place } ?? (asksIntervals ? 2 : 0) + (isHeld ? 1 : 0)
  }

  /// The mode of its exercises.
  var mode: Mode {
    if isTemperament { return .temperament }
    return chord != nil ? .chords : asksIntervals ? .intervalMatching : .matching
  }
}
