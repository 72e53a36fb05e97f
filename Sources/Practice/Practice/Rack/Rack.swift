import Controllers
import MIDI
import Ports
import Time
import Training

/// The controllers that are plugged in: which they are, what their keys mean, what they show, and what is sent to them.
///
/// A value that acts on nothing: what it wants done it returns as effects, in the order in which they are to be done.
struct Rack {
  /// What concerns it besides what hands do.
  enum Event {
    /// A cue for every controller that is served.
    case show(Cue)
    /// A page asks to see a light: for a moment, at the hub, on a controller that is awake.
    case showOnRequest(Cue, on: PortID)
    /// What a hold has done is told on its controller; `isTap` where each time is a deed of its own.
    case acknowledge(PortID, isTap: Bool = false)
    case moveMotors(to: Double)
    /// This answer ticks: as percussion on controllers that have some, else as sound.
    case tick(ComparisonAnswer)
    /// A note sounds that can be tuned, and is heard from then on.
    case noteBegins(MatchingExercise, heard: MonotonicTime)
    /// Its reference sounds.
    case exerciseBegins
    /// A held key bends its note: it is no key for chords any more.
    case slid(PhysicalKey, on: PortID)
    /// Practice runs on this controller; the second if it is timed.
    case use(PortID)
    case useIfTimed(PortID)
    /// A press had a role, or none.
    case hasRole(PortID)
    case unmapped(PortID)
    case split(Int, on: PortID)
    case wake(PortID)
    case learn(Role, on: PortID)
    /// No control is wanted any more, on this controller or on any.
    case endLearning(ViewState.Learning.End, on: PortID? = nil)
    /// What a press means has changed.
    case enterContexts
  }

  /// By address.
  var devices: [PortID: Device] = [:]
  /// Plugging order, for the screen and for whatever concerns all of them.
  var order: [PortID] = []
  /// The controller whose hands practise; while one does, its mapping stays.
  var inUse: PortID?
  /// What surfaces show of them.
  private var shown: [ViewState.Controller] = []
  /// The mappings as they are now.
  var library: ChangedLibrary
  /// Where each known keyboard is split.
  var splits: [String: Int]
  /// The control that is wanted for a role; nil while none is.
  var learning: Learning?
  /// The last one that was, as surfaces show it.
  var learningView: ViewState.Learning?
  /// What came by two ways, or in two layers.
  var copies = CopyFilter()
  /// What controllers show now.
  private var shownCue = Cue.idle
  /// Controllers that were pulled out while their own sound was off: what they are remembered by.
  var owedLocalControl: Set<String> = []
  /// The controller whose light says that something was set at it, and until when.
  var acknowledged: (port: PortID, until: MonotonicTime)?
  /// Whether each must be woken before it starts anything.
  private let sleeps: Bool

  /// No controllers. `splits` tells where known ones are split; they sleep until they are woken if `sleeps`.
  init(library: MappingLibrary, splits: [String: Int] = [:], sleeps: Bool = false) {
    self.library = ChangedLibrary(library)
    self.splits = splits
    self.sleeps = sleeps
  }

  /// What a press on this controller means now.
  func gestureContext(of device: Device, in context: PracticeContext) -> GestureContext {
    // Somebody may be playing their synthesiser on it while practice runs on another.
    isServed(device) ? context.gestures : .asleep
  }

  /// Whether it is told anything: it is awake, or practice runs on it.
  func isServed(_ device: Device) -> Bool { !isAsleep(device) || inUse == device.port.id }

  private func isAsleep(_ device: Device) -> Bool { !device.woken && (sleeps || !device.players.isEmpty) }

  /// Whether what this controller's hands do is meant for practice.
  func isAwake(_ id: PortID) -> Bool { devices[id].map(isServed) ?? false }

  /// The name of the controller at `id`.
  func name(of id: PortID) -> String? { devices[id]?.port.clientName }

  /// The sliders of all controllers that are awake.
  var awakeSliders: [Binding] {
    order.compactMap { devices[$0] }.filter(isServed).flatMap { $0.mapping.bindings.filter { $0.role == .slider } }
  }

