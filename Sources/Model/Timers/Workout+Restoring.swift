import Foundation
import Time

/// The state of a workout found at the start of the program.
public enum WorkoutRestoration: Hashable, Sendable {
  /// A paused workout that can be resumed with `PracticeTimer.Event.restore`.
  case paused(Workout)
  /// A workout that has just ended, because it is too old or cannot be resumed; to save as given here.
  case ended(Workout)
  /// A workout that had already ended.
  case over
}

extension Workout {
  /// The time a paused workout waits to be resumed.
  public static let patience = Duration.seconds(3_600)

  /// Returns the state at the wall-clock time `date`: paused within an hour of the newest change, otherwise incomplete;
  /// complete if its last set was. A clock that is behind the newest change counts as no time: some machines start
  /// without knowing the time.
  public func restored(at date: Date) -> WorkoutRestoration {
    guard !state.isOver else { return .over }
    var workout = self
    guard date.timeIntervalSince(changed) <= Self.patience.seconds, isResumable else {
      let isComplete = workout.sets.count == configuration.sets && workout.sets.last?.state == .complete
      workout.state = isComplete ? .complete : .incomplete
      workout.ended = changed
      for index in workout.sets.indices where workout.sets[index].state == .running {
        workout.sets[index].state = .incomplete
      }
      return .ended(workout)
    }
    workout.state = .paused
    return .paused(workout)
  }

  /// Whether the workout is consistent enough to resume: a file may contain anything.
  var isResumable: Bool {
    guard !state.isOver, (.zero ... .seconds(TimerConfiguration.longest)).contains(position.elapsed),
      (1...configuration.sets).contains(position.set), sets.map(\.number) == Array(1..<(sets.count + 1)),
      sets.allSatisfy(\.isPlausible)
    else { return false }
    return switch position.stage {
    case .countdown: sets.isEmpty && configuration.countdownSeconds != nil
    case .set:
      sets.count == position.set && sets.last?.state == .running
        && position.elapsed >= sets.last?.rounds.last?.ended ?? .zero
    case .rest: sets.count == position.set && position.set < configuration.sets && sets.last?.state == .complete
    }
  }
}

extension WorkoutSet {
  /// Whether counting can continue from this position.
  fileprivate var isPlausible: Bool {
    let spans = .zero...Round.longest
    return spans.contains(elapsed) && rounds.allSatisfy { spans.contains($0.ended) }
  }
}
