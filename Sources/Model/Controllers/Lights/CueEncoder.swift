import MIDI
import Time

/// Turns cues into one controller's messages, and knows what is lit. One per connected port; loop thread.
///
/// Each cue is a picture of its own: what the one before lit goes dark. A result is one picture too: its band colours what
/// its direction lights before anything is sent, so that a light changes once. New lights come first and clearing after them, so that the answer is seen with the first
/// packet. `idle` and leaving write *every* light dark, whatever is believed to be lit: controllers repaint themselves and
/// lose messages.
public struct CueEncoder: Sendable {
  /// The mapping it encodes by.
  public let mapping: ControllerMapping
  /// Whether `start()` was called and `finish()` not since; nothing is sent outside.
  public private(set) var isStarted = false

  private struct Colour: Hashable {
    var values: [UInt7]
    var channel: Channel
  }

  private let lights: LightTable
  private var lit: [LightID: Colour] = [:]
  private var motors: MotorFaders
  /// What is left of `init` after a pause, and whether `init` is not through yet.
  private var owed: ArraySlice<InitStep> = []
  private var isBeginning = false
  /// The messages of the cue that follows `init`.
  private var owedMessages: [MIDIMessage] = []
  /// What a controller that needs time between messages was not sent yet.
  private var waiting: ArraySlice<MIDIMessage> = []

  /// How long after the messages returned last `proceed()` wants to be called, by a pause in the mapping's `init` or its
  /// `pace`; nil where nothing is owed. `start()` and `encode(_:)` set it.
  public private(set) var pause: Duration?

  /// An encoder for a controller that nothing was sent to yet.
  public init(mapping: ControllerMapping) {
    self.mapping = mapping
    lights = LightTable(mapping.feedback)
    motors = MotorFaders(mapping)
  }

  /// Puts the controller in its mode, with everything dark or, if it comes back while practice goes on, with what `cue`
  /// shows; up to the first pause, then see `pause`.
  public mutating func start(showing cue: Cue? = nil) -> [MIDIMessage] {
    isStarted = true
    (lit, owedMessages) = cue.map(picture) ?? ([:], [])
    return begin()
  }

  /// Goes on with `start()` or `encode(_:)` after its pause; empty where nothing is owed. A cue that is given
  /// in a pause of `init` does not wait: what is owed goes before it at once.
  public mutating func proceed() -> [MIDIMessage] { proceed(minding: true) }

  private mutating func begin() -> [MIDIMessage] {
    motors = MotorFaders(mapping)
    owed = mapping.initSteps[...]
    waiting = []
    isBeginning = true
    // Nothing is lit in its new mode until it is there: the whole picture comes last.
    pause = .zero
    // A controller that waits for a sign of life may not listen to anything before.
    return beat() + proceed()
  }

  /// The controller's sign of life, to be sent again and again, `mapping.heartbeat`'s time apart; `start()` has the first one.
  public func beat() -> [MIDIMessage] { isStarted ? [mapping.heartbeat?.message].compactMap { $0 } : [] }

  private mutating func proceed(minding pauses: Bool) -> [MIDIMessage] {
    guard isStarted, pause != nil else { return [] }
    guard isBeginning else { return next() }
    var messages: [MIDIMessage] = []
    while let step = owed.popFirst() {
      switch step {
      case .send(let message): messages += sure([message])
      case .pause(let milliseconds) where pauses:
        pause = .milliseconds(milliseconds)
        return messages
      case .pause: break
      }
    }
    pause = nil
    isBeginning = false
    defer { owedMessages = [] }
    return paced(messages + show(lit, clearingAll: true, repaint: true) + owedMessages)
  }

  /// The first of `messages` where the mapping has a pace: the others wait their turn, after those that wait already.
  private mutating func paced(_ messages: [MIDIMessage]) -> [MIDIMessage] {
    guard mapping.feedback.pace != nil else { return messages }
    waiting += messages
    return pause == nil ? next() : []
  }

  /// What waits next.
  private mutating func next() -> [MIDIMessage] {
    let message = waiting.popFirst()
    pause = waiting.isEmpty ? nil : mapping.feedback.pace.map { .milliseconds($0) }
    return message.map { [$0] } ?? []
  }

