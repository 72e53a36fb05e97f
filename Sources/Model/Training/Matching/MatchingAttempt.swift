import Foundation
import Pitch
import Time

/// The moment of letting go: who did it, with what, and when.
public struct Commit: Hashable, Sendable {
  /// How.
  public var gesture: CommitGesture
  /// The control that had the pitch, in the words of mapping files; nil if nothing was moved.
  public var control: String?
  /// How many cents one step of that control moves the pitch; nil if unknown or nothing was moved.
  public var centsPerStep: Double?
  /// The gesture's own time stamp.
  public var inputTime: MonotonicTime
  /// Which surface.
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

/// A finished matching exercise, with everything that is kept of it.
public struct MatchingAttempt: Hashable, Sendable {
  /// What sounded.
  public var exercise: MatchingExercise
  /// The settings it was made with.
  public var settings: TrainingSettings
  /// How it was committed.
  public var commit: Commit
  /// What the renderer held from the fade's first frame on.
  public var finalHertz: Hertz
  /// From the tunable note's first frame being heard for the first time to the commit; never negative.
  public var timeTaken: Duration
  /// How often the reference was heard again meanwhile.
  public var repeats = 0

  /// Signed distance of what sounded from the correct pitch; positive is sharp.
  public var error: Cents { Cents(from: exercise.targetHertz, to: finalHertz) }
  /// The result as it is shown.
  public var feedback: MatchingFeedback { MatchingFeedback(error: error) }
}

extension MatchingRecord {
  /// The record of `attempt`, committed at the wall-clock time `time`, heard through `playbackLatency` seconds.
  public init(_ attempt: MatchingAttempt, id: UUID, time: Date, playbackLatency: Double) {
    let settings = attempt.settings
    let commit = attempt.commit
    self.init(
      id: id, time: time, exercise: attempt.exercise, tuning: settings.tuning.name,
      concertPitch: settings.concertPitch.hertz, noteDuration: settings.noteDuration,
      noteGap: attempt.exercise.heldLevel == nil ? settings.noteGap : 0,
      finalHertz: attempt.finalHertz, error: attempt.error, gesture: commit.gesture, control: commit.control,
      centsPerStep: commit.centsPerStep, timeTaken: attempt.timeTaken.seconds, repeats: attempt.repeats,
      controller: commit.controller, source: commit.source, playbackLatency: playbackLatency)
  }
}
