import Controllers
import Pitch
import Ports
import Sound
import Time
import Training

/// Everything that tunes the note of matching: what the hands on sliders and keys do to it, which of them has it, what the
/// next note may ask of them, and where motors stand.
struct TuningSide {
  /// Adds up what moves the note.
  private(set) var tuner = Tuner()
  /// What sliders of controllers are doing, as far as they have told anything.
  private var sliders: [PortID: [SliderID: Slider]] = [:]
  /// The sides that were open when the next exercise was drawn, and of what.
  private var promise: (hand: Tuner.Hand, sides: SliderSides)?
  /// Where motors go once the committed note has faded.
  var motorPosition: Double?
  /// When they go back to the centre.
  var motorsReturn: MonotonicTime?
  /// What the note is most likely tuned with, and how far it goes, as surfaces show it.
  private(set) var hand = ViewState.TuningHand.slider
  private(set) var range: Double?

  private struct Slider {
    var recognizer: SliderRecognizer
    var binding: Binding
  }

  /// The hands that can tune a note.
  struct Hands {
    /// The controllers on which it can be tuned.
    var ports: [PortID]
    var hasControllers: Bool
    /// The sliders of all controllers that are awake.
    var sliders: [Binding]
  }

  /// What concerns it besides what sliders do.
  enum Event {
    /// The tunable note sounds, or sounds again after a rest, and is heard from then on.
    case begin(MatchingExercise, Hands, heard: MonotonicTime)
    /// It is silent for a while, and stays where it is.
    case rest
    /// It is let go, or was stopped: controls are only followed.
    case end
    /// What sounds now is the answer.
    case commit(CommitGesture, at: MonotonicTime, source: InputSource, controller: String?)
    /// Moves the note by one step of a hand, in cents.
    case step(Tuner.Hand, by: Double)
    /// The last step was the first key of a chord.
    case takeBackStep(at: MonotonicTime)
    /// A page's slider stands here, −1…1 of the range.
    case slidePage(to: Double)
    /// A controller is gone, and its address may become another one's.
    case forget(PortID)
    /// Another controller is at this address, or the same one anew: nothing is known of its sliders.
    case newHands(on: PortID)
    /// Events were lost: no slider is known to be touched.
    case forgetTouches(on: PortID)
    /// A motor has brought its fader here.
    case place(binding: Int, on: PortID, at: Double)
    /// The committed note has faded: motors show the result.
    case showMotors
    /// The note of this attempt fades: motors will show where it should have been, counted from where it began.
    case expectMotors(MatchingAttempt)
  }

  /// Handles what concerns tuning. `cycle` is the renderer's newest.
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

  /// Shows it.
  func show(in view: inout ViewState) {
    view.tuningHand = hand
    view.tuningRange = range
  }

  /// Every control that is awake begins where it stands now. Only what has the pitch of a note that rested has kept hold of it.
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

  /// The sliders of a controller that have told anything, in one order: what two of them let go of at once must not depend
  /// on how a dictionary happens to lie.
  func sliders(on id: PortID) -> [SliderID] { sliders[id]?.keys.sorted() ?? [] }

  /// When one of them wants to be asked, or motors go back.
  var deadline: MonotonicTime? {
    var first = motorsReturn
    for sliders in sliders.values {
      for slider in sliders.values { first = earliest(first, slider.recognizer.deadline) }
    }
    return first
  }

  /// A slider of a controller moved, was touched or was let go. `tunes` tells whether it may tune the note that sounds.
  mutating func hear(
    _ slider: SliderID, _ input: SliderInput, at time: MonotonicTime, on id: PortID, binding: Binding, tunes: Bool,
    settle: Duration?
  ) -> [SliderEvent] {
    if sliders[id]?[slider] == nil {
      // One that has never been heard of: its first value is its centre.
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

  /// What has become due of a slider: a wheel has come to rest, a fader has not moved for long enough.
  mutating func advance(_ slider: SliderID, on id: PortID, to now: MonotonicTime) -> [SliderEvent] {
    sliders[id]?[slider]?.recognizer.advance(to: now) ?? []
  }

  /// Handles what a slider did to the note. One that was released tunes anew by `beginAgain`, once its commit is done.
  mutating func handle(
    _ event: SliderEvent, of slider: SliderID, on id: PortID, controller: String?
  ) -> [Effect] {
    let hand = Tuner.Hand.slider(id, slider)
    switch event {
    case .moved(let deviation, let time):
      let quantum = sliders[id]?[slider]?.recognizer.centsPerStep
      let moves = tuner.slide(hand, to: deviation, quantum: quantum, at: time)
      // One list, and none where nothing comes of it: this is done for every message of a wheel.
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
      // Only what has the pitch can let go of it, and only while it sounds.
      guard !tuner.isResting, let gesture = CommitGesture(release), tuner.letsGo(hand, release, at: time) else {
        return []
      }
      return [.rack(.use(id))] + commit(gesture, at: time, source: .controller, controller: controller)
    }
  }

  /// A slider that let go has done with its note. If that was no commit (another hand has the pitch, or nobody had heard the
  /// note yet) the note sounds on, and the slider tunes it anew from where it stands.
  mutating func beginAgain(_ slider: SliderID, on id: PortID, at now: MonotonicTime) {
    guard let exercise = tuner.exercise else { return }
    sliders[id]?[slider]?.recognizer.begin(range: exercise.range.value, at: now)
    tuner.recentre(.slider(id, slider))
  }

  /// Has the renderer hear of where the note stands; nil while nothing is tuned.
  private var tuning: Effect? {
    tuner.exercise.map { .outside(.tune($0.epoch, cents: tuner.cents)) }
  }

  // MARK: What is kept

  /// What sounds now is the answer, if anything is tuned.
  private func commit(
    _ gesture: CommitGesture, at time: MonotonicTime, source: InputSource, controller: String?
  ) -> [Effect] {
    guard let hertz = tuner.hertz else { return [] }
    let commit = Commit(
      gesture: gesture, control: control, centsPerStep: centsPerStep, inputTime: time, source: source,
      controller: controller)
    return [.exercises(.session(.commit(commit, believed: hertz)))]
  }

  /// What has the pitch, in the words of mapping files; nil if nothing was moved.
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

  /// What this exercise is tuned with as the last one was; before the first, as it was started.
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

  /// What the control that will most likely tune the next note can reach from where it stands. The sides it is said to have
  /// stay open until that note, wherever it is moved meanwhile.
  ///
  /// - Parameters:
  ///   - range: the next note's, in cents.
  ///   - canDrive: whether a motor brings the slider back to the centre first.
  ///   - awakeSliders: the sliders of all controllers that are awake.
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
  /// The gesture of a control that was let go; nil for one whose letting go means nothing.
  init?(_ release: Release) {
    switch release {
    case .springBack: self = .springBack
    // One word for a finger that leaves what it tuned with, be that a fader or a key.
    case .touch, .lift: self = .touch
    case .settle: self = .settle
    case .none: return nil
    }
  }
}
