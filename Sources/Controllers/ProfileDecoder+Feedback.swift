import MIDI
import Yams

/// Lights, cues and messages.
extension ProfileDecoder {
  mutating func feedback(_ node: Node) -> Feedback {
    guard let keys = KnownMapping<FeedbackKey>(node, place: "feedback", &problems) else { return Feedback() }
    var feedback = Feedback()
    if let node = keys[.pace] { feedback.pace = NodeReader.number(node, key: "pace", in: 1...20, &problems) }
    if let node = keys[.colours] { feedback.colours = colours(node) }
    if let node = keys[.lights] {
      feedback.areas = areas(node)
      if feedback.colours[Feedback.dark] == nil {
        problems.add(.missingKey(key: Feedback.dark, place: "colours"), at: keys[.colours] ?? node)
      }
    }
    if let node = keys[.cues] { feedback.cues = cues(node, feedback) }
    if let node = keys[.tick] { feedback.tick = message(node) }
    return feedback
  }

  private mutating func colours(_ node: Node) -> [String: [UInt7]] {
    guard let mapping = node.mapping else {
      problems.add(.wrongKind(key: "colours", expected: "mapping"), at: node)
      return [:]
    }
    var colours: [String: [UInt7]] = [:]
    for (key, value) in mapping {
      guard let name = NodeReader.text(key, key: "colours", &problems) else { continue }
      let parts = value.sequence.map(Array.init) ?? [value]
      guard (1...4).contains(parts.count) else {
        problems.add(.outOfRange(key: FileText.clean(name), value: "\(parts.count)", low: 1, high: 4), at: value)
        continue
      }
      colours[name] = parts.compactMap { NodeReader.sevenBit($0, key: FileText.clean(name), &problems) }
    }
    return colours
  }

  private mutating func areas(_ node: Node) -> [String: [Light]] {
    guard let mapping = node.mapping else {
      problems.add(.wrongKind(key: "lights", expected: "mapping"), at: node)
      return [:]
    }
    var areas: [String: [Light]] = [:]
    for (key, value) in mapping {
      guard let name = NodeReader.text(key, key: "lights", &problems) else { continue }
      guard AreaWord(rawValue: name) == nil else {
        problems.add(.areaNotHere(area: name, cue: "lights"), at: key)
        continue
      }
      areas[name] = NodeReader.list(value, key: FileText.clean(name), &problems).compactMap { light($0) }
    }
    return areas
  }

  private mutating func light(_ node: Node) -> Light? {
    guard let keys = KnownMapping<LightKey>(node, place: "light", &problems),
      let (kind, value) = keys.one(of: [.notes, .cc, .polyPressure, .sysex], &problems)
    else { return nil }
    keys.permit(
      kind == .sysex ? [.numbers, .confidence] : [.channel, .confidence], beside: kind, &problems)
    let channel = keys[.channel].flatMap { NodeReader.channel($0, &problems) } ?? Channel(statusNibble: 0)
    let confidence = NodeReader.confidence(keys[.confidence], &problems)
    guard kind == .sysex else {
      guard let numbers = NodeReader.numbers(value, key: kind.rawValue, &problems) else { return nil }
      let lightKind: Light.Kind =
        switch kind {
        case .cc: .controlChange(numbers)
        case .polyPressure: .polyPressure(numbers)
        default: .notes(numbers)
        }
      return Light(kind: lightKind, channel: channel, confidence: confidence)
    }
    guard let template = template(value), let node = keys.required(.numbers, &problems),
      let numbers = NodeReader.numbers(node, key: "numbers", &problems)
    else { return nil }
    return Light(
      kind: .systemExclusive(template: template, numbers: numbers), channel: channel, confidence: confidence)
  }

