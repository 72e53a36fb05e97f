import Controllers
import Foundation
import Pitch
import Ports
import Sound
import Time
import Training

/// Records of answers.
extension ExerciseSide {
  // MARK: Records

  /// The data that a record is stamped with.
  struct Stamp {
    var id: UUID
    var date: Date
    /// Playback latency in seconds.
    var latency: Double
  }

  /// Reports an answer and hands its record over; `stamp` is nil if nothing is saved.
  mutating func keep(_ outcome: some PractisedOutcome, _ stamp: Stamp?) -> [Effect] {
    let exercise = outcome.exercise
    // Those heard in a rest are not exercises; they do not replace the last answer.
    let isAsked = !RestListening.has(exercise.epoch)
    if isAsked {
      answered += 1
      unanswered.remove(exercise.mode)
    }
    var effects: [Effect] = [.tell(outcome.told)]
    if let stamp {
      let record = outcome.record(stamp)
      if isAsked { lastAnswer = (exercise.epoch, record.id) }
      kept.handOver(record.id, exercise.mode, exercise.askedInterval)
      if record.discipline.teaches { unlearned.append(record) }
      effects.append(.outbound(.save(record)))
    } else {
      kept.leaveOut()
    }
    let round = outcome.handTime.map { [Effect.timer(.roundEnds(exercise.epoch, at: $0))] } ?? []
    return effects + outcome.consequences + round
  }

  /// Withdraws an answer: its record, if any, is rewritten.
  mutating func withdraw(_ answer: any AnsweredOutcome) -> [Effect] {
    answered -= 1
    lastResult = nil
    var effects: [Effect] = []
    if let lastAnswer, lastAnswer.epoch == answer.exercise.epoch {
      unlearned.removeAll { $0.id == lastAnswer.record }
      effects = [.outbound(.withdraw(lastAnswer.record))]
    }
    return effects + [.tellTimer(.withdraw(ended: answer.inputTime))]
  }

  /// Handles news of the store.
  mutating func handle(_ event: StoreEvent) -> [Effect] {
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

  /// Shows the result of a comparison by light.
  mutating func show(_ result: AnswerFeedback) -> [Effect] {
    lastResult = .comparison(result)
    let half = Half(result.answer)
    return [.cue(result.correct ? .correct(pressed: half) : .incorrect(pressed: half))]
  }

  /// Shows a result of matching by light, and by voice or clicks if the settings ask for them. `isLit` is whether a
  /// controller has a light for it.
  mutating func show(
    _ result: MatchingFeedback, of epoch: Epoch, in context: PracticeContext, isLit: (Cue) -> Bool
  ) -> [Effect] {
    guard let frame = context.feedbackFrame else { return [] }
    lastResult = .matching(result)
    let cue = Cue.result(cents: result.cents, band: result.band.number)
    var effects: [Effect] = [.tell(.resultStarted(result, frame: frame)), .cue(cue)]
    if context.hasVoice, settings.speaksResults {
      effects.append(.speech(.note(.result(result))))
    } else if wantsClicks(isLit: isLit(cue), lastSource: context.lastSource) {
      effects.append(.sound(.clicks(result, epoch, from: frame)))
    }
    return effects
  }

  /// Shows the answer of listening in the same way, with a single click: bright for higher or late, dull for lower or
  /// early.
  mutating func show(
    _ answer: Answer, of epoch: Epoch, in context: PracticeContext, isLit: (Cue) -> Bool
  ) -> [Effect] {
    let heard = SpokenStatus.Heard(answer, in: lastMode)
    if !RestListening.has(epoch) { lastResult = .heard(heard) }
    let cue = Cue.correct(pressed: Half(answer))
    var effects: [Effect] = [.cue(cue)]
    if context.hasVoice, settings.speaksResults {
      effects.append(.speech(.note(.heard(heard))))
    } else if wantsClicks(isLit: isLit(cue), lastSource: context.lastSource) {
      let click = ClickKind.result(.one, answer == .higher ? .bright : .dull)
      effects.append(.submit([.clicks(click, epoch: epoch.number, start: .after(0))]))
    }
    return effects
  }

  private func wantsClicks(isLit: Bool, lastSource: InputSource?) -> Bool {
    switch settings.matchingCue {
    case .clicks: true
    // A page shows the result, too.
    case .auto: !isLit && lastSource != .page
    // A missing voice must not leave the player without an answer.
    case .speech: !isLit
    case .off: false
    }
  }
}
