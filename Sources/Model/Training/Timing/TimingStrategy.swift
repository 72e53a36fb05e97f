import Foundation
import Glibc

/// Chooses displacements from the answers so far, as `Strategy` chooses exercises: a value without clocks,
/// deterministic under the generator it is given; a copy is a complete state.
public protocol TimingStrategy: Sendable {
  /// The strategy's name in settings and records.
  var name: StrategyName { get }

  /// Returns the next displacement in nanoseconds, positive late: never 0, never above the reach of `space`. The side
  /// is the first number drawn, a fair coin regardless of earlier exercises and answers, so that no rule predicts it.
  func next(in space: TimingSpace, using generator: inout SeededGenerator) -> Int64

  /// Learns an answer. Withdrawn answers are never passed.
  mutating func learn(_ answer: TimingAnswer)

  /// Ages the strategy to `now` by the wall clock. Does nothing by default.
  mutating func age(to now: Date)
}

extension TimingStrategy {
  /// Does nothing.
  public mutating func age(to now: Date) {}
}

extension TimingSpace {
  /// Returns `milliseconds` in whole nanoseconds, 1 up to the reach.
  func nanoseconds(_ milliseconds: Double) -> Int64 {
    let limit = Int64((1e6 * reach).rounded(.down))
    return min(max(Int64((1e6 * min(milliseconds, reach)).rounded()), 1), limit)
  }
}
