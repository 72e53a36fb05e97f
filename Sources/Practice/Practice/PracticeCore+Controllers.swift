import Controllers
import MIDI
import Ports
import Sound
import Time
import Training

/// What hands do, and what controllers are told.
extension PracticeCore {
  func handle(_ event: MIDIPortEvent) {
    switch event {
    case .unavailable(let failure):
      setNotice(.noSequencer(failure)) { if case .noSequencer = $0 { true } else { false } }
    case .ready:
      removeNotices { if case .noSequencer = $0 { true } else { false } }
    case .connected(let port): connect(port)
    case .changed(let port): change(port)
    case .disconnected(let id): disconnect(id)
    case .received(let id, let message, let time): receive(message, at: time, from: id)
    case .overflowed:
      // Which keys are held is unknown: forget them rather than mistake a lost release for a hold.
      for id in deviceOrder {
        guard let context = devices[id].map(gestureContext) else { continue }
        devices[id]?.forgetHeldKeys(at: parts.time.now(), in: context)
      }
      learning?.capture.forget()
    case .listeners(let id, let names):
      devices[id]?.port.otherListeners = names
      refreshControllers()
    }
  }

  func connect(_ port: PortDescription) {
    let match = library.library.match(port)
    devices[port.id] = Device(port: port, profile: match.profile, split: splits[port.memoryKey])
    deviceOrder.removeAll { $0 == port.id }
    deviceOrder.append(port.id)
    recallLocalControl(of: port.id)
    tell(.controllerConnected(port, profile: match.profile.name))
    refreshControllers()
  }

  func disconnect(_ id: PortID) {
    guard let device = devices.removeValue(forKey: id) else { return }
    deviceOrder.removeAll { $0 == id }
    if device.isLocalControlOff == true { owedLocalControl.insert(device.port.memoryKey) }
    forget(id)
    if learning?.port == id { endLearning(.unplugged) }
    tell(.controllerDisconnected(device.port))
    removeNotices { $0 == .unmappedPresses(controller: device.port.clientName) }
    if portInUse == id {
      stopPractice(.unplugged)
      if isTimed { tellTimer(.interrupted) }
    }
    refreshControllers()
  }

  private func receive(_ message: MIDIMessage, at time: MonotonicTime, from id: PortID) {
    guard isFromHands(message, at: time, on: id) else { return }
    if learning?.port == id { return hear(message, at: time, from: id) }
    let events = devices[id]?.decoder.decode(message) ?? []
    // Hands on a control without a role are hands all the same.
    if events.isEmpty { handsMoved(at: time) }
    // What became due before this event may have changed what it means: a long press may have started a mode.
    if !events.isEmpty { perform(devices[id]?.gestures.advance(to: time) ?? [], from: id) }
    for event in events {
      let heard = devices[id]?.cues.hear(event, at: time)
      send(heard?.reply, to: id)
      if heard?.isEcho == true {
        // Our own motor: where its fader is must be known, but nobody moved it.
        if tuner.exercise == nil { moveSlider(event, at: time, on: id) }
        continue
      }
      handsMoved(at: time)
      if case .level(let position) = event { moveLevel(to: position, from: id) }
      moveSlider(event, at: time, on: id)
      if case .touch(_, isTouched: false) = event { followMotors() }
      guard let context = devices[id].map(gestureContext) else { return }
      perform(devices[id]?.gestures.handle(event, at: time, in: context) ?? [], from: id)
    }
  }

  func handsMoved(at time: MonotonicTime) {
    lastInput = max(lastInput, time)
    lastSource = .controller
  }

  func moveSlider(_ event: ControlEvent, at time: MonotonicTime, on id: PortID) {
    switch event {
    case .slider(let slider, let position): slide(slider, .moved(position), at: time, on: id)
    case .touch(let slider, let isTouched): slide(slider, .touched(isTouched), at: time, on: id)
    case .finger(let slider, let input): slide(slider, .finger(input), at: time, on: id)
    case .pressed, .released, .level, .allReleased: break
    }
  }

  func perform(_ gestures: [Gesture], from id: PortID) {
    for gesture in gestures { perform(gesture, from: id) }
  }

