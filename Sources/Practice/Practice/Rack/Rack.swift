import Controllers
import MIDI
import Ports
import Time
import Training

/// The plugged-in controllers: their mappings, the meaning of their keys, their lights, and the messages sent to them.
///
/// A value without side effects: it returns effects in the order in which they must be performed.
struct Rack {
  /// The events of the rack, apart from MIDI input.
  enum Event {
    /// Shows a cue on every served controller.
    case show(Cue)
    /// Shows a light for a moment at a page's request, at the hub, on an awake controller.
    case showOnRequest(Cue, on: PortID)
    /// Acknowledges a hold on its controller; with `isTap` each call is acknowledged.
    case acknowledge(PortID, isTap: Bool = false)
    case moveMotors(to: Double)
    /// This answer ticks: as percussion on controllers that have a mapping for it, otherwise as sound.
    case tick(any AnsweredOutcome)
    /// A tunable note sounds and is heard from `heard`.
    case noteBegins(MatchingExercise, heard: MonotonicTime)
    /// The reference of an exercise sounds.
    case exerciseBegins
    /// A held key bends its note and no longer counts for chords.
    case slid(PhysicalKey, on: PortID)
    /// Practice runs on this controller; `useIfTimed` applies only if practice is timed.
    case use(PortID)
    case useIfTimed(PortID)
    /// A press had a role (`hasRole`) or none (`unmapped`).
    case hasRole(PortID)
    case unmapped(PortID)
    case split(Int, on: PortID)
    case wake(PortID)
    case learn(Role, on: PortID)
    /// Ends learning on this controller, or on any.
    case endLearning(ViewState.Learning.End, on: PortID? = nil)
    /// The meaning of a press has changed.
    case enterContexts
  }

  /// The devices by address.
  var devices: [PortID: Device] = [:]
  /// The order of plugging, for the screen and for anything that concerns all controllers.
  var order: [PortID] = []
  /// The controller that practice runs on; its mapping stays until practice stops.
  var inUse: PortID?
  /// The controllers as surfaces show them.
  private var shown: [ViewState.Controller] = []
  /// The mappings with the changes of this run.
  var library: ChangedLibrary
  /// The split of each known keyboard, by `PortDescription.memoryKey`.
  var splits: [String: Int]
  /// The learning under way; nil without one.
  var learning: Learning?
  /// The latest learning as surfaces show it.
  var learningView: ViewState.Learning?
  /// Detects messages that arrive by two ways or in two layers.
  var copies = CopyFilter()
  /// The cue that controllers show now.
  private var shownCue = Cue.idle
  /// The memory keys of controllers that were unplugged while their local control was off.
  var owedLocalControl: Set<String> = []
  /// The controller whose light acknowledges a hold, and when the light goes out.
  var acknowledged: (port: PortID, until: MonotonicTime)?
  /// Whether each controller must be woken before it can start anything.
  private let sleeps: Bool
  /// Whether only a controller can begin practice.
  let isOnlyInput: Bool

  /// Creates a rack without controllers. `splits` has the split of known ones; they sleep until woken if `sleeps`.
  init(library: MappingLibrary, splits: [String: Int] = [:], sleeps: Bool = false, isOnlyInput: Bool = false) {
    self.isOnlyInput = isOnlyInput
    self.library = ChangedLibrary(library)
    self.splits = splits
    self.sleeps = sleeps
  }

  /// Returns the current meaning of a press on this controller.
  func gestureContext(of device: Device, in context: PracticeContext) -> GestureContext {
    // A sleeping controller may be in use as an instrument while practice runs on another.
    isServed(device) ? context.gestures : .asleep
  }

  /// Whether anything is sent to the controller: it is awake, or practice runs on it.
  func isServed(_ device: Device) -> Bool { !isAsleep(device) || inUse == device.port.id }

  private func isAsleep(_ device: Device) -> Bool { !device.woken && (sleeps || !device.players.isEmpty) }

  /// Whether input of this controller is meant for practice.
  func isAwake(_ id: PortID) -> Bool { devices[id].map(isServed) ?? false }

  /// The name of the controller at `id`.
  func name(of id: PortID) -> String? { devices[id]?.port.clientName }

  /// The sliders of all awake controllers.
  var awakeSliders: [Binding] {
    order.compactMap { devices[$0] }.filter(isServed).flatMap { $0.mapping.bindings.filter { $0.role == .slider } }
  }

  /// The controls for Higher and Lower on the latest plugged-in controller that is awake and has both.
  var hands: Explanation.Hands {
    for device in order.reversed().compactMap({ devices[$0] }) where isServed(device) {
      let (higher, lower) = (device.places(of: .higher), device.places(of: .lower))
      if !higher.isEmpty, !lower.isEmpty { return .controller(device.port.clientName, higher: higher, lower: lower) }
    }
    return .keys
  }

  /// Whether a motor can bring this slider to the centre.
  func drives(_ slider: SliderID, on id: PortID) -> Bool { devices[id]?.cues.canDrive(slider.binding) ?? false }

