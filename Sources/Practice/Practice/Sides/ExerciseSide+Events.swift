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
    case comparison(ComparisonSession.Effect)
    case matching(MatchingSession.Effect)
    /// Whether answers teach: what nobody can hear does not.
    case learns(Bool)
    /// A reference sounds: surfaces show its exercise from now on.
    case begun(Epoch)
    case referenceStarted(Epoch, frame: Frame)
    case targetStarted(Epoch, heard: MonotonicTime)
    case tunableStarted(Epoch, heard: MonotonicTime)
    case targetEnded(Epoch)
    case answer(Answer, at: MonotonicTime, source: InputSource, controller: String?)
    case commit(Commit, believed: Hertz)
    case faded(Epoch, frame: Frame, rate: Int, hertz: Hertz, reach: TuningReach)
    case feedbackStarted(Epoch, Frame, rate: Int)
    case feedbackEnded(Epoch, Frame)
    case proceed(Epoch)
    case hold(from: Frame)
    case resume(at: Frame, reach: TuningReach)
    case withdraw(pressedAt: MonotonicTime)
    case stop
  }

  /// Takes what concerns exercises.
  mutating func take(_ event: Event) -> [Effect] {
    switch event {
    case .comparison(let effect): return take(effect)
    case .matching(let effect): return take(effect)
    case .learns(let learns):
      comparison.learns = learns
      matching.learns = learns
    case .begun(let epoch):
      self.epoch = epoch
      return [.speech(.endTelling)]
    case .referenceStarted(let epoch, let frame):
      return tell(.referenceStarted(epoch, frame: frame), .referenceStarted(epoch, frame: frame))
    case .targetStarted(let epoch, let heard): return tell(.targetStarted(epoch, heard: heard), nil)
    case .tunableStarted(let epoch, let heard): return tell(nil, .tunableStarted(epoch, heard: heard))
    case .targetEnded(let epoch): return tell(.targetEnded(epoch), nil)
    case .answer(let answer, let time, let source, let controller):
      return tell(.answer(answer, at: time, source: source, controller: controller), nil)
    case .commit(let commit, let hertz): return tell(nil, .commit(commit, believed: hertz))
    case .faded(let epoch, let frame, let rate, let hertz, let reach):
      return tell(nil, .faded(epoch, frame: frame, rate: rate, hertz: hertz, reach: reach))
    case .feedbackStarted(let epoch, let frame, let rate):
      return tell(.feedbackStarted(epoch, frame: frame, rate: rate), nil)
    case .feedbackEnded(let epoch, let frame):
      return tell(.feedbackEnded(epoch, frame: frame), .feedbackEnded(epoch, frame: frame))
    case .proceed(let epoch): return tell(.proceed(epoch), .proceed(epoch))
    case .hold(let frame): return tell(.hold(from: frame), .hold(from: frame))
    case .resume(let frame, let reach):
      return [.speech(.endTelling)] + tell(.resume(at: frame), .resume(at: frame, reach: reach))
    case .withdraw(let pressedAt): return [.speech(.endTelling)] + tell(.withdraw(pressedAt: pressedAt), nil)
    case .stop: return [.speech(.endTelling)] + tell(.stop, .stop)
    }
    return []
  }

  /// Tells the session that runs what has happened, in its own words.
  private mutating func tell(_ first: ComparisonSession.Event?, _ second: MatchingSession.Event?) -> [Effect] {
    if comparison.phase != .idle, let first {
      let effects = comparison.handle(first)
      // Sound and light come first: what is told and kept wakes other threads.
      let kept: [Effect] = effects.compactMap {
        if case .answered(let answer) = $0 { .keepAnswer(answer) } else { nil }
      }
      return effects.map { .exercises(.comparison($0)) } + kept
    }
    guard matching.phase != .idle, let second else { return [] }
    return matching.handle(second).map { .exercises(.matching($0)) }
  }

  /// Does what a comparison wants.
  private mutating func take(_ effect: ComparisonSession.Effect) -> [Effect] {
    switch effect {
    case .ready(let exercise): return ready(exercise.epoch, exercise.mode.asksIntervals ? exercise.interval : nil)
    case .play(let exercise, let timing, let start):
      let interval = exercise.mode.asksIntervals ? exercise.interval : nil
      return play(.comparison(exercise), exercise.epoch, interval, timing, start)
    case .drop(let epoch): return drop(epoch)
    case .enableAnswer: return [.tell(.answerEnabled), .cue(.canAnswer)]
    case .answered(let answer):
      let ticks = !answer.correct && settings.tick
      return [ticks ? .rack(.tick(answer)) : .sound(.fadeAnswer(answer, ticks: false)), .speech(.endTelling)]
    case .feedback(_, let feedback):
      lastResult = .comparison(feedback)
      let half = Half(feedback.answer)
      return [.cue(feedback.correct ? .correct(pressed: half) : .incorrect(pressed: half))]
    case .clearFeedback(_, let frame): return clearFeedback(frame)
    case .withdrawn(let answer):
      answered -= 1
      lastResult = nil
      var effects: [Effect] = []
      if let lastAnswer, lastAnswer.epoch == answer.exercise.epoch {
        unlearnt.removeAll { $0.id == lastAnswer.record }
        effects = [.outside(.withdraw(lastAnswer.record))]
      }
      return effects + [.tellTimer(.withdraw(ended: answer.inputTime))]
    case .silence: return [.sound(.silence)]
    // Not of a start: that says so itself.
    case .refused(let refusal): return refused(refusal)
    case .finished: return [.toHub(.finished)]
    }
  }

  /// Does what matching wants.
  private mutating func take(_ effect: MatchingSession.Effect) -> [Effect] {
    switch effect {
    case .ready(let exercise): return ready(exercise.epoch, exercise.mode.asksIntervals ? exercise.interval : nil)
    case .play(let exercise, let timing, let start):
      let interval = exercise.mode.asksIntervals ? exercise.interval : nil
      return play(.matching(exercise), exercise.epoch, interval, timing, start)
    case .drop(let epoch): return drop(epoch)
    case .enableTuning(let exercise):
      return [
        .tell(.tuningEnabled), .cue(.canAnswer), .rack(.noteBegins(exercise)),
      ]
    case .fade(let epoch, _): return [.tuning(.end), .sound(.fade(epoch))]
    case .keep(let attempt): return [.keepAttempt(attempt)]
    case .feedback(let epoch, let result): return [.showResult(result, epoch)]
    case .clearFeedback(_, let frame): return clearFeedback(frame)
    case .silence: return [.tuning(.end), .sound(.silence)]
    // Not of a start: that says so itself.
    case .refused(let refusal): return refused(refusal)
    case .finished: return [.toHub(.finished)]
    }
  }

  /// Settings that were changed leave no exercise that could follow the last one, whose result has been shown.
  private func refused(_ refusal: ExerciseRefusal) -> [Effect] {
    [.toHub(.refused), .post(.refused(refusal)), .lights(.trouble("refused"))]
  }

  private mutating func ready(_ epoch: Epoch, _ interval: DirectedInterval?) -> [Effect] {
    let effects = adopt(for: epoch)
    if showsFeedback { nextInterval = interval }
    return effects + [.speech(.announce(epoch, interval: interval))]
  }

  private mutating func play(
    _ exercise: ScheduledExercise, _ epoch: Epoch, _ interval: DirectedInterval?, _ timing: NoteTiming,
    _ start: ComparisonSession.Start
  ) -> [Effect] {
    let effects = adopt(for: epoch)
    if start != .now { nextInterval = interval }
    return effects + [.sound(.schedule(exercise, timing, start))]
  }

  private mutating func drop(_ epoch: Epoch) -> [Effect] {
    nextInterval = nil
    return [.sound(.drop(epoch))]
  }

  private mutating func clearFeedback(_ frame: Frame?) -> [Effect] {
    nextInterval = nil
    return (frame.map { [.tell(.feedbackEnded(frame: $0))] } ?? []) + [.cue(.idle)]
  }
}
