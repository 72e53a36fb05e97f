import Foundation
import Time

/// When something happens, on both clocks. What is planned and measured is on the first; the second is for records.
public struct TimerMoment: Hashable, Sendable {
  /// CLOCK_MONOTONIC: the time stamp of the key for what hands do, now for all else.
  public var time: MonotonicTime
  /// The wall clock at `time`.
  public var date: Date

  /// Memberwise.
  public init(time: MonotonicTime, date: Date) {
    self.time = time
    self.date = date
  }

  /// The wall clock at `instant`, as far as it has run evenly in between.
  func date(of instant: MonotonicTime) -> Date {
    date.addingTimeInterval((instant - time).seconds)
  }

  /// The moment at `instant`.
  func moved(to instant: MonotonicTime) -> TimerMoment {
    TimerMoment(time: instant, date: date(of: instant))
  }
}

extension PracticeTimer {
  /// What happens to a timer.
  public enum Event: Hashable, Sendable {
    /// A configuration was chosen, by Quick Start or on a page: it is shown, and waits for `.confirm`. Not while a
    /// workout runs or is paused.
    case choose(TimerConfiguration)
    /// The first press of `confirm`: what was chosen begins, as the workout `id`. Resumes a paused workout.
    case confirm(id: UUID)
    /// What was chosen is left, or what is finished.
    case cancel
    /// A workout begins without being confirmed, its countdown or first set at this instant: now, or at most `horizon`
    /// ahead.
    case start(TimerConfiguration, id: UUID, at: MonotonicTime)
    /// A workout from an earlier run of the program, paused: see `Workout.restored(at:)`.
    case restore(Workout)
    /// A round was done at `ended`, by the key's own time stamp. `began` is when its exercise began, by the same clock;
    /// nil for `.free`, where a round begins with the end of the one before.
    case round(began: MonotonicTime?, ended: MonotonicTime)
    /// The answer that ended a round at `ended` was taken back by the hands that stop: the round no longer counts, and the
    /// timer is paused.
    case withdraw(ended: MonotonicTime)
    /// The player pauses.
    case pause
    /// The player goes on.
    case resume
    /// The player goes on to the next set before the rest is over.
    case skipRest
    /// The player ends the workout before its time.
    case end
    /// Time has passed: at `deadline`, or at any other moment.
    case tick
    /// The machine slept this long just before: CLOCK_MONOTONIC has not counted it.
    case suspended(for: Duration)
    /// Practice was interrupted: what runs is paused, what only was chosen is left.
    case interrupted
    /// Whether anything can be heard. Without sound a workout goes on in light and text.
    case sound(isAvailable: Bool)
  }

  /// What is to be done, in this order, before the next event is handled.
  public enum Effect: Hashable, Sendable {
    /// Sound this cue so that it is heard at `at`, at most `horizon` ahead; as soon as can be if that is just past.
    case place(TimerCue, at: MonotonicTime)
    /// Drop what was placed and has not begun to sound.
    case cancelCues
    /// Show this cue as light and text, now.
    case show(TimerCue)
    /// The first reference sounds at this instant, at most `horizon` ahead; as soon as can be if it is past. Where an
    /// exercise still runs, the next one follows it. Replaces what was said of training after that instant. Not for
    /// `.free`, like the next three.
    case startTraining(RoundSource, at: MonotonicTime)
    /// No exercise begins at this instant, at most `horizon` ahead, or later; the one that runs then may be finished.
    /// Replaces what was said of training after that instant.
    case holdTraining(from: MonotonicTime)
    /// Training is paused no longer, and is held until it is started: no exercise begins.
    case awaitTraining(RoundSource)
    /// Training stops, and its unfinished exercise is dropped.
    case stopTraining
    /// Keep this change of the workout with this id.
    case save(UUID, WorkoutChange)
    /// The workout is over. One round that is still under way may follow.
    case finished(Workout)
  }

  /// Where a timer is. The raw values are the words in events and on pages.
  public enum Phase: String, Hashable, Sendable, CaseIterable {
    /// No timer is in use.
    case idle
    /// A configuration is shown, and waits to be confirmed.
    case confirming
    /// The first set is soon.
    case countdown
    /// A set.
    case running
    /// Time stands still.
    case paused
    /// Between two sets.
    case resting
    /// The workout is over, and is shown until it is left.
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
