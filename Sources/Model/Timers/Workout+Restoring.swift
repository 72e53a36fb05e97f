import Foundation
import Time

/// What a workout that was found at the start of the program is now.
public enum WorkoutRestoration: Hashable, Sendable {
  /// Paused, and can be resumed: `PracticeTimer.Event.restore`.
  case paused(Workout)
  /// Too old, or nothing is left to be resumed: to be kept as it is here, which is over.
  case ended(Workout)
  /// Over already.
  case over
}

extension Workout {
  /// How long a paused workout waits to be resumed.
  public static let patience = Duration.seconds(3_600)

  /// What it is at the wall-clock time `date`: paused within the hour after its newest change, otherwise incomplete;
  /// complete if its last set was. A clock that stands before that change ages nothing: some machines start without
  /// knowing the time.
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

  /// Whether what was read makes sense: a file may say anything.
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
  /// Whether one can count on from here.
  fileprivate var isPlausible: Bool {
    let spans = .zero...Round.longest
    return spans.contains(elapsed) && rounds.allSatisfy { spans.contains($0.ended) }
  }
}
