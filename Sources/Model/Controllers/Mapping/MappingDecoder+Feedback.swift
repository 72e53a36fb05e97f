import MIDI
import Yams

/// Lights and cues.
extension MappingDecoder {
  mutating func feedback(_ node: Node) -> Feedback {
    guard let keys = KnownKeys<FeedbackKey>(node, place: "feedback", &problems) else { return Feedback() }
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
      problems.add(.wrongKind(key: "colours", expected: "map"), at: node)
      return [:]
    }
    var colours: [String: [UInt7]] = [:]
    for (key, value) in mapping {
      guard let name = NodeReader.text(key, key: "colours", &problems) else { continue }
      let parts = value.sequence.map(Array.init) ?? [value]
      guard (1...6).contains(parts.count) else {
        problems.add(.outOfRange(key: FileText.clean(name), value: "\(parts.count)", low: 1, high: 6), at: value)
        continue
      }
      colours[name] = parts.compactMap { NodeReader.sevenBit($0, key: FileText.clean(name), &problems) }
    }
    return colours
  }

  private mutating func areas(_ node: Node) -> [String: [Light]] {
    guard let mapping = node.mapping else {
      problems.add(.wrongKind(key: "lights", expected: "map"), at: node)
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
    guard let keys = KnownKeys<LightKey>(node, place: "light", &problems),
      let (kind, value) = keys.one(of: [.notes, .cc, .polyPressure, .sysex], &problems)
    else { return nil }
    let allowed: Set<LightKey> =
      switch kind {
      case .sysex: [.numbers, .of, .confidence]
      case .notes: keys[.channels] == nil ? [.channel, .confidence] : [.channels, .confidence]
      default: [.channel, .confidence]
      }
    keys.permit(allowed, beside: kind, &problems)
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
      if let node = keys[.channels] {
        guard let channels = channels(node) else { return nil }
        return Light(kind: .colouredNotes(numbers, channels: channels), channel: channels[0], confidence: confidence)
      }
      return Light(kind: lightKind, channel: channel, confidence: confidence)
    }
    guard let template = template(value), let node = keys.required(.numbers, &problems),
      let numbers = NodeReader.numbers(node, key: "numbers", &problems),
      let lightKind = exclusive(template, numbers, keys)
    else { return nil }
    return Light(kind: lightKind, channel: channel, confidence: confidence)
  }

  /// Returns two to six different channels.
  private mutating func channels(_ node: Node) -> [Channel]? {
    let listed = NodeReader.list(node, key: "channels", &problems)
    let channels = listed.compactMap { NodeReader.channel($0, &problems) }
    guard channels.count == listed.count else { return nil }
    guard (2...6).contains(channels.count) else {
      problems.add(.outOfRange(key: "channels", value: "\(channels.count)", low: 2, high: 6), at: node)
      return nil
    }
    for (index, channel) in channels.enumerated() where channels[..<index].contains(channel) {
      problems.add(.duplicateKey(key: "\(channel.number)"), at: listed[index])
      return nil
    }
    return channels
  }

  /// Returns lights with a message each, or with one message for all lights that `of` names.
  private mutating func exclusive(
    _ template: [TemplateByte], _ numbers: NumberSet, _ keys: KnownKeys<LightKey>
  ) -> Light.Kind? {
    guard template.contains(.colours) else {
      if let node = keys[.of] { problems.add(.notTogether(key: "of", with: "{light}"), at: node) }
      return .systemExclusive(template: template, numbers: numbers)
    }
    guard let node = keys.required(.of, &problems), let all = NodeReader.numbers(node, key: "of", &problems) else {
      return nil
    }
    if let stray = numbers.numbers.first(where: { !all.contains($0) }) {
      problems.add(.lightNotInMessage(light: Int(stray.rawValue)), at: keys[.numbers] ?? node)
    }
    if template.contains(.light) || template.contains(.colour) || template.count(where: { $0 == .colours }) > 1,
      let node = keys[.sysex]
    {
      problems.add(.badSystemExclusive(value: FileText.clean(node.text ?? "")), at: node)
    }
    return .frame(LightFrame(template: template, numbers: all), numbers: numbers)
  }

  private mutating func cues(_ node: Node, _ feedback: Feedback) -> [CueKey: [CueStep]] {
    guard let keys = KnownKeys<CueWord>(node, place: "cues", &problems) else { return [:] }
    var cues: [CueKey: [CueStep]] = [:]
    for (word, value) in keys.values {
      switch word {
      case .band:
        guard let mapping = value.mapping else {
          problems.add(.wrongKind(key: "band", expected: "map"), at: value)
          continue
        }
        for (key, value) in mapping {
          guard let band = NodeReader.number(key, key: "band", in: 0...3, &problems) else { continue }
          cues[.band(band)] = steps(value, of: word, feedback)
        }
      case .mode:
        guard let modes = KnownKeys<ModeWord>(value, place: "mode", &problems) else { continue }
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
    guard let keys = KnownKeys<StepKey>(node, place: "step", &problems),
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

  /// Checks the number of values: lights by note and CC take one, those by several notes one or one each; SysEx lights
  /// take as many as `dark` has.
  private mutating func check(
    _ values: [UInt7], named colour: String, on areas: [String], _ feedback: Feedback, _ node: Node
  ) {
    for light in areas.flatMap({ feedback.areas[$0] ?? [] }) {
      var expected = 1
      switch light.kind {
      case .systemExclusive, .frame: expected = feedback.colours[Feedback.dark]?.count ?? 1
      case .colouredNotes(_, let channels): expected = values.count == 1 ? 1 : channels.count
      case .notes, .controlChange, .polyPressure: break
      }
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
}

/// The keys of the cue `mode`: roles that start a mode.
struct ModeWord: Vocabulary {
  static let allCases = Role.allCases.compactMap { ModeWord(rawValue: $0.rawValue) }

  let role: Role
  var rawValue: String { role.rawValue }

  init?(rawValue: String) {
    guard let role = Role(rawValue: rawValue), role.startsMode else { return nil }
    self.role = role
  }
}

extension CueWord {
  /// Whether the cue follows the press of a half.
  var tellsAnAnswer: Bool { self == .correct || self == .incorrect }
}

extension LightArea {
  /// Returns the names of the groups the area may refer to.
  func areas(in feedback: Feedback) -> [String] {
    switch self {
    case .named(let name): [name]
    case .pressed, .other, .both, .lit: [Half.higher.rawValue, Half.lower.rawValue]
    }
  }
}
