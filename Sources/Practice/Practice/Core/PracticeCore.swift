import Controllers
import MIDI
import Ports
import Sound
import Time
import Timers
import Training

/// The loop without its thread: takes inputs, sound events and the passing of time one after the other, hands each to
/// the side it concerns, and performs that side's effects. `Practice` gives it a thread; tests and `peach render` drive
/// it directly.
///
/// Each side owns its state, which no other side writes, and returns effects that depend only on that state and its
/// events. The core decides the order in which sides receive an event.
///
/// Loop thread (or the single thread that owns it): its driver owns the only copy. Every input is a `LoopStep`, and
/// every step runs to its end without waiting: see `handle(_:)`.
package struct PracticeCore: ~Copyable {
  /// The configuration it was created with.
  let configuration: PracticeConfiguration
  var environment: Environment
  var exercises: ExerciseSide
  var rack: Rack
  var tuning = TuningSide()
  var sound: SoundSide
  var speech: SpeechSide
  var timer: TimerSide
  var lights = LightSide()
  var explanation = ExplanationSide()
  var presence: Presence
  /// The view state with its persistent notices; the sides fill in their parts before it is published.
  var view = ViewState()

  /// The reason why the loop has ended: notes have faded, lights are out, everything is handed over. nil before.
  package var ended: StopReason? { presence.ended }

  /// Creates a loop at the hub; `start()` begins.
  /// - Throws: `controllerTaken` if another loop controls the engine.
  package init(
    configuration: PracticeConfiguration, parts: PracticeParts, views: ViewPublisher = ViewPublisher()
  ) throws(SoundEngineError) {
    self.init(
      configuration: configuration, parts: parts, views: views, controller: try RendererControl(parts.engine))
  }

  /// Creates a loop at the hub that uses `controller` for its sound.
  package init(
    configuration: PracticeConfiguration, parts: PracticeParts, views: ViewPublisher, controller: any SoundControl
  ) {
    self.configuration = configuration
    environment = Environment(parts: parts, views: views, controller: controller)
    exercises = ExerciseSide(configuration)
    rack = Rack(
      library: configuration.library, splits: configuration.splits, sleeps: configuration.asleep,
      isOnlyInput: configuration.needsController)
    sound = SoundSide(level: configuration.settings.level)
    timer = TimerSide(known: configuration.timers)
    speech = SpeechSide(configuration)
    presence = Presence(at: environment.now, startWhenReady: configuration.startMode)
    view.notices = configuration.notices
    // Surfaces show the first state before the loop runs.
    publish()
  }

  /// The live parts.
  package var parts: PracticeParts { environment.parts }
  /// The publisher of the view state.
  package var views: ViewPublisher { environment.views }
  /// The answers of this run that are saved durably, without withdrawn ones.
  package var kept: KeptAnswers { exercises.kept }
  /// The failure after which sound is not retried.
  package var soundFailure: SoundFailure? { sound.failure }
  /// The time of the present step.
  var now: MonotonicTime { environment.now }

  /// Takes one step. Time stands still within it: the clock is read once, at the start.
  package mutating func handle(_ step: LoopStep) {
    let slept = environment.step()
    if slept > .zero {
      // The timer must know for how long before training stops. Nothing resumes by itself.
      tellTimer(.suspended(for: slept))
      stopPractice(.suspended)
    }
    switch step {
    case .start(let isRealtime): begin(isRealtime: isRealtime)
    case .input(let input): dispatch(input)
    case .rendered(let event): perform(sound.handle(event, at: now, cycle: environment.cycle()))
    case .turn: doWhatIsDue()
    case .pause: stopPractice(.paused)
    }
    publish()
    environment.took(step, slept: slept)
  }

  /// Sets the level and shows the hub. `Practice` starts the parts, because they report to its mailbox. `isRealtime` is
  /// whether the loop's thread may run in real time.
  package mutating func start(isRealtime: Bool = true) { handle(.start(isRealtime: isRealtime)) }

  /// Takes one input.
  package mutating func handle(_ input: PracticeInput) { handle(.input(input)) }

  /// Takes all pending events of the renderer. Call before any input, so that an answer never overtakes the note it
  /// answers.
  package mutating func takeSoundEvents() {
    while let event = environment.controller.nextEvent() { handle(.rendered(event)) }
  }

  /// Ends a turn: does everything due by now.
  package mutating func advance() { handle(.turn) }

  private mutating func begin(isRealtime: Bool) {
    if !isRealtime { view.add(.realtimeMissing) }
    presence.stays(from: now)
    perform(.sound(.setLevel(to: sound.level)))
    exercises.tellBeginning(date: parts.wallClock)
    if let workout = configuration.timers.paused { tellTimer(.restore(workout)) }
    beginTimer()
    confirmIfReady()
  }

  /// Shows the timer requested on the command line, and a paused timed practice of an earlier run. The latter is filed
  /// away if the command line requests a timer or a mode to start at once.
  private mutating func beginTimer() {
    let start = configuration.startTimer
    if timer.phase == .paused, start != nil || configuration.startMode != nil {
      tellTimer(.end)
      tellTimer(.cancel)
    }
    switch start {
    case .chosen(let configuration): perform(.timer(.choose(configuration)))
    case .quick(let kind):
      perform(.timer(.quickStart(kind)))
      timer.confirmWhenReady()
    case nil: break
    }
  }

  private mutating func dispatch(_ input: PracticeInput) {
    switch input {
    case .controllers(.received(let id, let message, let time)): receive(message, at: time, from: id)
    case .controllers(let event):
      perform(rack.handle(event, in: context))
      perform(rack.finish(event, in: context))
    case .sound(let status):
      perform(sound.handle(status, in: context))
      perform(sound.finish(status, in: context))
    case .store(let event): perform(exercises.handle(event))
    case .speech(let event): perform(speech.handle(event, in: context))
    case .utterance(let utterance, let number): if speech.isSaying(number) { perform(sound.play(utterance)) }
    case .intent(let intent, let time, let source):
      if !intent.isAttendance { presence.moved(at: time, by: source) }
      perform(context.effects(of: intent, at: time, source: source))
    case .settings(let change): perform(exercises.apply(change, in: context, date: parts.wallClock))
    case .headphonesPulled(let card):
      perform(sound.headphonesPulled(from: card, while: isPlayed || timer.status.isTimed))
    case .pages(let status): view.show(status)
    case .mapping(let change): perform(rack.handle(change, in: context))
    }
  }

  /// Decodes a message into control events, those into gestures and slider movements, and performs the effects of
  /// these.
  private mutating func receive(_ message: MIDIMessage, at time: MonotonicTime, from id: PortID) {
    perform(rack.follow(message, at: time, on: id, in: context))
    guard rack.isFromHands(message, at: time, on: id) else { return }
    if rack.learning?.port == id { return learn(message, at: time, from: id) }
    let isByHand = rack.isByHand(message, on: id)
    let events = rack.decode(message, on: id)
    if events.isEmpty { return isByHand ? presence.moved(at: time, by: .controller) : () }
    // Events due before this one may have changed its meaning: a long press may have started a mode.
    act(on: rack.gesturesDue(by: time, on: id), from: id)
    for event in events {
      let heard = rack.hear(event, at: time, on: id, now)
      perform(heard.effects)
      if heard.isEcho {
        // The echo of our own motor: the fader's position matters, but the player has not moved it.
        if tuning.tuner.exercise == nil { slide(event, at: time, on: id) }
        continue
      }
      if isByHand { presence.moved(at: time, by: .controller) }
      if case .level(let position) = event { perform(rack.moveLevel(to: position, on: id)) }
      slide(event, at: time, on: id)
      if case .touch(_, isTouched: false) = event {
        perform(tuning.followMotors(inFeedback: exercises.isTuned && exercises.showsFeedback))
      }
      act(on: rack.gestures(by: event, at: time, on: id, in: context), from: id)
    }
  }

  /// Handles a message of the controller being learned. Sliders are tracked and motors held where fingers leave them;
  /// the message has no other effect.
  private mutating func learn(_ message: MIDIMessage, at time: MonotonicTime, from id: PortID) {
    var isEcho = false
    for event in rack.decode(message, on: id) {
      let heard = rack.hear(event, at: time, on: id, now)
      perform(heard.effects)
      isEcho = isEcho || heard.isEcho
      slide(event, at: time, on: id)
    }
    guard !isEcho else { return }
    presence.moved(at: time, by: .controller)
    perform(rack.learn(message, at: time, in: context))
  }

  private mutating func slide(_ event: ControlEvent, at time: MonotonicTime, on id: PortID) {
    guard let (slider, input) = event.slid, let device = rack.devices[id] else { return }
    let events = tuning.hear(
      slider, input, at: time, on: id, binding: device.mapping.bindings[slider.binding],
      tunes: rack.gestureContext(of: device, in: context) == .matching, settle: exercises.settings.settleTime)
    tune(events, slider, on: id)
  }

  private mutating func tune(_ events: [SliderEvent], _ slider: SliderID, on id: PortID) {
    let name = rack.name(of: id)
    for event in events {
      perform(tuning.handle(event, of: slider, on: id, controller: name))
      if case .released = event { tuning.beginAgain(slider, on: id, at: now) }
    }
  }

  private mutating func act(on gestures: [Gesture], from id: PortID) {
    for gesture in gestures { perform(context.effects(of: gesture, from: id, rack.name(of: id))) }
  }

  /// Does everything due by now: input gestures first, leaving last.
  private mutating func doWhatIsDue() {
    for id in rack.order { act(on: rack.gesturesDue(by: now, on: id), from: id) }
    for id in rack.order {
      for slider in tuning.sliders(on: id) { tune(tuning.advance(slider, on: id, to: now), slider, on: id) }
    }
    perform(rack.advance(in: context))
    perform(sound.advanceLevel(to: now))
    perform(tuning.advanceMotors(to: now))
    perform(speech.advance(to: now))
    if speech.isAsked { perform(.speech(.tellIfSilent)) }
    if explanation.isUnderWay { perform(.explanation(.advance)) }
    confirmIfReady()
    // The player has continued on a controller or the keyboard.
    if exercises.gates.awaitsPage, presence.lastSource != .page { perform(.awaitPage(false)) }
    if let deadline = timer.deadline, now >= deadline { tellTimer(.tick) }
    perform(.lights(.advanceCue))
    perform(.stopTimedTraining)
    perform(presence.advance(awaitedIn: awaited, at: now))
    perform(.lights(.advanceTrouble))
    perform(rack.advanceAcknowledgement(in: context))
    if !isPlayed, !presence.isLeaving {
      perform(sound.considerLongerPeriod(isChosen: configuration.period != nil))
    }
    // No exercise is under way except one that waits for the new output, and the voice is silent.
    let isBetween = !isPlayed || sound.following?.held != nil && !exercises.showsFeedback
    perform(sound.followOutput(isFree: isBetween && !speech.isSpeaking, at: now))
    presence.finish(isSilent: sound.isSilent(now), at: now)
  }

  /// When `advance` must be called next if nothing happens before.
  package var deadline: MonotonicTime? {
    // A note that outlasts the fade ends with an event; only the final deadline remains then.
    let leaving = presence.leaving.map { end in sound.silentFrom.flatMap { $0 > now ? $0 : nil } ?? end.deadline }
    let suspension = exercises.isPractising || timer.status.isTimed ? now + Self.suspensionCheck : nil
    let explanation = explanation.isUnderWay ? explanation.deadline(isQuiet: context.isQuiet) : nil
    return earliest(
      explanation, rack.deadline, tuning.deadline, speech.deadline,
      sound.following?.deadline, sound.ramp.due, timer.deadline, lights.deadline, presence.patienceEnds(in: awaited),
      suspension, leaving)
  }

  private mutating func publish() {
    exercises.show(in: &view)
    rack.show(in: &view)
    tuning.show(in: &view)
    timer.show(in: &view, at: now)
    view.sound = sound.status
    view.leaving = presence.isLeaving
    views.publish(view)
  }

  /// Whether notes of practice or of the explanation sound, or are about to.
  var isPlayed: Bool { exercises.isPractising || explanation.isRunning }
  /// The discipline whose exercise awaits input; nil while a timer or a page holds training back.
  private var awaited: Discipline? { exercises.isPractising && !exercises.isHeldBack ? exercises.discipline : nil }

  /// The time before its first frame within which a note may already have been rendered: more than the longest period.
  static let rendered = Duration.milliseconds(50)
  /// The time within which a suspension is noticed after waking if nothing else wakes the loop.
  static let suspensionCheck = Duration.milliseconds(500)
}
