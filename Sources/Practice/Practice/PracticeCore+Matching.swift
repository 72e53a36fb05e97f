import Controllers
import Pitch
import Sound
import Time
import Training

/// What the effects of matching do.
extension PracticeCore {
  func apply(_ effects: [MatchingSession.Effect]) {
    for effect in effects { apply(effect) }
  }

  private func apply(_ effect: MatchingSession.Effect) {
    switch effect {
    case .ready(let exercise):
      adoptSettings(for: exercise.epoch)
      announce(exercise.epoch, interval: exercise.mode.asksIntervals ? exercise.interval : nil)
    case .play(let exercise, let timing, let start):
      adoptSettings(for: exercise.epoch)
      play(exercise, timing, start)
    case .drop(let epoch): drop(epoch)
    case .enableTuning(let exercise): enableTuning(exercise)
    case .fade(let epoch, _):
      endTuning()
      let number = submit([
        .fade(epoch: epoch.number),
        .marker(epoch: epoch.number, start: .after(ComparisonSession.feedbackFrames(rate: sound.rate))),
      ])
      if let number { sound.commits[number] = epoch }
    case .keep(let attempt): keep(attempt)
    case .feedback(let epoch, let result): show(result, epoch)
    case .clearFeedback(_, let frame):
      view.nextInterval = nil
      if let frame { tell(.feedbackEnded(frame: frame)) }
      cue(.idle)
    case .silence:
      endTuning()
      silence()
    // Not of a start: that says so itself.
    case .refused(let refusal): endRefused(refusal)
    case .finished: backToHub(.finished)
    }
  }

  private func play(_ exercise: MatchingExercise, _ timing: NoteTiming, _ start: ComparisonSession.Start) {
    let (reference, tunable) = starts(start, timing)
    if start != .now { view.nextInterval = exercise.mode.asksIntervals ? exercise.interval : nil }
    let gain = pairGain(
      reference: exercise.reference, hertz: exercise.referenceHertz, interval: exercise.interval,
      loudnessOffset: exercise.loudnessOffset)
    sound.scheduled[exercise.epoch] = .matching(exercise)
    submit([
      .note(
        role: .reference, epoch: exercise.epoch.number, start: reference,
        frames: timing.noteFrames(rate: sound.rate), hertz: exercise.referenceHertz.value, gain: linear(gain)),
      // It sounds until it is committed.
      .note(
        role: .tunable, epoch: exercise.epoch.number, start: tunable, frames: .max, hertz: exercise.startHertz.value,
        gain: linear(gain + exercise.loudnessOffset)),
    ])
  }

  /// The renderer has begun the fade of a commit: what it holds from here on is the answer.
  func faded(_ epoch: Epoch, at frame: Frame) {
    // 0 where nothing sounded any more: the session then keeps what it believed.
    let hertz = sound.released.removeValue(forKey: epoch) ?? 0
    sound.feedbackFrame = frame
    apply(
      matching.handle(.faded(epoch, frame: frame, rate: sound.rate, hertz: Hertz(hertz), reach: promiseReach())))
    if !speech.toSay.isEmpty { say(thenPlay: nil) }
  }

  private func keep(_ attempt: MatchingAttempt) {
    answered += 1
    tell(.committed(attempt))
    if sound.isKept {
      let record = MatchingRecord(
        attempt, id: parts.makeID(), time: parts.wallClock(), playbackLatency: playbackLatency)
      kept.handOver(record.id, attempt.exercise.mode, attempt.exercise.interval)
      parts.store.save(record)
    } else {
      kept.leaveOut()
    }
    // Where the motor shows what would have been right, counted from where the note began.
    motorPosition = -attempt.exercise.startOffset.value / attempt.exercise.range.value
    roundEnds(attempt.exercise.epoch, at: attempt.commit.inputTime)
  }

  private func show(_ result: MatchingFeedback, _ epoch: Epoch) {
    guard let frame = sound.feedbackFrame else { return }
    tell(.resultStarted(result, frame: frame))
    let isLit = cue(.result(cents: result.cents, band: result.band.number))
    if speaksResults {
      speech.toSay.append(.result(result))
    } else if wantsStrokes(isLit: isLit), let strokes = StrokeKind(result) {
      submit([.strokes(strokes, epoch: epoch.number, start: .at((frame + resultDelay).count))])
    }
  }

  private func wantsStrokes(isLit: Bool) -> Bool {
    switch settings.matchingCue {
    case .strokes: true
    // A page shows it, too.
    case .auto: !isLit && lastSource != .page
    // A voice that is not there must not leave the player without an answer.
    case .speech: !isLit
    case .off: false
    }
  }

  /// From feedback's first frame to the strokes: the note's release is over then.
  private var resultDelay: Int64 { Int64((SoundLimits.resultDelay * Double(sound.rate)).rounded()) }
}

extension StrokeKind {
  /// As many strokes as the band's number, bright for sharp and dull for flat; nil for dead centre.
  init?(_ result: MatchingFeedback) {
    guard let count = StrokeCount(rawValue: UInt8(result.band.number)) else { return nil }
    self = .result(count, result.cents > 0 ? .bright : .dull)
  }
}
