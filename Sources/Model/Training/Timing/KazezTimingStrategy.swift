import Foundation

/// The original's staircase, except for the side, which is a fair coin. From p per cent of a sixteenth, as just asked,
/// a right answer leads to p·(1 − 0.05·√p), a wrong one to p·(1 + 0.09·√p), within 1…20. It knows no conditions.
public struct KazezTimingStrategy: TimingStrategy, Hashable {
  /// The displacements it asks, in per cent of a sixteenth.
  public static let levels = 1.0...20.0

  /// `kazez`.
  public var name: StrategyName { .kazez }

  /// The displacement asked next, in per cent of a sixteenth, if the pattern can reach it.
  public private(set) var level: Double

  /// A strategy that begins at `level` per cent of a sixteenth, limited to `levels`.
  public init(level: Double = levels.upperBound) { self.level = Self.clamped(level) }

  /// A strategy that begins at the threshold of `ear`; without answers, at the largest level. `tempo` is in beats per
  /// minute.
  public init(ear: TimingEar, tempo: Int) {
    let threshold = ear.condition.flatMap { condition in
      ear.threshold(in: condition).map { $0.value * TimingEar.scale(gap: TimingAnswer.sixteenth(tempo)) }
    }
    self.init(level: threshold.map { 100 * $0 / TimingAnswer.sixteenth(tempo) } ?? Self.levels.upperBound)
  }

  /// The side, then no further random number.
  public func next(in space: TimingSpace, using generator: inout SeededGenerator) -> Int64 {
    let isLate = generator.coin()
    let magnitude = space.nanoseconds(level / 100 * TimingAnswer.sixteenth(space.tempo))
    return isLate ? magnitude : -magnitude
  }

  /// Moves the level from the displacement of the answer. One without tempo or displacement teaches nothing.
  public mutating func learn(_ answer: TimingAnswer) {
    guard let tempo = answer.tempo, tempo > 0, answer.offset != 0 else { return }
    let asked = 100 * answer.milliseconds.magnitude / TimingAnswer.sixteenth(tempo)
    let factor = answer.correct ? 1 - 0.05 * asked.squareRoot() : 1 + 0.09 * asked.squareRoot()
    level = Self.clamped(asked * factor)
  }

  private static func clamped(_ level: Double) -> Double {
    level.isFinite ? min(max(level, levels.lowerBound), levels.upperBound) : levels.upperBound
  }
}
