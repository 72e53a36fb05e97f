import MIDI

/// Turns cues into one controller's messages, and knows what is lit. One per connected port; loop thread.
///
/// Each cue is a picture of its own: what the one before lit goes dark, except that a band colours what `sharp`, `flat`
/// or `deadCentre` has lit. New lights come first and clearing after them, so that the answer is seen with the first
/// packet. `idle` and leaving write *every* light dark, whatever is believed to be lit: controllers repaint themselves and
/// lose messages.
public struct CueEncoder: Sendable {
  /// The profile it encodes by.
  public let profile: ControllerProfile
  /// Whether `start()` was called and `finish()` not since; nothing is sent outside.
  public private(set) var isStarted = false

  private struct LightID: Hashable {
    var area: String
    var group: Int
    var number: UInt7
  }

  private struct Colour: Hashable {
    var values: [UInt7]
    var channel: Channel
  }

  private var lit: [LightID: Colour] = [:]

  /// An encoder for a controller that nothing was sent to yet.
  public init(profile: ControllerProfile) {
    self.profile = profile
  }

  /// Puts the controller in its mode, with everything dark.
  public mutating func start() -> [MIDIMessage] {
    isStarted = true
    lit = [:]
    return sure(profile.initMessages) + allDark()
  }

  /// The messages for `cue`.
  public mutating func encode(_ cue: Cue) -> [MIDIMessage] {
    guard isStarted else { return [] }
    var picture: [LightID: Colour] = [:]
    var others: [MIDIMessage] = []
    let steps = profile.feedback.cues[cue.key] ?? []
    if case .band = cue {
      // A band nobody described leaves the direction as it is.
      guard !steps.isEmpty else { return [] }
      picture = lit
    }
    for step in steps {
      switch step {
      case .light(let area, let colour, let channel):
        paint(lights(of: area, cue), colour, channel, &picture)
      case .send(let message):
        others += sure([message])
      }
    }
    let changed = show(picture, clearingAll: cue == .idle)
    return changed + others
  }

  /// After the controller was plugged in again: its mode, and the picture as it should be.
  public mutating func restore() -> [MIDIMessage] {
    guard isStarted else { return [] }
    return sure(profile.initMessages) + show(lit, clearingAll: true, repaint: true)
  }

  /// Everything dark, and the controller's modes as they were found. Nothing if it was never started.
  public mutating func finish() -> [MIDIMessage] {
    guard isStarted else { return [] }
    isStarted = false
    lit = [:]
    return allDark() + sure(profile.exitMessages)
  }

  /// A stroke of the controller's own percussion in place of the tick; nil where the profile has none.
  public var tick: [MIDIMessage]? {
    guard let tick = profile.feedback.tick, tick.confidence == .source else { return nil }
    guard case .noteOn(let channel, let note, _) = tick.message else { return [tick.message] }
    // Percussion rings by itself; without its note-off some sound modules would take the next stroke for a repeat.
    return [tick.message, .noteOff(channel: channel, note: note, velocity: Control.half)]
  }

  /// Switches the keyboard's own sound on or off (CC 122, on every channel: its own is not known). Empty where the
  /// profile does not offer it. To be sent only when the player has asked for it.
  public func localControl(isOn: Bool) -> [MIDIMessage] {
    guard profile.offersLocalControlOff else { return [] }
    return (0..<16).map {
      .controlChange(
        channel: Channel(statusNibble: $0), controller: UInt7(truncating: 122),
        value: UInt7(truncating: isOn ? 127 : 0))
    }
  }

  /// Whether the profile has anything for `cue` that reaches the controller; where not, sound must tell it.
  public func tells(_ cue: Cue) -> Bool {
    (profile.feedback.cues[cue.key] ?? []).contains { step in
      switch step {
      case .light(let area, let colour, _):
        colour != Feedback.dark && (area == .lit || !lights(of: area, cue).isEmpty)
      case .send(let message): message.confidence == .source
      }
    }
  }

  // MARK: Pictures

  private func sure(_ messages: [OutgoingMessage]) -> [MIDIMessage] {
    messages.filter { $0.confidence == .source }.map(\.message)
  }

