import Foundation
import Pitch
import Time

/// A commit: its gesture, control, source and time.
public struct Commit: Hashable, Sendable {
  /// The gesture.
  public var gesture: CommitGesture
  /// The control that set the pitch, in the words of mapping files; nil if none was moved.
  public var control: String?
  /// Cents per step of that control; nil if unknown or none was moved.
  public var centsPerStep: Double?
  /// The time stamp of the gesture.
  public var inputTime: MonotonicTime
  /// The surface of the input.
  public var source: InputSource
  /// The controller's name, nil for other sources.
  public var controller: String?

  /// Memberwise.
  public init(
    gesture: CommitGesture, control: String?, centsPerStep: Double?, inputTime: MonotonicTime, source: InputSource,
    controller: String?
  ) {
    self.gesture = gesture
    self.control = control
    self.centsPerStep = centsPerStep
    self.inputTime = inputTime
    self.source = source
    self.controller = controller
  }
}

/// A finished matching exercise, with everything that its record keeps.
public struct MatchingAttempt: Hashable, Sendable {
  /// The exercise that sounded.
  public var exercise: MatchingExercise
  /// The settings of the exercise.
  public var settings: TrainingSettings
  /// The gesture that committed the pitch.
  public var commit: Commit
  /// The frequency that the renderer held from the fade's first frame onwards.
  public var finalHertz: Hertz
  /// The time from when the tunable note's first frame was first heard to the commit; never negative.
  public var timeTaken: Duration
  /// The number of times the reference was heard again during the match.
  public var repeats = 0
  /// The temperament that the match completed; nil otherwise.
  public var laid: TemperamentResult?

  /// Signed distance of the final pitch from the correct pitch; positive is sharp.
  public var error: Cents { Cents(from: exercise.targetHertz, to: finalHertz) }
  /// The beats per second that the player left between the nearest partials; see `MatchingExercise.beats`.
  public var beats: Double? { exercise.beats(at: finalHertz) }
  /// The result as it is shown.
  public var feedback: MatchingFeedback { MatchingFeedback(error: error, beats: beats, laid: laid) }
}

extension MatchingRecord {
  /// The record of `attempt`, committed at the wall-clock time `time`, heard through `playbackLatency` seconds.
  public init(_ attempt: MatchingAttempt, id: UUID, time: Date, playbackLatency: Double) {
    let settings = attempt.settings
    let commit = attempt.commit
    self.init(
      id: id, time: time, exercise: attempt.exercise, tuning: settings.tuning(in: attempt.exercise.mode).name,
      concertPitch: settings.concertPitch.hertz, noteDuration: settings.noteDuration,
      noteGap: attempt.exercise.heldLevel == nil ? settings.noteGap : 0,
      finalHertz: attempt.finalHertz, error: attempt.error, beats: attempt.beats, gesture: commit.gesture,
      control: commit.control,
      centsPerStep: commit.centsPerStep, timeTaken: attempt.timeTaken.seconds, repeats: attempt.repeats,
      controller: commit.controller, source: commit.source, playbackLatency: playbackLatency)
  }
}
