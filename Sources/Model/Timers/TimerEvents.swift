import Foundation
import Time

/// The time of an event on two clocks: the first for planning and measuring, the second for records.
public struct TimerMoment: Hashable, Sendable {
  /// CLOCK_MONOTONIC: the key's time stamp for input, the current time for everything else.
  public var time: MonotonicTime
  /// The wall clock at `time`.
  public var date: Date

  /// Memberwise initializer.
  public init(time: MonotonicTime, date: Date) {
    self.time = time
    self.date = date
  }

  /// Returns the wall clock at `instant`, assuming that it has run evenly in between.
  func date(of instant: MonotonicTime) -> Date {
    date.addingTimeInterval((instant - time).seconds)
  }

  /// Returns the moment at `instant`.
  func moved(to instant: MonotonicTime) -> TimerMoment {
    TimerMoment(time: instant, date: date(of: instant))
  }
}

extension PracticeTimer {
  /// An event for a timer.
  public enum Event: Hashable, Sendable {
    /// The player chose a configuration, by Quick Start or on a page: it is shown and waits for `.confirm`. Ignored
    /// while a workout runs or is paused.
    case choose(TimerConfiguration)
    /// The first press of `confirm`: the chosen configuration begins as the workout `id`. Resumes a paused workout.
    case confirm(id: UUID)
    /// The player leaves the chosen configuration, or the finished workout.
    case cancel
    /// A workout begins without confirmation, its countdown or first set at this instant: now, or up to `horizon`
    /// ahead.
    case start(TimerConfiguration, id: UUID, at: MonotonicTime)
    /// A paused workout from an earlier run of the program: see `Workout.restored(at:)`.
    case restore(Workout)
    /// A round was completed at `ended`, by the key's own time stamp. `began` is the start of its exercise, on the same
    /// clock; nil for `.free`, in which a round begins with the end of the one before.
    case round(began: MonotonicTime?, ended: MonotonicTime)
    /// The stop gesture withdrew the answer that ended a round at `ended`: the round no longer counts, and the timer
    /// pauses.
    case withdraw(ended: MonotonicTime)
    /// The player pauses.
    case pause
    /// The player resumes.
    case resume
    /// The player starts the next set before the rest is over.
    case skipRest
    /// The player ends the workout early.
    case end
    /// Time has passed: `deadline`, or any other moment.
    case tick
    /// The machine was just suspended for this long: CLOCK_MONOTONIC has not counted it.
    case suspended(for: Duration)
    /// Practice was interrupted: a running workout is paused, and a configuration that was only chosen is left.
    case interrupted
    /// Sound became available or unavailable. Without sound a workout continues in light and text.
    case sound(isAvailable: Bool)
  }

  /// An effect to apply, in order, before the next event is handled.
  public enum Effect: Hashable, Sendable {
    /// Play this cue so that it is heard at `at`, up to `horizon` ahead; as soon as possible if `at` has just passed.
    case place(TimerCue, at: MonotonicTime)
    /// Drop placed cues that have not begun to sound.
    case cancelCues
    /// Show this cue as light and text now.
    case show(TimerCue)
    /// Start training: the first reference sounds at this instant, up to `horizon` ahead; as soon as possible if it has
    /// passed. An exercise that is still running continues, and the next one follows it. Replaces earlier announcements
    /// for later instants. Not for `.free`, like the next three.
    case startTraining(RoundSource, at: MonotonicTime)
    /// Hold training: no exercise begins at this instant, up to `horizon` ahead, or later; the current exercise may
    /// finish. Replaces earlier announcements for later instants.
    case holdTraining(from: MonotonicTime)
    /// End the pause of training, but hold it until it is started: no exercise begins.
    case awaitTraining(RoundSource)
    /// Stop training, and drop its unfinished exercise.
    case stopTraining
    /// Save this change of the workout with this id.
    case save(UUID, WorkoutChange)
    /// The workout is over. One round that is still in progress may follow.
    case finished(Workout)
  }

  /// The phase of a timer. The raw values are the words in events and on pages.
  public enum Phase: String, Hashable, Sendable, CaseIterable {
    /// No timer is in use.
    case idle
    /// A configuration is shown and waits for confirmation.
    case confirming
    /// The time before the first set.
    case countdown
    /// A set.
    case running
    /// The workout is paused.
    case paused
    /// Between two sets.
    case resting
    /// The workout is over, and shown until the player leaves it.
    case finished

    /// Whether its time runs.
    public var isTimed: Bool {
      switch self {
      case .countdown, .running, .resting: true
      case .idle, .confirming, .paused, .finished: false
      }
    }
  }
}
