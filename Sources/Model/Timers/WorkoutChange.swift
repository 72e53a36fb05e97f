import Foundation
import Time

/// One thing that has happened to a workout, to be kept at once. All changes of a workout, applied in order, are the
/// workout; so are those that were kept before a crash.
public struct WorkoutChange: Hashable, Sendable {
  /// What has happened.
  public enum Kind: Hashable, Sendable {
    /// It has begun; nothing is known of it before.
    case begun(Workout)
    /// It is here now, and runs or is paused.
    case moved(WorkoutPosition, isPaused: Bool)
    /// The set with this number has begun, at the change's date.
    case setBegun(Int)
    /// A round of the set with this number was done. It may come after the set's end, and after the workout's.
    case round(Round, set: Int)
    /// The last round of the set with this number no longer counts.
    case roundWithdrawn(set: Int)
    /// The set with this number is over; complete if time or rounds ended it, not a hand.
    case setEnded(Int, elapsed: Duration, isComplete: Bool)
    /// All is over, at the change's date.
    case ended(isComplete: Bool)
  }

  /// Wall-clock time.
  public var date: Date
  /// What has happened.
  public var kind: Kind

  /// Memberwise.
  public init(date: Date, _ kind: Kind) {
    self.date = date
    self.kind = kind
  }
}

extension Workout {
  /// Takes on `change`. One that names a set that is not there changes nothing but the date.
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
      // After a crash it goes on from here: never from before a round that was done.
      if !state.isOver, position.stage == .set, position.set == number {
        position.elapsed = max(position.elapsed, round.ended)
      }
    case .roundWithdrawn(let number):
      withSet(number) { _ = $0.rounds.popLast() }
    case .setEnded(let number, let elapsed, let isComplete):
      // Even where the next set follows at once: the rest is then over as soon as it begins.
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
    // Always one of the last.
    guard let index = sets.lastIndex(where: { $0.number == number }) else { return }
    body(&sets[index])
  }
}
