import Pitch
import Time

extension MatchingSession {
  /// What happens to a session. Frames and times are the renderer's and the hands' own, never the moment of handling.
  public enum Event: Hashable, Sendable {
    /// Practice of `.matching` or `.intervalMatching` begins, to be tuned by a control that reaches so far, its first
    /// reference at `at`. Ignored while one runs.
    case start(mode: Mode, reach: TuningReach, at: ComparisonSession.Start = .now)
    /// No exercise begins on this frame or later, until `.resume`: one that is scheduled is dropped, one that has begun may
    /// be finished. Ignored while none is practised, like the next.
    case hold(from: Frame)
    /// Exercises begin again, the first on this frame, to be tuned by a control that reaches so far; where one still runs,
    /// the next follows it.
    case resume(at: Frame, reach: TuningReach)
    /// The utterance before the next reference is over, or there is none: the exercise of `.ready` may sound.
    case proceed(Epoch)
    /// The reference's first frame was made.
    case referenceStarted(Epoch, frame: Frame)
    /// The tunable note's first frame was made; `heard` is that frame's time plus the playback latency.
    case tunableStarted(Epoch, heard: MonotonicTime)
    /// The hands let go. Counts once, and only while the tunable note can be tuned; one from before it is heard does not.
    /// `believed` is what the loop last asked the renderer for: it is kept if practice ends before the renderer reports.
    case commit(Commit, believed: Hertz)
    /// The fade took effect on `frame`, with `rate` frames a second: feedback's first frame. `hertz` is what the renderer
    /// holds from there on (0 if its voice is gone: then what was believed is kept); `reach` is what the control of the
    /// next exercise can reach.
    case faded(Epoch, frame: Frame, rate: Int, hertz: Hertz, reach: TuningReach)
    /// The marker `ComparisonSession.feedbackFrames(rate:)` after feedback's first frame was made.
    case feedbackEnded(Epoch, frame: Frame)
    /// Practice stops: an attempt that was not committed is dropped, one that was is kept.
    case stop
  }

  /// What is to be done, in this order, before the next event is handled.
  public enum Effect: Hashable, Sendable {
    /// This exercise comes next and waits for `.proceed`: something may be said before it. Only while `holdsReference`.
    case ready(MatchingExercise)
    /// Schedule both notes: the reference on `start`, the tunable note `timing.targetDelay` frames later, without an end.
    case play(MatchingExercise, timing: NoteTiming, start: ComparisonSession.Start)
    /// Take this exercise back: none of its notes has started.
    case drop(Epoch)
    /// The tunable note may be tuned from now.
    case enableTuning(MatchingExercise)
    /// The hands have let go: fade the tunable note at once and mark feedback's end, all in one batch with this epoch.
    case fade(Epoch, Commit)
    /// Keep the record.
    case keep(MatchingAttempt)
    /// Show the result.
    case feedback(Epoch, MatchingFeedback)
    /// Show no result any more. `frame` is where feedback ended; nil if practice stopped before.
    case clearFeedback(Epoch, frame: Frame?)
    /// Fade all that sounds, drop all that has not started.
    case silence
    /// Practice did not start; or it is over, as settings that were changed meanwhile leave nothing that could follow.
    case refused(ExerciseRefusal)
    /// As many exercises as asked for were finished, and the last feedback is over.
    case finished
  }

  /// Where a session is. The raw values are the words on the page.
  public enum Phase: String, Hashable, Sendable, CaseIterable {
    /// Nothing is practised.
    case idle
    /// The next exercise waits for `.resume`.
    case waiting
    /// From the reference's scheduling, or the wait for `.proceed` before it, to the tunable note's first frame (a gap included).
    case playingReference
    /// The tunable note sounds, until its fade is reported.
    case playingTunable
    /// The result is shown; lasts until 400 ms after the frame on which the fade took effect.
    case showingFeedback
  }
}

/// All of a session that may reach the player. Until feedback it holds nothing from which the target or the offset
/// follows.
public struct MatchingView: Hashable, Sendable {
  /// Where the session is.
  public var phase: MatchingSession.Phase
  /// Whether the note can be tuned and committed now.
  public var canTune: Bool
  /// The interval that is asked; nil in unison matching and while idle.
  public var interval: DirectedInterval?
  /// The result, while it is shown.
  public var feedback: MatchingFeedback?
}
