import MIDI

/// Interprets one controller's messages by its mapping, and tracks which keys are down.
///
/// One per connected port; loop thread. Allocates little and never blocks.
public struct ControlDecoder: Sendable {
  /// The controller's mapping.
  public let mapping: ControllerMapping
  /// The first note that is Higher on keyboards, 1…127; moved at the hub and stored per device by the caller. Keys that
  /// are down keep the role they were pressed with.
  public var split: Int

  private var held: Set<PhysicalKey> = []
  /// Keys that are down but not held, because they were forgotten or pressed as copies. Their release is ignored.
  private var ignored: Set<PhysicalKey> = []
  /// The readers of controls with values that act as buttons.
  private var readers: [PhysicalKey: OnOffReader] = [:]
  /// The last known state of buttons that toggle.
  private var latched: [PhysicalKey: Bool] = [:]
  private var touched: Set<SliderID> = []
  /// The channel on which each binding's slider last moved.
  private var channels: [Int: Channel] = [:]
  private var pairs: [SliderID: PairState] = [:]
  private var parameters: ParameterNumbers
  private(set) var fingers: FingerReader?

  /// Creates a decoder with nothing held. `split` is the device's stored split; nil means the mapping's own.
  public init(mapping: ControllerMapping, split: Int? = nil) {
    self.mapping = mapping
    self.split = split ?? mapping.initialSplit ?? ControllerMapping.middleC
    parameters = ParameterNumbers(mapping)
    fingers = FingerReader(mapping)
  }

  /// Returns the events that `message` causes; often none.
  public mutating func decode(_ message: MIDIMessage) -> [ControlEvent] {
    if let fingers, let inputs = self.fingers?.read(message) { return inputs.map { .finger(fingers.slider, $0) } }
    return switch message {
    case .noteOn(let channel, let note, _):
      set(key(.note, channel, note), isDown: true)
    case .noteOff(let channel, let note, _):
      set(key(.note, channel, note), isDown: false)
    case .polyPressure(let channel, let note, let pressure):
      value(key(.polyPressure, channel, note), pressure)
    case .channelPressure(let channel, let pressure):
      value(PhysicalKey(kind: .channelPressure, channel: channel, number: 0), pressure)
    case .programChange(let channel, let program):
      set(key(.program, channel, program), isDown: true) + set(key(.program, channel, program), isDown: false)
    case .controlChange(let channel, let controller, let value):
      controlChange(channel, controller, value)
    case .pitchBend(let channel, let value):
      moved(.absolute(value: Int(value.rawValue), maximum: 16383), channel) {
        if case .pitchBend(let bound) = $0 { bound == nil || bound == channel } else { false }
      }
    case .systemExclusive, .system:
      []
    }
  }

  /// Returns whether the source of `message` is held or touched: the message may then be its release, which must not be
  /// lost. False for a key that goes down.
  public func holds(_ message: MIDIMessage) -> Bool {
    if case .noteOn(_, _, let velocity) = message, velocity.rawValue > 0 { return false }
    guard let key = message.key else { return false }
    return held.contains(key)
      || touched.contains { mapping.bindings[$0.binding].touch?.isHit(by: key) ?? false }
  }

  /// Ignores the duplicate `message`, and the release of its key.
  public mutating func ignore(_ message: MIDIMessage) {
    if case .noteOn = message, let key = message.key, !held.contains(key) { ignored.insert(key) }
  }

  /// Forgets held keys, touches and half-received pairs of messages, because the controller was unplugged or messages
  /// were lost.
  public mutating func releaseAll() -> [ControlEvent] {
    let wasHeld = !held.isEmpty || !touched.isEmpty
    ignored.formUnion(held.filter { $0.kind == .note })
    held = []
    for key in readers.keys { readers[key]?.forget() }
    latched = [:]
    touched = []
    pairs = [:]
    fingers?.forgetKeys()
    parameters = ParameterNumbers(mapping)
    return wasHeld ? [.allReleased] : []
  }

