import Controllers
import Pitch
import Ports
import Sound
import Time
import Training

/// The tuning of the matching note: the effect of sliders and keys, the owner of the pitch, the reach of the next
/// note's control, and the motors.
struct TuningSide {
  /// The sum of everything that moves the note.
  private(set) var tuner = Tuner()
  /// The state of each controller's sliders, as far as they have sent anything.
  private var sliders: [PortID: [SliderID: Slider]] = [:]
  /// The control and the sides that were open when the next exercise was drawn.
  private var promise: (hand: Tuner.Hand, sides: SliderSides)?
  /// The target of the motors once the committed note has faded.
  var motorPosition: Double?
  /// When motors return to the centre.
  var motorsReturn: MonotonicTime?
  /// The control that most likely tunes the note, and its range in cents, as surfaces show them.
  private(set) var hand = ViewState.TuningHand.slider
  private(set) var range: Double?

  private struct Slider {
    var recognizer: SliderRecognizer
    var binding: Binding
  }

  /// The controls that can tune a note.
  struct Hands {
    /// The controllers on which it can be tuned.
    var ports: [PortID]
    var hasControllers: Bool
    /// The sliders of all awake controllers.
    var sliders: [Binding]
  }

  /// The events of tuning, apart from slider movement.
  enum Event {
    /// The tunable note sounds, or sounds again after a rest, and is heard from `heard`.
    case begin(MatchingExercise, Hands, heard: MonotonicTime)
    /// The note is silent for a while and keeps its pitch.
    case rest
    /// The note was committed or stopped: controls are only tracked.
    case end
    /// Commits the sounding pitch as the answer.
    case commit(CommitGesture, at: MonotonicTime, source: InputSource, controller: String?)
    /// Moves the note by one step of a hand, in cents.
    case step(Tuner.Hand, by: Double)
    /// The last step was the first key of a chord.
    case takeBackStep(at: MonotonicTime)
    /// A page's slider is at this position, −1…1 of the range.
    case slidePage(to: Double)
    /// A controller is gone, and another one may get its address.
    case forget(PortID)
    /// A controller was connected at this address: its sliders are unknown.
    case newHands(on: PortID)
    /// Events were lost: no slider is known to be touched.
    case forgetTouches(on: PortID)
    /// A motor has moved its fader to this position.
    case place(binding: Int, on: PortID, at: Double)
    /// The committed note has faded: motors show the result.
    case showMotors
    /// The note of this attempt fades: motors will show its correct position, relative to where it began.
    case expectMotors(MatchingAttempt)
  }

  /// Handles an event. `cycle` is the renderer's latest.
  mutating func handle(
    _ event: Event, in context: PracticeContext, cycle: @autoclosure () -> FrameClock.Cycle?
  ) -> [Effect] {
    switch event {
    case .begin(let exercise, let hands, let heard): begin(exercise, hands, heard: heard, in: context)
    case .rest: rest()
    case .end: end()
    case .commit(let gesture, let time, let source, let controller):
      return commit(gesture, at: time, source: source, controller: controller)
    case .step(let hand, let cents): if tuner.step(hand, by: cents, at: context.now), let tuning { return [tuning] }
    case .takeBackStep(let time):
      tuner.takeBackStep(at: time)
      if let tuning { return [tuning] }
    case .slidePage(let position):
      guard let range = tuner.exercise?.range.value, position.isFinite else { return [] }
      if tuner.slide(.page, to: min(max(position, -1), 1) * range, at: context.now), let tuning { return [tuning] }
    case .forget(let id):
      sliders[id] = nil
      tuner.forget(id)
      if case .slider(id, _) = promise?.hand { promise = nil }
    case .newHands(let id): sliders[id] = nil
    case .forgetTouches(let id):
      for slider in (sliders[id] ?? [:]).keys { sliders[id]?[slider]?.recognizer.forgetTouch() }
    case .place(let binding, let id, let place):
      for slider in (sliders[id] ?? [:]).keys where slider.binding == binding {
        sliders[id]?[slider]?.recognizer.place(at: place)
      }
    case .showMotors:
      let begun = context.feedbackFrame.flatMap { cycle()?.time(of: $0) }
      return showMotors(begun: begun ?? context.now)
    case .expectMotors(let attempt):
      motorPosition = -attempt.exercise.startOffset.value / attempt.exercise.range.value
    }
    return []
  }