  /// What Higher and Lower are pressed on: the controller that was plugged in last, of those that are
  /// awake and have both.
  var hands: Explanation.Hands {
    for device in order.reversed().compactMap({ devices[$0] }) where isServed(device) {
      let (higher, lower) = (device.places(of: .higher), device.places(of: .lower))
      if !higher.isEmpty, !lower.isEmpty { return .controller(device.port.clientName, higher: higher, lower: lower) }
    }
    return .keys
  }

  /// Whether a motor brings this slider to the centre.
  func drives(_ slider: SliderID, on id: PortID) -> Bool { devices[id]?.cues.canDrive(slider.binding) ?? false }

  /// When `advance` has something to do, or gestures do.
  var deadline: MonotonicTime? {
    var first = earliest(learningDeadline, acknowledged?.until)
    for device in devices.values {
      first = earliest(first, device.gestures.deadline, device.sensing.deadline, device.initContinues, device.heartbeat)
    }
    return first
  }

  /// Handles what concerns controllers.
  mutating func handle(_ event: Event, in context: PracticeContext) -> [Effect] {
    switch event {
    case .show(let cue): return show(cue, at: context.now)
    case .showOnRequest(let cue, let id): return showOnRequest(cue, on: id, in: context)
    case .acknowledge(let id, let isTap): return acknowledge(id, isTap: isTap, in: context)
    case .tick(let answer):
      let percussion = tick(at: context.now)
      return (percussion ?? []) + [.sound(.fadeAnswer(answer, ticks: percussion == nil))]
    case .moveMotors(let position): return moveMotors(to: position, at: context.now)
    case .noteBegins(let exercise, let heard): return noteBegins(exercise, heard: heard, in: context)
    case .exerciseBegins: for id in order { devices[id]?.gestures.exerciseBegins() }
    case .slid(let key, let id): devices[id]?.gestures.slid(key)
    case .use(let id): inUse = id
    case .useIfTimed(let id): if context.timer.isTimed { inUse = id }
    case .hasRole(let id): return hasRole(on: id)
    case .unmapped(let id): return countUnmapped(on: id)
    case .split(let note, let id): return setSplit(note, on: id, in: context)
    case .wake(let id):
      devices[id]?.woken = true
      return refresh(in: context)
    case .learn(let role, let id): return learn(role, on: id, in: context)
    case .endLearning(let end, let id): if id == nil || learning?.port == id { return endLearning(end, in: context) }
    case .enterContexts: enterContexts(in: context)
    }
    return []
  }

  /// Shows it.
  func show(in view: inout ViewState) {
    view.controllers = shown
    view.learning = learningView
  }

  /// What a press means has changed, or which controllers are awake: keys that are held now are not new presses.
  mutating func enterContexts(in context: PracticeContext) {
    for id in order {
      guard let meaning = devices[id].map({ gestureContext(of: $0, in: context) }) else { continue }
      devices[id]?.gestures.enter(meaning)
    }
  }

  /// Something has changed that decides what is shown, or who is awake.
  mutating func refresh(in context: PracticeContext) -> [Effect] {
    shown = order.compactMap { devices[$0] }.map { device in
      ViewState.Controller(
        port: device.port, mapping: device.mapping.name, file: device.mapping.file, split: device.decoder.split,
        asleep: isAsleep(device))
    }
    let effects = settle(in: context)
    enterContexts(in: context)
    return effects
  }

  /// Puts controllers that are awake into their mode, with what the others show now. One that sleeps is somebody else's
  /// instrument: nothing is sent to it, and one that falls asleep is left as it was found first.
  mutating func settle(in context: PracticeContext) -> [Effect] {
    var effects: [Effect] = []
    for id in order {
      guard let device = devices[id], device.cues.isStarted != isServed(device), !context.isLeaving else { continue }
      if device.cues.isStarted {
        effects += send(devices[id]?.cues.finish(), to: id, context.now)
        devices[id]?.initContinues = nil
        devices[id]?.heartbeat = nil
      } else {
        let shown = shownCue == .idle ? nil : shownCue
        effects += send(devices[id]?.cues.start(showing: shown), to: id, context.now)
        expectPause(of: id, context.now)
        expectHeartbeat(of: id, context.now)
      }
    }
    return effects + settleLocalControl(in: context)
  }