  private func key(_ kind: PhysicalKey.Kind, _ channel: Channel, _ number: UInt7) -> PhysicalKey {
    PhysicalKey(kind: kind, channel: channel, number: UInt16(number.rawValue))
  }

  // MARK: Buttons

  /// Sets a key down or up. A key that goes down again without a release counts as pressed again: some pads send no
  /// release, and releases get lost.
  private mutating func set(_ key: PhysicalKey, isDown: Bool) -> [ControlEvent] {
    if let latch = latch(of: key) { return switched(key, isOn: isDown, latch) }
    guard isDown else { return released(key) }
    // A repeated touch is still no press: a press would swallow the message that the finger left.
    if mapping.bindings.contains(where: { $0.touch?.isHit(by: key) == true }) { return touchEvents(key, true) }
    ignored.remove(key)
    guard let press = press(key) else { return [] }
    held.insert(key)
    return landed(press) + [.pressed(press)]
  }

  private mutating func released(_ key: PhysicalKey) -> [ControlEvent] {
    if held.remove(key) != nil { return lifted(key) + [.released(key)] }
    if ignored.remove(key) != nil { return [] }
    if let moved = keyBeforeOctave(of: key) {
      held.remove(moved)
      return lifted(moved) + [.released(moved)]
    }
    return touchEvents(key, false)
  }

  /// Returns the held key that is released as another note because the keyboard's octave was shifted: the only one held
  /// a number of octaves away.
  private func keyBeforeOctave(of key: PhysicalKey) -> PhysicalKey? {
    guard key.kind == .note else { return nil }
    let others = held.filter {
      $0.kind == .note && $0.channel == key.channel && (Int($0.number) - Int(key.number)).isMultiple(of: 12)
    }
    return others.count == 1 ? others.first : nil
  }

  /// A finger's event comes before its key's: a lift commits the pitch the finger tuned, and then the key means nothing
  /// more.
  private mutating func landed(_ press: Press) -> [ControlEvent] {
    guard press.isFinger, let slider = fingers?.slider, let input = fingers?.land(on: press.key) else { return [] }
    return [.finger(slider, input)]
  }

  private mutating func lifted(_ key: PhysicalKey) -> [ControlEvent] {
    guard let slider = fingers?.slider, let input = fingers?.lift(from: key) else { return [] }
    return [.finger(slider, input)]
  }

  private mutating func lost(_ key: PhysicalKey) -> ControlEvent? {
    guard let slider = fingers?.slider, fingers?.lift(from: key) != nil else { return nil }
    return .finger(slider, .lost(key))
  }

  private func latch(of key: PhysicalKey) -> Latch? {
    mapping.bindings.first { !$0.role.isContinuous && $0.control.isHit(by: key) }?.latch
  }

  /// Handles a press of a button that toggles. It sends no release, so it is released at once.
  private mutating func switched(_ key: PhysicalKey, isOn: Bool, _ latch: Latch) -> [ControlEvent] {
    switch latch {
    case .each:
      // A toggle received over two connections is still one toggle.
      guard latched.updateValue(isOn, forKey: key) != isOn else { return [] }
    case .everySecond:
      guard isOn else { return [] }
    }
    return press(key).map { [.pressed($0), .released(key)] } ?? []
  }

  /// Handles the value of a control, which may be a button, a slider or both in different bindings.
  private mutating func value(_ key: PhysicalKey, _ value: UInt7) -> [ControlEvent] {
    let slider = moved(.absolute(value: Int(value.rawValue), maximum: 127), key.channel) { $0.isHit(by: key) }
    return slider + read(key, Int(value.rawValue))
  }

