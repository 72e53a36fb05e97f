import Pitch

/// The reason practice of a mode cannot start with the settings.
public enum ExerciseRefusal: Error, Hashable, Sendable {
  /// The session has no exercises of this mode.
  case unsuitableMode(Mode)
  /// The range is too narrow for every chosen interval: no reference in it has its target in it, too.
  case rangeTooNarrow(NoteRange, intervals: [DirectedInterval])
  /// In this mode, some intervals fit into the range, but for none of them does the tuning of this name have pitches at
  /// both ends; or the temperament of this name lacks intervals of its order.
  case notInTuning(String, mode: Mode, intervals: [DirectedInterval])
  /// At this tempo the displaced note of the pattern would meet its neighbour.
  case patternTooFast(TimingPattern, position: Int, tempo: Int)
}

/// A reference and the correct target of some interval, both in the set range.
public struct NotePair: Hashable, Sendable {
  /// The first note.
  public let reference: Note
  /// The correct second note.
  public let target: Note
}

/// The choices of a strategy: at least one interval, each with at least one pair of notes in the set range for which
/// the tuning has pitches.
public struct ExerciseSpace: Hashable, Sendable {
  /// The mode: `.comparison` and `.matching` have only the prime.
  public let mode: Mode
  /// The range of references and targets.
  public let range: NoteRange
  /// The tuning, which maps intervals to frequencies and so decides which pairs exist.
  public let tuning: Tuning
  /// The chosen intervals that have a pair of notes, lowest first.
  public let intervals: [DirectedInterval]
  /// 0 natural … 1 mechanical; see `TrainingSettings`.
  public let naturalMechanical: Double
  /// The share of right answers aimed at by strategies that can.
  public let targetSuccess: Double
  /// The condition of the exercises.
  public var condition: Condition

  /// Creates the choices that `settings` leave in `mode`; throws `rangeTooNarrow` or `notInTuning` if they leave none.
  public init(mode: Mode, settings: TrainingSettings) throws(ExerciseRefusal) {
    try self.init(
      mode: mode, range: settings.range(in: mode), tuning: settings.tuning(in: mode),
      intervals: settings.intervals(in: mode),
      naturalMechanical: settings.naturalMechanical, targetSuccess: settings.targetSuccess,
      condition: Condition(settings))
    // Only a temperament needs all its intervals.
    guard mode == .temperament else { return }
    let missing = settings.temperamentOrder.steps.filter { !tuning.has($0.interval, from: $0.reference) }
    guard missing.isEmpty else {
      throw .notInTuning(tuning.name, mode: mode, intervals: Set(missing.map(\.interval)).sorted())
    }
  }

  /// The same from its parts. Intervals without a pair of notes are left out.
  init(
    mode: Mode, range: NoteRange, tuning: Tuning = .equal, intervals: [DirectedInterval], naturalMechanical: Double,
    targetSuccess: Double, condition: Condition = .usual
  ) throws(ExerciseRefusal) {
    let asked = mode.asksIntervals ? intervals : [.prime]
    let fitting = asked.filter { abs($0.semitones) <= range.span }
    guard !fitting.isEmpty else { throw .rangeTooNarrow(range, intervals: asked) }
    let existing = fitting.filter { !Self.pairs($0, in: range, tuning, mode).isEmpty }
    guard !existing.isEmpty else { throw .notInTuning(tuning.name, mode: mode, intervals: fitting) }
    self.mode = mode
    self.range = range
    self.tuning = tuning
    self.intervals = existing
    self.naturalMechanical = naturalMechanical
    self.targetSuccess = targetSuccess
    self.condition = condition
  }

  /// All pairs of notes `interval` apart that lie in the range and have a pitch, lowest reference first; in a chord,
  /// those whose companion does, too.
  public func pairs(_ interval: DirectedInterval) -> [NotePair] { Self.pairs(interval, in: range, tuning, mode) }

  private static func pairs(
    _ interval: DirectedInterval, in range: NoteRange, _ tuning: Tuning, _ mode: Mode
  ) -> [NotePair] {
    func note(_ interval: DirectedInterval, over reference: Note) -> Note? {
      reference.transposed(by: interval).flatMap {
        range.contains($0) && tuning.has(interval, from: reference) ? $0 : nil
      }
    }
    let companion = mode == .chords ? Chord(tuning: interval)?.companion : nil
    return (range.low.number...range.high.number).compactMap { number -> NotePair? in
      guard let reference = Note(number), let target = note(interval, over: reference) else { return nil }
      if let companion, note(companion, over: reference) == nil { return nil }
      return NotePair(reference: reference, target: target)
    }
  }
}
