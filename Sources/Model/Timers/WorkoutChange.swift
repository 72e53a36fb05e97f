import Foundation
import Time

/// A single change of a workout, to save at once. Applying all changes in order yields the workout; applying those
/// saved before a crash yields its state then.
public struct WorkoutChange: Hashable, Sendable {
  /// The kind of change.
  public enum Kind: Hashable, Sendable {
    /// The workout began.
    case begun(Workout)
    /// The workout reached this position, and runs or is paused.
    case moved(WorkoutPosition, isPaused: Bool)
    /// The set with this number began, at the change's date.
    case setBegun(Int)
    /// A round of the set with this number was completed. May follow the set's end, and the workout's.
    case round(Round, set: Int)
    /// The last round of the set with this number no longer counts.
    case roundWithdrawn(set: Int)
    /// The set with this number is over; complete if time or rounds ended it, not the player.
    case setEnded(Int, elapsed: Duration, isComplete: Bool)
    /// The workout is over, at the change's date.
    case ended(isComplete: Bool)
  }

  /// Wall-clock time.
  public var date: Date
  /// The kind of change.
  public var kind: Kind

  /// Memberwise initializer.
  public init(date: Date, _ kind: Kind) {
    self.date = date
    self.kind = kind
  }
}

extension Workout {
  /// Applies `change`. A change that names a missing set affects only the date.
  public mutating func apply(_ change: WorkoutChange) {
    changed = change.date
    switch change.kind {
    case .begun(let workout):
      self = workout
    case .moved(let position, let isPaused):
      self.position = position
      state = isPaused ? .paused : .running
      guard position.stage == .set else { return }
      withSet(position.set) { $0.elapsed = max($0.elapsed, position.elapsed) }
    case .setBegun(let number):
      position = WorkoutPosition(.set, set: number, elapsed: .zero)
      sets.append(WorkoutSet(number: number, started: change.date, elapsed: .zero, state: .running, rounds: []))
    case .round(let round, let number):
      withSet(number) {
        $0.rounds.append(round)
        if $0.state == .running { $0.elapsed = max($0.elapsed, round.ended) }
      }
      // After a crash the workout resumes here, never before a completed round.
      if !state.isOver, position.stage == .set, position.set == number {
        position.elapsed = max(position.elapsed, round.ended)
      }
    case .roundWithdrawn(let number):
      withSet(number) { _ = $0.rounds.popLast() }
    case .setEnded(let number, let elapsed, let isComplete):
      // Also if the next set follows at once: the rest then ends as soon as it begins.
      position =
        number < configuration.sets
        ? WorkoutPosition(.rest, set: number, elapsed: .zero) : WorkoutPosition(.set, set: number, elapsed: elapsed)
      withSet(number) {
        $0.elapsed = elapsed
        $0.state = isComplete ? .complete : .incomplete
      }
    case .ended(let isComplete):
      state = isComplete ? .complete : .incomplete
      ended = change.date
    }
  }

  private mutating func withSet(_ number: Int, _ body: (inout WorkoutSet) -> Void) {
    // The set is always one of the last.
    guard let index = sets.lastIndex(where: { $0.number == number }) else { return }
    body(&sets[index])
  }
}