  /// Returns what `key` at `value` does as a button.
  private mutating func read(_ key: PhysicalKey, _ value: Int) -> [ControlEvent] {
    guard let threshold = threshold(of: key).map({ Int($0.rawValue) }) else { return [] }
    if latch(of: key) != nil { return set(key, isDown: value >= threshold) }
    return switch readers[key, default: OnOffReader()].handle(value, threshold: threshold) {
    case .none: []
    case .pressed: set(key, isDown: true)
    case .released: set(key, isDown: false)
    }
  }

  /// Returns the lowest value from which `key` is down for a binding that uses it as a button.
  private func threshold(of key: PhysicalKey) -> UInt7? {
    for binding in mapping.bindings {
      if let touch = binding.touch, touch.isHit(by: key) { return touch.threshold }
      guard !binding.role.isContinuous else { continue }
      switch binding.control {
      case .longPress(let control, _): if control.isHit(by: key) { return control.threshold }
      case .together(let first, let second):
        if first.isHit(by: key) { return first.threshold }
        if second.isHit(by: key) { return second.threshold }
      default: if binding.control.isHit(by: key) { return binding.control.threshold }
      }
    }
    return nil
  }

  /// Returns the possible meanings of pressing `key`; nil for a control without any that is not a key or pad.
  func press(_ key: PhysicalKey) -> Press? {
    var press = Press(key: key, role: nil)
    for (index, binding) in mapping.bindings.enumerated() {
      switch binding.control {
      case .longPress(let control, let milliseconds):
        if press.long == nil, control.isHit(by: key) {
          press.long = Press.Long(role: binding.role, milliseconds: milliseconds)
        }
      case .together(let first, let second):
        if press.chord == nil, first.isHit(by: key) || second.isHit(by: key) {
          press.chord = Press.ChordPart(chord: index, role: binding.role, isFirst: first.isHit(by: key))
        }
      default:
        if press.role == nil, !binding.role.isContinuous, binding.control.isHit(by: key) {
          press.role = binding.role
        }
      }
    }
    press.isSure = press.role?.isSure == true ? true : nil
    if press.role == nil, key.kind == .note { assignHalf(&press) }
    if press.isSure == nil, let half = press.half, mapping.bindings.contains(where: { $0.role == half.sureRole }) {
      press.isSure = false
    }
    // A key without releases cannot be a finger.
    let isFinger = fingers?.isFinger(on: key.channel) == true && latch(of: key) == nil
    if key.kind == .note, press.half != nil, isFinger { press.isFinger = true }
    let hasMeaning = press.role != nil || press.long != nil || press.chord != nil
    return hasMeaning || key.kind == .note ? press : nil
  }

  /// Grids first: a keyboard on any channel leaves pads to them.
  private func assignHalf(_ press: inout Press) {
    let note = Int(press.key.number)
    for case .grid(let grid, let channel) in mapping.halves where channel.meets(press.key.channel) {
      guard let half = grid.half(of: note) else { continue }
      press.role = half.role
      press.isSure = mapping.free(grid.surePads(of: half), on: channel)?.contains(note)
      return
    }
    for case .keyboard(let channel, _) in mapping.halves where channel.meets(press.key.channel) {
      press.role = note >= split ? .higher : .lower
      press.keyboardNote = note
      press.isSure = note >= split + Self.unsureKeys || note < split - Self.unsureKeys
      return
    }
  }

  /// The number of keys on either side of the split that mark an answer as not sure: C to E, and B down to G, from
  /// middle C. A hand covers them without stretching, and a keyboard of 25 keys has as many left on either side.
  private static let unsureKeys = 5

  private mutating func touchEvents(_ key: PhysicalKey, _ isDown: Bool) -> [ControlEvent] {
    var events: [ControlEvent] = []
    for (index, binding) in mapping.bindings.enumerated() {
      guard let touch = binding.touch, touch.isHit(by: key) else { continue }
      let slider = SliderID(binding: index, channel: touchedChannel(index, touch, key))
      let changed = isDown ? touched.insert(slider).inserted : touched.remove(slider) != nil
      if changed { events.append(.touch(slider, isTouched: isDown)) }
    }
    return events
  }