  private func group(_ light: LightID) -> Light? {
    guard let groups = profile.feedback.areas[light.area], groups.indices.contains(light.group) else { return nil }
    return groups[light.group]
  }

  private func lights(named area: String) -> [LightID] {
    (profile.feedback.areas[area] ?? []).enumerated().filter { $0.element.confidence == .source }
      .flatMap { index, light in light.numbers.numbers.map { LightID(area: area, group: index, number: $0) } }
  }

  private func lights(of area: LightArea, _ cue: Cue) -> [LightID] {
    switch area {
    case .named(let name): lights(named: name)
    case .both: lights(named: Half.higher.rawValue) + lights(named: Half.lower.rawValue)
    case .pressed: cue.pressed.map { lights(named: $0.rawValue) } ?? []
    case .other: cue.pressed.map { lights(named: $0.opposite.rawValue) } ?? []
    case .lit: order(Array(lit.keys))
    }
  }

  private func paint(
    _ lights: [LightID], _ colour: String, _ channel: Channel?, _ picture: inout [LightID: Colour]
  ) {
    guard let values = profile.feedback.colours[colour] else { return }
    for light in lights {
      guard colour != Feedback.dark, let group = group(light) else {
        picture[light] = nil
        continue
      }
      picture[light] = Colour(values: values, channel: channel ?? group.channel)
    }
  }

  /// Makes `picture` what is lit. Without `repaint` what is lit so already is left alone.
  private mutating func show(
    _ picture: [LightID: Colour], clearingAll: Bool, repaint: Bool = false
  ) -> [MIDIMessage] {
    let toLight = picture.filter { repaint || lit[$0.key] != $0.value }
    let toClear =
      clearingAll
      ? everyLight().filter { picture[$0] == nil } : order(lit.keys.filter { picture[$0] == nil })
    lit = picture
    return order(Array(toLight.keys)).compactMap { light in picture[light].flatMap { write($0, to: light) } }
      + toClear.compactMap { dark($0) }
  }

  private func allDark() -> [MIDIMessage] { everyLight().compactMap { dark($0) } }

  private func everyLight() -> [LightID] {
    profile.feedback.areas.keys.sorted().flatMap { lights(named: $0) }
  }

  private func order(_ lights: [LightID]) -> [LightID] {
    lights.sorted { ($0.area, $0.group, $0.number) < ($1.area, $1.group, $1.number) }
  }

  private func dark(_ light: LightID) -> MIDIMessage? {
    guard let group = group(light), let values = profile.feedback.colours[Feedback.dark] else { return nil }
    return write(Colour(values: values, channel: group.channel), to: light)
  }

  private func write(_ colour: Colour, to light: LightID) -> MIDIMessage? {
    guard let group = group(light), let value = colour.values.first else { return nil }
    switch group.kind {
    case .notes:
      // Velocity 0 is sent as a note-on: that is what makers document for dark, a note-off need not be heard.
      return .noteOn(channel: colour.channel, note: light.number, velocity: value)
    case .controlChange:
      return .controlChange(channel: colour.channel, controller: light.number, value: value)
    case .systemExclusive(let template, _):
      return .systemExclusive(
        template.flatMap { place -> [UInt8] in
          switch place {
          case .byte(let byte): [byte]
          case .light: [light.number.rawValue]
          case .colour: colour.values.map(\.rawValue)
          }
        })
    }
  }
}

extension Cue {
  /// Its entry in a profile.
  var key: CueKey {
    switch self {
    case .canAnswer: .plain(.canAnswer)
    case .correct: .plain(.correct)
    case .incorrect: .plain(.incorrect)
    case .sharp: .plain(.sharp)
    case .flat: .plain(.flat)
    case .deadCentre: .plain(.deadCentre)
    case .band(let band): .band(band)
    case .mode(let role): .mode(role)
    case .trouble: .plain(.trouble)
    case .idle: .plain(.idle)
    }
  }

  /// The half that was pressed, for cues that tell an answer.
  var pressed: Half? {
    switch self {
    case .correct(let pressed), .incorrect(let pressed): pressed
    default: nil
    }
  }
}
