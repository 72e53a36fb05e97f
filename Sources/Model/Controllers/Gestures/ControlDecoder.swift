import MIDI

/// Turns one controller's messages into what they mean by its mapping, and knows which keys are down.
///
/// One per connected port; loop thread. Allocates little and never blocks.
public struct ControlDecoder: Sendable {
  /// The mapping it decodes by.
  public let mapping: ControllerMapping
  /// The first note that is Higher on keyboards, 1…127; moved at the hub and kept per device by the caller. Keys that
  /// are down keep the role they were pressed with.
  public var split: Int

  private var held: Set<PhysicalKey> = []
  /// Keys that are down and yet not held: they were forgotten, or pressed as copies. Their release is nothing.
  private var ignored: Set<PhysicalKey> = []
  /// The controls with values that are read as buttons.
  private var readers: [PhysicalKey: OnOffReader] = [:]
  /// Which way the buttons stand that switch over with each press, as far as they have told.
  private var latched: [PhysicalKey: Bool] = [:]
  private var touched: Set<SliderID> = []
  /// The channel each binding's slider last moved on.
  private var channels: [Int: Channel] = [:]
  private var pairs: [PairKey: PairState] = [:]
  private var parameters: ParameterNumbers
  private(set) var fingers: FingerReader?

  /// A decoder with nothing held. `split` is what was kept for the device; nil for the mapping's own.
  public init(mapping: ControllerMapping, split: Int? = nil) {
    self.mapping = mapping
    self.split = split ?? mapping.initialSplit ?? ControllerMapping.middleC
    parameters = ParameterNumbers(mapping)
    fingers = FingerReader(mapping)
  }

  /// What `message` means; empty if nothing.
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

  /// Whether what `message` comes from is held down or touched: then it may be its release, which must not be lost. A key that
  /// goes down is none.
  public func holds(_ message: MIDIMessage) -> Bool {
    if case .noteOn(_, _, let velocity) = message, velocity.rawValue > 0 { return false }
    guard let key = message.key else { return false }
    return held.contains(key)
      || touched.contains { mapping.bindings[$0.binding].touch?.isHit(by: key) ?? false }
  }

  /// `message` was told twice and is not decoded: nor is the release of its key.
  public mutating func ignore(_ message: MIDIMessage) {
    if case .noteOn = message, let key = message.key, !held.contains(key) { ignored.insert(key) }
  }

  /// Forgets what is held and touched and what pairs of messages were half told: the controller was unplugged or
  /// messages were lost.
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

  /// A key goes down or up. One that goes down again though it was not let go is pressed again: there are pads that never tell,
  /// and releases get lost.
  private mutating func set(_ key: PhysicalKey, isDown: Bool) -> [ControlEvent] {
    if let latch = latch(of: key) { return switched(key, isOn: isDown, latch) }
    guard isDown else { return released(key) }
    // A touch that is told twice is still no press: one would swallow the message that the finger left.
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

  /// The key that is let go as another note, since the keyboard's octave was moved while it was held: the only one that is held
  /// some octaves away.
  private func keyBeforeOctave(of key: PhysicalKey) -> PhysicalKey? {
    guard key.kind == .note else { return nil }
    let others = held.filter {
      $0.kind == .note && $0.channel == key.channel && (Int($0.number) - Int(key.number)).isMultiple(of: 12)
    }
    return others.count == 1 ? others.first : nil
  }

  /// A finger comes before its key's own event: a lift commits what a finger tuned, and then the key is nothing more.
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

  /// A button that switches over was pressed: nobody knows when the finger left it, so it is let go at once.
  private mutating func switched(_ key: PhysicalKey, isOn: Bool, _ latch: Latch) -> [ControlEvent] {
    switch latch {
    case .each:
      // Told twice by two connections, it has still switched once.
      guard latched.updateValue(isOn, forKey: key) != isOn else { return [] }
    case .everySecond:
      guard isOn else { return [] }
    }
    return press(key).map { [.pressed($0), .released(key)] } ?? []
  }

  /// A control with a value, which is a button, a slider or both to different bindings.
  private mutating func value(_ key: PhysicalKey, _ value: UInt7) -> [ControlEvent] {
    let slider = moved(.absolute(value: Int(value.rawValue), maximum: 127), key.channel) { $0.isHit(by: key) }
    return slider + read(key, Int(value.rawValue))
  }

  /// What `key`, which stands at `value`, does as a button.
  private mutating func read(_ key: PhysicalKey, _ value: Int) -> [ControlEvent] {
    guard let threshold = threshold(of: key).map({ Int($0.rawValue) }) else { return [] }
    if latch(of: key) != nil { return set(key, isDown: value >= threshold) }
    return switch readers[key, default: OnOffReader()].take(value, threshold: threshold) {
    case .none: []
    case .pressed: set(key, isDown: true)
    case .released: set(key, isDown: false)
    }
  }

  /// The lowest value from which `key` is down for a binding that uses it as a button.
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

  /// What pressing `key` can mean; nil for a control without meaning that is not a key or pad.
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
    if press.role == nil, key.kind == .note { assignHalf(&press) }
    // What never tells when it is left is no finger.
    let isFinger = fingers?.isFinger(on: key.channel) == true && latch(of: key) == nil
    if key.kind == .note, press.half != nil, isFinger { press.isFinger = true }
    let hasMeaning = press.role != nil || press.long != nil || press.chord != nil
    return hasMeaning || key.kind == .note ? press : nil
  }

  /// Grids first: a keyboard on any channel leaves pads to them.
  private func assignHalf(_ press: inout Press) {
    let note = Int(press.key.number)
    for case .grid(let grid, let channel) in mapping.halves where channel.meets(press.key.channel) {
      press.role = grid.half(of: note)?.role
      if press.role != nil { return }
    }
    for case .keyboard(let channel, _) in mapping.halves where channel.meets(press.key.channel) {
      press.role = note >= split ? .higher : .lower
      press.keyboardNote = note
      return
    }
  }

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

  /// Which channel's slider a touch means. A row of touch notes beside a control on any channel is a row of faders with a
  /// channel each, in order (Mackie Control: notes 104… are channels 1…); a single one is the slider that moved last.
  private func touchedChannel(_ binding: Int, _ touch: Control, _ key: PhysicalKey) -> Channel {
    if let bound = mapping.bindings[binding].control.channel { return bound }
    if case .notes(let notes, _) = touch, let first = notes.numbers.first, notes.numbers.count > 1 {
      return Channel(statusNibble: UInt8(truncatingIfNeeded: Int(key.number) - Int(first.rawValue)))
    }
    return touched.first { $0.binding == binding }?.channel ?? channels[binding] ?? key.channel
  }

  // MARK: Sliders

  /// What the first slider or knob that `isMeant` tells.
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
    if let change = parameters.take(channel, number, value) {
      switch change {
      case .consumed: return []
      case .changed(let parameter, let position): return parameterChanged(channel, parameter, position)
      }
    }
    for (index, binding) in mapping.bindings.enumerated() {
      switch binding.control {
      case .controlChangePair(let most, let least, let bound) where bound == nil || bound == channel:
        guard number == most || number == least else { continue }
        let state = PairKey(binding: index, channel: channel)
        guard let position = pairs[state, default: PairState()].take(value, isLeast: number == least) else { return [] }
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

  /// All sound off, all notes off and what implies it let go of everything on their channel, a reset of controllers of all but
  /// notes (MIDI 1.0, channel mode messages): what is held there has lost its release. Nil for everything else, and where the
  /// mapping has a control of that number.
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

  private struct PairKey: Hashable {
    var binding: Int
    var channel: Channel
  }
}
