import Controllers
import Glibc
import Pitch
import Sound
import Time
import Training

/// Starting and stopping, and what the session's effects do.
extension PracticeCore {
  /// Starts a mode from the hub, or changes to it.
  func start(_ mode: Mode) {
    guard leaving == nil else { return }
    if practising {
      guard view.mode != mode else { return }
      stopPractice(.asked)
    }
    removeNotices(where: \.isAboutStarting)
    guard case .ready = view.sound else {
      view.notices.append(.noSound)
      return trouble("no-sound")
    }
    let effects = session.handle(.start(mode: mode))
    for case .refused(let refusal) in effects {
      view.notices.append(.refused(refusal))
      return trouble("start-refused")
    }
    lastMode = mode
    answered = 0
    endTrouble()
    lastInput = parts.time.now()
    view.mode = mode
    tell(.sessionStarted(mode: mode))
    cue(.mode(mode == .comparison ? .startComparison : .startIntervalComparison))
    apply(effects)
    refreshContexts()
  }

  /// Back to the hub: notes fade, lights go out, an unfinished exercise is dropped, an answered one is kept.
  func stopPractice(_ reason: StopReason) {
    guard practising else { return }
    apply(session.handle(.stop))
    backToHub(reason)
  }

  func backToHub(_ reason: StopReason) {
    sound.forgetSchedule()
    view.mode = nil
    view.epoch = nil
    cue(.idle)
    portInUse = nil
    tell(.sessionStopped(reason))
    refreshContexts()
    // What was asked for is done even if sound was lost in the last feedback.
    if let exercises = configuration.exercises, answered >= exercises { leave(.finished) }
  }

  /// Ends the program once the last note has faded.
  func leave(_ reason: StopReason) {
    guard leaving == nil else { return }
    leaving = (reason, parts.time.now() + Self.farewell)
    stopPractice(reason)
    silence()
    view.leaving = true
    for port in deviceOrder {
      if let messages = devices[port]?.cues.finish() { parts.ports.send(messages, to: port) }
    }
  }

  /// Something needs attention: a light where there is one, else two low strokes at the hub.
  func trouble(_ what: String) {
    tell(.trouble(what))
    let lit = cue(.trouble)
    if lit { troubleEnds = parts.time.now() + Self.troubleLight }
    if !lit, !practising, case .ready = view.sound {
      submit([.strokes(.trouble, epoch: 0, start: .after(0))])
    }
  }

  /// Puts the light of trouble out; where an answer counts, the light for that comes back.
  func endTrouble() {
    guard troubleEnds != nil else { return }
    troubleEnds = nil
    cue(session.view.canAnswer ? .canAnswer : .idle)
  }

  /// Hands a batch to the renderer. Its ring is far larger than practice can fill while sound is made: if it is full,
  /// sound has stopped, and so does practice.
  @discardableResult
  func submit(_ batch: [SoundCommand]) -> UInt32? {
    let number = controller.submit(batch)
    if number == nil, practising { stopPractice(.soundLost) }
    return number
  }

  /// Fades all that sounds and forgets all that has not started.
  func silence() {
    sound.silencing = controller.submit([.silence])
    sound.silentFrom = nil
  }

  func apply(_ effects: [ComparisonSession.Effect]) {
    for effect in effects { apply(effect) }
  }

  private func apply(_ effect: ComparisonSession.Effect) {
    switch effect {
    case .play(let exercise, let timing, let start): play(exercise, timing, start)
    case .enableAnswer:
      tell(.answerEnabled)
      cue(.canAnswer)
    case .answered(let answer): take(answer)
    case .feedback(_, let feedback):
      let half = Half(feedback.answer)
      cue(feedback.correct ? .correct(pressed: half) : .incorrect(pressed: half))
    case .clearFeedback(_, let frame):
      if let frame { tell(.feedbackEnded(frame: frame)) }
      cue(.idle)
    case .withdrawn(let answer):
      answered -= 1
      if let lastAnswer, lastAnswer.epoch == answer.exercise.epoch { parts.store.withdraw(lastAnswer.record) }
    case .silence: silence()
    case .refused: break  // `start` has said so.
    case .finished: backToHub(.finished)
    }
  }

  /// An answer counts: the note fades at once, a wrong one ticks, the record is handed over.
  private func take(_ answer: ComparisonAnswer) {
    let epoch = answer.exercise.epoch
    var batch: [SoundCommand] = [.fade(epoch: epoch.number)]
    if !answer.correct, configuration.tick, !percussionTick() {
      batch.append(.strokes(.tick, epoch: epoch.number, start: .after(0)))
    }
    batch.append(
      .marker(epoch: epoch.number, start: .after(ComparisonSession.feedbackFrames(rate: sound.rate))))
    let number = submit(batch)
    answered += 1
    tell(
      .answered(
        answer.answer, correct: answer.correct, source: answer.source, inputTime: answer.inputTime,
        responseTime: answer.responseTime.seconds))
    if let number { sound.answers[number] = (epoch, answer.correct) }
    let record = ComparisonRecord(
      answer, id: parts.makeID(), time: parts.wallClock(), playbackLatency: sound.latency(parts.engine.clock))
    lastAnswer = (epoch, record.id)
    parts.store.save(record)
  }

  private func play(_ exercise: ComparisonExercise, _ timing: NoteTiming, _ start: ComparisonSession.Start) {
    let length = timing.noteFrames(rate: sound.rate)
    let delay = timing.targetDelay(rate: sound.rate)
    let (reference, target): (Start, Start) =
      switch start {
      case .now: (.after(0), .after(delay))
      case .at(let frame): (.at(frame.count), .at((frame + delay).count))
      }
    let epoch = exercise.epoch.number
    let gain = pairGain(of: exercise)
    sound.scheduled[exercise.epoch] = exercise
    submit([
      .note(
        role: .reference, epoch: epoch, start: reference, frames: length, hertz: exercise.referenceHertz.value,
        gain: linear(gain)),
      .note(
        role: .target, epoch: epoch, start: target, frames: length, hertz: exercise.targetHertz.value,
        gain: linear(gain + exercise.loudnessOffset)),
    ])
  }

  /// The gain of both notes in dB before the level: equal loudness at the middle of the reference and the *correct* pitch (the
  /// reference must not tell which way the target is off), but never so much that one of them would reach the renderer's
  /// ceiling of −6 dBFS.
  private func pairGain(of exercise: ComparisonExercise) -> Double {
    let room = Double(SoundLimits.levels.upperBound) - level - max(0, exercise.loudnessOffset)
    guard configuration.equalLoudness else { return min(0, room) }
    let size = configuration.training.tuning.size(of: exercise.interval)
    let middle = exercise.referenceHertz.transposed(by: Cents(size.value / 2))
    return min(EqualLoudness.gain(at: middle), room)
  }

  private func linear(_ decibels: Double) -> Float {
    Float(pow(10, decibels / 20))
  }
}

extension ViewState.Notice {
  /// Says why the last start was refused; the next start takes it away.
  var isAboutStarting: Bool {
    switch self {
    case .noSound, .refused: true
    case .notSaving, .noSequencer, .settings, .profile, .realtimeMissing, .unmappedPresses: false
    }
  }
}

extension Half {
  init(_ answer: Answer) { self = answer == .higher ? .higher : .lower }
}

extension Answer {
  init(_ half: Half) { self = half == .higher ? .higher : .lower }
}
