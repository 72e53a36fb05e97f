import Controllers
import Foundation
import Sound
import Time
import Timers
import Training

/// One line of the event stream (`--events`): a log for tests and tools, not shown to the player.
public struct PracticeEvent: Sendable {
  /// What happened, with its fields. The names of the cases are the words of the stream.
  public enum Kind: Sendable {
    case sessionStarted(mode: Mode)
    case exerciseStarted(ComparisonExercise)
    /// `exerciseStarted` in the stream, like the comparison's.
    case matchingStarted(MatchingExercise)
    case noteStarted(role: VoiceRole, hertz: Double, frame: Frame)
    case noteEnded(role: VoiceRole, frame: Frame)
    case answerEnabled
    case answered(Answer, correct: Bool, source: InputSource, inputTime: MonotonicTime, responseTime: Double)
    case tuningEnabled
    /// `repeated` in the stream: the reference is heard again.
    case heardAgain(inputTime: MonotonicTime)
    case committed(MatchingAttempt)
    /// A pair was heard, and there was time to think: this is the answer.
    case listened(Answer)
    case feedbackStarted(correct: Bool, frame: Frame)
    /// `feedbackStarted` in the stream, like the comparison's: the answer of a pair that was heard.
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
    /// A cue was told by light and text.
    case timerCue(TimerCue)
    /// The frame that a cue was placed on has been made.
    case cueStarted(CueTone, frame: Frame, isSounded: Bool)
    case timerRound(Round, set: Int)
    case timerRoundWithdrawn(set: Int)
    case workoutSaved(UUID, change: Int)
  }

  /// How far the explanation is. The raw values are the words of the stream.
  public enum ExplanationState: String, Sendable {
    /// Its first sentence comes.
    case begun
    /// All of it was heard.
    case over
    /// It was broken off.
    case stopped
  }

  /// CLOCK_MONOTONIC when it was told.
  public var time: MonotonicTime
  /// What happened.
  public var kind: Kind

  /// Memberwise.
  public init(time: MonotonicTime, kind: Kind) {
    self.time = time
    self.kind = kind
  }
}

/// Where events go. `post` is called on the loop's thread and must not block.
public protocol PracticeEventSink: Sendable {
  /// Hands over one event.
  func post(_ event: PracticeEvent)
}
