import Controllers
import Pitch
import Ports
import Sound
import Time
import Training

/// One way for everything that tunes: it moves the tuner, and the loop sets the pitch.
extension PracticeCore {
  /// The tunable note sounds: every control that is awake begins where it stands now.
  func enableTuning(_ exercise: MatchingExercise) {
    tell(.tuningEnabled)
    cue(.canAnswer)
    tuner.begin(exercise)
    view.tuningHand = tuningHand
    view.tuningRange = exercise.range.value
    let now = parts.time.now()
    for id in deviceOrder where devices[id].map(gestureContext) == .matching {
      devices[id]?.gestures.noteBegins()
      for slider in devices[id]?.sliders.keys.map(\.self) ?? [] {
        let promised = promise?.hand == .slider(id, slider) ? promise?.sides : nil
        devices[id]?.sliders[slider]?.settle(after: settings.settle)
        devices[id]?.sliders[slider]?.begin(range: exercise.range.value, promised: promised, at: now)
      }
    }
  }

  /// The note is let go, or was stopped: controls are only followed.
  func endTuning() {
    tuner.end()
    for id in deviceOrder {
      for slider in devices[id]?.sliders.keys.map(\.self) ?? [] { devices[id]?.sliders[slider]?.end() }
    }
  }

  /// A slider of a controller moved, was touched or was let go.
  func slide(_ slider: SliderID, _ input: SliderInput, at time: MonotonicTime, on id: PortID) {
    guard let device = devices[id] else { return }
    if device.sliders[slider] == nil {
      // One that has never been heard of: its first value is its centre.
      devices[id]?.sliders[slider] = device.newSlider(slider, settle: settings.settle)
      if let exercise = tuner.exercise, gestureContext(of: device) == .matching {
        devices[id]?.sliders[slider]?.begin(range: exercise.range.value, at: time)
      }
    }
    switch input {
    case .moved, .finger(.slid): tuner.expect(.slider(id, slider))
    case .touched, .finger: break
    }
    let events = devices[id]?.sliders[slider]?.handle(input, at: time) ?? []
    perform(events, of: slider, on: id)
  }

  /// What has become due of a controller's sliders: a wheel has come to rest, a fader has not moved for long enough.
  func advanceSliders(to now: MonotonicTime) {
    for id in deviceOrder {
      // In one order: what two of them let go of at once must not depend on how a dictionary happens to lie.
      for slider in devices[id]?.sliders.keys.sorted() ?? [] {
        let events = devices[id]?.sliders[slider]?.advance(to: now) ?? []
        perform(events, of: slider, on: id)
      }
    }
  }

  private func perform(_ events: [SliderEvent], of slider: SliderID, on id: PortID) {
    let hand = Tuner.Hand.slider(id, slider)
    for event in events {
      switch event {
      case .moved(let deviation, let time):
        let quantum = devices[id]?.sliders[slider]?.centsPerStep
        if tuner.slide(hand, to: deviation, quantum: quantum, at: time) { sendTuning() }
        if tuner.owner == hand { portInUse = id }
        for key in devices[id]?.sliders[slider]?.slidingKeys ?? [] { devices[id]?.gestures.slid(key) }
      case .released(let release, let time):
        // Only what has the pitch can let go of it.
        if let gesture = CommitGesture(release), tuner.letsGo(hand, release, at: time) {
          portInUse = id
          commit(gesture, at: time, source: .controller, on: id)
        }
        beginAgain(slider, on: id)
      }
    }
  }

  /// A slider that let go has done with its note. If that was no commit (another hand has the pitch, or nobody had heard the
  /// note yet) the note sounds on, and the slider tunes it anew from where it stands.
  private func beginAgain(_ slider: SliderID, on id: PortID) {
    guard let exercise = tuner.exercise else { return }
    devices[id]?.sliders[slider]?.begin(range: exercise.range.value, at: parts.time.now())
    tuner.recentre(.slider(id, slider))
  }

  /// Moves the note by one step of `hand`.
  func step(_ hand: Tuner.Hand, by cents: Double) {
    if tuner.step(hand, by: cents, at: parts.time.now()) { sendTuning() }
  }

  /// A page's slider stands at `position`, −1…1 of the range.
  func slidePage(to position: Double) {
    guard let range = tuner.exercise?.range.value, position.isFinite else { return }
    if tuner.slide(.page, to: min(max(position, -1), 1) * range, at: parts.time.now()) { sendTuning() }
  }

  func sendTuning() {
    guard let exercise = tuner.exercise else { return }
    controller.tune(epoch: exercise.epoch.number, cents: tuner.cents)
  }

  /// What sounds now is the answer.
  func commit(_ gesture: CommitGesture, at time: MonotonicTime, source: InputSource, on id: PortID? = nil) {
    guard let hertz = tuner.hertz else { return }
    let commit = Commit(
      gesture: gesture, control: control, centsPerStep: centsPerStep, inputTime: time, source: source,
      controller: id.flatMap { devices[$0]?.port.clientName })
    apply(matching.handle(.commit(commit, believed: hertz)))
  }