  private func perform(_ gesture: Gesture, from id: PortID) {
    if gesture != .unmapped, let device = devices[id] {
      devices[id]?.unmappedPresses = 0
      removeNotices { $0 == .unmappedPresses(controller: device.port.clientName) }
    }
    switch gesture {
    case .answer(let half, let time):
      portInUse = id
      apply(
        session.handle(
          .answer(Answer(half), at: time, source: .controller, controller: devices[id]?.port.clientName)))
    case .start(let half, let long):
      if startForTimer(half, at: id) { break }
      begin(half == .higher ? (long ? .intervalComparison : .comparison) : (long ? .intervalMatching : .matching), id)
    case .step(let half, _):
      if countsFreeRounds { break }
      portInUse = id
      step(.steps(id), by: half == .higher ? 1 : -1)
    case .takeBack:
      tuner.takeBackStep()
      sendTuning()
    case .commit(let time):
      portInUse = id
      if finishFreeRound(at: time) { return }
      commit(.chord, at: time, source: .controller, on: id)
    case .button(let role, let time): press(role, at: time, from: id)
    case .stopHeld(let time):
      if timer.timer.phase == .paused { tellTimer(.end, at: time) }
    case .stop(let firstPressed):
      guard practising else { return isTimed ? tellTimer(.pause) : () }
      guard session.phase != .idle else { return stopPractice(.asked) }
      apply(session.handle(.withdraw(pressedAt: firstPressed)))
      backToHub(.asked)
    case .level(let half, _):
      changeLevel(by: half == .higher ? Self.tapStep : -Self.tapStep)
      acknowledge(id, isTap: true)
    case .split(let note):
      setSplit(note, on: id)
      acknowledge(id)
    case .wake:
      devices[id]?.woken = true
      refreshControllers()
      acknowledge(id)
    case .unmapped: countUnmapped(id)
    }
  }

  private func begin(_ mode: Mode, _ id: PortID) {
    start(mode)
    if practising { portInUse = id }
  }

  private func press(_ role: Role, at time: MonotonicTime, from id: PortID) {
    if pressForTimer(role, at: time, from: id) { return }
    switch role {
    case .startComparison: begin(.comparison, id)
    case .startIntervalComparison: begin(.intervalComparison, id)
    case .startMatching: begin(.matching, id)
    case .startIntervalMatching: begin(.intervalMatching, id)
    case .again: if !practising { begin(lastMode, id) }
    case .stop, .cancel: stopByHand(at: time)
    case .commit:
      guard matching.view.canTune else { return }
      portInUse = id
      commit(.button, at: time, source: .controller, on: id)
    case .higher, .lower, .slider, .confirm, .level, .timerForTime, .timerAMRAP, .timerEMOM: break
    }
  }

  private func countUnmapped(_ id: PortID) {
    devices[id]?.unmappedPresses += 1
    guard let device = devices[id], device.unmappedPresses == 3 else { return }
    devices[id]?.unmappedPresses = 0
    let notice = ViewState.Notice.unmappedPresses(controller: device.port.clientName)
    setNotice(notice) { $0 == notice }
    trouble("unmapped-presses")
  }

  /// The level follows the movement of its control, never its position: a knob that stands high must not make a sound loud
  /// when it is first touched.
  private func moveLevel(to position: ControlPosition, from id: PortID) {
    let levels = SoundLimits.levels
    let change: Double
    switch position {
    case .relative(let steps): change = Double(steps) * Self.levelStep
    case .absolute(let value, let maximum):
      let share = Double(value) / Double(maximum)
      let before = devices[id]?.levelPosition
      devices[id]?.levelPosition = share
      guard let before else { return }
      change = (share - before) * Double(levels.upperBound - levels.lowerBound)
    }
    // On one that sleeps it is the volume of somebody's instrument.
    if let device = devices[id], gestureContext(of: device) != .asleep { changeLevel(by: change) }
  }

  /// Makes everything louder by `change` dB, within the limits, for this run only.
  private func changeLevel(by change: Double) {
    setLevel(level + change)
  }

