import Controllers
import Foundation
import Sound
import Time
import Timers
import Training

/// A line of the event stream (`--events`): a log for tests and tools, not shown to the player.
public struct PracticeEvent: Sendable {
  /// An event with its fields. The names of the cases are the words of the stream.
  public enum Kind: Sendable {
    case sessionStarted(mode: Mode)
    case exerciseStarted(ComparisonExercise)
    /// `exerciseStarted` in the stream, like the comparison's.
    case matchingStarted(MatchingExercise)
    /// The same.
    case timingStarted(TimingExercise)
    /// The same.
    case beatsStarted(BeatsExercise)
    case noteStarted(role: VoiceRole, hertz: Double, frame: Frame)
    case noteEnded(role: VoiceRole, frame: Frame)
    case answerEnabled
    /// `isSure` is the player's rating; nil without one.
    case answered(
      Answer, correct: Bool, isSure: Bool? = nil, source: InputSource, inputTime: MonotonicTime, responseTime: Double)
    case tuningEnabled
    /// `repeated` in the stream: the reference sounds again.
    case heardAgain(inputTime: MonotonicTime)
    case committed(MatchingAttempt)
    /// The answer of an exercise in listening, after the time to think.
    case listened(Answer)
    case feedbackStarted(correct: Bool, frame: Frame)
    /// `feedbackStarted` in the stream, like the comparison's: the answer of an exercise in listening.
    case answerTold(Answer, frame: Frame)
    /// `feedbackStarted` in the stream, like the comparison's.
    case resultStarted(MatchingFeedback, frame: Frame)
    case feedbackEnded(frame: Frame)
    case recordSaved(UUID)
    case recordWithdrawn(UUID)
    case controllerConnected(PortDescription, mapping: String)
    case controllerDisconnected(PortDescription)
    case soundReady(SoundDescription)
    case soundLost(SoundLoss)
    case soundRestored(SoundDescription)
    case xruns(Int)
    case sessionStopped(StopReason)
    case trouble(String)
    case explanation(ExplanationState)
    case timerPhase(PracticeTimer.Phase, isComplete: Bool?)
    case timerStarted(Workout)
    /// A cue was shown by light and text.
    case timerCue(TimerCue)
    /// The frame of a cue has been rendered.
    case cueStarted(CueTone, frame: Frame, isSounded: Bool)
    case timerRound(Round, set: Int)
    case timerRoundWithdrawn(set: Int)
    case workoutSaved(UUID, change: Int)
  }

  /// A stage of the explanation. The raw values are the words of the stream.
  public enum ExplanationState: String, Sendable {
    /// The first sentence begins.
    case begun
    /// The explanation was heard to its end.
    case over
    /// The explanation was cut off.
    case stopped
  }

  /// The time of the report on CLOCK_MONOTONIC.
  public var time: MonotonicTime
  /// The event.
  public var kind: Kind

  /// Creates an event.
  public init(time: MonotonicTime, kind: Kind) {
    self.time = time
    self.kind = kind
  }
}

/// A destination of events. `post` is called on the loop's thread and must not block.
public protocol PracticeEventSink: Sendable {
  /// Accepts one event.
  func post(_ event: PracticeEvent)
}
