import MIDI
import Yams

/// Roles and controls.
extension MappingDecoder {
  /// Returns the bindings of `roles`, in file order.
  mutating func bindings(_ node: Node) -> [Binding] {
    guard KnownKeys<Role>(node, place: "roles", &problems) != nil, let mapping = node.mapping else { return [] }
    var bindings: [Binding] = []
    for (key, value) in mapping {
      guard let role = key.text.flatMap(Role.init(rawValue:)) else { continue }
      for entry in NodeReader.list(value, key: role.rawValue, &problems) {
        let more = self.bindings(of: role, entry)
        // All fingers are one slider.
        if more.contains(where: \.isLifted), (bindings + more).count(where: \.isLifted) > 1 {
          problems.add(.duplicateKey(key: "release: lift"), at: entry)
        }
        bindings += more
      }
    }
    return bindings
  }

  /// Returns the bindings of one line of a role: several if a slider's `cc` is a range.
  private mutating func bindings(of role: Role, _ node: Node) -> [Binding] {
    guard let keys = KnownKeys<ControlKey>(node, place: "control", &problems) else { return [] }
    let controls = self.controls(keys)
    var release = Release.none
    if let node = keys[.release] {
      release = NodeReader.word(node, key: "release", &problems) ?? .none
      if role != .slider { problems.add(.notTogether(key: "release", with: role.rawValue), at: node) }
    }
    let touch = keys[.touch].flatMap { control($0) }
    if release == .touch, keys[.touch] == nil {
      problems.add(.missingKey(key: "touch", place: "control"), at: node)
    } else if release != .touch, let node = keys[.touch] {
      problems.add(.notTogether(key: "touch", with: "release: \(release.rawValue)"), at: node)
    }
    let fingers = self.fingers(keys, release, controls, node)
    let motor = keys[.motor].flatMap { NodeReader.number($0, key: "motor", in: 1...16383, &problems) }
    if let node = keys[.motor] { check(motor: motor, of: controls, role, node) }
    for control in controls where role.isContinuous ? !control.isContinuous : !control.isPressable {
      problems.add(.wrongControl(role: role.rawValue, control: control.word.rawValue), at: node)
    }
    if let touch, !touch.isPressable {
      problems.add(.wrongControl(role: "touch", control: touch.word.rawValue), at: node)
    }
    let latch = keys[.latch].flatMap { NodeReader.word($0, key: "latch", as: Latch.self, &problems) }
    if let node = keys[.latch], role.isContinuous {
      problems.add(.notTogether(key: "latch", with: role.rawValue), at: node)
    }
    let confidence = NodeReader.confidence(keys[.confidence], &problems)
    return controls.map {
      Binding(
        role: role, control: $0, release: release, latch: latch, touch: touch, fingers: fingers, motorMaximum: motor,
        confidence: confidence, position: node.position)
    }
  }

  /// Returns the settings `zone` and `range` of `release: lift`, which fits only the messages of fingers: a bend, CC 74
  /// or similar, pressure, each on any channel, since every finger has its own.
  private mutating func fingers(
    _ keys: KnownKeys<ControlKey>, _ release: Release, _ controls: [Control], _ node: Node
  ) -> FingerSetup? {
    guard release == .lift, let control = controls.first else {
      for key in [ControlKey.zone, .range] {
        guard let value = keys[key] else { continue }
        problems.add(.notTogether(key: key.rawValue, with: "release: \(release.rawValue)"), at: value)
      }
      return nil
    }
    var setup = FingerSetup()
    switch control {
    case .pitchBend(nil), .controlChange(_, nil, _): break
    // Such keys usually share a channel.
    case .polyPressure(_, nil, _): setup.zone = .all
    default: problems.add(.notTogether(key: "release: lift", with: control.words), at: node)
    }
    if let node = keys[.zone] { setup.zone = NodeReader.word(node, key: "zone", &problems) ?? setup.zone }
    if let node = keys[.range] {
      setup.range = NodeReader.number(node, key: "range", in: 1...96, &problems)
      if control.word != .pitchBend { problems.add(.notTogether(key: "range", with: control.word.rawValue), at: node) }
    }
    return setup
  }

  /// Checks a motor: its target is sent as the slider's own message, which must carry a position, on one channel.
  private mutating func check(motor: Int?, of controls: [Control], _ role: Role, _ node: Node) {
    guard role == .slider else {
      problems.add(.notTogether(key: "motor", with: role.rawValue), at: node)
      return
    }
    guard let motor, let control = controls.first else { return }
    guard let highest = control.highestMotorValue else {
      problems.add(.motorNotHere(control: control.words), at: node)
      return
    }
    if motor > highest {
      problems.add(.outOfRange(key: "motor", value: "\(motor)", low: 1, high: highest), at: node)
    }
  }

  /// Returns a control within another one (`long-press`, `together`, `touch`): pressable and of one kind.
  private mutating func control(_ node: Node) -> Control? {
    guard let keys = KnownKeys<ControlKey>(node, place: "control", &problems) else { return nil }
    for key in [ControlKey.longPress, .together, .release, .latch, .touch, .zone, .range, .motor] {
      // Only one level: a control that is held long or together is a plain button.
      if let value = keys[key] { problems.add(.notTogether(key: key.rawValue, with: "control"), at: value) }
    }
    guard keys[.longPress] == nil, keys[.together] == nil, let control = controls(keys).first else { return nil }
    if !control.isPressable {
      problems.add(.wrongControl(role: "button", control: control.word.rawValue), at: node)
    }
    return control
  }

