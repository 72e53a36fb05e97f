import MIDI

/// The state of learning so far, and the mapping it results in.
struct LearnDraft: Hashable, Sendable {
  /// The control of a role: the one that was pressed or moved.
  struct Learned: Hashable, Sendable {
    var binding: Binding
    /// The button, if the control is one.
    var press: ButtonPress?
  }

  /// The learned controls, in the order in which they were learned.
  var learned: [Learned] = []
  /// The split, if Higher and Lower are keys of one keyboard.
  var split: Int?
  var lights: FoundLights?
  /// Whether the controller has an internal sound that should be silent during practice.
  var localControlOff = false
  /// Whether the player heard it tick.
  var ticks = false

  /// The roles in the order of the questions. Timers and confirm, which a controller can do without, are not among
  /// them.
  static let roles: [Role] = [
    .higher, .lower, .slider, .commit, .stop, .startComparison, .startMatching, .startIntervalComparison,
    .startIntervalMatching, .again, .hearAgain, .level, .cancel, .higherSure, .lowerSure,
  ]
  /// Roles that can be assigned but are not among the questions: few controllers have keys left for them, and learning
  /// takes long enough.
  static let unasked: [Role] = [
    .startListening, .startIntervalListening, .startTiming, .startTimingListening, .startChords, .startBeats,
    .startTemperament, .stepBack, .explain,
  ]

  func learned(_ role: Role) -> Learned? { learned.first { $0.binding.role == role } }

  /// Whether the controller can answer yes and no.
  var canAnswer: Bool { learned(.higher) != nil && learned(.lower) != nil }

  /// Returns the role that has this control, or a part of it.
  func owner(of addresses: Set<Address>) -> Role? {
    learned.first { learned in
      let touch = learned.binding.touch?.addresses ?? []
      return !addresses.isDisjoint(with: learned.binding.control.addresses + touch)
    }?.binding.role
  }

  /// Returns the role of exactly this button.
  func role(of key: PhysicalKey) -> Role? {
    learned.first { $0.binding.control.isHit(by: key) || $0.binding.touch?.isHit(by: key) == true }?.binding.role
  }

  /// Returns the half of `key`: a keyboard's half includes all its keys.
  func half(of key: PhysicalKey) -> Half? {
    if let role = role(of: key) { return role.half }
    guard let split, key.kind == .note, case .notes(_, let channel) = learned(.higher)?.binding.control,
      channel.meets(key.channel)
    else { return nil }
    return Int(key.number) >= split ? .higher : .lower
  }

  /// The split between Higher and Lower if they are keys of one keyboard, at least two semitones apart and Higher
  /// above.
  var possibleSplit: Int? {
    guard let higher = learned(.higher), let lower = learned(.lower),
      case .notes(let above, let channel) = higher.binding.control,
      case .notes(let below, channel) = lower.binding.control,
      let high = above.numbers.first.map({ Int($0.rawValue) }), let low = below.numbers.first.map({ Int($0.rawValue) }),
      high - low >= 2
    else { return nil }
    return (high + low + 1) / 2
  }

  /// The search for the lights of Higher and Lower; nil for the keys of a keyboard, which would sound, and if there is
  /// nothing to try.
  var lightSearch: LightSearch? {
    guard split == nil, let higher = learned(.higher)?.press?.key, let lower = learned(.lower)?.press?.key else {
      return nil
    }
    return LightSearch(higher: higher, lower: lower)
  }

  // MARK: The mapping

  /// Returns the mapping for the controller on `port`.
  func mapping(for port: PortDescription) -> ControllerMapping {
    var mapping = ControllerMapping(
      name: FileText.isShowable(port.clientName) ? port.clientName : "Controller",
      mode: "As it was when it was learned.", sources: ["Learned by pressing on this machine"],
      match: PortMatch(port))
    mapping.bindings = learned.map(\.binding).filter { split == nil || Half($0.role) == nil }
    if let split, case .notes(_, let channel) = learned(.higher)?.binding.control {
      mapping.halves = [.keyboard(channel: channel, split: split)]
    }
    mapping.feedback = lights.map(Feedback.init) ?? Feedback()
    if ticks { mapping.feedback.tick = Feedback.sideStick }
    if localControlOff { mapping.localControl = .offWhilePractising }
    return mapping
  }
}

extension PortMatch {
  /// Creates a match that recognises `port` on another day: USB id and place, and names.
  fileprivate init(_ port: PortDescription) {
    var names = [port.portName]
    if port.usb != nil {
      self.init(usb: port.usb.map { [$0] } ?? [], portIndex: (0...255).contains(port.portIndex) ? port.portIndex : nil)
      // The spelling of kernels before 2021. The two later spellings are the present name, or cannot be derived from
      // it.
      names.append("\(port.clientName) MIDI \(port.portIndex + 1)")
    } else {
      self.init()
    }
    clients = [NamePattern](names: [port.clientName])
    ports = [NamePattern](names: names)
  }
}

extension [NamePattern] {
  /// Creates patterns, without duplicates. Characters not allowed in a file become wildcards.
  fileprivate init(names: [String]) {
    self = []
    for name in names {
      var pattern = ""
      for scalar in name.unicodeScalars.prefix(200) {
        pattern += FileText.isShowable(String(scalar)) ? NamePattern(literally: String(scalar)).text : "*"
      }
      let isNothing = pattern.allSatisfy { $0 == "*" || $0 == " " }
      if !isNothing, !contains(NamePattern(pattern)) { append(NamePattern(pattern)) }
    }
  }
}

extension Feedback {
  /// Creates the halves, each with its pad. Without two colours, only the place carries the result.
  fileprivate init(_ lights: FoundLights) {
    var colours = [Feedback.dark: [UInt7(truncating: 0)], "on": [lights.lit]]
    if let green = lights.green { colours[LightColour.green.rawValue] = [green] }
    if let red = lights.red { colours[LightColour.red.rawValue] = [red] }
    if let yellow = lights.yellow { colours[LightColour.yellow.rawValue] = [yellow] }
    func step(_ area: LightArea, _ colour: LightColour) -> CueStep {
      .light(area, colour: colours[colour.rawValue] == nil ? "on" : colour.rawValue, channel: nil)
    }
    self.init(
      colours: colours, areas: [Half.higher.rawValue: [lights.higher.light]],
      cues: [
        .plain(.canAnswer): [step(.both, .any)],
        .plain(.correct): [step(.pressed, .green)],
        .plain(.incorrect): [step(.other, .red)],
        .plain(.sharp): [step(.named(Half.higher.rawValue), .any)],
        .plain(.deadCentre): [step(.both, .green)],
        .plain(.trouble): [step(.both, .yellow)],
        .plain(.idle): [],
      ])
    guard let lower = lights.lower else { return }
    areas[Half.lower.rawValue] = [lower.light]
    cues[.plain(.flat)] = [step(.named(Half.lower.rawValue), .any)]
  }
}