  /// Sets how loud everything is, in dBFS, within the limits. It is a ramp, whatever sounds.
  func setLevel(_ wanted: Double) {
    let levels = SoundLimits.levels
    level = min(max(wanted, Double(levels.lowerBound)), Double(levels.upperBound))
    controller.setLevel(decibels: Float(level))
  }

  /// One step of an endless knob, in dB.
  static let levelStep = 0.5
  /// One tap of a key at the hub, in dB.
  static let tapStep = 1.0

  /// What a press on this controller means now.
  func gestureContext(of device: Device) -> GestureContext {
    // Somebody may be playing their synthesiser on it while practice runs on another.
    if isAsleep(device), portInUse != device.port.id { return .asleep }
    // In free practice a chord of both halves is the commit control of a keyboard without one.
    if matching.view.phase != .idle || countsFreeRounds { return .matching }
    return practising ? .comparison : .hub
  }

  private func isAsleep(_ device: Device) -> Bool {
    !device.woken && (configuration.asleep || !device.players.isEmpty)
  }

  /// Tells every recogniser that what a press means has changed: keys that are held now are not new presses.
  func refreshContexts() {
    for id in deviceOrder {
      guard let context = devices[id].map(gestureContext) else { continue }
      devices[id]?.gestures.enter(context)
    }
  }

  func refreshControllers() {
    view.controllers = deviceOrder.compactMap { devices[$0] }.map { device in
      ViewState.Controller(
        port: device.port, profile: device.profile.name, file: device.profile.file, split: device.decoder.split,
        asleep: isAsleep(device))
    }
    settleControllers()
    refreshContexts()
  }

  /// Puts controllers that are awake into their mode, with what the others show now. One that sleeps is somebody else's
  /// instrument: nothing is sent to it, and one that falls asleep is left as it was found first.
  func settleControllers() {
    for id in deviceOrder {
      guard let device = devices[id], device.cues.isStarted != isServed(device), leaving == nil else { continue }
      guard device.cues.isStarted else {
        send(devices[id]?.cues.start(showing: shownCue == .idle ? nil : shownCue), to: id)
        expectPause(of: id)
        expectHeartbeat(of: id)
        continue
      }
      send(devices[id]?.cues.finish(), to: id)
      devices[id]?.initContinues = nil
      devices[id]?.heartbeat = nil
    }
    settleLocalControl()
  }

  /// Whether it is told anything: it is awake, or practice runs on it.
  func isServed(_ device: Device) -> Bool { !isAsleep(device) || portInUse == device.port.id }

  /// Sends a cue to every controller that is awake or in use; tells whether any has something for it.
  @discardableResult
  func cue(_ cue: Cue) -> Bool {
    shownCue = cue
    var told = false
    for id in deviceOrder {
      guard let device = devices[id], isServed(device) else { continue }
      if device.cues.tells(cue) { told = true }
      show(cue, on: id)
    }
    return told
  }

  /// Has one controller show a cue: at once, or message by message where it needs time between them.
  func show(_ cue: Cue, on id: PortID) {
    send(devices[id]?.cues.encode(cue), to: id)
    expectPause(of: id)
  }

  /// Plays the tick as percussion on the controllers that have a profile for it; tells whether any has.
  func percussionTick() -> Bool {
    var played = false
    for id in deviceOrder {
      guard let device = devices[id], isServed(device), let messages = device.cues.tick else { continue }
      played = true
      send(messages, to: id)
    }
    return played
  }
}

extension PortDescription {
  /// What a controller is remembered by: its USB id and path and its port, or its names. Never a client number.
  var memoryKey: String {
    guard let usb else { return "\(clientName):\(portName)" }
    return "\(usb) \(usbPath ?? "-") \(portIndex)"
  }
}

extension Device {
  /// After lost events: nothing is held any more, and nothing that was held acts.
  mutating func forgetHeldKeys(at now: MonotonicTime, in context: GestureContext) {
    for event in decoder.releaseAll() {
      _ = cues.hear(event, at: now)
      _ = gestures.handle(event, at: now, in: context)
    }
    for slider in sliders.keys { sliders[slider]?.forgetTouch() }
    // Where it was turned meanwhile is not known either.
    levelPosition = nil
  }
}