  /// Returns the controls on one line: one, or one for each number of `cc`.
  private mutating func controls(_ keys: KnownKeys<ControlKey>) -> [Control] {
    guard let (kind, value) = keys.one(of: ControlKey.kinds, &problems) else { return [] }
    var allowed: Set<ControlKey> = [.channel, .release, .touch, .zone, .range, .motor, .confidence]
    switch kind {
    case .notes: allowed.insert(.latch)
    case .cc: allowed.formUnion([.threshold, .latch])
    case .nrpn, .channelPressure, .polyPressure: allowed.insert(.threshold)
    case .ccPair: allowed.insert(.least)
    case .relative: allowed.insert(.encoding)
    case .longPress: allowed = [.milliseconds, .confidence]
    case .together: allowed = [.confidence]
    default: break
    }
    keys.permit(allowed, beside: kind, &problems)
    let channel = NodeReader.anyChannel(keys[.channel], &problems)
    let threshold =
      keys[.threshold].flatMap { NodeReader.number($0, key: "threshold", in: 1...127, &problems) }
      .map { UInt7(truncating: $0) } ?? Control.half
    switch kind {
    case .cc:
      return (NodeReader.numbers(value, key: kind.rawValue, &problems)?.numbers ?? []).map {
        .controlChange($0, channel: channel, threshold: threshold)
      }
    case .longPress, .together:
      return combined(kind, value, keys).map { [$0] } ?? []
    default:
      return simple(kind, value, keys, channel: channel, threshold: threshold).map { [$0] } ?? []
    }
  }

  private mutating func simple(
    _ kind: ControlKey, _ value: Node, _ keys: KnownKeys<ControlKey>, channel: Channel?, threshold: UInt7
  ) -> Control? {
    switch kind {
    case .notes:
      return NodeReader.numbers(value, key: kind.rawValue, &problems).map { .notes($0, channel: channel) }
    case .ccPair:
      guard let most = NodeReader.number(value, key: kind.rawValue, in: 0...127, &problems) else { return nil }
      // MIDI 1.0: controllers 0…31 have their lower seven bits on 32…63.
      if keys[.least] == nil, most > 31 {
        problems.add(.missingKey(key: "least", place: "control"), at: value)
        return nil
      }
      let least = keys[.least].map { NodeReader.number($0, key: "least", in: 0...127, &problems) } ?? most + 32
      guard let least else { return nil }
      return .controlChangePair(
        most: UInt7(truncating: most), least: UInt7(truncating: least), channel: channel)
    case .relative:
      guard let number = NodeReader.sevenBit(value, key: kind.rawValue, &problems),
        let encoding = keys.required(.encoding, &problems),
        let encoding = NodeReader.word(encoding, key: "encoding", as: RelativeEncoding.self, &problems)
      else { return nil }
      return .relative(number, encoding: encoding, channel: channel)
    case .nrpn:
      return NodeReader.number(value, key: kind.rawValue, in: 0...16383, &problems).flatMap { UInt14(exactly: $0) }
        .map { .nonRegisteredParameter($0, channel: channel, threshold: threshold) }
    case .polyPressure:
      return NodeReader.numbers(value, key: kind.rawValue, &problems)
        .map { .polyPressure($0, channel: channel, threshold: threshold) }
    case .programChange:
      return NodeReader.numbers(value, key: kind.rawValue, &problems).map { .programChange($0, channel: channel) }
    case .pitchBend, .channelPressure:
      // These have no number: the value is their channel.
      let channel = NodeReader.anyChannel(value, &problems)
      if let node = keys[.channel] { problems.add(.notTogether(key: "channel", with: kind.rawValue), at: node) }
      return kind == .pitchBend
        ? .pitchBend(channel: channel) : .channelPressure(channel: channel, threshold: threshold)
    default:
      return nil
    }
  }

  private mutating func combined(
    _ kind: ControlKey, _ value: Node, _ keys: KnownKeys<ControlKey>
  ) -> Control? {
    if kind == .longPress {
      let time = keys[.milliseconds].flatMap { NodeReader.number($0, key: "milliseconds", in: 200...5000, &problems) }
      return control(value).map { .longPress($0, milliseconds: time ?? 800) }
    }
    let parts = NodeReader.list(value, key: kind.rawValue, &problems)
    guard parts.count == 2 else {
      problems.add(.outOfRange(key: kind.rawValue, value: "\(parts.count)", low: 2, high: 2), at: value)
      return nil
    }
    guard let first = control(parts[0]), let second = control(parts[1]) else { return nil }
    return .together(first, second)
  }
}

extension Binding {
  fileprivate var isLifted: Bool { release == .lift }
}

extension Control {
  /// Whether the control can act as a button.
  var isPressable: Bool {
    switch self {
    case .controlChangePair, .relative, .pitchBend: false
    default: true
    }
  }

  /// Whether the control can act as a slider or knob.
  var isContinuous: Bool {
    switch self {
    case .notes, .programChange, .longPress, .together: false
    default: true
    }
  }

  /// The control's word in the files.
  var word: ControlKey {
    switch self {
    case .notes: .notes
    case .controlChange: .cc
    case .controlChangePair: .ccPair
    case .relative: .relative
    case .nonRegisteredParameter: .nrpn
    case .pitchBend: .pitchBend
    case .channelPressure: .channelPressure
    case .polyPressure: .polyPressure
    case .programChange: .programChange
    case .longPress: .longPress
    case .together: .together
    }
  }
}
