import Controllers
import MIDI
import Pitch
import Ports
import Sound
import Time
import Timers
import Training

/// What each effect comes to, and what sides are told of the others.
extension PracticeCore {
  /// Does what a side wants, in that order, and what follows from each at once.
  mutating func perform(_ effects: [Effect]) {
    for effect in effects { perform(effect) }
  }

  mutating func perform(_ effect: Effect) {
    switch effect {
    case .outside(let errand): outside.run(errand)
    case .post(let notice): view.add(notice)
    case .retract(let kind): view.notices.removeAll(where: kind.includes)
    case .rack(let event): perform(rack.take(event, situation))
    case .tuning(let event):
      perform(tuning.take(event, .init(now: now, settle: exercises.settings.settle, lastSource: presence.lastSource)))
    case .sound(.submit(let batch, let carries)):
      perform(sound.submitted(outside.controller.submit(batch), carrying: carries))
    case .sound(.silence): sound.silenced(by: outside.controller.silence())
    case .sound(let event):
      perform(
        sound.take(event, exercises.settings, isPractising: exercises.isPractising, cycle: outside.cycle()))
    case .speech(let event): perform(speech.take(event, .init(now, exercises, sound, explanation, view)))
    case .exercises(let event): perform(exercises.take(event))
    case .timer(let event):
      perform(
        timer.take(event, .init(wanted: exercises.wanted, isLeaving: presence.isLeaving, hasSound: sound.isReady)))
    case .lights(let event):
      perform(lights.take(event, .init(now, exercises, sound, explanation), lightsTrouble: rack.tells(.trouble)))
    case .explanation(let event):
      perform(explanation.take(event, .init(now, presence, exercises, timer, sound, speech, rack)))
    case .start(let mode, let id):
      start(mode)
      if let id, exercises.isPractising { perform(.rack(.use(id))) }
    case .startIfReady: startIfReady()
    case .stop(let reason): stopPractice(reason)
    case .interrupt(let reason):
      stopPractice(reason)
      if timer.isTimed { tellTimer(.interrupted) }
    case .stopWithdrawing(let time):
      perform(.exercises(.session(.withdraw(pressedAt: time))))
      toHub(.asked)
    case .toHub(let reason): toHub(reason)
    case .leave(let reason): leave(reason)
    case .leaveWhenDone: if exercises.isComplete, !speech.isSpeaking { leave(.finished) }
    case .stayAwake(let instant): presence.stays(from: instant.map { max(presence.lastInput, $0) } ?? now)
    case .tellTimer(let event, let time): tellTimer(event, at: time)
    case .confirmTimer(let time): tellTimer(.confirm(id: parts.makeID()), at: time)
    case .train(let mode, let start): train(mode, at: start)
    case .listen(let end): perform(exercises.listen(until: end, .init(now, sound, speech), date: parts.wallClock))
    case .stopTimedTraining: if !timer.isTimed, exercises.isHeldBack { stopPractice(.finished) }
    case .keep(let outcome): perform(exercises.keep(outcome, stamp()))
    case .showResult(let result, let epoch):
      guard let frame = sound.feedbackFrame else { break }
      perform(
        exercises.show(
          result, of: epoch, from: frame, hasVoice: speech.isThere, lastSource: presence.lastSource,
          isLit: rack.tells))
    case .showAnswer(let answer, let epoch):
      perform(
        exercises.show(
          answer, of: epoch, hasVoice: speech.isThere, lastSource: presence.lastSource, isLit: rack.tells))
    case .think(let epoch): perform(sound.think(epoch, for: speech.isAsked ? .zero : ListeningTime.thought))
    case .showMotors:
      let begun = sound.feedbackFrame.flatMap { outside.cycle()?.time(of: $0) } ?? now
      perform(tuning.showMotors(begun: begun))
    case .holdReferences: exercises.holdReferences(forOutput: sound.following != nil, by: speech)
    case .heard(let role, let epoch, let frame, let hertz): heard(role, epoch, frame, hertz: hertz)
    case .faded(let epoch, let frame, let hertz):
      let faded = SessionEvent.faded(
        epoch, frame: frame, rate: sound.rate, hertz: Hertz(hertz), reach: promiseReach(for: exercises.lastMode))
      perform([
        .exercises(.session(faded)),
        .speech(.sayWhatWaits),
      ])
    case .proceed(let epoch):
      // Once the output is the one it is to be heard by.
      if !sound.holds(epoch) { perform(.exercises(.session(.proceed(epoch)))) }
    }
  }