  /// Returns the channel of the slider that a touch belongs to. A row of touch notes for a control on any channel is a
  /// row of faders with one channel each, in order (Mackie Control: notes 104… are channels 1…); a single note belongs
  /// to the slider that moved last.
  private func touchedChannel(_ binding: Int, _ touch: Control, _ key: PhysicalKey) -> Channel {
    if let bound = mapping.bindings[binding].control.channel { return bound }
    if case .notes(let notes, _) = touch, let first = notes.numbers.first, notes.numbers.count > 1 {
      return Channel(statusNibble: UInt8(truncatingIfNeeded: Int(key.number) - Int(first.rawValue)))
    }
    return touched.first { $0.binding == binding }?.channel ?? channels[binding] ?? key.channel
  }

  // MARK: Sliders

  /// Returns the event of the first slider or knob that satisfies `isMeant`.
  private mutating func moved(
    _ position: ControlPosition, _ channel: Channel, _ isMeant: (Control) -> Bool
  ) -> [ControlEvent] {
    for (index, binding) in mapping.bindings.enumerated()
    where binding.role.isContinuous && binding.release != .lift && isMeant(binding.control) {
      return moved(position, channel, binding: index)
    }
    return []
  }

  private mutating func moved(_ position: ControlPosition, _ channel: Channel, binding: Int) -> [ControlEvent] {
    guard mapping.bindings[binding].role == .slider else { return [.level(position)] }
    channels[binding] = channel
    return [.slider(SliderID(binding: binding, channel: channel), position)]
  }

  private mutating func controlChange(_ channel: Channel, _ number: UInt7, _ value: UInt7) -> [ControlEvent] {
    if let change = parameters.handle(channel, number, value) {
      switch change {
      case .consumed: return []
      case .changed(let parameter, let position): return parameterChanged(channel, parameter, position)
      }
    }
    for (index, binding) in mapping.bindings.enumerated() {
      switch binding.control {
      case .controlChangePair(let most, let least, let bound) where bound == nil || bound == channel:
        guard number == most || number == least else { continue }
        let state = SliderID(binding: index, channel: channel)
        guard let position = pairs[state, default: PairState()].handle(value, isLeast: number == least) else {
          return []
        }
        return moved(position, channel, binding: index)
      case .relative(number, let encoding, let bound) where bound == nil || bound == channel:
        let steps = encoding.steps(value)
        guard steps != 0 else { return [] }
        return moved(.relative(steps), channel, binding: index)
      default: continue
      }
    }
    let key = key(.controlChange, channel, number)
    if let events = channelMode(key) { return events }
    return self.value(key, value)
  }

  /// Handles channel mode messages (MIDI 1.0). All sound off, all notes off and messages that imply it release
  /// everything on their channel; a reset of controllers releases everything but notes: controls held there have lost
  /// their release. Nil for everything else, and if the mapping has a control of that number.
  private mutating func channelMode(_ mode: PhysicalKey) -> [ControlEvent]? {
    guard mode.number >= 120, mode.number != 122, !isBound(mode) else { return nil }
    let keys = held.filter { $0.channel == mode.channel && (mode.number != 121 || $0.kind != .note) }
    guard !keys.isEmpty else { return [] }
    held.subtract(keys)
    ignored.formUnion(keys.filter { $0.kind == .note })
    for key in keys { readers[key]?.forget() }
    return keys.compactMap { lost($0) } + [.forgotten(Array(keys))]
  }

  private mutating func parameterChanged(
    _ channel: Channel, _ parameter: UInt14, _ position: ControlPosition
  ) -> [ControlEvent] {
    let key = PhysicalKey(kind: .parameter, channel: channel, number: parameter.rawValue)
    let slider = moved(position, channel) { $0.isHit(by: key) }
    guard case .absolute(let value, let maximum) = position else { return slider }
    return slider + read(key, maximum == 127 ? value : value >> 7)
  }
}