  private mutating func cues(_ node: Node, _ feedback: Feedback) -> [CueKey: [CueStep]] {
    guard let keys = KnownMapping<CueWord>(node, place: "cues", &problems) else { return [:] }
    var cues: [CueKey: [CueStep]] = [:]
    for (word, value) in keys.values {
      switch word {
      case .band:
        guard let mapping = value.mapping else {
          problems.add(.wrongKind(key: "band", expected: "mapping"), at: value)
          continue
        }
        for (key, value) in mapping {
          guard let band = NodeReader.number(key, key: "band", in: 0...3, &problems) else { continue }
          cues[.band(band)] = steps(value, of: word, feedback)
        }
      case .mode:
        guard let modes = KnownMapping<ModeWord>(value, place: "mode", &problems) else { continue }
        for (mode, value) in modes.values { cues[.mode(mode.role)] = steps(value, of: word, feedback) }
      case .sharp where value.mapping != nil, .flat where value.mapping != nil:
        for (key, value) in value.mapping ?? [:] {
          guard let band = NodeReader.number(key, key: word.rawValue, in: 1...3, &problems) else { continue }
          cues[.direction(word, band: band)] = steps(value, of: word, feedback)
        }
        for band in 1...3 where cues[.direction(word, band: band)] == nil {
          problems.add(.missingKey(key: "\(band)", place: word.rawValue), at: value)
        }
      default:
        cues[.plain(word)] = steps(value, of: word, feedback)
      }
    }
    return cues
  }

  private mutating func steps(_ node: Node, of cue: CueWord, _ feedback: Feedback) -> [CueStep] {
    NodeReader.list(node, key: cue.rawValue, &problems).compactMap { step($0, of: cue, feedback) }
  }

  private mutating func step(_ node: Node, of cue: CueWord, _ feedback: Feedback) -> CueStep? {
    guard let keys = KnownMapping<StepKey>(node, place: "step", &problems),
      let (kind, value) = keys.one(of: [.light, .send], &problems)
    else { return nil }
    keys.permit(kind == .light ? [.colour, .channel] : [], beside: kind, &problems)
    if kind == .send { return message(value).map(CueStep.send) }
    let channel = keys[.channel].flatMap { NodeReader.channel($0, &problems) }
    guard let area = area(value, of: cue, feedback), let node = keys.required(.colour, &problems) else { return nil }
    let colour = node.text ?? ""
    guard let values = feedback.colours[colour] else {
      let names = feedback.colours.keys.sorted()
      problems.add(
        .unknownWord(
          key: "colour", word: FileText.clean(colour), allowed: names.map(FileText.clean),
          suggestion: FileText.nearest(to: colour, in: names)), at: node)
      return nil
    }
    check(values, named: colour, on: area.areas(in: feedback), feedback, node)
    return .light(area, colour: colour, channel: channel)
  }

  /// Lights by note and CC take one value; SysEx lights take as many as `dark` has.
  private mutating func check(
    _ values: [UInt7], named colour: String, on areas: [String], _ feedback: Feedback, _ node: Node
  ) {
    for light in areas.flatMap({ feedback.areas[$0] ?? [] }) {
      var expected = 1
      if case .systemExclusive = light.kind { expected = feedback.colours[Feedback.dark]?.count ?? 1 }
      if values.count != expected {
        problems.add(
          .colourSize(colour: FileText.clean(colour), expected: expected, found: values.count), at: node)
        return
      }
    }
  }

  private mutating func area(_ node: Node, of cue: CueWord, _ feedback: Feedback) -> LightArea? {
    let text = node.text ?? ""
    let area: LightArea? =
      switch AreaWord(rawValue: text) {
      case .both: .both
      case .pressed: cue.tellsAnAnswer ? .pressed : nil
      case .other: cue.tellsAnAnswer ? .other : nil
      case .lit: cue == .band ? .lit : nil
      case nil: .named(text)
      }
    guard let area else {
      problems.add(.areaNotHere(area: text, cue: cue.rawValue), at: node)
      return nil
    }
    if case .named = area, feedback.areas[text] == nil {
      let allowed = feedback.areas.keys.sorted() + AreaWord.allCases.map(\.rawValue)
      problems.add(
        .unknownWord(
          key: "light", word: FileText.clean(text), allowed: allowed.map(FileText.clean),
          suggestion: FileText.nearest(to: text, in: allowed)), at: node)
      return nil
    }
    return area
  }

  // MARK: Messages

  mutating func messages(_ node: Node, key: String) -> [OutgoingMessage] {
    NodeReader.list(node, key: key, &problems).compactMap { message($0) }
  }