  /// Shows the likely control and its range.
  func show(in view: inout ViewState) {
    view.tuningHand = hand
    view.tuningRange = range
  }

  /// Begins tuning: every awake control starts at its current position, except the one that keeps the pitch of a note
  /// that rested.
  private mutating func begin(
    _ exercise: MatchingExercise, _ hands: Hands, heard: MonotonicTime, in context: PracticeContext
  ) {
    let holder = tuner.isResting && tuner.hasMoved ? tuner.owner : nil
    tuner.begin(exercise)
    hand = likelyHand(hands, lastSource: context.lastSource)
    range = exercise.range.value
    for id in hands.ports {
      for slider in (sliders[id] ?? [:]).keys {
        guard holder != .slider(id, slider) else {
          sliders[id]?[slider]?.recognizer.goOn(at: heard)
          continue
        }
        let promised = promise?.hand == .slider(id, slider) ? promise?.sides : nil
        sliders[id]?[slider]?.recognizer.settle(after: context.settings.settleTime)
        sliders[id]?[slider]?.recognizer.begin(range: exercise.range.value, promised: promised, at: context.now)
        tuner.recentre(.slider(id, slider))
      }
    }
  }

  private mutating func rest() {
    tuner.rest()
    for id in sliders.keys {
      for slider in (sliders[id] ?? [:]).keys { sliders[id]?[slider]?.recognizer.rest() }
    }
  }

  private mutating func end() {
    tuner.end()
    for id in sliders.keys {
      for slider in (sliders[id] ?? [:]).keys { sliders[id]?[slider]?.recognizer.end() }
    }
  }

  // MARK: Sliders

  /// The sliders of a controller that have sent anything, sorted: simultaneous releases must not depend on a
  /// dictionary's order.
  func sliders(on id: PortID) -> [SliderID] { sliders[id]?.keys.sorted() ?? [] }

  /// When a slider must next be advanced, or motors go back.
  var deadline: MonotonicTime? {
    var first = motorsReturn
    for sliders in sliders.values {
      for slider in sliders.values { first = earliest(first, slider.recognizer.deadline) }
    }
    return first
  }

  /// Handles input of a slider: moved, touched or released. `tunes` is whether it may tune the sounding note.
  mutating func hear(
    _ slider: SliderID, _ input: SliderInput, at time: MonotonicTime, on id: PortID, binding: Binding, tunes: Bool,
    settle: Duration?
  ) -> [SliderEvent] {
    if sliders[id]?[slider] == nil {
      // The first value of a new slider is its centre.
      var recognizer = SliderRecognizer(binding: binding, settle: settle)
      if tunes, let exercise = tuner.exercise { recognizer.begin(range: exercise.range.value, at: time) }
      sliders[id, default: [:]][slider] = Slider(recognizer: recognizer, binding: binding)
    }
    switch input {
    case .moved, .finger(.slid): tuner.expect(.slider(id, slider))
    case .touched, .finger: break
    }
    return sliders[id]?[slider]?.recognizer.handle(input, at: time) ?? []
  }

  /// Returns the due events of a slider: a wheel has come to rest, or a fader has not moved for long enough.
  mutating func advance(_ slider: SliderID, on id: PortID, to now: MonotonicTime) -> [SliderEvent] {
    sliders[id]?[slider]?.recognizer.advance(to: now) ?? []
  }

  /// Handles an event of a slider. After a release, `beginAgain` lets it tune again once its commit is done.
  mutating func handle(
    _ event: SliderEvent, of slider: SliderID, on id: PortID, controller: String?
  ) -> [Effect] {
    let hand = Tuner.Hand.slider(id, slider)
    switch event {
    case .moved(let deviation, let time):
      let quantum = sliders[id]?[slider]?.recognizer.centsPerStep
      let moves = tuner.slide(hand, to: deviation, quantum: quantum, at: time)
      // One array, and no allocation without effects: this runs for every message of a wheel.
      var effects: [Effect] =
        switch (moves ? tuning : nil, tuner.owner == hand) {
        case (let tune?, true): [tune, .rack(.use(id))]
        case (let tune?, false): [tune]
        case (nil, true): [.rack(.use(id))]
        case (nil, false): []
        }
      for key in sliders[id]?[slider]?.recognizer.slidingKeys ?? [] { effects.append(.rack(.slid(key, on: id))) }
      return effects
    case .released(let release, let time):
      // Only the control that has the pitch can commit it, and only while it sounds.
      guard !tuner.isResting, let gesture = CommitGesture(release), tuner.letsGo(hand, release, at: time) else {
        return []
      }
      return [.rack(.use(id))] + commit(gesture, at: time, source: .controller, controller: controller)
    }
  }

