import MIDI
import Yams

/// Fixed messages, and SysEx with placeholders for a light and its colour.
extension MappingDecoder {
  mutating func messages(_ node: Node, key: String) -> [OutgoingMessage] {
    NodeReader.list(node, key: key, &problems).compactMap { message($0) }
  }

  /// Returns the steps of `init`: messages, and pauses between them.
  mutating func initSteps(_ node: Node) -> [InitStep] {
    NodeReader.list(node, key: "init", &problems).compactMap { step in
      guard step.mapping?[Node(PauseKey.pause.rawValue)] != nil else { return message(step).map(InitStep.send) }
      guard let keys = KnownKeys<PauseKey>(step, place: "pause", &problems), let value = keys[.pause] else {
        return nil
      }
      return NodeReader.number(value, key: "pause", in: 1...1000, &problems).map(InitStep.pause(milliseconds:))
    }
  }

  /// Returns the heartbeat. It has no visible effect, so an unsure one could not be tested.
  mutating func heartbeat(_ node: Node) -> Heartbeat? {
    guard let keys = KnownKeys<HeartbeatKey>(node, place: "heartbeat", &problems),
      let every = keys.required(.every, &problems), let send = keys.required(.send, &problems)
    else { return nil }
    if let confidence = send.mapping?[Node(MessageKey.confidence.rawValue)] {
      problems.add(.notTogether(key: MessageKey.confidence.rawValue, with: "heartbeat"), at: confidence)
    }
    guard let milliseconds = NodeReader.number(every, key: "every", in: 100...60_000, &problems),
      let outgoing = message(send)
    else { return nil }
    return Heartbeat(milliseconds: milliseconds, message: outgoing.message)
  }

  mutating func message(_ node: Node) -> OutgoingMessage? {
    guard let keys = KnownKeys<MessageKey>(node, place: "message", &problems),
      let (kind, value) = keys.one(of: MessageKey.kinds, &problems)
    else { return nil }
    var allowed: Set<MessageKey> = [.confidence]
    if kind != .sysex { allowed.insert(.channel) }
    if kind == .note || kind == .noteOff { allowed.insert(.velocity) }
    if kind == .cc || kind == .polyPressure { allowed.insert(.value) }
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
    guard kind != .program else {
      return OutgoingMessage(.programChange(channel: channel, program: number), confidence: confidence)
    }
    let second: MessageKey = allowed.contains(.velocity) ? .velocity : .value
    guard let node = keys.required(second, &problems),
      let value = NodeReader.sevenBit(node, key: second.rawValue, &problems)
    else { return nil }
    let message: MIDIMessage =
      switch kind {
      case .note: .noteOn(channel: channel, note: number, velocity: value)
      case .noteOff: .noteOff(channel: channel, note: number, velocity: value)
      case .polyPressure: .polyPressure(channel: channel, note: number, pressure: value)
      default: .controlChange(channel: channel, controller: number, value: value)
      }
    return OutgoingMessage(message, confidence: confidence)
  }

  /// Returns SysEx as hexadecimal bytes from F0 to F7, which are omitted, with `{light}` and `{colour}`, or
  /// `{colours}`.
  mutating func template(_ node: Node) -> [TemplateByte]? {
    let words = (node.text ?? "").split(whereSeparator: \.isWhitespace)
    var places: [TemplateByte] = []
    var isGood = words.count >= 3 && words.first?.uppercased() == "F0" && words.last?.uppercased() == "F7"
    for word in words.dropFirst().dropLast() {
      switch word {
      case "{light}": places.append(.light)
      case "{colour}": places.append(.colour)
      case "{colours}": places.append(.colours)
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
