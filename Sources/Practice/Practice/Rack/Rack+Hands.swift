import Controllers
import MIDI
import Ports
import Sound
import Time
import Training

/// Input of controllers.
extension Rack {
  /// Tracks whether a controller is still alive. One whose active sensing has stopped, or that was reset, holds no keys
  /// any more.
  mutating func follow(
    _ message: MIDIMessage, at time: MonotonicTime, on id: PortID, in context: PracticeContext
  ) -> [Effect] {
    let hasEnded = devices[id]?.sensing.hasEnded(by: time) == true
    devices[id]?.sensing.hear(message, at: time)
    return hasEnded || message == .system(0xFF) ? fallSilent(id, in: context) : []
  }

  /// Releases the held keys of controllers whose active sensing has stopped.
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

  /// Returns whether `message` is the player's input: not an echo of ours, from this controller or over a cable from
  /// another one, and not a copy of a message from another port or layer. Clocks and active sensing are not input. A
  /// possible release of a held control counts.
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

  /// Returns whether the player sent `message` rather than a worn control. Controls without a role count too.
  mutating func isByHand(_ message: MIDIMessage, on id: PortID) -> Bool {
    devices[id]?.flicker.isByHand(message) ?? false
  }

  /// Returns whether `message` is a copy. A sleeping controller is in use as an instrument and masks no others. While a
  /// controller is learned, the channels that a key sends on are the object of learning, so nothing is a copy.
  private mutating func isCopy(_ message: MIDIMessage, at time: MonotonicTime, on device: Device) -> Bool {
    let id = device.port.id
    let awake = devices.count > 1 && isAwake(id) ? order.filter { isAwake($0) } : []
    let isCopy = copies.isCopy(message, from: id, at: time) { port, channel in
      port == id ? device.decoder.isSame(message, on: channel) : awake.contains(port)
    }
    return isCopy && learning?.port != id
  }

  /// Decodes a message of this controller into control events.
  mutating func decode(_ message: MIDIMessage, on id: PortID) -> [ControlEvent] {
    devices[id]?.decoder.decode(message) ?? []
  }

  /// Records a control event; returns whether one of our motors caused it, and the reply to the controller.
  mutating func hear(
    _ event: ControlEvent, at time: MonotonicTime, on id: PortID, _ now: MonotonicTime
  ) -> (isEcho: Bool, effects: [Effect]) {
    let heard = devices[id]?.cues.hear(event, at: time)
    return (heard?.isEcho == true, send(heard?.reply, to: id, now))
  }

  /// Returns the gestures that a control event completes.
  mutating func gestures(
    by event: ControlEvent, at time: MonotonicTime, on id: PortID, in context: PracticeContext
  ) -> [Gesture] {
    guard let meaning = devices[id].map({ gestureContext(of: $0, in: context) }) else { return [] }
    return devices[id]?.gestures.handle(event, at: time, in: meaning) ?? []
  }

  /// Returns the gestures due by `time`.
  mutating func gesturesDue(by time: MonotonicTime, on id: PortID) -> [Gesture] {
    // Gestures due after the controller fell silent do not count.
    let end = devices[id]?.sensing.deadline.map { min($0, time) } ?? time
    return devices[id]?.gestures.advance(to: end) ?? []
  }

  /// Begins tuning when a tunable note sounds: keys on the controllers that can tune it are counted again.
  mutating func noteBegins(_ exercise: MatchingExercise, heard: MonotonicTime, in context: PracticeContext) -> [Effect]
  {
    let ports = order.filter { id in devices[id].map { gestureContext(of: $0, in: context) } == .matching }
    for id in ports { devices[id]?.gestures.noteBegins() }
    let hands = TuningSide.Hands(ports: ports, hasControllers: !devices.isEmpty, sliders: awakeSliders)
    return [.tuning(.begin(exercise, hands, heard: heard))]
  }

  /// Forgets all held keys after lost events, so that a lost release is not mistaken for a hold.
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

  /// Resets the count of presses without a role after one with a role.
  mutating func hasRole(on id: PortID) -> [Effect] {
    guard let device = devices[id] else { return [] }
    devices[id]?.unmappedPresses = 0
    return [.retract(.exactly(.unmappedPresses(controller: device.port.clientName)))]
  }

  /// Counts a press without a role. The third in a row shows a notice.
  mutating func countUnmapped(on id: PortID) -> [Effect] {
    devices[id]?.unmappedPresses += 1
    guard let device = devices[id], device.unmappedPresses == 3 else { return [] }
    devices[id]?.unmappedPresses = 0
    let notice = ViewState.Notice.unmappedPresses(controller: device.port.clientName)
    return [.retract(.exactly(notice)), .post(notice), .lights(.trouble("unmapped-presses"))]
  }

  /// Handles a level control at `position`. The level follows its movement, not its position: a knob that is set high
  /// must not make the sound loud at the first touch. On a sleeping controller it is the volume of an instrument and
  /// has no effect.
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

  /// Moves the split of a controller's keyboard and saves it.
  mutating func setSplit(_ note: Int, on id: PortID, in context: PracticeContext) -> [Effect] {
    guard let device = devices[id], (1...127).contains(note) else { return [] }
    devices[id]?.decoder.split = note
    splits[device.port.memoryKey] = note
    return [.outbound(.rememberSplit(note, for: device.port.memoryKey))] + refresh(in: context)
  }

  /// One step of an endless knob, in dB.
  static let levelStep = 0.5
  /// One tap of a key at the hub, in dB.
  static let tapStep = 1.0
}
