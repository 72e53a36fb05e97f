import Pitch
import Time

/// What happens to a session, whatever its discipline. Frames and times are the renderer's and the hands' own, never
/// the moment of handling. What only another discipline knows, what does not fit the state, and what carries another
/// exercise's epoch changes nothing.
public enum SessionEvent: Hashable, Sendable {
  /// Practice of a mode begins, its first reference at `at`, or after `.resume` where that is nil: nothing is chosen
  /// before. A note that is tuned will be tuned by a control that reaches so far. Ignored while one runs.
  case start(mode: Mode, reach: TuningReach = .free, at: ExerciseStart? = .now)
  /// No exercise begins on this frame or later, until `.resume`: one that is scheduled is dropped, one that has begun
  /// may be finished. Ignored while none is practised, like the next.
  case hold(from: Frame)
  /// Exercises begin again, the first on this frame; where one still runs, the next follows it.
  case resume(at: Frame, reach: TuningReach = .free)
  /// The utterance before the next reference is over, or there is none: the exercise of `.ready` may sound.
  case proceed(Epoch)
  /// The reference's first frame was made.
  case referenceStarted(Epoch, frame: Frame)
  /// The second note's first frame was made; `heard` is that frame's time plus the playback latency.
  case secondStarted(Epoch, heard: MonotonicTime)
  /// The second note sounded to its natural end.
  case secondEnded(Epoch)
  /// The time to think after the second note is over: in listening, the answer is now given.
  case thoughtOver(Epoch)
  /// A key, pad or page answered; `at` is its own time stamp. Counts once, and only from `heard` on.
  case answer(Answer, at: MonotonicTime, source: InputSource, controller: String?)
  /// The player asked for the reference once more at this time. Counts as often as it is asked for, and only while the
  /// second note can be tuned.
  case hearAgain(at: MonotonicTime)
  /// The player let go of the control. Counts once, and only while the second note can be tuned; a commit from before
  /// the note is heard does not count. `believed` is the pitch last requested from the renderer: it is kept if practice
  /// ends before the renderer reports.
  case commit(Commit, believed: Hertz)
  /// The batch sent for an answer took effect on `frame`, with `rate` frames a second: feedback's first frame.
  case feedbackStarted(Epoch, frame: Frame, rate: Int)
  /// The same for a commit's fade. `hertz` is the pitch the renderer holds from there onwards (0 if its voice is gone:
  /// then `believed` is kept); `reach` is the reach of the next exercise's control.
  case faded(Epoch, frame: Frame, rate: Int, hertz: Hertz, reach: TuningReach)
  /// The marker where feedback ends was made: `FeedbackTime`, in listening `ListeningTime.answer` after its first
  /// frame.
  case feedbackEnded(Epoch, frame: Frame)
  /// A stop chord whose first key went down at `pressedAt`: the last answer, if that key gave it, is withdrawn, and
  /// practice stops.
  case withdraw(pressedAt: MonotonicTime)
  /// Practice stops for any other reason: what was not answered is dropped, what was is kept.
  case stop
}

/// What a session wants that any other wants as well, in the course of its exercises.
public enum CourseEffect<Exercise: Hashable & Sendable>: Hashable, Sendable {
  /// This exercise comes next and waits for `.proceed`: something may be said before it. Only while `holdsReference`.
  case ready(Exercise)
  /// Schedule both notes: the reference on `start`, the second note `timing.targetDelay` frames later.
  case play(Exercise, timing: NoteTiming, start: ExerciseStart)
  /// Take this exercise back: none of its notes has started.
  case drop(Epoch)
  /// Show no result any more. `frame` is where feedback ended; nil if practice stopped before.
  case clearFeedback(Epoch, frame: Frame?)
  /// Fade all that sounds, drop all that has not started.
  case silence
  /// Practice did not start; or it is over, as settings that were changed meanwhile leave nothing that could follow.
  case refused(ExerciseRefusal)
  /// As many exercises as asked for were finished, and the last feedback is over.
  case finished
}

/// When an exercise's reference starts.
public enum ExerciseStart: Hashable, Sendable {
  /// As soon as possible: the first of a practice, or one that was held until after feedback.
  case now
  /// On exactly this frame: where feedback ends, or where a timer says.
  case at(Frame)
}

/// Where a session is.
public enum SessionPhase: Hashable, Sendable, CaseIterable {
  /// Nothing is practised.
  case idle
  /// The next exercise waits for `.resume`.
  case waiting
  /// From the reference's scheduling, or the wait for `.proceed` before it, to the second note's first frame (a gap
  /// included).
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

/// All of a session that may reach the player. Until feedback it holds nothing from which the target, the offset or
/// the right answer follows.
public struct SessionView<Feedback: Hashable & Sendable>: Hashable, Sendable {
  /// Where the session is.
  public var phase: SessionPhase
  /// Whether the player has a say now: an answer counts, or the note can be tuned and committed.
  public var isOpen: Bool
  /// The interval that is asked; nil in unison and while idle.
  public var interval: DirectedInterval?
  /// The result, while it is shown.
  public var feedback: Feedback?
}
