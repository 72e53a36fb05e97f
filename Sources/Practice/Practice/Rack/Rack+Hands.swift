import Controllers
import MIDI
import Ports
import Sound
import Time
import Training

/// What hands do on controllers.
extension Rack {
  /// Follows whether a controller still speaks. One whose active sensing has stopped, or that was reset, holds nothing any more.
  mutating func follow(
    _ message: MIDIMessage, at time: MonotonicTime, on id: PortID, in context: PracticeContext
  ) -> [Effect] {
    let hasEnded = devices[id]?.sensing.hasEnded(by: time) == true
    devices[id]?.sensing.hear(message, at: time)
    return hasEnded || message == .system(0xFF) ? fallSilent(id, in: context) : []
  }

  /// Lets go of what is held on controllers whose active sensing has stopped.
  mutating func advanceSensing(in context: PracticeContext) -> [Effect] {
    var effects: [Effect] = []
    for id in order where devices[id]?.sensing.hasEnded(by: context.now) == true {
      effects += fallSilent(id, in: context)
    }
    return effects
  }

  private mutating func fallSilent(_ id: PortID, in context: PracticeContext) -> [Effect] {
    if learning?.port == id { learning?.capture.forget() }
    return forgetHands(on: id, in: context)
  }

  /// Whether somebody's hands did what `message` tells: it is neither ours, come back from this controller or over a cable
  /// from another one, nor something another port or layer has told already; clocks and active sensing are no hands. What may be
  /// the release of a held control counts.
  mutating func isFromHands(_ message: MIDIMessage, at time: MonotonicTime, on id: PortID) -> Bool {
    guard let device = devices[id] else { return false }
    if case .system = message { return false }
    var isEcho = devices[id]?.echoes.isEcho(message, at: time) ?? false
    for other in order where other != id && !isEcho {
      isEcho = devices[other]?.echoes.isEcho(message, at: time, elsewhere: true) ?? false
    }
    guard !isEcho else { return device.decoder.holds(message) }
    guard isCopy(message, at: time, on: device) else { return true }
    devices[id]?.decoder.ignore(message)
    return device.decoder.holds(message)
  }

  /// Whether somebody is there who sends `message`, and no worn control. Hands on a control without a role are hands all the same.
  mutating func isByHand(_ message: MIDIMessage, on id: PortID) -> Bool {
    devices[id]?.flicker.isByHand(message) ?? false
  }

  /// A controller that sleeps is somebody's instrument, and takes nothing from the others. Which channels a key is sent on is
  /// what is learned of it.
  private mutating func isCopy(_ message: MIDIMessage, at time: MonotonicTime, on device: Device) -> Bool {
    let id = device.port.id
    let awake = devices.count > 1 && isAwake(id) ? order.filter { isAwake($0) } : []
    let isCopy = copies.isCopy(message, from: id, at: time) { port, channel in
      port == id ? device.decoder.isSame(message, on: channel) : awake.contains(port)
    }
    return isCopy && learning?.port != id
  }

  /// What a message of this controller means for its controls.
  mutating func decode(_ message: MIDIMessage, on id: PortID) -> [ControlEvent] {
    devices[id]?.decoder.decode(message) ?? []
  }

  /// Takes note of what a control did: whether a motor of ours did it, and what the controller is answered.
  mutating func hear(
    _ event: ControlEvent, at time: MonotonicTime, on id: PortID, _ now: MonotonicTime
  ) -> (isEcho: Bool, effects: [Effect]) {
    let heard = devices[id]?.cues.hear(event, at: time)
    return (heard?.isEcho == true, send(heard?.reply, to: id, now))
  }

  /// The gestures that a control's event completes.
  mutating func gestures(
    by event: ControlEvent, at time: MonotonicTime, on id: PortID, in context: PracticeContext
  ) -> [Gesture] {
    guard let meaning = devices[id].map({ gestureContext(of: $0, in: context) }) else { return [] }
    return devices[id]?.gestures.handle(event, at: time, in: meaning) ?? []
  }

