import Pitch
import Time

extension ComparisonSession {
  /// What happens to a session. Frames and times are the renderer's and the keys' own, never the moment of handling.
  public enum Event: Hashable, Sendable {
    /// Practice of `.comparison` or `.intervalComparison` begins, its first reference at `at`. Ignored while one runs.
    case start(mode: Mode, at: Start = .now)
    /// No exercise begins on this frame or later, until `.resume`: one that is scheduled is dropped, one that has begun may
    /// be finished. Ignored while none is practised, like the next.
    case hold(from: Frame)
    /// Exercises begin again, the first on this frame; where one still runs, the next follows it.
    case resume(at: Frame)
    /// The utterance before the next reference is over, or there is none: the exercise of `.ready` may sound.
    case proceed(Epoch)
    /// The reference's first frame was made.
    case referenceStarted(Epoch, frame: Frame)
    /// The target's first frame was made; `heard` is that frame's time plus the playback latency.
    case targetStarted(Epoch, heard: MonotonicTime)
    /// The target sounded to its natural end.
    case targetEnded(Epoch)
    /// A key, pad or page answered; `at` is its own time stamp. Counts once, and only from `heard` on.
    case answer(Answer, at: MonotonicTime, source: InputSource, controller: String?)
    /// The batch sent for `answered` took effect on `frame`, with `rate` frames a second: feedback's first frame.
    case feedbackStarted(Epoch, frame: Frame, rate: Int)
    /// The marker `feedbackFrames(rate:)` after feedback's first frame was made.
    case feedbackEnded(Epoch, frame: Frame)
    /// A stop chord whose first key went down at `pressedAt`: the last answer, if that key gave it, is withdrawn, and
    /// practice stops.
    case withdraw(pressedAt: MonotonicTime)
    /// Practice stops for any other reason.
    case stop
  }

  /// What is to be done, in this order, before the next event is handled.
  public enum Effect: Hashable, Sendable {
    /// This exercise comes next and waits for `.proceed`: something may be said before it. Only while `holdsReference`.
    case ready(ComparisonExercise)
    /// Schedule both notes: the reference on `start`, the target `timing.targetDelay` frames later.
    case play(ComparisonExercise, timing: NoteTiming, start: Start)
    /// Take this exercise back: none of its notes has started.
    case drop(Epoch)
    /// Answers to this exercise count from now.
    case enableAnswer(Epoch)
    /// Fade the sounding note at once, tick if it was wrong, mark feedback's end, keep the record: all in one batch
    /// with the epoch of `exercise`.
    case answered(ComparisonAnswer)
    /// Show the result.
    case feedback(Epoch, ComparisonFeedback)
    /// Show no result any more. `frame` is where feedback ended; nil if practice stopped before.
    case clearFeedback(Epoch, frame: Frame?)
    /// This answer no longer counts: rewrite its record.
    case withdrawn(ComparisonAnswer)
    /// Fade all that sounds, drop all that has not started.
    case silence
    /// Practice did not start; or it is over, as settings that were changed meanwhile leave nothing that could follow.
    case refused(ExerciseRefusal)
    /// As many exercises as asked for were answered, and the last feedback is over.
    case finished
  }

  /// When an exercise's reference starts.
  public enum Start: Hashable, Sendable {
    /// As soon as possible: the first of a practice, or one that was held until after feedback.
    case now
    /// On exactly this frame: where feedback ends, or where a timer says.
    case at(Frame)
  }

  /// Where a session is. The raw values are the words on the page.
  public enum Phase: String, Hashable, Sendable, CaseIterable {
    /// Nothing is practised.
    case idle
    /// The next exercise waits for `.resume`.
    case waiting
    /// From the reference's scheduling, or the wait for `.proceed` before it, to the target's first frame (a gap included).
    case playingReference
    /// The target sounds, and answers count.
    case playingTarget
    /// The target has ended, and answers count.
    case awaitingAnswer
    /// An answer was given; lasts until 400 ms after the frame on which it took effect.
    case showingFeedback
  }
}

/// The result of an answer as it is shown.
public struct ComparisonFeedback: Hashable, Sendable {
  /// What was answered.
  public var answer: Answer
  /// Whether that was right.
  public var correct: Bool

  /// Memberwise.
  public init(answer: Answer, correct: Bool) {
    self.answer = answer
    self.correct = correct
  }
}

/// All of a session that may reach the player. Until feedback it holds nothing from which the target, the offset or
/// the right answer follows.
public struct ComparisonView: Hashable, Sendable {
  /// Where the session is.
  public var phase: ComparisonSession.Phase
  /// Whether an answer counts now.
  public var canAnswer: Bool
  /// The interval that is asked; nil in unison comparison and while idle.
  public var interval: DirectedInterval?
  /// The result, while it is shown.
  public var feedback: ComparisonFeedback?
}
