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
    case .submit(let batch, let carries):
      perform(sound.submitted(outside.controller.submit(batch), carrying: carries))
    case .silence: sound.silenced(by: outside.controller.silence())
    case .post(let notice): view.add(notice)
    case .retract(let kind): view.notices.removeAll(where: kind.includes)

    case .rack(let event): perform(rack.handle(event, in: context))
    case .tuning(let event): perform(tuning.handle(event, in: context, cycle: outside.cycle()))
    case .sound(let event): perform(sound.handle(event, in: context, cycle: outside.cycle()))
    case .speech(let event): perform(speech.handle(event, in: context))
    case .exercises(let event): perform(exercises.handle(event, in: context, date: parts.wallClock))
    case .timer(let event): perform(timer.handle(event, in: context))
    case .lights(let event): perform(lights.handle(event, in: context, lightsTrouble: rack.tells(.trouble)))
    case .explanation(let event): perform(explanation.handle(event, in: context, hands: rack.hands))

    case .start(let mode, let id):
      start(mode)
      if let id, exercises.isPractising { perform(.rack(.use(id))) }
    case .startIfReady: startIfReady()
    case .stop(let reason): stopPractice(reason)
    case .interrupt(let reason):
      stopPractice(reason)
      if timer.status.isTimed { tellTimer(.interrupted) }
    case .stopWithdrawing(let time):
      perform(.exercises(.session(.withdraw(pressedAt: time))))
      toHub(.asked)
    case .toHub(let reason): toHub(reason)
    case .leave(let reason): leave(reason)
    case .leaveWhenDone: if exercises.isComplete, !speech.isSpeaking { leave(.finished) }
    case .awaitPage(let isAwaited):
      // What begins sooner may be rendered already.
      let soon = outside.cycle()?.frame(at: isAwaited ? now + Self.rendered : now) ?? Frame(0)
      let reach = isAwaited ? .free : promiseReach(for: exercises.lastMode)
      perform(exercises.awaitPage(isAwaited, from: soon, reach: reach))
      if isAwaited { perform(.exercises(.listen(until: nil))) }
    case .stayAwake(let instant): presence.stays(from: instant.map { max(presence.lastInput, $0) } ?? now)
    case .tellTimer(let event, let time): tellTimer(event, at: time)
    case .confirmTimer(let time): tellTimer(.confirm(id: parts.makeID()), at: time)
    case .train(let mode, let start): train(mode, at: start)
    case .stopTimedTraining:
      if !timer.status.isTimed, exercises.isHeldBack, !exercises.gates.awaitsPage { stopPractice(.finished) }
    case .faded(let epoch, let frame, let hertz):
      let faded = SessionEvent.faded(
        epoch, frame: frame, rate: sound.rate, hertz: Hertz(hertz), reach: promiseReach(for: exercises.lastMode))
      perform([.exercises(.session(faded)), .speech(.sayWhatWaits)])
    }
  }

  /// What an event of exercises leads to, each action as its side stands when it is the action's turn.
  private mutating func perform(_ step: ExerciseSide.Step) {
    perform(step.effects)
    perform(step.actions, isOfRest: step.isOfRest)
  }

  private mutating func perform(_ actions: [SessionAction], isOfRest: Bool = false) {
    for action in actions {
      let stamp = action.isKept ? stamp() : nil
      perform(
        exercises.effects(of: action, isOfRest: isOfRest, in: context, stamp: stamp, isLit: rack.tells))
    }
  }

  /// What the control that has the pitch will reach in the next exercise of `mode`.
  mutating func promiseReach(for mode: Mode) -> TuningReach {
    guard let range = exercises.tuningRange(in: mode) else { return .free }
    return tuning.promiseReach(
      range: range, awakeSliders: rack.awakeSliders, canDrive: { [rack] in rack.drives($0, on: $1) })
  }

  /// What a record of now is stamped with; nil if nothing is kept.
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
      if timer.status.isTimed { tellTimer(.pause) }
      guard !timer.status.waits else { return perform(Effect.refusedBesideTimer) }
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
    let begin: [SessionAction]
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
    perform(rack.settleLocalControl(in: context))
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
    perform(rack.stopped(in: context))
    perform(.tell(.sessionStopped(reason)))
    perform(rack.settle(in: context))
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
    perform(.silence)
    perform(rack.finish(at: now))
  }

  /// Tells the timer what has happened, at `time` if a hand did it, and does what it wants.
  mutating func tellTimer(_ event: PracticeTimer.Event, at time: MonotonicTime? = nil) {
    guard let wanted = timer.tell(event, at: time, now: now, date: parts.wallClock) else { return }
    for effect in wanted {
      perform(timer.handle(effect, isHeardKept: sound.isKept, at: now, cycle: outside.cycle()))
    }
    perform(timer.tellPhase(isPractising: exercises.isPractising, at: now))
  }

  mutating func confirmIfReady() {
    // Asked each turn: a context is made only on the way to a start.
    guard timer.awaitsReadiness else { return }
    perform(timer.confirmIfReady(hasSound: sound.isReady && outside.cycle() != nil, in: context))
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