  // MARK: What sides are told of the others

  var situation: Rack.Situation {
    // In free practice a chord of both halves is the commit control of a keyboard without one.
    let meaning: GestureContext =
      exercises.isTuned || timer.countsFreeRounds ? .matching : isPlayed ? .comparison : .hub
    return Rack.Situation(
      now: now, meaning: meaning, isPractising: exercises.isPractising, isLeaving: presence.isLeaving,
      isTimed: timer.isTimed, hasSound: sound.isReady)
  }

  var meaning: Meaning {
    Meaning(
      now: now, isPractising: exercises.isPractising, isTuned: exercises.isTuned,
      canTune: exercises.canTune, lastMode: exercises.lastMode, shown: exercises.epoch,
      lastSource: presence.lastSource, timer: timer, isExplaining: explanation.isRunning)
  }

  /// What the control that has the pitch will reach in the next exercise of `mode`.
  mutating func promiseReach(for mode: Mode) -> TuningReach {
    guard let range = exercises.tuningRange(in: mode) else { return .free }
    return tuning.promiseReach(
      range: range, awakeSliders: rack.awakeSliders, canDrive: { [rack] in rack.drives($0, on: $1) })
  }

  /// What a record of now is stamped with; nil where nothing is kept.
  private mutating func stamp() -> ExerciseSide.Stamp? {
    guard sound.isKept else { return nil }
    return ExerciseSide.Stamp(
      id: parts.makeID(), date: parts.wallClock(),
      latency: outside.cycle().map { Double($0.latency) / Double($0.rate) } ?? 0)
  }

  // MARK: What concerns all sides, in the order in which they hear of it

  /// Starts a mode from the hub, or changes to it. What a timer starts begins at `start`. All else pauses a timer that runs,
  /// and nothing starts beside one that waits: it would look like the timed practice and count for nothing.
  mutating func start(_ mode: Mode, at start: ExerciseStart? = .now, isTimed: Bool = false) {
    guard !presence.isLeaving else { return }
    perform([.rack(.endLearning(.practice)), .explanation(.end)])
    if !isTimed {
      if timer.isTimed { tellTimer(.pause) }
      guard !timer.waits else { return perform(Effect.refusedBesideTimer) }
      tellTimer(.cancel)
    }
    if exercises.isPractising {
      guard exercises.mode != mode else { return }
      stopPractice(.asked)
      // What was asked for may have been done with that.
      guard !presence.isLeaving else { return }
    }
    perform(.retract(.aboutStarting))
    guard sound.isReady else { return perform(Effect.refusedWithoutSound) }
    perform(.speech(.begin(isTimed ? nil : mode)))
    let reach = promiseReach(for: mode)
    let begin: [Effect]
    do throws(ExerciseRefusal) {
      begin = try exercises.start(mode, at: start, date: parts.wallClock, reach: reach)
    } catch {
      return perform([.speech(.hush), .post(.refused(error)), .lights(.trouble("start-refused"))])
    }
    tuning.forgetMotorsReturn()
    perform([.lights(.endTrouble), .stayAwake(from: nil), .tell(.sessionStarted(mode: mode))])
    rack.forgetAcknowledgement()
    // The timer's own pad has shown it.
    if !isTimed { perform(.cue(.mode(Role(starting: mode)))) }
    perform(begin)
    perform(rack.settleLocalControl(situation))
    perform(.rack(.enterContexts))
  }