  /// When `advance` or the gestures have something due.
  var deadline: MonotonicTime? {
    var first = earliest(learningDeadline, acknowledged?.until)
    for device in devices.values {
      first = earliest(first, device.gestures.deadline, device.sensing.deadline, device.initContinues, device.heartbeat)
    }
    return first
  }

  /// Handles an event.
  mutating func handle(_ event: Event, in context: PracticeContext) -> [Effect] {
    switch event {
    case .show(let cue): return show(cue, in: context)
    case .showOnRequest(let cue, let id): return showOnRequest(cue, on: id, in: context)
    case .acknowledge(let id, let isTap): return acknowledge(id, isTap: isTap, in: context)
    case .tick(let answer):
      let percussion = tick(at: context.now)
      // Unconfirmed percussion may be mute, so Peach's own tick continues.
      return (percussion ?? []) + tickBack(in: context) + [.sound(.fadeAnswer(answer, ticks: percussion == nil))]
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

  /// Shows the controllers and the state of learning.
  func show(in view: inout ViewState) {
    view.controllers = shown
    view.learning = learningView
  }

  /// Enters the current gesture contexts after a change of meaning or of awake controllers. Keys already held are not
  /// new presses.
  mutating func enterContexts(in context: PracticeContext) {
    for id in order {
      guard let meaning = devices[id].map({ gestureContext(of: $0, in: context) }) else { continue }
      devices[id]?.gestures.enter(meaning)
    }
  }

  /// Updates the controllers on show after a change of names, splits or sleep.
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

  /// Initialises awake controllers and shows the current cue on them. Nothing is sent to a sleeping controller, which
  /// is in use as an instrument; one that falls asleep is first restored to its original state.
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

  /// Restores every controller to its original state.
  mutating func finish(at now: MonotonicTime) -> [Effect] {
    var effects: [Effect] = []
    for id in order { effects += send(devices[id]?.cues.finish(), to: id, now) }
    return effects
  }

  // MARK: Lights

  /// Whether any served controller can show this cue.
  func tells(_ cue: Cue) -> Bool {
    order.contains { id in devices[id].map { isServed($0) && $0.cues.tells(cue) } ?? false }
  }

  /// Sends a cue to every controller that is awake or in use.
  private mutating func show(_ cue: Cue, in context: PracticeContext) -> [Effect] {
    shownCue = cue
    var effects: [Effect] = []
    for id in order where isAwake(id) { effects += show(cue, on: id, in: context) }
    return effects
  }

  /// Shows a cue on one controller: at once, or message by message if it needs time between them.
  mutating func show(_ cue: Cue, on id: PortID, in context: PracticeContext) -> [Effect] {
    guard let split = devices[id]?.decoder.split else { return [] }
    let noteBack = id == inUse ? context.settings.noteBack : .off
    let effects = send(devices[id]?.cues.encode(cue, noteBack: noteBack, split: split), to: id, context.now)
    expectPause(of: id, context.now)
    return effects
  }

  /// Plays the tick as percussion on controllers that have a mapping for it; returns nil if none has.
  private mutating func tick(at now: MonotonicTime) -> [Effect]? {
    var effects: [Effect]?
    for id in order where isAwake(id) {
      guard let messages = devices[id]?.cues.tick else { continue }
      effects = (effects ?? []) + send(messages, to: id, now)
    }
    return effects
  }

  /// Ticks on the controller in use if the player wants that, and its mapping has no feedback.
  private mutating func tickBack(in context: PracticeContext) -> [Effect] {
    guard let id = inUse, context.settings.noteBack == .tick else { return [] }
    return send(devices[id]?.cues.unconfirmedTick, to: id, context.now)
  }

  /// Drives the motors of awake controllers. Not every fader reports its movement while driven, so the target is passed
  /// on.
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

  /// Sends to one controller and remembers the messages, so that their echo is not treated as input.
  mutating func send(_ messages: [MIDIMessage]?, to id: PortID, _ now: MonotonicTime) -> [Effect] {
    guard let messages, !messages.isEmpty else { return [] }
    devices[id]?.echoes.remember(messages, at: now)
    return [.outbound(.send(messages, to: id))]
  }

  /// Schedules the next message for controllers that need a pause during initialisation, or between any two messages.
  private mutating func expectPause(of id: PortID, _ now: MonotonicTime) {
    let pause = devices[id]?.cues.pause
    devices[id]?.initContinues = pause.map { now + $0 }
  }

  private mutating func expectHeartbeat(of id: PortID, _ now: MonotonicTime) {
    let interval = devices[id]?.mapping.heartbeat.map { Duration.milliseconds($0.milliseconds) }
    devices[id]?.heartbeat = interval.map { now + $0 }
  }

  /// Sends due messages and heartbeats, and ends overdue learning. After a standstill each controller gets one
  /// heartbeat, not one for each missed.
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
