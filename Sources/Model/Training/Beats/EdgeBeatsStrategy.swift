import Foundation

/// Chooses the difference of the rates at the edge of hearing, as `EdgeStrategy` chooses cents: see
/// `ConditionEar.question`. Both directions have the same size, otherwise the size would reveal the direction. A value
/// without clocks; a copy is a complete state.
public struct EdgeBeatsStrategy: Sendable {
  /// The first difference of a new ear, in per cent.
  public static let first = 50.0
  /// The largest difference in per cent: one rate is twice the other.
  public static let ceiling = 100.0
  /// The smallest difference in per cent: a tenth of what tuners need.
  public static let floor = 0.3

  /// `edge`.
  public var name: StrategyName { .edge }

  /// The model of the player's ear.
  public private(set) var ear: BeatsEar
  /// The last answer, if it was wrong.
  private var missed: (magnitude: Double, condition: BeatsCondition)?

  /// Continues from `ear`.
  public init(ear: BeatsEar = BeatsEar()) { self.ear = ear }

  /// Returns the difference to ask next in `condition`, in per cent of the slower rate, positive if the second beats
  /// faster. The direction is a fair coin regardless of earlier exercises and answers, and the only number drawn.
  public func next(
    in condition: BeatsCondition, success: Double, using generator: inout SeededGenerator
  ) -> Double {
    let isFaster = generator.coin()
    let magnitude = magnitude(in: condition, success: success)
    return isFaster ? magnitude : -magnitude
  }

  /// The size of the next difference in `condition`, at which the share `success` of the answers will be right.
  func magnitude(in condition: BeatsCondition, success: Double) -> Double {
    if ear.isCold { return Self.first }
    let wanted = ear.thresholds.question(
      in: condition, success: success, within: Self.floor...Self.ceiling, after: missed)
    return min(max(wanted, Self.floor), Self.ceiling)
  }

  /// Learns an answer as given today, rated `isSure` (nil: not rated). Withdrawn answers are never passed.
  public mutating func learn(
    _ difference: Double, in condition: BeatsCondition, correct: Bool, isSure: Bool? = nil
  ) {
    let before = ear.answers
    ear.learn(difference, in: condition, correct: correct, isSure: isSure)
    missed = correct || ear.answers == before ? nil : (difference.magnitude, condition)
  }

  /// Ages the estimates to `now`.
  public mutating func age(to now: Date) { ear.age(to: now) }
}
