import Glibc

/// When a simulated listener is sure of an answer.
public enum Sureness: Hashable, Sendable {
  /// The listener does not rate answers.
  case unrated
  /// Beyond this much evidence, in σ of the listener's noise: at least 0. A lapse is as often sure as not.
  case criterion(Double)
  /// By chance, with this probability, whatever the listener hears; 0: never.
  case chance(Double)

  /// An answer.
  public struct Response: Hashable, Sendable {
    /// Whether it was right.
    public var correct: Bool
    /// Whether the listener was sure; nil: not rated.
    public var isSure: Bool?
  }

  /// Returns the answer at detectability `z` (in σ; positive favours the right answer) and lapse rate `lapse` that one
  /// uniform random number, 0..<1, decides. Whether it is right does not depend on the sureness.
  func response(z: Double, lapse: Double, luck: Double) -> Response {
    func above(_ bound: Double) -> Double { 0.5 * erfc((bound - z) / 2.0.squareRoot()) }
    let right = lapse / 2 + (1 - lapse) * above(0)
    let correct = luck < right
    // Sure answers are those at both ends.
    switch self {
    case .unrated: return Response(correct: correct)
    case .chance(let share):
      return Response(correct: correct, isSure: correct ? luck < share * right : 1 - luck < share * (1 - right))
    case .criterion(let criterion):
      let sure = correct ? above(criterion) : 1 - above(-criterion)
      return Response(
        correct: correct, isSure: (correct ? luck : 1 - luck) < lapse / 4 + (1 - lapse) * sure)
    }
  }
}
