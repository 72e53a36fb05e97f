import Pitch
import Time

/// An event for a session of any discipline. Frames and times come from the renderer and the input, never from the
/// moment of handling. An event of another discipline, one that does not fit the state, and one with another exercise's
/// epoch change nothing.
public enum SessionEvent: Hashable, Sendable {
  /// Practice of a mode begins, its first reference at `at`, or after `.resume` if `at` is nil: no exercise is chosen
  /// before. `reach` is the reach of the control that will tune. Ignored while practice runs.
  case start(mode: Mode, reach: TuningReach = .free, at: ExerciseStart? = .now)
  /// No exercise begins on this frame or later, until `.resume`: a scheduled one is dropped, one that has begun may be
  /// finished. Ignored while practice does not run, like `.resume`.
  case hold(from: Frame)
  /// Exercises begin again, the first on this frame; if one still runs, the next follows it.
  case resume(at: Frame, reach: TuningReach = .free)
  /// The utterance before the next reference is over, or was not needed: the exercise of `.ready` may sound.
  case proceed(Epoch)
  /// The reference's first frame was made.
  case referenceStarted(Epoch, frame: Frame)
  /// The second note's first frame was made; `heard` is that frame's time plus the playback latency.
  case secondStarted(Epoch, heard: MonotonicTime)
  /// The second note sounded to its natural end.
  case secondEnded(Epoch)
  /// The time to think after the second note is over: in listening, the answer is now given.
  case thoughtOver(Epoch)
  /// A key, pad or page answered; `isSure` is the player's rating (nil: none), `at` the time stamp of the input. Counts
  /// once, and only from `heard` onwards.
  case answer(Answer, isSure: Bool? = nil, at: MonotonicTime, source: InputSource, controller: String?)
  /// The player requested the reference again at this time. Counts every time, but only while the second note can be
  /// tuned.
  case hearAgain(at: MonotonicTime)
  /// In a temperament: the player returns to the note tuned before. `reach` is the reach of the control that will tune
  /// it.
  case stepBack(reach: TuningReach = .free)
  /// The player let go of the control. Counts once, and only while the second note can be tuned; a commit from before
  /// the note is heard does not count. `believed` is the pitch last requested from the renderer: it is kept if practice
  /// ends before the renderer reports.
  case commit(Commit, believed: Hertz)
  /// The batch sent for an answer took effect on `frame`, with `rate` frames a second: feedback's first frame.
  case feedbackStarted(Epoch, frame: Frame, rate: Int)
  /// The same for a commit's fade. `hertz` is the pitch the renderer holds from there onwards (0 if its voice is gone:
  /// then `believed` is kept); `reach` is the reach of the next exercise's control.
  case faded(Epoch, frame: Frame, rate: Int, hertz: Hertz, reach: TuningReach)
  /// The marker at the end of feedback was rendered: `FeedbackTime`, in listening `ListeningTime.answer` after its
  /// first frame.
  case feedbackEnded(Epoch, frame: Frame)
  /// A stop chord whose first key went down at `pressedAt`: the last answer, if that key gave it, is withdrawn, and
  /// practice stops.
  case withdraw(pressedAt: MonotonicTime)
  /// Practice stops for any other reason: an open exercise is dropped, an answered one is kept.
  case stop
}

/// An effect in the course of exercises, common to the sessions of all disciplines.
public enum CourseEffect<Exercise: Hashable & Sendable>: Hashable, Sendable {
  /// This exercise comes next and waits for `.proceed`, to leave time for speech. Only while `holdsReference`.
  case ready(Exercise)
  /// Schedule both notes: the reference on `start`, the second note `timing.targetDelay` frames later.
  case play(Exercise, timing: NoteTiming, start: ExerciseStart)
  /// Withdraw this exercise: none of its notes has started.
  case drop(Epoch)
  /// Fade the notes of this exercise, and withdraw those that have not started: another exercise takes its place.
  case discard(Epoch)
  /// Remove the result. `frame` is the frame on which feedback ended; nil if practice stopped before.
  case clearFeedback(Epoch, frame: Frame?)
  /// Fade all sounding notes, drop all that have not started.
  case silence
  /// Practice did not start; or it has ended, because changed settings leave no further exercise.
  case refused(ExerciseRefusal)
  /// The requested number of exercises is finished, and the last feedback is over.
  case finished
}

/// The start of an exercise's reference.
public enum ExerciseStart: Hashable, Sendable {
  /// As soon as possible: the first of a practice, or one that was held until after feedback.
  case now
  /// On exactly this frame: at the end of feedback, or at a time set by a timer.
  case at(Frame)
}

/// The phase of a session.
public enum SessionPhase: Hashable, Sendable, CaseIterable {
  /// Practice does not run.
  case idle
  /// The next exercise waits for `.resume`.
  case waiting
  /// The reference plays: from its scheduling, or the wait for `.proceed` before it, to the second note's first frame
  /// (a gap included).
  case playingReference
  /// The second note sounds and ends by itself: an answer counts.
  case playingTarget
  /// The second note sounds until it is let go, and can be tuned; lasts until its fade is reported.
  case playingTunable
  /// The second note has ended, and an answer counts.
  case awaitingAnswer
  /// The result is shown; lasts until `FeedbackTime.duration` after the frame on which the answer took effect.
  case showingFeedback
}

/// The part of a session's state that may reach the player. Until feedback it does not reveal the target, the offset or
/// the right answer.
public struct SessionView<Feedback: Hashable & Sendable>: Hashable, Sendable {
  /// The phase of the session.
  public var phase: SessionPhase
  /// Whether the player's input counts now: an answer, or tuning and committing the note.
  public var isOpen: Bool
  /// The interval asked; nil in unison and while idle.
  public var interval: DirectedInterval?
  /// The result, while it is shown.
  public var feedback: Feedback?
}

/// The number of an exercise across the life of the program. Every event and every scheduled sound carries the epoch of
/// its exercise; events with an old epoch are dropped.
public struct Epoch: Hashable, Comparable, Sendable {
  /// 1 for the first exercise since the program started.
  public var number: UInt32

  /// The epoch with this number.
  public init(_ number: UInt32) { self.number = number }

  /// Earlier comes first.
  public static func < (left: Epoch, right: Epoch) -> Bool { left.number < right.number }
}

/// The time for which a result is shown.
public enum FeedbackTime {
  /// The time from feedback's first frame to the next reference's first frame.
  public static let duration = Duration.milliseconds(400)

  /// The same in frames, at `rate` frames a second.
  public static func frames(rate: Int) -> Int64 { Frame.count(in: duration.seconds, rate: rate) }
}
