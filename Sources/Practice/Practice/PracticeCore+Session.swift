import Controllers
import Ports
import Sound
import Time
import Training

/// Starting and stopping, whatever the mode.
extension PracticeCore {
  /// Starts a mode from the hub, or changes to it. What a timer starts begins at `start`. All else pauses a timer that runs,
  /// and nothing starts beside one that waits: it would look like the timed practice and count for nothing.
  func start(_ mode: Mode, at start: ComparisonSession.Start = .now, isTimed: Bool = false) {
    guard leaving == nil else { return }
    endLearning(.practice)
    if !isTimed {
      if self.isTimed { tellTimer(.pause) }
      guard !timerWaits else { return refuseBesideTimer() }
      tellTimer(.cancel)
    }
    if practising {
      guard view.mode != mode else { return }
      stopPractice(.asked)
      // What was asked for may have been done with that.
      guard leaving == nil else { return }
    }
    removeNotices(where: \.isAboutStarting)
    guard canBeHeard() else { return }
    beginSpeech(isTimed ? nil : mode)
    let begin: () -> Void
    if mode.isComparison {
      session.skipEpochs(before: matching.nextEpoch)
      session.age(to: parts.wallClock())
      let effects = session.handle(.start(mode: mode, at: start))
      for case .refused(let refusal) in effects { return refuse(refusal) }
      begin = { self.apply(effects) }
    } else {
      matching.skipEpochs(before: session.nextEpoch)
      let effects = matching.handle(.start(mode: mode, reach: promiseReach(), at: start))
      for case .refused(let refusal) in effects { return refuse(refusal) }
      begin = { self.apply(effects) }
    }
    lastMode = mode
    motorsReturn = nil
    answered = 0
    endTrouble()
    lastInput = parts.time.now()
    view.mode = mode
    tell(.sessionStarted(mode: mode))
    acknowledged = nil
    // The timer's own pad has shown it.
    if !isTimed { cue(.mode(Role(starting: mode))) }
    begin()
    settleLocalControl()
    refreshContexts()
  }

  /// Whether there is sound for what is to begin; tells where there is none.
  func canBeHeard() -> Bool {
    if case .ready = view.sound { return true }
    view.add(.noSound)
    trouble("no-sound")
    return false
  }

  /// What is practised is kept and learnt from, unless nobody can hear it and nobody wanted it so: a line says that then.
  func settleKeeping(_ description: SoundDescription) {
    sound.isKept = description.isKept
    session.learns = sound.isKept
    matching.learns = sound.isKept
    if sound.isKept { removeNotices { $0 == .unheard } } else { setNotice(.unheard) { $0 == .unheard } }
  }

  /// Nothing starts beside a timer that waits, and a line says so.
  func refuseBesideTimer() {
    setNotice(.timerWaits) { $0 == .timerWaits }
    trouble("timer-waits")
  }

  private func refuse(_ refusal: ExerciseRefusal) {
    hush()
    view.add(.refused(refusal))
    trouble("start-refused")
  }

  /// Settings that were changed leave no exercise that could follow the last one, whose result has been shown.
  func endRefused(_ refusal: ExerciseRefusal) {
    backToHub(.refused)
    view.add(.refused(refusal))
    trouble("refused")
  }

  /// Back to the hub: notes fade, lights go out, an unfinished exercise is dropped, an answered one is kept.
  func stopPractice(_ reason: StopReason) {
    guard practising else { return }
    apply(session.handle(.stop))
    apply(matching.handle(.stop))
    backToHub(reason)
  }

  func backToHub(_ reason: StopReason) {
    sound.forgetSchedule()
    let isFeedbackOver = reason == .finished || reason == .refused
    // The last result is said to its end.
    if !isFeedbackOver { hush() }
    motorPosition = nil
    // After the last feedback they are home already.
    if view.mode?.isComparison == false, !isFeedbackOver {
      // Motors wait until what sounds has faded.
      if sound.sounding == 0 { returnMotors() } else { motorsReturn = parts.time.now() + Self.fade * 2 }
    }
    view.mode = nil
    view.epoch = nil
    adoptSettings()
    tellFirstEstimate()
    cue(.idle)
    portInUse = nil
    chooseProfilesAgain()
    tell(.sessionStopped(reason))
    settleControllers()
    refreshContexts()
    timedPracticeStopped()
    if speaks, !reason.wasAskedFor, timer.timer.phase != .paused {
      speech.toSay = [.stopped]
      say(thenPlay: nil)
    }
    // What was asked for is done even if sound was lost in the last feedback.
    leaveWhenDone()
  }

  /// Leaves when as many exercises as were asked for have been answered, and nothing is being said of the last any more.
  func leaveWhenDone() {
    guard !practising, speech.current == nil, let exercises = configuration.exercises, answered >= exercises else {
      return
    }
    leave(.finished)
  }

  /// Ends the program once the last note has faded.
  func leave(_ reason: StopReason) {
    guard leaving == nil else { return }
    endLearning(.practice)
    // It waits to be resumed, for an hour: also if that is another run of the program.
    tellTimer(.interrupted)
    leaving = (reason, parts.time.now() + Self.farewell)
    stopPractice(reason)
    silence()
    view.leaving = true
    for port in deviceOrder {
      send(devices[port]?.cues.finish(), to: port)
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

  /// Puts the light of trouble out.
  func endTrouble() {
    guard troubleEnds != nil else { return }
    troubleEnds = nil
    restoreLight()
  }

  /// After a light that told of something else: where an answer counts, the light for that comes back.
  func restoreLight() {
    // A result that is lit stays lit.
    guard session.view.feedback == nil, matching.view.feedback == nil else { return }
    cue(session.view.canAnswer || matching.view.canTune ? .canAnswer : .idle)
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
    sound.silencing = controller.silence()
    sound.silentFrom = nil
  }
}

extension ViewState.Notice {
  /// Says why practice was stopped or the last start refused; the next start takes it away.
  var isAboutStarting: Bool {
    isRefusal || self == .headphonesPulled || { if case .otherOutput = self { true } else { false } }()
  }
}

extension Role {
  /// The role that starts `mode`.
  init(starting mode: Mode) {
    switch mode {
    case .comparison: self = .startComparison
    case .matching: self = .startMatching
    case .intervalComparison: self = .startIntervalComparison
    case .intervalMatching: self = .startIntervalMatching
    }
  }
}
