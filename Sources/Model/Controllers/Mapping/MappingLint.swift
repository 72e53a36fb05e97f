import MIDI

/// Finds statements in a mapping that are likely mistakes. Warnings only: the mapping serves all the same.
enum MappingLint {
  static func check(_ mapping: ControllerMapping, _ problems: inout ProblemList) {
    checkControls(mapping, &problems)
    checkFeedback(mapping.feedback, &problems)
    let initMessages = mapping.initSteps.compactMap { if case .send(let message) = $0 { message } else { nil } }
    for (place, messages) in [("init", initMessages), ("exit", mapping.exitMessages)]
    where messages.contains(where: { $0.confidence == .unsure }) {
      problems.add(.unsureIsOff(place: place), at: nil)
    }
    for binding in mapping.bindings where binding.latch != nil && binding.role.half != nil {
      problems.add(.latchedHalf(role: binding.role.rawValue), at: binding.position)
    }
    for binding in mapping.bindings where binding.motorMaximum != nil && binding.confidence == .unsure {
      problems.add(.unsureIsOff(place: "motor"), at: binding.position)
    }
  }

  private static func checkControls(_ mapping: ControllerMapping, _ problems: inout ProblemList) {
    var owners: [Address: Role] = [:]
    var reached: Set<Role> = []
    for binding in mapping.bindings {
      let addresses = binding.control.addresses
      if addresses.isEmpty { reached.insert(binding.role) }
      if let earlier = addresses.lazy.compactMap({ owners[$0] }).first(where: { $0 != binding.role }) {
        problems.add(
          .overlap(role: binding.role.rawValue, earlier: earlier.rawValue), at: binding.position)
      }
      for address in addresses where owners[address] == nil {
        owners[address] = binding.role
        reached.insert(binding.role)
      }
    }
    let bound = Set(mapping.bindings.map(\.role))
    for rule in mapping.halves {
      switch rule {
      case .keyboard: reached.formUnion([.higher, .lower])
      case .grid(let grid, let channel):
        let isFree = { (pads: NumberSet) in
          !Control.notes(pads, channel: channel).addresses.allSatisfy { owners[$0] != nil }
        }
        for half in Half.allCases where isFree(grid.pads(of: half)) { reached.insert(half.role) }
      }
    }
    for role in Role.allCases
    where !reached.contains(role) && (bound.contains(role) || Half(role) != nil) {
      let position = mapping.bindings.first { $0.role == role }?.position
      problems.add(.unreachable(role: role.rawValue), at: position)
    }
  }

  private static func checkFeedback(_ feedback: Feedback, _ problems: inout ProblemList) {
    var used: Set<String> = []
    for word in CueWord.allCases {
      for (key, steps) in feedback.cues where key.word == word {
        let lit = Set(
          steps.flatMap { step -> [String] in
            if case .light(let area, _, _) = step { return area.areas(in: feedback) }
            return []
          })
        used.formUnion(lit)
        let isBlank = lit.allSatisfy { (feedback.areas[$0] ?? []).isEmpty }
        let sends = steps.contains { if case .send = $0 { true } else { false } }
        if isBlank && !sends && word != .idle { problems.add(.cueWithoutLight(cue: word.rawValue), at: nil) }
        if steps.contains(where: \.isUnsure) { problems.add(.unsureIsOff(place: word.rawValue), at: nil) }
      }
    }
    for (area, lights) in feedback.areas.sorted(by: { $0.key < $1.key }) {
      if !used.contains(area) { problems.add(.unusedLights(area: FileText.clean(area)), at: nil) }
      if lights.contains(where: { $0.confidence == .unsure }) {
        problems.add(.unsureIsOff(place: FileText.clean(area)), at: nil)
      }
    }
    let weights = [CueWord.correct, .incorrect].map { word in
      Half.allCases.map { pressed in weight(of: word, pressed: pressed, feedback) }
    }
    if weights[0] != weights[1].reversed() { problems.add(.unequalWeight, at: nil) }
  }

  /// Returns the weight of a cue's picture: lights by their channel, since a channel can be a brightness.
  private static func weight(of word: CueWord, pressed: Half, _ feedback: Feedback) -> [Channel: Int] {
    var weight: [Channel: Int] = [:]
    for case .light(let area, _, let channel) in feedback.cues[.plain(word)] ?? [] {
      let names: [String] =
        switch area {
        case .pressed: [pressed.rawValue]
        case .other: [pressed.opposite.rawValue]
        default: area.areas(in: feedback)
        }
      for light in names.flatMap({ feedback.areas[$0] ?? [] }) {
        weight[channel ?? light.channel, default: 0] += light.numbers.count
      }
    }
    return weight
  }
}

extension CueKey {
  var word: CueWord {
    switch self {
    case .plain(let word): word
    case .band: .band
    case .direction(let word, _): word
    case .mode: .mode
    }
  }
}

extension CueStep {
  fileprivate var isUnsure: Bool {
    if case .send(let message) = self { return message.confidence == .unsure }
    return false
  }
}

extension Light {
  /// The numbers of the lights.
  var numbers: NumberSet {
    switch kind {
    case .notes(let numbers), .controlChange(let numbers), .polyPressure(let numbers), .colouredNotes(let numbers, _),
      .systemExclusive(_, let numbers), .frame(_, let numbers):
      numbers
    }
  }
}

/// A message that a controller can send, on one channel.
struct Address: Hashable {
  enum Kind: Hashable { case note, controlChange, parameter, pitchBend, channelPressure, polyPressure, program }

  var kind: Kind
  var channel: UInt8
  var number: Int
}

extension Control {
  /// All messages the control responds to. None for combined controls: they share their parts with others on purpose.
  var addresses: [Address] {
    func all(_ kind: Address.Kind, _ numbers: [Int], _ channel: Channel?) -> [Address] {
      let channels = channel.map { [$0.number] } ?? Array(1...16)
      return channels.flatMap { channel in
        numbers.map { Address(kind: kind, channel: channel, number: $0) }
      }
    }
    func values(_ numbers: NumberSet) -> [Int] { numbers.numbers.map { Int($0.rawValue) } }
    switch self {
    case .notes(let notes, let channel): return all(.note, values(notes), channel)
    case .controlChange(let number, let channel, _), .relative(let number, _, let channel):
      return all(.controlChange, [Int(number.rawValue)], channel)
    case .controlChangePair(let most, let least, let channel):
      return all(.controlChange, [Int(most.rawValue), Int(least.rawValue)], channel)
    case .nonRegisteredParameter(let number, let channel, _):
      return all(.parameter, [Int(number.rawValue)], channel)
    case .pitchBend(let channel): return all(.pitchBend, [0], channel)
    case .channelPressure(let channel, _): return all(.channelPressure, [0], channel)
    case .polyPressure(let notes, let channel, _): return all(.polyPressure, values(notes), channel)
    case .programChange(let programs, let channel): return all(.program, values(programs), channel)
    case .longPress, .together: return []
    }
  }
}
