import MIDI

/// Lights, cues and messages.
extension MappingWriter {
  static func feedback(_ feedback: Feedback, on page: inout YAMLPage) {
    page.gap()
    page.comment("Lights. Colours are the values that are sent; dark clears a light.")
    page.line("feedback:")
    page.indented { page in
      if let pace = feedback.pace {
        page.comment("Milliseconds between two messages.")
        page.line("pace: \(pace)")
      }
      if !feedback.colours.isEmpty {
        let colours = feedback.colours.sorted { $0.key < $1.key }.map { name, values in
          "\(YAMLPage.quoted(name)): "
            + (values.count == 1 ? "\(values[0].rawValue)" : YAMLPage.list(values.map { "\($0.rawValue)" }))
        }
        page.line("colours: {\(joined(colours))}")
      }
      if !feedback.areas.isEmpty {
        page.comment("Groups of lights; higher and lower are the halves.")
        page.line("lights:")
        page.indented { page in
          for (name, lights) in feedback.areas.sorted(by: { $0.key < $1.key }) {
            page.line("\(YAMLPage.quoted(name)): " + YAMLPage.list(lights.map(light)))
          }
        }
      }
      cues(feedback.cues, on: &page)
      if let tick = feedback.tick.flatMap(message) {
        page.comment("The controller's own percussion in place of the tick.")
        page.line("tick: \(tick)")
      }
    }
  }

  /// Writes the messages for the beginning and the end, and the keyboard's local control.
  static func steps(_ mapping: ControllerMapping, on page: inout YAMLPage) {
    if !mapping.initSteps.isEmpty {
      page.gap()
      page.comment("Sent before practice: puts the controller in its mode. Pauses are in milliseconds.")
      page.list(
        "init",
        mapping.initSteps.compactMap { step in
          switch step {
          case .send(let message): self.message(message)
          case .pause(let milliseconds): "{pause: \(milliseconds)}"
          }
        })
    }
    if !mapping.exitMessages.isEmpty {
      page.gap()
      page.comment("Sent after practice: leaves the controller as it was found.")
      page.list("exit", mapping.exitMessages.compactMap(message))
    }
    if let heartbeat = mapping.heartbeat, let message = message(OutgoingMessage(heartbeat.message)) {
      page.gap()
      page.comment("Sent again and again during practice, so many milliseconds apart.")
      page.line("heartbeat: {every: \(heartbeat.milliseconds), send: \(message)}")
    }
    switch mapping.localControl {
    case .none: break
    case .offered:
      page.gap()
      page.comment("The keyboard has a sound of its own, which could be switched off during practice.")
      page.line("local-control: \(LocalControlWord.offered.rawValue)")
    case .offWhilePractising:
      page.gap()
      page.comment("The keyboard's own sound is switched off during practice.")
      page.line("local-control: \(LocalControlWord.offWhilePractising.rawValue)")
    }
  }

  private static func light(_ light: Light) -> String {
    var entries: [String]
    switch light.kind {
    case .notes(let numbers): entries = ["notes: \(numbers.yaml)", "channel: \(light.channel.number)"]
    case .controlChange(let numbers): entries = ["cc: \(numbers.yaml)", "channel: \(light.channel.number)"]
    case .polyPressure(let numbers): entries = ["poly-pressure: \(numbers.yaml)", "channel: \(light.channel.number)"]
    case .colouredNotes(let numbers, let channels):
      entries = ["notes: \(numbers.yaml)", "channels: \(YAMLPage.list(channels.map { "\($0.number)" }))"]
    case .systemExclusive(let template, let numbers):
      entries = ["sysex: \(exclusive(template))", "numbers: \(numbers.yaml)"]
    case .frame(let frame, let numbers):
      entries = [
        "sysex: \(exclusive(frame.template))", "of: \(frame.numbers.yaml)", "numbers: \(numbers.yaml)",
      ]
    }
    entries += confidence(light.confidence)
    return "{\(joined(entries))}"
  }

  // MARK: Cues

  private static func cues(_ cues: [CueKey: [CueStep]], on page: inout YAMLPage) {
    guard !cues.isEmpty else { return }
    page.comment("What each moment lights. Areas: pressed and other (the halves of an answer), both, lit, or a group.")
    page.line("cues:")
    page.indented { page in
      for word in CueWord.allCases {
        let entries = cues.filter { $0.key.word == word }
        guard !entries.isEmpty else { continue }
        if let steps = entries[.plain(word)] {
          page.line("\(word.rawValue): " + steps.yaml)
          continue
        }
        page.line("\(word.rawValue):")
        page.indented { page in
          for (name, steps) in entries.map({ (name($0.key), $0.value) }).sorted(by: { $0.0 < $1.0 }) {
            page.line("\(name): " + steps.yaml)
          }
        }
      }
    }
  }

  private static func name(_ key: CueKey) -> String {
    switch key {
    case .plain(let word): word.rawValue
    case .band(let band), .direction(_, let band): "\(band)"
    case .mode(let role): role.rawValue
    }
  }

  fileprivate static func step(_ step: CueStep) -> String? {
    switch step {
    case .light(let area, let colour, let channel):
      let entries =
        ["light: \(word(area))", "colour: \(YAMLPage.quoted(colour))"]
        + (channel.map { ["channel: \($0.number)"] } ?? [])
      return "{\(joined(entries))}"
    case .send(let message): return self.message(message).map { "{send: \($0)}" }
    }
  }

  private static func word(_ area: LightArea) -> String {
    switch area {
    case .pressed: AreaWord.pressed.rawValue
    case .other: AreaWord.other.rawValue
    case .both: AreaWord.both.rawValue
    case .lit: AreaWord.lit.rawValue
    case .named(let name): YAMLPage.quoted(name)
    }
  }

  // MARK: Messages

  /// Returns the message in the words of the format; nil if the format has none.
  private static func message(_ outgoing: OutgoingMessage) -> String? {
    var entries: [String]
    switch outgoing.message {
    case .noteOn(let channel, let note, let velocity):
      entries = ["note: \(note.rawValue)", "velocity: \(velocity.rawValue)", "channel: \(channel.number)"]
    case .controlChange(let channel, let controller, let value):
      entries = ["cc: \(controller.rawValue)", "value: \(value.rawValue)", "channel: \(channel.number)"]
    case .programChange(let channel, let program):
      entries = ["program: \(program.rawValue)", "channel: \(channel.number)"]
    case .systemExclusive(let bytes): entries = ["sysex: \(exclusive(bytes.map(TemplateByte.byte)))"]
    case .noteOff(let channel, let note, let velocity):
      entries = ["note-off: \(note.rawValue)", "velocity: \(velocity.rawValue)", "channel: \(channel.number)"]
    case .polyPressure(let channel, let note, let pressure):
      entries = ["poly-pressure: \(note.rawValue)", "value: \(pressure.rawValue)", "channel: \(channel.number)"]
    case .channelPressure, .pitchBend, .system: return nil
    }
    entries += confidence(outgoing.confidence)
    return "{\(joined(entries))}"
  }

  private static func exclusive(_ template: [TemplateByte]) -> String {
    let places = template.map { place in
      switch place {
      case .byte(let byte):
        (byte < 0x10 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      case .light: "{light}"
      case .colour: "{colour}"
      case .colours: "{colours}"
      }
    }
    return YAMLPage.quoted((["F0"] + places + ["F7"]).joined(separator: " "))
  }
}

extension [CueStep] {
  fileprivate var yaml: String { YAMLPage.list(compactMap(MappingWriter.step)) }
}
