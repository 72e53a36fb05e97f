import MIDI

/// One thing that is sent to find out whether an unsure part is right.
public struct PartTrial: Hashable, Sendable {
  /// What is tried.
  public var part: UnsurePart
  /// The colour, for lights.
  public var colour: String?
  /// What is sent: the very messages that practice would send.
  public var messages: [MIDIMessage]
  /// What puts lights out again; empty for what is no light.
  public var dark: [MIDIMessage]

  /// Messages that differ in their numbers alone, as one.
  public struct Sent: Hashable, Sendable {
    /// What they are.
    public enum Kind: Hashable, Sendable {
      /// Note-on; the value is the velocity.
      case notes
      /// Control change.
      case controllers
      /// Polyphonic pressure.
      case pressure
      /// Program change; the value means nothing.
      case program
      /// System exclusive; all of it is one, and nothing else here is said of it.
      case exclusive
      /// Anything else, as its bytes.
      case other([UInt8])
    }

    /// What they are.
    public var kind: Kind
    /// 1…16; 0 where there is none.
    public var channel: UInt8 = 0
    /// 0…127.
    public var value: UInt8 = 0
    /// The notes, controllers or programs.
    public var numbers = NumberSet()
  }

  /// `messages` as few words tell them, in order.
  public var sent: [Sent] {
    var groups: [Sent] = []
    for message in messages {
      let one = Sent(message)
      let same = groups.firstIndex { $0.kind == one.kind && $0.channel == one.channel && $0.value == one.value }
      if let same { groups[same].numbers.formUnion(one.numbers) } else { groups.append(one) }
    }
    return groups
  }

  /// The bytes of what is system exclusive among the messages, F0 and F7 included: they need a yes of their own.
  public var exclusiveBytes: [[UInt8]] {
    (messages + dark).reduce(into: []) { found, message in
      guard case .systemExclusive = message, !found.contains(message.bytes) else { return }
      found.append(message.bytes)
    }
  }
}

extension ControllerMapping {
  /// What is sent to try `part`: one for a message, one for each colour that cues give a group of lights. Empty if nothing would
  /// ever be sent: then there is nothing to confirm.
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

  /// The messages that practice would send to light `light` so, and to put it out.
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
