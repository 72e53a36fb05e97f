import Foundation

/// Displaces the note at the edge of hearing: by the amount at which the predicted share of right answers, lapses
/// included and with the lean as uncertain as it is, is the target success. Both sides have the same amount, otherwise
/// the amount would reveal the side.
///
/// After a wrong answer the next displacement is never narrower than the missed one, each in units of the threshold
/// predicted in its own condition.
public struct EdgeTimingStrategy: TimingStrategy, Hashable {
  /// The first displacement of a new ear in milliseconds, if the pattern can reach it.
  public static let first = 40.0
  /// The smallest displacement in milliseconds: several frames at any usual rate.
  public static let floor = 0.5

  /// `edge`.
  public var name: StrategyName { .edge }

  /// The model of the player's ear.
  public private(set) var ear: TimingEar
  /// The last answer, if it was wrong.
  private var missed: TimingAnswer?

  /// Continues from `ear`.
  public init(ear: TimingEar = TimingEar()) { self.ear = ear }

  /// The side, then no further random number.
  public func next(in space: TimingSpace, using generator: inout SeededGenerator) -> Int64 {
    let isLate = generator.coin()
    let magnitude = magnitude(in: space)
    return isLate ? magnitude : -magnitude
  }

  /// Learns an answer as given today.
  public mutating func learn(_ answer: TimingAnswer) {
    let before = ear.answers
    ear.learn(answer)
    missed = answer.correct || ear.answers == before ? nil : answer
  }

  /// Ages the estimates.
  public mutating func age(to now: Date) { ear.age(to: now) }

  /// The size of the next displacement in `space`, in nanoseconds: 1 up to the reach.
  public func magnitude(in space: TimingSpace) -> Int64 {
    if ear.isCold { return space.nanoseconds(Self.first) }
    // The pattern will be heard about as often as last time.
    let loops = ear.condition?.loops ?? .unknown
    let condition = TimingAnswer(in: space, loops: nil, offset: 0, correct: false).condition.heard(loops)
    let scale = TimingEar.scale(gap: space.gap)
    let missed = missed.flatMap { answer in
      answer.gap.map { (answer.milliseconds.magnitude / TimingEar.scale(gap: $0), answer.condition) }
    }
    let wanted = ear.thresholds.question(
      in: condition, success: space.targetSuccess, within: Self.floor / scale...max(space.reach, Self.floor) / scale,
      after: missed)
    return space.nanoseconds(max(scale * wanted, Self.floor))
  }
}
