import Linux
import Pitch
import Simulation
import Training

/// The notes that a contestant asks.
struct NoteStudy: Sendable {
  /// Semitones up and down that are near the last note.
  static let nearby = 12

  /// The listeners, how many answers, and the space with its `naturalMechanical`.
  var comparison: Comparison

  /// The counts over all listeners.
  struct Outcome: Hashable, Sendable {
    /// Notes after another one.
    var steps = 0
    /// The number of these within 12 semitones of it.
    var near = 0
    /// Notes chosen while a curve was shown.
    var judged = 0
    /// The number of these in the quarter of the notes in reach with the highest threshold, or with the widest band, or
    /// never asked before.
    var weakOrUncertain = 0
  }

  /// Returns the outcome of `contender`. On all cores.
  func outcome(of contender: Contender) -> Outcome {
    let outcomes = parallel(comparison.listeners) { index in
      var course = comparison.course(of: index, before: contender)
      var outcome = Outcome()
      var last: Note?
      var asked: Set<Note> = []
      while course.answers < comparison.counts.last ?? 0 {
        let quarters = Self.quarters(of: course)
        let note = course.step().exercise.reference
        if let last {
          outcome.steps += 1
          if abs(note.number - last.number) <= Self.nearby { outcome.near += 1 }
        }
        if let quarters {
          outcome.judged += 1
          if quarters.contains(note) || !asked.contains(note) { outcome.weakOrUncertain += 1 }
        }
        asked.insert(note)
        last = note
      }
      return outcome
    }
    return outcomes.reduce(into: Outcome()) { sum, outcome in
      sum.steps += outcome.steps
      sum.near += outcome.near
      sum.judged += outcome.judged
      sum.weakOrUncertain += outcome.weakOrUncertain
    }
  }

  /// The weakest and the least certain quarter of the notes in reach, those that tie with the last of them included;
  /// nil while nothing is shown.
  private static func quarters(of course: SimulatedCourse) -> Set<Note>? {
    guard course.shown != nil else { return nil }
    let points = course.contestant.curve(over: course.space.range, at: course.now)
      .filter { isInReach($0.note, of: course.space.range, answers: course.answers) }
    guard !points.isEmpty else { return nil }
    return highestQuarter(points) { $0.threshold.value }
      .union(highestQuarter(points) { $0.threshold.band.upperBound / $0.threshold.band.lowerBound })
  }

  private static func highestQuarter(_ points: [CurvePoint], by value: (CurvePoint) -> Double) -> Set<Note> {
    let values = points.map(value)
    let limit = values.sorted(by: >)[(points.count + 3) / 4 - 1]
    return Set(zip(points, values).filter { $0.1 >= limit * (1 - 1e-12) }.map(\.0.note))
  }

  /// The documented rule: 6 semitones about the middle, one more on each side with every 6 answers.
  static func isInReach(_ note: Note, of range: NoteRange, answers: Int) -> Bool {
    abs(2 * note.number - range.low.number - range.high.number) <= 2 * (6 + answers / 6)
  }
}
