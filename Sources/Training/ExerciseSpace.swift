import Pitch

/// Why practice of a mode cannot start with these settings.
public enum ExerciseRefusal: Error, Hashable, Sendable {
  /// The session has no exercises of this mode.
  case unsuitableMode(Mode)
  /// The range is too narrow for every chosen interval: no reference in it has its target in it too.
  case rangeTooNarrow(NoteRange, intervals: [DirectedInterval])
}

/// A reference and the correct target of some interval, both in the set range.
public struct NotePair: Hashable, Sendable {
  /// The first note.
  public let reference: Note
  /// The correct second note.
  public let target: Note
}

/// What a strategy may choose from: at least one interval, each with at least one pair of notes in the set range.
public struct ExerciseSpace: Hashable, Sendable {
  /// Whether intervals are asked: `.comparison` and `.matching` have only the prime.
  public let mode: Mode
  /// References and targets lie within it.
  public let range: NoteRange
  /// The chosen intervals that have room in the range, lowest first.
  public let intervals: [DirectedInterval]
  /// 0 natural … 1 mechanical; see `TrainingSettings`.
  public let naturalMechanical: Double
  /// The share of right answers aimed at by strategies that can.
  public let targetSuccess: Double

  /// What `settings` leave to choose from in `mode`; throws `rangeTooNarrow` if that is nothing.
  public init(mode: Mode, settings: TrainingSettings) throws(ExerciseRefusal) {
    try self.init(
      mode: mode, range: settings.range, intervals: settings.intervals,
      naturalMechanical: settings.naturalMechanical, targetSuccess: settings.targetSuccess)
  }

  /// The same from its parts. Intervals without room are left out.
  init(
    mode: Mode, range: NoteRange, intervals: [DirectedInterval], naturalMechanical: Double, targetSuccess: Double
  ) throws(ExerciseRefusal) {
    let asked = mode.asksIntervals ? intervals : [.prime]
    let fitting = asked.filter { abs($0.semitones) <= range.span }
    guard !fitting.isEmpty else { throw .rangeTooNarrow(range, intervals: asked) }
    self.mode = mode
    self.range = range
    self.intervals = fitting
    self.naturalMechanical = naturalMechanical
    self.targetSuccess = targetSuccess
  }

  /// All pairs of notes `interval` apart that lie in the range, lowest reference first.
  public func pairs(_ interval: DirectedInterval) -> [NotePair] {
    (range.low.number...range.high.number).compactMap { number in
      guard let reference = Note(number), let target = reference.transposed(by: interval), range.contains(target)
      else { return nil }
      return NotePair(reference: reference, target: target)
    }
  }
}