  /// Messages, and pauses between them.
  mutating func initSteps(_ node: Node) -> [InitStep] {
    NodeReader.list(node, key: "init", &problems).compactMap { step in
      guard step.mapping?[Node(PauseKey.pause.rawValue)] != nil else { return message(step).map(InitStep.send) }
      guard let keys = KnownMapping<PauseKey>(step, place: "pause", &problems), let value = keys[.pause] else {
        return nil
      }
      return NodeReader.number(value, key: "pause", in: 1...1000, &problems).map(InitStep.pause(milliseconds:))
    }
  }

  private mutating func message(_ node: Node) -> OutgoingMessage? {
    guard let keys = KnownMapping<MessageKey>(node, place: "message", &problems),
      let (kind, value) = keys.one(of: [.note, .cc, .program, .sysex], &problems)
    else { return nil }
    var allowed: Set<MessageKey> = [.confidence]
    if kind != .sysex { allowed.insert(.channel) }
    if kind == .note { allowed.insert(.velocity) }
    if kind == .cc { allowed.insert(.value) }
    keys.permit(allowed, beside: kind, &problems)
    let confidence = NodeReader.confidence(keys[.confidence], &problems)
    let channel = keys[.channel].flatMap { NodeReader.channel($0, &problems) } ?? Channel(statusNibble: 0)
    if kind == .sysex {
      let bytes = template(value)?.compactMap { place -> UInt8? in
        if case .byte(let byte) = place { return byte }
        problems.add(.badSystemExclusive(value: FileText.clean(value.text ?? "")), at: value)
        return nil
      }
      return bytes.map { OutgoingMessage(.systemExclusive($0), confidence: confidence) }
    }
    guard let number = NodeReader.sevenBit(value, key: kind.rawValue, &problems) else { return nil }
    switch kind {
    case .note:
      guard let node = keys.required(.velocity, &problems),
        let velocity = NodeReader.sevenBit(node, key: "velocity", &problems)
      else { return nil }
      return OutgoingMessage(
        .noteOn(channel: channel, note: number, velocity: velocity), confidence: confidence)
    case .cc:
      guard let node = keys.required(.value, &problems),
        let value = NodeReader.sevenBit(node, key: "value", &problems)
      else { return nil }
      return OutgoingMessage(
        .controlChange(channel: channel, controller: number, value: value), confidence: confidence)
    default:
      return OutgoingMessage(.programChange(channel: channel, program: number), confidence: confidence)
    }
  }

  /// SysEx as hexadecimal bytes from F0 to F7, which are left out, with `{light}` and `{colour}`.
  private mutating func template(_ node: Node) -> [TemplateByte]? {
    let words = (node.text ?? "").split(whereSeparator: \.isWhitespace)
    var places: [TemplateByte] = []
    var isGood = words.count >= 3 && words.first?.uppercased() == "F0" && words.last?.uppercased() == "F7"
    for word in words.dropFirst().dropLast() {
      switch word {
      case "{light}": places.append(.light)
      case "{colour}": places.append(.colour)
      default:
        if word.count <= 2, let byte = UInt8(word, radix: 16), byte < 0x80 {
          places.append(.byte(byte))
        } else {
          isGood = false
        }
      }
    }
    guard isGood else {
      problems.add(.badSystemExclusive(value: FileText.clean(node.text ?? "")), at: node)
      return nil
    }
    return places
  }
}

/// Keys of the cue `mode`.
enum ModeWord: String, Vocabulary {
  case startComparison = "start-comparison"
  case startMatching = "start-matching"
  case startIntervalComparison = "start-interval-comparison"
  case startIntervalMatching = "start-interval-matching"

  var role: Role {
    switch self {
    case .startComparison: .startComparison
    case .startMatching: .startMatching
    case .startIntervalComparison: .startIntervalComparison
    case .startIntervalMatching: .startIntervalMatching
    }
  }
}

extension CueWord {
  /// Whether a half was pressed when it is given.
  var tellsAnAnswer: Bool { self == .correct || self == .incorrect }
}

extension LightArea {
  /// The names of the groups it may mean.
  func areas(in feedback: Feedback) -> [String] {
    switch self {
    case .named(let name): [name]
    case .pressed, .other, .both, .lit: [Half.higher.rawValue, Half.lower.rawValue]
    }
  }
}
