import Controllers
import Foundation
import Pitch
import Ports
import Sound
import Time
import Training

/// What happens to the exercise that runs, and what its session wants.
extension ExerciseSide {
  // MARK: Events

  /// What it is told.
  enum Event {
    /// What the session that runs wants.
    case wanted(any SessionWish)
    /// What happens to it.
    case session(SessionEvent)
    /// Whether answers teach: what nobody can hear does not.
    case learns(Bool)
    /// A reference sounds: surfaces show its exercise from now on.
    case begun(Epoch)
  }

  /// Takes what concerns exercises.
  mutating func take(_ event: Event) -> [Effect] {
    switch event {
    case .wanted(let wish): return wish.take(by: &self)
    case .session(let event):
      if let epoch = event.epoch, RestListening.has(epoch) { return rest.tell(event) }
      guard event.movesPractice else { return isPractising ? session.tell(event) : [] }
      let broken = rest.breakOff()
      return broken + [.speech(.endTelling)] + (isPractising ? session.tell(event) : [])
    case .learns(let learns): forEachSession { $0.learns = learns }
    case .begun(let epoch):
      guard !RestListening.has(epoch) else { return [] }
      self.epoch = epoch
      return [.speech(.endTelling)]
    }
    return []
  }

  /// A timer holds training, and nothing of it is heard until `end` (nil: no longer): where the player wants to listen meanwhile,
  /// the next pair begins if it ends before. Nothing of the session that waits is touched.
  mutating func listen(
    until end: MonotonicTime?, _ situation: RestListening.Situation, date: () -> Date
  ) -> [Effect] {
    guard let end else { return rest.end(situation) }
    guard !rest.isRunning else { return rest.check(end, wanted, situation) }
    guard wanted.restListening, isHeldBack, let mode else { return [] }
    return rest.begin(mode, until: end, wanted, situation, beside: [session] + resting, date: date)
  }

  /// Does what every discipline wants.
  mutating func take<Exercise: PractisedExercise>(_ effect: CourseEffect<Exercise>) -> [Effect] {
    switch effect {
    case .ready(let exercise):
      let effects = adopt(for: exercise.epoch)
      if showsFeedback { nextInterval = exercise.askedInterval }
      return effects + [.speech(.announce(exercise.epoch, interval: exercise.askedInterval))]
    case .play(let exercise, _, _) where exercise.epoch == dropped: return []
    case .play(let exercise, let timing, let start):
      let effects = adopt(for: exercise.epoch)
      if start != .now { nextInterval = exercise.askedInterval }
      return effects + [.sound(.schedule(exercise, timing, start))]
    case .drop(let epoch):
      dropped = epoch
      nextInterval = nil
      return [.sound(.drop(epoch))]
    case .clearFeedback(_, let frame):
      nextInterval = nil
      return (frame.map { [.tell(.feedbackEnded(frame: $0))] } ?? []) + [.cue(.idle)]
    case .silence: return [.sound(.silence)]
    // Settings that were changed leave no exercise that could follow the last one, whose result has been shown. A start that
    // is refused says so itself.
    case .refused(let refusal): return [.toHub(.refused), .post(.refused(refusal)), .lights(.trouble("refused"))]
    case .finished: return [.toHub(.finished)]
    }
  }
}

extension SessionEvent {
  /// The exercise that it is about; nil where it is whichever runs.
  fileprivate var epoch: Epoch? {
    switch self {
    case .proceed(let epoch), .referenceStarted(let epoch, _), .secondStarted(let epoch, _), .secondEnded(let epoch),
      .thoughtOver(let epoch), .feedbackStarted(let epoch, _, _), .faded(let epoch, _, _, _, _),
      .feedbackEnded(let epoch, _):
      epoch
    case .start, .hold, .resume, .answer, .hearAgain, .commit, .withdraw, .stop: nil
    }
  }

  /// Whether practice goes on from where it was: what is being said of that breaks off.
  fileprivate var movesPractice: Bool {
    switch self {
    case .resume, .withdraw, .stop: true
    default: false
    }
  }
}