  /// The messages for `cue`, or the first of them: see `pause`.
  public mutating func encode(_ cue: Cue) -> [MIDIMessage] {
    guard isStarted else { return [] }
    // Without a pace nothing but `init` can be owed.
    let before = isBeginning ? proceed(minding: false) : []
    let (picture, others) = picture(of: cue)
    let changed = show(picture, clearingAll: cue == .idle)
    return before + paced(changed + others)
  }

  /// Everything dark, and the controller's modes as they were found, all at once: nobody is there to wait any more. Nothing
  /// if it was never started.
  public mutating func finish() -> [MIDIMessage] {
    guard isStarted else { return [] }
    isStarted = false
    lit = [:]
    owed = []
    owedMessages = []
    waiting = []
    isBeginning = false
    pause = nil
    return allDark() + sure(mapping.exitMessages)
  }

  /// A stroke of the controller's own percussion in place of the tick; nil where the mapping has none.
  public var tick: [MIDIMessage]? {
    guard let tick = mapping.feedback.tick, tick.confidence == .source else { return nil }
    guard case .noteOn(let channel, let note, _) = tick.message else { return [tick.message] }
    // Percussion rings by itself; without its note-off some sound modules would take the next stroke for a repeat.
    return [tick.message, .noteOff(channel: channel, note: note, velocity: Control.half)]
  }

  /// Switches the keyboard's own sound on or off (CC 122), on its channels, or on every one where they are not known. Empty
  /// unless the player has asked for it (`LocalControl.offWhilePractising`).
  public func localControl(isOn: Bool) -> [MIDIMessage] {
    guard mapping.localControl == .offWhilePractising else { return [] }
    return mapping.keyboardChannels.map {
      .controlChange(channel: $0, controller: UInt7(truncating: 122), value: UInt7(truncating: isOn ? 127 : 0))
    }
  }

  /// Whether the mapping has anything for `cue` that reaches the controller; where not, sound must tell it.
  public func tells(_ cue: Cue) -> Bool {
    // `lit` alone tells nothing: where the direction lights nothing there is nothing to colour.
    steps(of: cue).contains { step in
      switch step {
      case .light(let area, let colour, _):
        colour != Feedback.dark && !lights(of: area, cue, in: [:]).isEmpty
      case .send(let message): message.confidence == .source
      }
    }
  }

  // MARK: Motors

  /// Whether the controller has faders that can be driven.
  public var hasMotors: Bool { !motors.isEmpty }

  /// Drives every slider with a motor to `position`: −1…1 of its way, 0 in the middle, what lies beyond is the end. To be
  /// called at feedback with the place of the true pitch and 200 ms before its end with 0, never while a note sounds.
  /// Touched faders are left out, and nothing is kept for later: whether a motor may still move when the finger leaves
  /// depends on what sounds then, so the caller asks again after `hear` was told of it. `time` is when it is sent.
  public mutating func moveMotors(to position: Double, at time: MonotonicTime) -> [MIDIMessage] {
    guard isStarted else { return [] }
    return motors.move(to: position, at: time)
  }

  /// The place, 0…1 of its way, that the slider of this binding was driven to since a hand had it last; nil if a hand has
  /// it. Some faders report nothing while they are driven, and yet that is where they stand.
  public func motorTarget(of binding: Int) -> Double? { motors.target(of: binding) }

  /// Whether the slider of this binding has a motor that would move now: it is known for sure, and no finger is on it.
  public func canDrive(_ binding: Int) -> Bool { motors.canDrive(binding) }

  /// Takes an event of this controller's decoder, before it is acted upon.
  ///
  /// An echo is a place that a driven fader passes or rests at: no hand moved it. It says where the fader stands and
  /// nothing else: it must not tune, wake, or count as input. The reply is to be sent at once, even while a note sounds:
  /// when a finger leaves, the motor is told of the place it leaves, which keeps it there (it would return to where it was
  /// told to be last).
  public mutating func hear(_ event: ControlEvent, at time: MonotonicTime) -> (isEcho: Bool, reply: [MIDIMessage]) {
    let (isEcho, reply) = motors.hear(event, at: time)
    return (isEcho, isStarted ? reply : [])
  }

  // MARK: Pictures

  /// What `cue` lights, and the messages that go with it.
  private func picture(of cue: Cue) -> (lit: [LightID: Colour], messages: [MIDIMessage]) {
    var picture: [LightID: Colour] = [:]
    var messages: [MIDIMessage] = []
    for step in steps(of: cue) {
      switch step {
      case .light(let area, let colour, let channel):
        paint(lights(of: area, cue, in: picture), colour, channel, &picture)
      case .send(let message):
        messages += sure([message])
      }
    }
    return (picture, messages)
  }