  /// Starts the mode that was asked for on the command line, once there is sound and it is known whether there is a voice:
  /// the first interval must not go unsaid.
  mutating func startIfReady() {
    guard let mode = presence.startWhenReady, sound.isReady,
      !speech.holdsStart(of: mode, exercises.wanted, at: now)
    else { return }
    presence.startWhenReady = nil
    start(mode)
  }

  /// Back to the hub: notes fade, lights go out, an unfinished exercise is dropped, an answered one is kept.
  mutating func stopPractice(_ reason: StopReason) {
    perform(.explanation(.end))
    guard exercises.isPractising else { return }
    perform(.exercises(.session(.stop)))
    toHub(reason)
  }

  mutating func toHub(_ reason: StopReason) {
    sound.forgetSchedule()
    let isFeedbackOver = reason == .finished || reason == .refused
    // The last result is said to its end, and motors are home already.
    if !isFeedbackOver { perform(.speech(.hush)) }
    let returns = exercises.mode?.discipline.tunes == true && !isFeedbackOver
    // Motors wait until what sounds has faded.
    perform(tuning.stop(returns: returns, at: sound.sounding == 0 ? nil : now + SoundSide.fade * 2))
    exercises.stopped(date: parts.wallClock)
    perform(.cue(.idle))
    perform(rack.stopped(situation))
    perform(.tell(.sessionStopped(reason)))
    perform(rack.settle(situation))
    perform(.rack(.enterContexts))
    perform(timer.practiceStopped())
    if !reason.wasAskedFor, timer.phase != .paused { perform(.speech(.sayAtEnd(.stopped))) }
    if reason == .finished, timer.phase == .finished { perform(.speech(.sayAtEnd(.timerFinished))) }
    // What was asked for is done even if sound was lost in the last feedback.
    perform(.leaveWhenDone)
  }

  /// Ends the program once the last note has faded.
  mutating func leave(_ reason: StopReason) {
    guard !presence.isLeaving else { return }
    perform(.rack(.endLearning(.practice)))
    // It waits to be resumed, for an hour: also if that is another run of the program.
    tellTimer(.interrupted)
    presence.leave(reason, at: now)
    stopPractice(reason)
    perform(.sound(.silence))
    perform(rack.finish(at: now))
  }

  /// A note's first frame is made.
  mutating func heard(_ role: VoiceRole, _ epoch: Epoch, _ frame: Frame, hertz: Double) {
    let heard = heard(at: frame)
    if role == .reference { timer.roundBegins(epoch, frame, heard: heard) }
    perform(.tell(.noteStarted(role: role, hertz: hertz, frame: frame)))
    switch role {
    case .reference: perform([.rack(.exerciseBegins), .exercises(.session(.referenceStarted(epoch, frame: frame)))])
    case .target, .tunable: perform(.exercises(.session(.secondStarted(epoch, heard: heard))))
    }
  }

  private mutating func heard(at frame: Frame) -> MonotonicTime { outside.cycle()?.heard(at: frame) ?? now }

  /// Tells the timer what has happened, at `time` if a hand did it, and does what it wants.
  mutating func tellTimer(_ event: PracticeTimer.Event, at time: MonotonicTime? = nil) {
    guard let wanted = timer.tell(event, at: time, now: now, date: parts.wallClock) else { return }
    for effect in wanted {
      perform(timer.take(effect, isHeardKept: sound.isKept, at: now, cycle: outside.cycle()))
    }
    perform(timer.tellPhase(isPractising: exercises.isPractising, at: now))
  }

  mutating func confirmIfReady() {
    perform(timer.confirmIfReady(hasSound: sound.isReady && outside.cycle() != nil, at: now))
  }

  /// A timer's training begins at `begin`, or goes on; where that is nil, it is held.
  mutating func train(_ mode: Mode, at begin: ExerciseStart?) {
    guard exercises.isPractising, exercises.mode == mode else {
      start(mode, at: begin, isTimed: true)
      // Refused: nothing to be timed.
      return exercises.isPractising ? () : tellTimer(.interrupted)
    }
    guard case .at(let frame) = begin else { return }
    perform(.exercises(.session(.resume(at: frame, reach: promiseReach(for: mode)))))
  }
}