  /// Leaves every controller as it was found.
  mutating func finish(at now: MonotonicTime) -> [Effect] {
    var effects: [Effect] = []
    for id in order { effects += send(devices[id]?.cues.finish(), to: id, now) }
    return effects
  }

  // MARK: Lights

  /// Whether any controller that is served has something for this cue.
  func tells(_ cue: Cue) -> Bool {
    order.contains { id in devices[id].map { isServed($0) && $0.cues.tells(cue) } ?? false }
  }

  /// Sends a cue to every controller that is awake or in use.
  private mutating func show(_ cue: Cue, at now: MonotonicTime) -> [Effect] {
    shownCue = cue
    var effects: [Effect] = []
    for id in order where isAwake(id) { effects += show(cue, on: id, at: now) }
    return effects
  }

  /// Has one controller show a cue: at once, or message by message where it needs time between them.
  mutating func show(_ cue: Cue, on id: PortID, at now: MonotonicTime) -> [Effect] {
    let effects = send(devices[id]?.cues.encode(cue), to: id, now)
    expectPause(of: id, now)
    return effects
  }

  /// Plays the tick as percussion on the controllers that have a mapping for it; nil if none has.
  private mutating func tick(at now: MonotonicTime) -> [Effect]? {
    var effects: [Effect]?
    for id in order where isAwake(id) {
      guard let messages = devices[id]?.cues.tick else { continue }
      effects = (effects ?? []) + send(messages, to: id, now)
    }
    return effects
  }

  /// Drives the motors of controllers that are awake. Not every fader reports its way when it is driven.
  private mutating func moveMotors(to position: Double, at now: MonotonicTime) -> [Effect] {
    var effects: [Effect] = []
    for id in order where isAwake(id) {
      effects += send(devices[id]?.cues.moveMotors(to: position, at: now), to: id, now)
      guard let device = devices[id], device.cues.hasMotors else { continue }
      for slider in device.mapping.bindings.indices {
        if let place = device.cues.motorTarget(of: slider) {
          effects.append(.tuning(.place(binding: slider, on: id, at: place)))
        }
      }
    }
    return effects
  }

  // MARK: Sending

  /// Sends to one controller, and remembers it: what comes back is no hand.
  mutating func send(_ messages: [MIDIMessage]?, to id: PortID, _ now: MonotonicTime) -> [Effect] {
    guard let messages, !messages.isEmpty else { return [] }
    devices[id]?.echoes.remember(messages, at: now)
    return [.outside(.send(messages, to: id))]
  }

  /// Some controllers need a moment between the messages that put them into their mode, or between any two.
  private mutating func expectPause(of id: PortID, _ now: MonotonicTime) {
    let pause = devices[id]?.cues.pause
    devices[id]?.initContinues = pause.map { now + $0 }
  }

  private mutating func expectHeartbeat(of id: PortID, _ now: MonotonicTime) {
    let interval = devices[id]?.mapping.heartbeat.map { Duration.milliseconds($0.milliseconds) }
    devices[id]?.heartbeat = interval.map { now + $0 }
  }

  /// Does what is due: the rest of messages that are not sent all at once, signs of life, and the end of learning. After a
  /// standstill each controller hears a sign of life once, not once for each time missed.
  mutating func advance(in context: PracticeContext) -> [Effect] {
    var effects: [Effect] = []
    for id in order {
      guard let due = devices[id]?.initContinues, context.now >= due else { continue }
      effects += send(devices[id]?.cues.proceed(), to: id, context.now)
      expectPause(of: id, context.now)
    }
    for id in order {
      guard let due = devices[id]?.heartbeat, context.now >= due else { continue }
      effects += send(devices[id]?.cues.beat(), to: id, context.now)
      expectHeartbeat(of: id, context.now)
    }
    return effects + advanceSensing(in: context) + advanceLearning(in: context)
  }
}
