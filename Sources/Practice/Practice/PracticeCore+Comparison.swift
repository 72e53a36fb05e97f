import Controllers
import Sound
import Time
import Training

/// What the effects of comparison do.
extension PracticeCore {
  func apply(_ effects: [ComparisonSession.Effect]) {
    for effect in effects { apply(effect) }
    // Sound and light come first: what is told and kept wakes other threads.
    for case .answered(let answer) in effects { keep(answer) }
  }

  private func apply(_ effect: ComparisonSession.Effect) {
    switch effect {
    case .ready(let exercise):
      adoptSettings(for: exercise.epoch)
      announce(exercise.epoch, interval: exercise.mode.asksIntervals ? exercise.interval : nil)
    case .play(let exercise, let timing, let start):
      adoptSettings(for: exercise.epoch)
      play(exercise, timing, start)
    case .drop(let epoch): drop(epoch)
    case .enableAnswer:
      tell(.answerEnabled)
      cue(.canAnswer)
    case .answered(let answer): fade(answer)
    case .feedback(_, let feedback):
      let half = Half(feedback.answer)
      cue(feedback.correct ? .correct(pressed: half) : .incorrect(pressed: half))
    case .clearFeedback(_, let frame):
      view.nextInterval = nil
      if let frame { tell(.feedbackEnded(frame: frame)) }
      cue(.idle)
    case .withdrawn(let answer):
      answered -= 1
      beginning.withdraw()
      if let lastAnswer, lastAnswer.epoch == answer.exercise.epoch { parts.store.withdraw(lastAnswer.record) }
      tellTimer(.withdraw(ended: answer.inputTime))
    case .silence: silence()
    // Not of a start: that says so itself.
    case .refused(let refusal): endRefused(refusal)
    case .finished: backToHub(.finished)
    }
  }

  /// An answer counts: the note fades at once, a wrong one ticks.
  private func fade(_ answer: ComparisonAnswer) {
    let epoch = answer.exercise.epoch
    var batch: [SoundCommand] = [.fade(epoch: epoch.number)]
    if !answer.correct, settings.tick, !percussionTick() {
      batch.append(.strokes(.tick, epoch: epoch.number, start: .after(0)))
    }
    batch.append(
      .marker(epoch: epoch.number, start: .after(ComparisonSession.feedbackFrames(rate: sound.rate))))
    if let number = submit(batch) { sound.answers[number] = (epoch, answer.correct) }
  }

  /// An answer is told, and its record handed over.
  private func keep(_ answer: ComparisonAnswer) {
    answered += 1
    tell(
      .answered(
        answer.answer, correct: answer.correct, source: answer.source, inputTime: answer.inputTime,
        responseTime: answer.responseTime.seconds))
    if sound.isKept {
      let record = ComparisonRecord(
        answer, id: parts.makeID(), time: parts.wallClock(), playbackLatency: playbackLatency)
      lastAnswer = (answer.exercise.epoch, record.id)
      kept.handOver(record.id, answer.exercise.mode, answer.exercise.interval)
      parts.store.save(record)
      beginning.learn(EarAnswer(answer.exercise, correct: answer.correct))
    } else {
      kept.leaveOut()
    }
    roundEnds(answer.exercise.epoch, at: answer.inputTime)
  }

  private func play(_ exercise: ComparisonExercise, _ timing: NoteTiming, _ start: ComparisonSession.Start) {
    let (reference, target) = starts(start, timing)
    if start != .now { view.nextInterval = exercise.mode.asksIntervals ? exercise.interval : nil }
    let length = timing.noteFrames(rate: sound.rate)
    let epoch = exercise.epoch.number
    let gain = pairGain(
      reference: exercise.reference, hertz: exercise.referenceHertz, interval: exercise.interval,
      loudnessOffset: exercise.loudnessOffset)
    sound.scheduled[exercise.epoch] = .comparison(exercise)
    submit([
      .note(
        role: .reference, epoch: epoch, start: reference, frames: length, hertz: exercise.referenceHertz.value,
        gain: linear(gain)),
      .note(
        role: .target, epoch: epoch, start: target, frames: length, hertz: exercise.targetHertz.value,
        gain: linear(gain + exercise.loudnessOffset)),
    ])
  }
}
