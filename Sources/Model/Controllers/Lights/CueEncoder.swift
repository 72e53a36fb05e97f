import MIDI
import Time

/// Turns cues into one controller's messages, and tracks which lights are on. One per connected port; loop thread.
///
/// Each cue is a complete picture: lights of the previous cue go dark. A result is also a single picture: its band sets
/// the colour of its direction's lights before anything is sent, so that each light changes once. New lights come first
/// and clearing after them, so that the answer appears with the first packet. `idle` and leaving switch *every* light
/// off, regardless of its assumed state: controllers repaint themselves and lose messages.
public struct CueEncoder: Sendable {
  /// The controller's mapping.
  public let mapping: ControllerMapping
  /// Whether `start()` was called and `finish()` not since; nothing is sent otherwise.
  public private(set) var isStarted = false

  private struct Colour: Hashable {
    var values: [UInt7]
    var channel: Channel
  }

  private let lights: LightTable
  private var lit: [LightID: Colour] = [:]
  private var motors: MotorFaders
  /// The rest of `init` after a pause, and whether `init` is still in progress.
  private var owed: ArraySlice<InitStep> = []
  private var isBeginning = false
  /// The messages of the cue that follows `init`.
  private var owedMessages: [MIDIMessage] = []
  /// Messages not yet sent to a controller that needs time between them.
  private var waiting: ArraySlice<MIDIMessage> = []
  /// The end of the note that shows a half; nil while no such note is on.
  private var noteEnd: MIDIMessage?

  /// The time from the last returned messages to the next call of `proceed()`, due to a pause in the mapping's `init`
  /// or its `pace`; nil if nothing is pending. Set by `start()` and `encode(_:)`.
  public private(set) var pause: Duration?

  /// Creates an encoder for a controller that has received nothing yet.
  public init(mapping: ControllerMapping) {
    self.mapping = mapping
    lights = LightTable(mapping.feedback)
    motors = MotorFaders(mapping)
  }

  /// Returns the messages that put the controller in its mode, with everything dark or, if it comes back during
  /// practice, with the picture of `cue`; up to the first pause, then see `pause`.
  public mutating func start(showing cue: Cue? = nil) -> [MIDIMessage] {
    isStarted = true
    (lit, owedMessages) = cue.map(picture) ?? ([:], [])
    return begin()
  }

  /// Continues `start()` or `encode(_:)` after its pause; empty if nothing is pending. A cue during a pause of `init`
  /// does not wait: it is preceded at once by the pending messages.
  public mutating func proceed() -> [MIDIMessage] { proceed(minding: true) }

  private mutating func begin() -> [MIDIMessage] {
    motors = MotorFaders(mapping)
    owed = mapping.initSteps[...]
    waiting = []
    isBeginning = true
    // No light is valid before the controller is in its new mode, so the whole picture comes last.
    pause = .zero
    // A controller that waits for a heartbeat may ignore everything before it.
    return beat() + proceed()
  }

  /// Returns the controller's heartbeat, to send at intervals of `mapping.heartbeat`; `start()` includes the first one.
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

  /// Returns the first of `messages` if the mapping has a pace: the others queue behind those that wait already.
  private mutating func paced(_ messages: [MIDIMessage]) -> [MIDIMessage] {
    guard mapping.feedback.pace != nil else { return messages }
    waiting += messages
    return pause == nil ? next() : []
  }

  /// Returns the next waiting message.
  private mutating func next() -> [MIDIMessage] {
    let message = waiting.popFirst()
    pause = waiting.isEmpty ? nil : mapping.feedback.pace.map { .milliseconds($0) }
    return message.map { [$0] } ?? []
  }

  /// Returns the messages for `cue`, or the first of them: see `pause`. With `half`, a mapping without feedback shows
  /// the half that was right by a note until the next cue; its keyboard is split at `split`.
  public mutating func encode(
    _ cue: Cue, noteBack: NoteBack = .off, split: Int = ControllerMapping.middleC
  ) -> [MIDIMessage] {
    guard isStarted else { return [] }
    // Without a pace only `init` can be pending.
    let before = isBeginning ? proceed(minding: false) : []
    let (picture, others) = picture(of: cue)
    let changed = show(picture, clearingAll: cue == .idle)
    let ended = [noteEnd].compactMap { $0 }
    let note =
      noteBack == .half && !mapping.feedback.answers ? cue.right.flatMap { mapping.note(of: $0, split: split) } : nil
    noteEnd = note?.release
    return before + ended + paced(changed + others) + [note].compactMap { $0 }
  }

