import Controllers
import Foundation
import Pitch
import Ports
import Sound
import Time
import Training

/// What is kept of answers.
extension ExerciseSide {
  // MARK: Records

  /// What a record is stamped with.
  struct Stamp {
    var id: UUID
    var date: Date
    /// Playback latency in seconds.
    var latency: Double
  }

  /// An answer is told, and its record handed over; `stamp` is nil where nothing is kept.
  mutating func keep(_ answer: ComparisonAnswer, _ stamp: Stamp?) -> [Effect] {
    answered += 1
    var effects: [Effect] = [
      .tell(
        .answered(
          answer.answer, correct: answer.correct, source: answer.source, inputTime: answer.inputTime,
          responseTime: answer.responseTime.seconds))
    ]
    if let stamp {
      let record = ComparisonRecord(answer, id: stamp.id, time: stamp.date, playbackLatency: stamp.latency)
      lastAnswer = (answer.exercise.epoch, record.id)
      kept.handOver(record.id, answer.exercise.mode, answer.exercise.interval)
      unlearnt.append(.comparison(record))
      effects.append(.outside(.save(.comparison(record))))
    } else {
      kept.leaveOut()
    }
    return effects + [.timer(.roundEnds(answer.exercise.epoch, at: answer.inputTime))]
  }

  /// The same of a match.
  mutating func keep(_ attempt: MatchingAttempt, _ stamp: Stamp?) -> [Effect] {
    answered += 1
    var effects: [Effect] = [.tell(.committed(attempt))]
    if let stamp {
      let record = MatchingRecord(attempt, id: stamp.id, time: stamp.date, playbackLatency: stamp.latency)
      kept.handOver(record.id, attempt.exercise.mode, attempt.exercise.interval)
      unlearnt.append(.matching(record))
      effects.append(.outside(.save(.matching(record))))
    } else {
      kept.leaveOut()
    }
    return effects + [
      .tuning(.expectMotors(attempt)), .timer(.roundEnds(attempt.exercise.epoch, at: attempt.commit.inputTime)),
    ]
  }

  /// Takes news of the store.
  mutating func take(_ event: StoreEvent) -> [Effect] {
    switch event {
    case .saved(let id):
      kept.saved(id)
      return [.tell(.recordSaved(id))]
    case .withdrawn(let id):
      kept.withdrawn(id)
      return [.tell(.recordWithdrawn(id))]
    case .savedWorkout(let id, let change): return [.timer(.saved(id, change: change))]
    case .failing(let reason): return [.retract(.notSaving), .post(.notSaving(reason: reason))]
    case .recovered: return [.retract(.notSaving)]
    }
  }

  // MARK: Results

  /// A result of matching is told by light, and by voice or strokes where they are wanted. It is shown from `frame`; `isLit`
  /// tells whether a controller has a light for it.
  mutating func show(
    _ result: MatchingFeedback, of epoch: Epoch, from frame: Frame, hasVoice: Bool, lastSource: InputSource?,
    isLit: (Cue) -> Bool
  ) -> [Effect] {
    lastResult = .matching(result)
    let cue = Cue.result(cents: result.cents, band: result.band.number)
    var effects: [Effect] = [.tell(.resultStarted(result, frame: frame)), .cue(cue)]
    if hasVoice, settings.speaksResults {
      effects.append(.speech(.note(result)))
    } else if wantsStrokes(isLit: isLit(cue), lastSource: lastSource) {
      effects.append(.sound(.strokes(result, epoch, from: frame)))
    }
    return effects
  }

  private func wantsStrokes(isLit: Bool, lastSource: InputSource?) -> Bool {
    switch settings.matchingCue {
    case .strokes: true
    // A page shows it, too.
    case .auto: !isLit && lastSource != .page
    // A voice that is not there must not leave the player without an answer.
    case .speech: !isLit
    case .off: false
    }
  }
}
