import Controllers
import MIDI
import Pitch
import Ports
import Sound
import Time
import Timers
import Training

/// The meaning of each effect, and the order of events that concern several sides.
extension PracticeCore {
  /// Performs the effects in order, each with everything that follows from it before the next.
  mutating func perform(_ effects: [Effect]) {
    for effect in effects { perform(effect) }
  }

  mutating func perform(_ effect: Effect) {
    switch effect {
    case .outbound(let action): environment.run(action)
    case .submit(let batch, let carries):
      perform(sound.submitted(environment.controller.submit(batch), carrying: carries))
    case .silence: sound.silenced(by: environment.controller.silence())
    case .post(let notice): view.add(notice)
    case .retract(let kind): view.notices.removeAll(where: kind.includes)

    case .rack(let event): perform(rack.handle(event, in: context))
    case .tuning(let event): perform(tuning.handle(event, in: context, cycle: environment.cycle()))
    case .sound(let event): perform(sound.handle(event, in: context, cycle: environment.cycle()))
    case .speech(let event): perform(speech.handle(event, in: context))
    case .exercises(.session(.stepBack)):
      // Its sender does not know the reach. Without a note to return to, the sides promised to the current one stay.
      guard exercises.session.stepsBack else { return }
      let event = SessionEvent.stepBack(reach: promiseReach(for: exercises.lastMode))
      perform(exercises.handle(.session(event), in: context, date: parts.wallClock))
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
      // Notes that begin sooner may already have been rendered.
      let soon = environment.cycle()?.frame(at: isAwaited ? now + Self.rendered : now) ?? Frame(0)
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

  /// Performs the result of an exercise event: each action reads the side's state just before it is performed.
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

  /// Returns the reach of the control that has the pitch in the next exercise of `mode`.
  mutating func promiseReach(for mode: Mode) -> TuningReach {
    guard let range = exercises.tuningRange(in: mode) else { return .free }
    return tuning.promiseReach(
      range: range, awakeSliders: rack.awakeSliders, canDrive: { [rack] in rack.drives($0, on: $1) })
  }

  /// Returns the stamp for a record made now; nil if nothing is saved.
  private mutating func stamp() -> ExerciseSide.Stamp? {
    guard sound.isKept else { return nil }
    return ExerciseSide.Stamp(
      id: parts.makeID(), date: parts.wallClock(),
      latency: environment.cycle().map { Double($0.latency) / Double($0.rate) } ?? 0)
  }

  // MARK: Events for all sides, in the order in which they receive them

  /// Starts a mode from the hub, or changes to it. Practice started by a timer begins at `start`. Any other start
  /// pauses a running timer, and is refused next to a timer that waits: it would look like the timed practice and count
  /// for nothing.
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
      // That may have completed the requested exercises.
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
    // The timer's own pad shows the start.
    if !isTimed { perform(.cue(.mode(Role(starting: mode)))) }
    perform(begin)
    perform(rack.settleLocalControl(in: context))
    perform(.rack(.enterContexts))
  }

  /// Starts the mode requested on the command line once there is sound and the search for a voice has ended: otherwise
  /// the first interval would go unannounced.
  mutating func startIfReady() {
    guard let mode = presence.startWhenReady, sound.isReady,
      !speech.holdsStart(of: mode, exercises.wanted, at: now)
    else { return }
    presence.startWhenReady = nil
    start(mode)
  }

  /// Returns to the hub: notes fade, lights go out, an unfinished exercise is dropped, an answered one is kept.
  mutating func stopPractice(_ reason: StopReason) {
    perform(.explanation(.end))
    guard exercises.isPractising else { return }
    perform(.exercises(.session(.stop)))
    toHub(reason)
  }

  mutating func toHub(_ reason: StopReason) {
    sound.forgetSchedule()
    let isFeedbackOver = reason == .finished || reason == .refused
    // The last result is spoken to its end, and the motors are at the centre already.
    if !isFeedbackOver { perform(.speech(.hush)) }
    let returns = exercises.mode?.discipline.tunes == true && !isFeedbackOver
    // Motors wait until the notes have faded.
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
    // The requested exercises are complete even if sound was lost in the last feedback.
    perform(.leaveWhenDone)
  }

  /// Ends the program once the last note has faded.
  mutating func leave(_ reason: StopReason) {
    guard !presence.isLeaving else { return }
    perform(.rack(.endLearning(.practice)))
    // The timer can be resumed for an hour, also by the next run of the program.
    tellTimer(.interrupted)
    presence.leave(reason, at: now)
    stopPractice(reason)
    perform(.silence)
    perform(rack.finish(at: now))
  }

  /// Sends an event to the timer, at `time` if it came from an input, and performs its effects.
  mutating func tellTimer(_ event: PracticeTimer.Event, at time: MonotonicTime? = nil) {
    guard let wanted = timer.tell(event, at: time, now: now, date: parts.wallClock) else { return }
    for effect in wanted {
      perform(timer.handle(effect, isHeardKept: sound.isKept, at: now, cycle: environment.cycle()))
    }
    perform(timer.tellPhase(isPractising: exercises.isPractising, at: now))
  }

  mutating func confirmIfReady() {
    // Checked each turn: a context is built only if a start is pending.
    guard timer.awaitsReadiness else { return }
    perform(timer.confirmIfReady(hasSound: sound.isReady && environment.cycle() != nil, in: context))
  }

  /// Starts or resumes a timer's training at `begin`; if that is nil, training starts held.
  mutating func train(_ mode: Mode, at begin: ExerciseStart?) {
    guard exercises.isPractising, exercises.mode == mode else {
      start(mode, at: begin, isTimed: true)
      // The start was refused: there is nothing to time.
      return exercises.isPractising ? () : tellTimer(.interrupted)
    }
    guard case .at(let frame) = begin else { return }
    perform(.exercises(.session(.resume(at: frame, reach: promiseReach(for: mode)))))
  }
}
