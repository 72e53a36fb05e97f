import Controllers
import Foundation
import Pitch
import Ports
import Sound
import Time
import Training

/// The loop without its thread: takes inputs, sound events and the passing of time, one after the other, and tells its
/// parts what to do. `Practice` gives it a thread; tests and `peach render` drive it by hand.
///
/// Confined to whoever drives it. Everything it is told is a `LoopStep`, and every step runs to its end without waiting
/// for anything: see `take`.
package final class PracticeCore {
  package let parts: PracticeParts
  let configuration: PracticeConfiguration
  /// What the exercise that runs was chosen by.
  var settings: PracticeSettings
  /// What the next one is chosen by; the same unless they were changed in an exercise.
  var wanted: PracticeSettings
  /// The newest exercise that `settings` were taken on for.
  var adopted: Epoch?
  package let views: ViewPublisher

  /// The only producer of commands and the only reader of sound events.
  let controller: any SoundControl
  /// The clock outside. Within a step time stands still: everybody reads `parts.time`, which is `moment`.
  let source: any TimeSource
  let moment: ManualTime
  /// What the renderer's newest cycle said, as soon as this step has asked.
  var cycleOfStep: FrameClock.Cycle??
  var session: ComparisonSession
  var matching: MatchingSession
  /// What moves the tunable note.
  var tuner = Tuner()
  /// The sides that were open when the next exercise was drawn, and of what.
  var promise: (hand: Tuner.Hand, sides: SliderSides)?
  var speech = SpeechSide()
  var timer = TimerSide()
  var beginning: FirstEstimateSide
  var view = ViewState()
  var sound = SoundSide()
  var devices: [PortID: Device] = [:]
  /// The profiles as they are now.
  var library: ChangedLibrary
  /// The control that is wanted for a role; nil while none is.
  var learning: Learning?
  /// What came by two ways.
  var copies = CopyFilter()
  /// What controllers show now.
  var shownCue = Cue.idle
  /// Plugging order, for the screen.
  var deviceOrder: [PortID] = []
  var splits: [String: Int]
  /// Controllers that were pulled out while their own sound was off: what they are remembered by.
  var owedLocalControl: Set<String> = []
  /// The controller whose light says that something was set at it, and until when.
  var acknowledged: (port: PortID, until: MonotonicTime)?

  /// The answer that feedback is about, with the id of its record, until the next one.
  var lastAnswer: (epoch: Epoch, record: UUID)?
  var lastMode = Mode.comparison
  /// Answers since practice was started, withdrawn ones left out.
  var answered = 0
  /// Answers of this run that are kept durably, withdrawn ones left out.
  package var kept = KeptAnswers()
  /// The level in dBFS, as the settings and then the level control have it.
  var level: Double
  /// When the light that tells of trouble goes out.
  var troubleEnds: MonotonicTime?
  /// Where motors go once the committed note has faded, and when they go back to the centre.
  var motorPosition: Double?
  var motorsReturn: MonotonicTime?
  var startWhenReady: Mode?
  var lastInput: MonotonicTime
  /// What gave it.
  var lastSource: InputSource?
  var portInUse: PortID?
  var suspension: SuspensionWatch
  var leaving: (reason: StopReason, deadline: MonotonicTime)?

  /// Why and that the loop has ended: notes have faded, lights are out, everything is handed over.
  package private(set) var ended: StopReason?
  /// Set when sound cannot be had and nothing is retried.
  package var soundFailure: SoundFailure?

  /// A loop at the hub; `start()` begins. Nil if another loop already controls the engine.
  package convenience init?(
    configuration: PracticeConfiguration, parts: PracticeParts, views: ViewPublisher = ViewPublisher()
  ) {
    guard let controller = RendererControl(parts.engine) else { return nil }
    self.init(configuration: configuration, parts: parts, views: views, controller: controller)
  }

  /// A loop at the hub that reaches its sound through `controller`.
  package init(
    configuration: PracticeConfiguration, parts: PracticeParts, views: ViewPublisher, controller: any SoundControl
  ) {
    self.controller = controller
    self.configuration = configuration
    settings = configuration.settings
    wanted = configuration.settings
    source = parts.time
    moment = ManualTime(parts.time.now())
    self.parts = parts.atRest(moment)
    self.views = views
    splits = configuration.splits
    beginning = FirstEstimateSide(ear: configuration.known.profile.ear)
    library = ChangedLibrary(configuration.library)
    level = configuration.settings.level
    startWhenReady = configuration.startMode
    lastInput = parts.time.now()
    suspension = SuspensionWatch(source.suspended())
    session = ComparisonSession(
      settings: configuration.settings.training, strategy: configuration.strategy,
      generator: SeededGenerator(seed: configuration.seed), exerciseLimit: configuration.exercises)
    matching = MatchingSession(
      settings: configuration.settings.training, generator: SeededGenerator(seed: configuration.seed),
      exerciseLimit: configuration.exercises, history: configuration.known.matchingHistory)
    view.letters = configuration.settings.letters
    view.notices =
      configuration.settingsProblems.map { .settings($0) } + configuration.library.problems.map { .profile($0) }
  }

  /// Sets the level and shows the hub.
  func begin(isRealtime: Bool) {
    if !isRealtime { view.add(.realtimeMissing) }
    lastInput = parts.time.now()
    controller.setLevel(decibels: Float(level))
    tellFirstEstimate()
    restoreTimer()
    startTimer()
  }

  func react(to input: PracticeInput) {
    switch input {
    case .controllers(let event): handle(event)
    case .sound(let status): handle(status)
    case .store(let event): handle(event)
    case .speech(let event): handle(event)
    case .utterance(let utterance, let number): play(utterance, number: number)
    case .intent(let intent, let time, let source): handle(intent, at: time, source: source)
    case .settings(let change): take(change)
    case .headphonesPulled(let card): headphonesPulled(from: card)
    case .pages(let status): handle(status)
    case .profile(let change): take(change)
    }
  }

  /// Does what is due by now.
  func doWhatIsDue() {
    let now = parts.time.now()
    for port in deviceOrder {
      guard let gestures = devices[port]?.gestures.advance(to: now) else { continue }
      perform(gestures, from: port)
    }
    advanceSliders(to: now)
    continueInits(now)
    sendHeartbeats(now)
    advanceLearning(to: now)
    if let motorsReturn, now >= motorsReturn { returnMotors() }
    if let deadline = speech.current?.deadline, now >= deadline { giveUpUtterance() }
    if let awaited = speech.awaitedUntil, now >= awaited { startIfReady() }
    advanceTimer(to: now)
    // While a timer holds training back nobody has to do anything.
    if practising, !isHeldBack, now >= lastInput + Self.patience { stopPractice(.idle) }
    if let end = troubleEnds, now >= end { endTrouble() }
    if let acknowledged, now >= acknowledged.until { endAcknowledgement() }
    considerLongerPeriod()
    followOutput(at: now)
    if let leaving, isSilent(now) || now >= leaving.deadline { ended = leaving.reason }
  }

  /// When `advance` must be called next if nothing happens before.
  package var deadline: MonotonicTime? {
    var deadlines = devices.values.compactMap { $0.gestures.deadline }
    deadlines += devices.values.flatMap { $0.sliders.values.compactMap(\.deadline) }
    deadlines += devices.values.flatMap { [$0.initContinues, $0.heartbeat].compactMap { $0 } }
    if let motorsReturn { deadlines.append(motorsReturn) }
    if let learningDeadline { deadlines.append(learningDeadline) }
    if let utterance = speech.current { deadlines.append(utterance.deadline) }
    if let awaited = speech.awaitedUntil { deadlines.append(awaited) }
    if let following = sound.following?.deadline { deadlines.append(following) }
    if let timerDeadline { deadlines.append(timerDeadline) }
    if practising, !isHeldBack { deadlines.append(lastInput + Self.patience) }
    if practising || isTimed { deadlines.append(parts.time.now() + Self.suspensionCheck) }
    if let troubleEnds { deadlines.append(troubleEnds) }
    if let acknowledged { deadlines.append(acknowledged.until) }
    if let leaving {
      // A note that outlasts the fade ends with an event; only the last moment is waited for then.
      let fade = sound.silentFrom.flatMap { $0 > parts.time.now() ? $0 : nil }
      deadlines.append(fade ?? leaving.deadline)
    }
    return deadlines.min()
  }

  /// Without any input for this long, practice stops.
  static let patience = Duration.seconds(180)
  /// How soon a suspension is noticed after waking when nothing else wakes the loop.
  static let suspensionCheck = Duration.milliseconds(500)
  /// How long leaving waits for the last note to fade.
  static let farewell = Duration.milliseconds(250)
  /// How long the light that tells of trouble stays.
  static let troubleLight = Duration.milliseconds(400)

  var practising: Bool { session.phase != .idle || matching.view.phase != .idle }

  func tell(_ kind: PracticeEvent.Kind) {
    parts.events.post(PracticeEvent(time: parts.time.now(), kind: kind))
  }

  func publish() {
    let comparison = session.view
    let matching = matching.view
    view.phase = matching.phase == .idle ? ViewState.Phase(comparison.phase) : ViewState.Phase(matching.phase)
    view.canAnswer = comparison.canAnswer
    view.canTune = matching.canTune
    view.interval = comparison.interval ?? matching.interval
    view.feedback = comparison.feedback
    view.result = matching.feedback
    view.timer = timerView
    // The exercise that is asked, or whose result is shown.
    let isOver = comparison.feedback != nil || matching.feedback != nil
    view.exercise =
      practising ? configuration.exercises.map { .init(min(answered + (isOver ? 0 : 1), $0), of: $0) } : nil
    views.publish(view)
  }

  func handle(_ event: StoreEvent) {
    switch event {
    case .saved(let id):
      kept.saved(id)
      tell(.recordSaved(id))
    case .withdrawn(let id):
      kept.withdrawn(id)
      tell(.recordWithdrawn(id))
    case .savedWorkout(let id, let change): workoutSaved(id, change: change)
    case .failing(let reason): setNotice(.notSaving(reason: reason)) { if case .notSaving = $0 { true } else { false } }
    case .recovered: removeNotices { if case .notSaving = $0 { true } else { false } }
    }
  }

  func handle(_ intent: Intent, at time: MonotonicTime, source: InputSource) {
    if intent == .pageGone { return pageIsGone() }
    lastInput = max(lastInput, time)
    lastSource = source
    if let epoch = intent.epoch, epoch != view.epoch { return }
    switch intent {
    case .answer(let answer, let epoch):
      if matching.view.phase != .idle {
        step(Tuner.Hand(source), by: answer == .higher ? 1 : -1)
      } else if practising {
        apply(session.handle(.answer(answer, at: time, source: source, controller: nil)))
      } else if epoch == nil, !startForTimer(Half(answer)) {
        start(answer == .higher ? .comparison : .matching)
      }
    case .step(let cents, _): step(Tuner.Hand(source), by: cents)
    case .slide(let position, _): slidePage(to: position)
    case .commit: commit(CommitGesture(source), at: time, source: source)
    case .proceed: proceed(at: time, source: source)
    case .start(let mode): start(mode)
    case .again: if !practising { start(lastMode) }
    case .stop: stopByHand(at: time)
    case .leave: practising || isTimed || timer.timer.phase == .confirming ? stopByHand(at: time) : leave(.asked)
    case .quit(let reason): leave(reason)
    case .show(let cue, let id): showOnRequest(cue, on: id)
    case .learn(let role, let id): learn(role, on: id)
    case .endLearning(let id): if learning?.port == id { endLearning(.asked) }
    case .split(let note, let id): setSplit(note, on: id)
    case .timer(let intent): handle(intent, at: time)
    case .pageGone: break  // No input: see above.
    }
  }

  /// The key that does the next thing.
  private func proceed(at time: MonotonicTime, source: InputSource) {
    if practising { return commit(CommitGesture(source), at: time, source: source) }
    switch timer.timer.phase {
    case .confirming, .paused: confirmTimer(at: time)
    case .countdown, .running: finishFreeRound(at: time)
    case .resting: tellTimer(.skipRest, at: time)
    case .finished: tellTimer(.cancel)
    case .idle: start(lastMode)
    }
  }

  /// Stops what runs: a timer is paused, what waits to be confirmed is left.
  func stopByHand(at time: MonotonicTime) {
    if isTimed { return tellTimer(.pause, at: time) }
    if timer.timer.phase != .paused { tellTimer(.cancel) }
    stopPractice(.asked)
  }

  /// Nobody is there any more if it was the page that was used last. Hands and keys go on without one.
  private func pageIsGone() {
    if lastSource == .page { stopPractice(.asked) }
  }

  func handle(_ status: PagesStatus) {
    removeNotices { if case .noPages = $0 { true } else { $0 == .noBrowser } }
    switch status {
    case .served(let address): view.pages = address
    case .unavailable(let failure):
      view.pages = nil
      view.add(.noPages(failure))
    case .notOpened: view.add(.noBrowser)
    }
  }

  /// Adds `notice` in place of any that `matches`.
  func setNotice(_ notice: ViewState.Notice, replacing matches: (ViewState.Notice) -> Bool) {
    removeNotices(where: matches)
    view.add(notice)
  }

  func removeNotices(where matches: (ViewState.Notice) -> Bool) {
    view.notices.removeAll(where: matches)
  }
}