  /// Returns the messages that turn everything dark and restore the controller's modes, all at once, since nothing
  /// follows that could wait. Empty if the encoder was never started.
  public mutating func finish() -> [MIDIMessage] {
    guard isStarted else { return [] }
    isStarted = false
    lit = [:]
    owed = []
    owedMessages = []
    waiting = []
    isBeginning = false
    pause = nil
    defer { noteEnd = nil }
    return [noteEnd].compactMap { $0 } + allDark() + sure(mapping.exitMessages)
  }

  /// The stroke of the controller's own percussion that replaces the tick; nil if the mapping has none.
  public var tick: [MIDIMessage]? { mapping.feedback.tick?.stroke }

  /// The stroke of percussion for `NoteBack.tick`, which may be mute; nil if the mapping has feedback.
  public var unconfirmedTick: [MIDIMessage]? { mapping.feedback.answers ? nil : Feedback.sideStick.stroke }

  /// Returns the messages that switch the keyboard's internal sound on or off (CC 122), on its channels, or on all if
  /// they are unknown. Empty unless the player consented (`LocalControl.offWhilePractising`).
  public func localControl(isOn: Bool) -> [MIDIMessage] {
    guard mapping.localControl == .offWhilePractising else { return [] }
    return mapping.keyboardChannels.map {
      .controlChange(channel: $0, controller: UInt7(truncating: 122), value: UInt7(truncating: isOn ? 127 : 0))
    }
  }

  /// Returns whether the mapping has anything for `cue` that reaches the controller; otherwise sound must convey it.
  public func tells(_ cue: Cue) -> Bool {
    // `lit` alone shows nothing: if the direction lights nothing, there is nothing to colour.
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

  /// Drives every slider with a motor to `position`: −1…1 of its travel, 0 in the middle, clamped. Call it at feedback
  /// with the position of the true pitch and 200 ms before its end with 0, never while a note sounds. Skips touched
  /// faders without remembering the position: whether a motor may still move when the finger leaves depends on the
  /// sound at that time, so the caller calls again after passing that event to `hear`. `time` is when the messages are
  /// sent.
  public mutating func moveMotors(to position: Double, at time: MonotonicTime) -> [MIDIMessage] {
    guard isStarted else { return [] }
    return motors.move(to: position, at: time)
  }

  /// Returns the position, 0…1 of its travel, to which the slider of this binding was driven since the player last
  /// moved it; nil if the player has moved it. Some faders report nothing while they are driven, but are there
  /// nevertheless.
  public func motorTarget(of binding: Int) -> Double? { motors.target(of: binding) }

  /// Returns whether the slider of this binding has a confirmed motor that would move now: no finger is on it.
  public func canDrive(_ binding: Int) -> Bool { motors.canDrive(binding) }

  /// Handles an event of this controller's decoder, before anything else does.
  ///
  /// An echo is a position that a driven fader passes or rests at, without the player moving it. It reports the fader's
  /// position and nothing else: it must not tune, wake, or count as input. Send the reply at once, even while a note
  /// sounds: when a finger leaves, the motor receives the position it leaves, which keeps it there (otherwise it would
  /// return to its last target).
  public mutating func hear(_ event: ControlEvent, at time: MonotonicTime) -> (isEcho: Bool, reply: [MIDIMessage]) {
    let (isEcho, reply) = motors.hear(event, at: time)
    return (isEcho, isStarted ? reply : [])
  }

  // MARK: Pictures

  /// Returns the lights of `cue`, and its other messages.
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

  /// Returns the messages that show `picture`. Without `repaint`, lights already in that state are skipped.
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

  /// Returns the messages that set `changed` to their state in `picture`; lights of one frame share one message.
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

  /// Returns the message for all lights of a frame; those without a cue, and unsure ones, are dark.
  private func message(_ frame: LightFrame, _ picture: [LightID: Colour]) -> MIDIMessage {
    let dark = mapping.feedback.colours[Feedback.dark] ?? []
    let colours = lights.lights(of: frame).flatMap { light in light.flatMap { picture[$0]?.values } ?? dark }
    return exclusive(frame.template, colours)
  }

  private func write(_ colour: Colour, to light: LightID) -> [MIDIMessage] {
    guard let group = group(light), let value = colour.values.first else { return [] }
    switch group.kind {
    case .notes:
      // Velocity 0 is sent as a note-on, which makers document for dark; controllers may ignore a note-off.
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