  private func steps(of cue: Cue) -> [CueStep] {
    let cues = mapping.feedback.cues
    return cue.keys.flatMap { alternatives in alternatives.lazy.compactMap { cues[$0] }.first ?? [] }
  }

  private func sure(_ messages: [OutgoingMessage]) -> [MIDIMessage] {
    messages.filter { $0.confidence == .source }.map(\.message)
  }

  private func group(_ light: LightID) -> Light? {
    guard let groups = mapping.feedback.areas[light.area], groups.indices.contains(light.group) else { return nil }
    return groups[light.group]
  }

  private func lights(of area: LightArea, _ cue: Cue, in picture: [LightID: Colour]) -> [LightID] {
    switch area {
    case .named(let name): lights[name]
    case .both: lights[Half.higher.rawValue] + lights[Half.lower.rawValue]
    case .pressed: cue.pressed.map { lights[$0.rawValue] } ?? []
    case .other: cue.pressed.map { lights[$0.opposite.rawValue] } ?? []
    case .lit: picture.keys.sorted()
    }
  }

  private func paint(
    _ lights: [LightID], _ colour: String, _ channel: Channel?, _ picture: inout [LightID: Colour]
  ) {
    guard let values = mapping.feedback.colours[colour] else { return }
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
      ? lights.all.filter { picture[$0] == nil } : lit.keys.filter { picture[$0] == nil }.sorted()
    lit = picture
    return write(toLight.keys.sorted() + toClear, as: picture)
  }

  private func allDark() -> [MIDIMessage] { write(lights.all, as: [:]) }

  /// The messages that make `changed` what they are in `picture`; lights of one frame have one.
  private func write(_ changed: [LightID], as picture: [LightID: Colour]) -> [MIDIMessage] {
    var written: Set<LightFrame> = []
    return changed.flatMap { light -> [MIDIMessage] in
      if case .frame(let frame, _) = group(light)?.kind {
        return written.insert(frame).inserted ? [message(frame, picture)] : []
      }
      return (picture[light] ?? dark(light)).map { write($0, to: light) } ?? []
    }
  }

  private func dark(_ light: LightID) -> Colour? {
    guard let group = group(light), let values = mapping.feedback.colours[Feedback.dark] else { return nil }
    return Colour(values: values, channel: group.channel)
  }

  /// All lights of a frame; those that no cue has, or that are unsure, are dark.
  private func message(_ frame: LightFrame, _ picture: [LightID: Colour]) -> MIDIMessage {
    let dark = mapping.feedback.colours[Feedback.dark] ?? []
    let colours = lights.lights(of: frame).flatMap { light in light.flatMap { picture[$0]?.values } ?? dark }
    return exclusive(frame.template, colours)
  }

  private func write(_ colour: Colour, to light: LightID) -> [MIDIMessage] {
    guard let group = group(light), let value = colour.values.first else { return [] }
    switch group.kind {
    case .notes:
      // Velocity 0 is sent as a note-on: that is what makers document for dark, a note-off need not be heard.
      return [.noteOn(channel: colour.channel, note: light.number, velocity: value)]
    case .controlChange:
      return [.controlChange(channel: colour.channel, controller: light.number, value: value)]
    case .polyPressure:
      return [.polyPressure(channel: colour.channel, note: light.number, pressure: value)]
    case .colouredNotes(_, let channels):
      return channels.enumerated().map { index, channel in
        let own = colour.values.indices.contains(index) ? colour.values[index] : value
        return .noteOn(channel: channel, note: light.number, velocity: own)
      }
    case .systemExclusive(let template, _):
      return [exclusive(template, colour.values, light.number)]
    case .frame:
      return []  // written with its whole frame
    }
  }

  private func exclusive(_ template: [TemplateByte], _ colour: [UInt7], _ light: UInt7? = nil) -> MIDIMessage {
    .systemExclusive(
      template.flatMap { place -> [UInt8] in
        switch place {
        case .byte(let byte): [byte]
        case .light: light.map { [$0.rawValue] } ?? []
        case .colour, .colours: colour.map(\.rawValue)
        }
      })
  }
}