  /// What this exercise is tuned with as the last one was; before the first, as it was started.
  private var tuningHand: ViewState.TuningHand {
    switch tuner.owner {
    case .slider(let id, let slider) where devices[id]?.profile.bindings[slider.binding].release == .lift: .finger
    case .slider, .page, .simulated: .slider
    case .steps: .halves
    case .keys: .keys
    case nil:
      if lastSource == .keys || lastSource == nil && devices.isEmpty {
        .keys
      } else {
        awakeSliders.first?.release == .lift ? .finger : .slider
      }
    }
  }

  /// What has the pitch, in the words of profile files; nil if nothing was moved.
  private var control: String? {
    guard tuner.hasMoved else { return nil }
    return switch tuner.owner {
    case .slider(let id, let slider): devices[id]?.profile.bindings[slider.binding].words
    case .steps: "steps"
    case .keys: "keys"
    case .page: "page"
    case .simulated, nil: nil
    }
  }

  private var centsPerStep: Double? {
    guard tuner.hasMoved else { return nil }
    guard case .slider(let id, let slider) = tuner.owner else { return tuner.step }
    return devices[id]?.sliders[slider]?.centsPerStep
  }

  /// What the control that will most likely tune the next note can reach from where it stands. The sides it is said to have
  /// stay open until that note, wherever it is moved meanwhile.
  func promiseReach() -> TuningReach {
    promise = nil
    switch tuner.owner {
    case .slider(let id, let slider):
      guard let device = devices[id], let state = device.sliders[slider] else { return .free }
      // A motor brings its fader back to the centre before feedback ends, unless a finger holds it.
      if motorPosition != nil, device.cues.canDrive(slider.binding) {
        promise = (.slider(id, slider), .both)
        return .free
      }
      // The next note's, not those of the one that was let go.
      let training = wanted.training
      let limit = training.matchingRange
      let range =
        training.matchingAdaptive ? matching.spread.range(in: view.mode ?? lastMode, limit: limit) : limit
      let sides = state.openSides(range: range.value)
      promise = (.slider(id, slider), sides)
      return TuningReach(
        opensUpwards: sides.upwards, opensDownwards: sides.downwards, springsBack: state.springsBack)
    case .steps, .keys, .page, .simulated: return .free
    case nil:
      return TuningReach(springsBack: awakeSliders.contains { $0.release == .springBack })
    }
  }

  /// The sliders of all controllers that are awake.
  private var awakeSliders: [Binding] {
    deviceOrder.compactMap { devices[$0] }.filter { gestureContext(of: $0) != .asleep }
      .flatMap { $0.profile.bindings.filter { $0.role == .slider } }
  }

  // MARK: Motors

  /// The committed note has faded: motors show where it should have been. None moves while a note sounds.
  func showMotors() {
    guard let position = motorPosition else { return }
    motorPosition = nil
    moveMotors(to: position)
    let begun = sound.feedbackFrame.flatMap { cycle?.time(of: $0) } ?? parts.time.now()
    motorsReturn = begun + Self.motorsShow
  }

  /// Brings motors back to the centre, where the next note begins.
  func returnMotors() {
    motorsReturn = nil
    moveMotors(to: 0)
  }

  /// A finger has left a fader: if motors have gone back meanwhile and nothing sounds, its motor follows now.
  func followMotors() {
    if matching.view.phase == .showingFeedback, motorPosition == nil, motorsReturn == nil { moveMotors(to: 0) }
  }

  private func moveMotors(to position: Double) {
    for id in deviceOrder {
      guard let device = devices[id], gestureContext(of: device) != .asleep else { continue }
      let now = parts.time.now()
      send(devices[id]?.cues.moveMotors(to: position, at: now), to: id)
      // Not every fader reports its way when it is driven.
      for slider in device.sliders.keys {
        guard let place = devices[id]?.cues.motorTarget(of: slider.binding) else { continue }
        devices[id]?.sliders[slider]?.place(at: place)
      }
    }
  }

  /// From feedback's first frame to when motors go back: 200 ms before feedback ends.
  static let motorsShow = ComparisonSession.feedbackDuration - .milliseconds(200)
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

extension CommitGesture {
  /// The gesture of a surface other than a controller.
  init(_ source: InputSource) {
    switch source {
    case .controller: self = .button
    case .keys: self = .key
    case .page: self = .page
    case .simulated: self = .simulated
    }
  }
}

extension Tuner.Hand {
  /// What tunes at a surface other than a controller.
  init(_ source: InputSource) {
    switch source {
    case .controller, .keys: self = .keys
    case .page: self = .page
    case .simulated: self = .simulated
    }
  }
}