  /// Restarts a slider after its release. If that was no commit (another control has the pitch, or the note was not
  /// audible yet) the note keeps sounding, and the slider tunes it again from its current position.
  mutating func beginAgain(_ slider: SliderID, on id: PortID, at now: MonotonicTime) {
    guard let exercise = tuner.exercise else { return }
    sliders[id]?[slider]?.recognizer.begin(range: exercise.range.value, at: now)
    tuner.recentre(.slider(id, slider))
  }

  /// Sends the note's current offset to the renderer; nil when nothing is being tuned.
  private var tuning: Effect? {
    tuner.exercise.map { .outbound(.tune($0.epoch, cents: tuner.cents)) }
  }

  // MARK: Committing

  /// Commits the sounding pitch, if a note is being tuned.
  private func commit(
    _ gesture: CommitGesture, at time: MonotonicTime, source: InputSource, controller: String?
  ) -> [Effect] {
    guard let hertz = tuner.hertz else { return [] }
    let commit = Commit(
      gesture: gesture, control: control, centsPerStep: centsPerStep, inputTime: time, source: source,
      controller: controller)
    return [.exercises(.session(.commit(commit, believed: hertz)))]
  }

  /// The name of the control that has the pitch, as in mapping files; nil if nothing was moved.
  private var control: String? {
    guard tuner.hasMoved else { return nil }
    return switch tuner.owner {
    case .slider(let id, let slider): sliders[id]?[slider]?.binding.words
    case .steps: "steps"
    case .keys: "keys"
    case .page: "page"
    case .simulated, nil: nil
    }
  }

  private var centsPerStep: Double? {
    guard tuner.hasMoved else { return nil }
    guard case .slider(let id, let slider) = tuner.owner else { return tuner.step }
    return sliders[id]?[slider]?.recognizer.centsPerStep
  }

  /// Returns the control that will likely tune this exercise: the last one used; before the first, the one that started
  /// practice.
  private func likelyHand(_ hands: Hands, lastSource: InputSource?) -> ViewState.TuningHand {
    switch tuner.owner {
    case .slider(let id, let slider) where sliders[id]?[slider]?.binding.release == .lift: .finger
    case .slider, .simulated: .slider
    case .page: .page
    case .steps: .halves
    case .keys: .keys
    case nil:
      switch lastSource {
      case .keys: .keys
      case nil where !hands.hasControllers: .keys
      case .page where !hands.hasControllers: .page
      case .controller, .page, .simulated, nil: hands.sliders.first?.release == .lift ? .finger : .slider
      }
    }
  }

  /// Returns the reach of the control that will most likely tune the next note, from its current position. The sides
  /// reported as open stay open until that note, even if the control moves before.
  ///
  /// - Parameters:
  /// - range: the range of the next note, in cents.
  /// - canDrive: whether a motor brings the slider back to the centre first.
  /// - awakeSliders: the sliders of all awake controllers.
  mutating func promiseReach(
    range: Cents, awakeSliders: @autoclosure () -> [Binding], canDrive: (SliderID, PortID) -> Bool
  ) -> TuningReach {
    promise = nil
    switch tuner.owner {
    case .slider(let id, let slider):
      guard let state = sliders[id]?[slider]?.recognizer else { return .free }
      // A motor brings its fader back to the centre before feedback ends, unless a finger holds it.
      if motorPosition != nil, canDrive(slider, id) {
        promise = (.slider(id, slider), .both)
        return .free
      }
      let sides = state.openSides(range: range.value)
      promise = (.slider(id, slider), sides)
      return TuningReach(
        opensUpwards: sides.upwards, opensDownwards: sides.downwards, springsBack: state.springsBack)
    case .steps, .keys, .page, .simulated: return .free
    case nil: return TuningReach(springsBack: awakeSliders().contains { $0.release == .springBack })
    }
  }
}

extension CommitGesture {
  /// Creates the gesture of a released control; nil if its release has no meaning.
  init?(_ release: Release) {
    switch release {
    case .springBack: self = .springBack
    // One gesture for a finger that leaves a fader or a key.
    case .touch, .lift: self = .touch
    case .settle: self = .settle
    case .none: return nil
    }
  }
}
