import MIDI

/// A test of an unsure part: the messages to send, and how to undo them.
public struct PartTrial: Hashable, Sendable {
  /// The part to test.
  public var part: UnsurePart
  /// The colour, for lights.
  public var colour: String?
  /// The messages to send, identical to those of practice.
  public var messages: [MIDIMessage]
  /// The messages that turn the lights off again; empty if the part is not a light.
  public var dark: [MIDIMessage]

  /// A group of messages that differ only in their numbers.
  public struct Sent: Hashable, Sendable {
    /// The kind of the messages.
    public enum Kind: Hashable, Sendable {
      /// Note-on; the value is the velocity.
      case notes
      /// Control change.
      case controllers
      /// Polyphonic pressure.
      case pressure
      /// Program change; `value` is unused.
      case program
      /// System exclusive; one value stands for all messages, and the other properties are unused.
      case exclusive
      /// Anything else, as its bytes.
      case other([UInt8])
    }

    /// The kind of the messages.
    public var kind: Kind
    /// The channel, 1…16; 0 if the message has none.
    public var channel: UInt8 = 0
    /// The value, 0…127.
    public var value: UInt8 = 0
    /// The notes, controllers or programs.
    public var numbers = NumberSet()
  }

  /// `messages` summarized in order, for a short description.
  public var sent: [Sent] {
    var groups: [Sent] = []
    for message in messages {
      let one = Sent(message)
      let same = groups.firstIndex { $0.kind == one.kind && $0.channel == one.channel && $0.value == one.value }
      if let same { groups[same].numbers.formUnion(one.numbers) } else { groups.append(one) }
    }
    return groups
  }

  /// The system exclusive messages as bytes, including F0 and F7: they need separate consent.
  public var exclusiveBytes: [[UInt8]] {
    (messages + dark).reduce(into: []) { found, message in
      guard case .systemExclusive = message, !found.contains(message.bytes) else { return }
      found.append(message.bytes)
    }
  }
}

extension ControllerMapping {
  /// Returns the tests of `part`: one for a message, one per colour that cues use for a group of lights. Empty if
  /// nothing would ever be sent, so that there is nothing to confirm.
  public func trials(of part: UnsurePart) -> [PartTrial] {
    switch part {
    case .lights(let area, let index):
      guard let lights = feedback.areas[area], lights.indices.contains(index) else { return [] }
      return trials(of: part, lights[index], in: area)
    case .initMessage(let index):
      guard initSteps.indices.contains(index), case .send(let message) = initSteps[index] else { return [] }
      return [PartTrial(part: part, messages: [message.message], dark: [])]
    case .cue(let key, let index):
      guard let steps = feedback.cues[key], steps.indices.contains(index), case .send(let message) = steps[index] else {
        return []
      }
      return [PartTrial(part: part, messages: [message.message], dark: [])]
    case .tick:
      let messages = CueEncoder(mapping: confirming(part)).tick ?? []
      return messages.isEmpty ? [] : [PartTrial(part: part, messages: messages, dark: [])]
    case .exitMessage(let index):
      guard exitMessages.indices.contains(index) else { return [] }
      return [PartTrial(part: part, messages: [exitMessages[index].message], dark: [])]
    }
  }

  private func trials(of part: UnsurePart, _ light: Light, in area: String) -> [PartTrial] {
    var trials: [PartTrial] = []
    for (_, steps) in feedback.cues.sorted(by: { $0.key.words < $1.key.words }) {
      for case .light(let lit, let colour, let channel) in steps
      where colour != Feedback.dark && lit.areas(in: feedback).contains(area) {
        let (messages, dark) = picture(light, colour, channel)
        let isNew = !trials.contains { $0.messages == messages }
        if isNew, !messages.isEmpty {
          trials.append(PartTrial(part: part, colour: colour, messages: messages, dark: dark))
        }
      }
    }
    return trials
  }

  /// Returns the messages of practice that light `light` in this way, and those that turn it off.
  private func picture(
    _ light: Light, _ colour: String, _ channel: Channel?
  ) -> (lit: [MIDIMessage], dark: [MIDIMessage]) {
    let area = "trial"
    var alone = ControllerMapping(name: name)
    var light = light
    light.confidence = .source
    alone.feedback = Feedback(
      colours: feedback.colours, areas: [area: [light]],
      cues: [.plain(.trouble): [.light(.named(area), colour: colour, channel: channel)]])
    var encoder = CueEncoder(mapping: alone)
    _ = encoder.start()
    let lit = encoder.encode(.trouble)
    return (lit, encoder.finish())
  }
}

extension PartTrial.Sent {
  fileprivate init(_ message: MIDIMessage) {
    switch message {
    case .noteOn(let channel, let note, let velocity):
      self.init(kind: .notes, channel: channel.number, value: velocity.rawValue, numbers: NumberSet([note]))
    case .controlChange(let channel, let number, let value):
      self.init(kind: .controllers, channel: channel.number, value: value.rawValue, numbers: NumberSet([number]))
    case .polyPressure(let channel, let note, let pressure):
      self.init(kind: .pressure, channel: channel.number, value: pressure.rawValue, numbers: NumberSet([note]))
    case .programChange(let channel, let number):
      self.init(kind: .program, channel: channel.number, numbers: NumberSet([number]))
    case .systemExclusive: self.init(kind: .exclusive)
    case .noteOff, .channelPressure, .pitchBend, .system: self.init(kind: .other(message.bytes))
    }
  }
}