  /// The gestures that have become due by `time`.
  mutating func gesturesDue(by time: MonotonicTime, on id: PortID) -> [Gesture] {
    // Not what would become due of keys on a controller that had fallen silent before.
    let end = devices[id]?.sensing.deadline.map { min($0, time) } ?? time
    return devices[id]?.gestures.advance(to: end) ?? []
  }

  /// A note sounds that can be tuned: the keys of the controllers that can are counted anew.
  mutating func noteBegins(_ exercise: MatchingExercise, heard: MonotonicTime, in context: PracticeContext) -> [Effect]
  {
    let ports = order.filter { id in devices[id].map { gestureContext(of: $0, in: context) } == .matching }
    for id in ports { devices[id]?.gestures.noteBegins() }
    let hands = TuningSide.Hands(ports: ports, hasControllers: !devices.isEmpty, sliders: awakeSliders)
    return [.tuning(.begin(exercise, hands, heard: heard))]
  }

  /// Events were lost. Which keys are held is unknown: they are forgotten, rather than to mistake a lost release for a hold.
  mutating func forgetHeldKeys(in context: PracticeContext) -> [Effect] {
    var effects: [Effect] = []
    for id in order { effects += forgetHands(on: id, in: context) }
    learning?.capture.forget()
    return effects
  }

  mutating func forgetHands(on id: PortID, in context: PracticeContext) -> [Effect] {
    guard let meaning = devices[id].map({ gestureContext(of: $0, in: context) }) else { return [] }
    devices[id]?.forgetHeldKeys(at: context.now, in: meaning)
    return [.tuning(.forgetTouches(on: id))]
  }

  /// A gesture has a role: presses without one are counted anew.
  mutating func hasRole(on id: PortID) -> [Effect] {
    guard let device = devices[id] else { return [] }
    devices[id]?.unmappedPresses = 0
    return [.retract(.exactly(.unmappedPresses(controller: device.port.clientName)))]
  }

  /// A press had no role. The third in a row is told.
  mutating func countUnmapped(on id: PortID) -> [Effect] {
    devices[id]?.unmappedPresses += 1
    guard let device = devices[id], device.unmappedPresses == 3 else { return [] }
    devices[id]?.unmappedPresses = 0
    let notice = ViewState.Notice.unmappedPresses(controller: device.port.clientName)
    return [.retract(.exactly(notice)), .post(notice), .lights(.trouble("unmapped-presses"))]
  }

  /// A level control stands at `position`. The level follows its movement, never its position: a knob that stands high must
  /// not make a sound loud when it is first touched. On a controller that sleeps it is the volume of somebody's instrument.
  mutating func moveLevel(to position: ControlPosition, on id: PortID) -> [Effect] {
    let levels = SoundLimits.levels
    let change: Double
    switch position {
    case .relative(let steps): change = Double(steps) * Self.levelStep
    case .absolute(let value, let maximum):
      let share = Double(value) / Double(maximum)
      let before = devices[id]?.levelPosition
      devices[id]?.levelPosition = share
      guard let before else { return [] }
      change = (share - before) * Double(levels.upperBound - levels.lowerBound)
    }
    return isAwake(id) ? [.sound(.moveLevel(by: change))] : []
  }

  /// Moves the split of a controller's keyboard, and remembers it.
  mutating func setSplit(_ note: Int, on id: PortID, in context: PracticeContext) -> [Effect] {
    guard let device = devices[id], (1...127).contains(note) else { return [] }
    devices[id]?.decoder.split = note
    splits[device.port.memoryKey] = note
    return [.outside(.rememberSplit(note, for: device.port.memoryKey))] + refresh(in: context)
  }

  /// One step of an endless knob, in dB.
  static let levelStep = 0.5
  /// One tap of a key at the hub, in dB.
  static let tapStep = 1.0
}
