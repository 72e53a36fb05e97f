import MIDI
import TestSupport
import Testing

@testable import Controllers

/// What every shipped file must say. Which ports it fits is in `ShippedOverlapTests`.
struct ShippedMetadataTests {
  private static let mappings = MappingLibrary.load(folders: [shippedFolder]).mappings

  /// How many complete mappings there are of each kind at least.
  private static let bar: [ControllerKind: Int] = [
    .keys: 2, .wheel: 2, .strip: 2, .pads: 2, .grid: 2, .motorFader: 2, .encoder: 2,
  ]

  @Test func `the number of complete mappings of each kind does not fall`() {
    for (kind, count) in Self.bar {
      let complete = Self.mappings.filter { $0.kind == kind && $0.extent == .complete }
      #expect(complete.count >= count, "\(kind): \(complete.map(\.name))")
    }
  }

  @Test func `names are unique`() {
    #expect(Set(Self.mappings.map { $0.name.lowercased() }).count == shippedFiles.count)
  }

  @Test(arguments: shippedFiles) func `each mapping has mode, sources and match`(_ file: String) throws {
    let mapping = try shipped(file)
    #expect(!mapping.mode.isEmpty)
    #expect(!mapping.sources.isEmpty)
    #expect(!mapping.match.usb.isEmpty || !mapping.match.clients.isEmpty)
  }

  /// A source that begins so is a second one, independent of those the mapping was made from.
  private static let secondSource = "Checked against "

  /// To be raised as more are checked; none may go.
  @Test func `the number of mappings with a second source does not fall`() {
    // This source never stands alone: a file checked against it comes from another source.
    let checked = Self.mappings.filter { mapping in
      mapping.sources.count > 1 && mapping.sources.contains { $0.contains(Self.secondSource) }
    }
    #expect(checked.count >= 124, "\(checked.count) of \(Self.mappings.count)")
  }

  @Test(arguments: shippedFiles) func `a mapping without a second source says so`(_ file: String) throws {
    let sources = try shipped(file).sources.map { $0.lowercased() }
    #expect(sources.contains { $0.contains(Self.secondSource.lowercased()) || $0.contains("single source") })
  }

  /// A mute tick would make an incorrect answer sound like a correct one, so each waits for the player's try-out.
  @Test func `every tick waits for a try-out`() {
    for mapping in Self.mappings { #expect(mapping.feedback.tick?.confidence != .source, "\(mapping.name)") }
  }

  /// Notes that light the keys or sound as percussion.
  @Test func `the number of mappings that answer with a note does not fall`() {
    let answering = Self.mappings.filter { mapping in
      let hasKeysAlone = mapping.halves.allSatisfy { if case .keyboard = $0 { true } else { false } }
      let lightsKeys = mapping.feedback.areas.values.joined().contains {
        if case .notes = $0.kind { true } else { false }
      }
      return mapping.feedback.tick != nil || mapping.initialSplit != nil && hasKeysAlone && lightsKeys
    }
    #expect(answering.count >= 6, "\(answering.map(\.name))")
  }

  @Test(arguments: shippedFiles) func `every slider has its release`(_ file: String) throws {
    for binding in try shipped(file).bindings where binding.role == .slider {
      #expect(binding.release != .none, "\(binding.control.words)")
    }
  }

  /// All its messages, unsure ones too, are whole: a status, data of seven bits, an end.
  @Test(arguments: shippedFiles) func `messages are well formed`(_ file: String) throws {
    let mapping = try shipped(file)
    var messages = mapping.exitMessages.map(\.message)
    for case .send(let message) in mapping.initSteps { messages.append(message.message) }
    for case .send(let message) in mapping.feedback.cues.values.joined() { messages.append(message.message) }
    var sure = mapping
    for (area, lights) in sure.feedback.areas {
      sure.feedback.areas[area] = lights.map { Light(kind: $0.kind, channel: $0.channel) }
    }
    var encoder = CueEncoder(mapping: sure)
    messages += encoder.wholeStart()
    for (_, cue) in everyCue { messages += encoder.whole(cue) }
    for bytes in messages.map(\.bytes) {
      #expect((bytes.first ?? 0) >= 0x80, "\(hex(bytes))")
      let isSysEx = bytes.first == 0xF0
      #expect(!isSysEx || bytes.count > 3 && bytes.last == 0xF7, "\(hex(bytes))")
      #expect(bytes.dropFirst().dropLast(isSysEx ? 1 : 0).allSatisfy { $0 < 0x80 }, "\(hex(bytes))")
    }
  }

  /// What `extent: complete` promises.
  @Test(arguments: shippedFiles) func `a complete mapping has every part`(_ file: String) throws {
    let mapping = try shipped(file)
    guard mapping.extent == .complete else { return }
    #expect(!mapping.match.usb.isEmpty)
    #expect(mapping.match.portIndex != nil)
    #expect(mapping.match.ports.count >= 2)
    let sliders = mapping.bindings.filter { $0.role == .slider && $0.confidence == .source }
    switch try #require(mapping.kind) {
    case .wheel, .strip:
      #expect(sliders.contains { $0.control.word == .pitchBend && $0.release == .springBack })
    case .motorFader: #expect(sliders.contains { $0.motorMaximum != nil && $0.release == .touch })
    case .encoder: #expect(sliders.contains { [.relative, .cc].contains($0.control.word) })
    case .fader: #expect(sliders.contains { $0.release == .settle })
    case .keys: #expect(mapping.initialSplit != nil)
    case .grid, .pads:
      #expect(mapping.initialSplit == nil)
    // Pads without keys that cannot be lit are no less complete.
    }
    let encoder = CueEncoder(mapping: mapping)
    guard encoder.tells(.correct(pressed: .higher)) else { return }
    // A controller with lights shows every cue, except perhaps the mode.
    for (name, cue) in everyCue where cue != .idle && !name.hasPrefix("mode") {
      #expect(encoder.tells(cue), "\(name)")
    }
  }

  /// Names as listings and the kernel's sources have them, typed by hand.
  static let realNames: [(client: String, name: String, index: Int, mapping: String)] = [
    ("MPKmini2", "MPKmini2 MIDI 1", 0, "Akai MPK mini mk2"),
    ("MPK Mini Mk II", "MPK Mini Mk II MIDI 1", 0, "Akai MPK mini mk2"),
    ("MPK mini Play mk3", "MPK mini Play mk3 MIDI 1", 0, "Akai MPK mini Play mk3"),
    ("MPK mini 3", "MPK mini 3 MIDI 1", 0, "Akai MPK mini 3"),
    ("LPK25", "LPK25 MIDI 1", 0, "Akai LPK25"),
    ("Launchkey Mini MK3", "Launchkey Mini MK3 MIDI 1", 0, "Novation Launchkey Mini MK3, keys"),
    ("Launchkey Mini MK3", "Launchkey Mini MK3 MIDI 2", 1, "Novation Launchkey Mini MK3, pads"),
    ("Launchkey Mini MK3", "Launchkey Mini MK3 Launchkey Mi", 0, "Novation Launchkey Mini MK3, keys"),
    ("Launchkey Mini MK3", "Launchkey Mini MK3 DAW Port", 1, "Novation Launchkey Mini MK3, pads"),
    ("Launchkey MK4 49", "Launchkey MK4 49 MIDI 1", 0, "Novation Launchkey MK4, keys"),
    ("Launchkey MK4 49", "Launchkey MK4 49 Launchkey MK4 ", 0, "Novation Launchkey MK4, keys"),
    ("Launchkey MK4 49", "Launchkey MK4 49 MIDI In", 0, "Novation Launchkey MK4, keys"),
    ("Launchkey MK4 49", "Launchkey MK4 49 MIDI 2", 1, "Novation Launchkey MK4, pads"),
    ("Launchkey MK4 49", "Launchkey MK4 49 DAW In", 1, "Novation Launchkey MK4, pads"),
    ("Launchkey Mini MK4 25", "Launchkey Mini MK4 25 DAW In", 1, "Novation Launchkey Mini MK4, pads"),
    ("USB Oxygen 49", "USB Oxygen 49 MIDI 1", 0, "M-Audio Oxygen 49 and 61"),
    ("Oxygen 49", "Oxygen 49 MIDI 1", 0, "M-Audio Oxygen, third and fourth generation"),
    ("KeyLab mkII 61", "KeyLab mkII 61 MIDI 1", 0, "Arturia KeyLab mkII, keys"),
    ("KOMPLETE KONTROL A61", "KOMPLETE KONTROL A61 MIDI 1", 0, "Native Instruments Komplete Kontrol A"),
    ("nanoKONTROL2", "nanoKONTROL2 nanoKONTROL2 _ CTR", 0, "Korg nanoKONTROL2"),
    ("nanoKONTROL2", "nanoKONTROL2 _ CTRL", 0, "Korg nanoKONTROL2"),
    ("nanoKEY2", "nanoKEY2 MIDI 1", 0, "Korg nanoKEY2"),
    ("nanoKEY2", "nanoKEY2 nanoKEY2 _ KEYBOARD", 0, "Korg nanoKEY2"),
    ("nanoKEY2", "nanoKEY2 _ KEYBOARD", 0, "Korg nanoKEY2"),
    ("nanoKEY Studio", "nanoKEY Studio MIDI 1", 0, "Korg nanoKEY Studio"),
    ("Arturia MiniLab mkII", "Arturia MiniLab mkII MIDI 1", 0, "Arturia MiniLab mkII"),
    ("Arturia MiniLab mkII", "Arturia MiniLab mkII Arturia Mi", 0, "Arturia MiniLab mkII"),
    ("Minilab3", "Minilab3 MIDI 1", 0, "Arturia MiniLab 3"),
    ("Minilab3", "Minilab3 Minilab3 MIDI", 0, "Arturia MiniLab 3"),
    ("Minilab3", "Minilab3 MIDI", 0, "Arturia MiniLab 3"),
    ("Minilab3", "Minilab3 Minilab3 DIN THRU", 1, "Generic keyboard"),
    ("Arturia KeyStep 32", "Arturia KeyStep 32 MIDI 1", 0, "Arturia KeyStep"),
    ("IMPACT LX25", "IMPACT LX25 MIDI 1", 0, "Nektar Impact LX"),
    ("IMPACT LX25", "IMPACT LX25 MIDI 2", 1, "Generic keyboard"),
    ("Keystation 49 MK3", "Keystation 49 MK3 MIDI 1", 0, "M-Audio Keystation"),
    ("Keystation 49 MK3", "Keystation 49 MK3 MIDI 2", 1, "M-Audio Keystation, transport"),
    ("Keystation 88 MK3", "Keystation 88 MK3 Keystation 88", 0, "M-Audio Keystation"),
    ("Keystation 88 MK3", "Keystation 88 MK3 Keystation 88", 1, "M-Audio Keystation, transport"),
    ("Oxygen Pro 49", "Oxygen Pro 49 MIDI 1", 0, "M-Audio Oxygen Pro, keys"),
    ("Oxygen Pro 49", "Oxygen Pro 49 Oxygen Pro 49 USB", 0, "M-Audio Oxygen Pro, keys"),
    ("Oxygen Pro 49", "Oxygen Pro 49 USB MIDI", 0, "M-Audio Oxygen Pro, keys"),
    ("Oxygen Pro 49", "Oxygen Pro 49 MIDI 3", 2, "M-Audio Oxygen Pro, pads"),
    ("Oxygen Pro 49", "Oxygen Pro 49 Oxygen Pro 49 Mac", 2, "M-Audio Oxygen Pro, pads"),
    ("Oxygen Pro 49", "Oxygen Pro 49 Mackie/HUI", 2, "M-Audio Oxygen Pro, pads"),
    ("Oxygen Pro 49", "Oxygen Pro 49 MIDI DIN", 1, "Generic keyboard"),
    ("Seaboard BLOCK", "Seaboard BLOCK MIDI 1", 0, "ROLI Seaboard"),
    ("Hammer 88 Pro", "Hammer 88 Pro MIDI 3", 2, "M-Audio Oxygen Pro, pads"),
    ("Continuum 1234", "Continuum 1234 MIDI 1", 0, "Haken Continuum"),
    ("K-Board Pro 4", "K-Board Pro 4 MIDI 1", 0, "Keith McMillen K-Board Pro 4"),
    ("LCXL3 1", "LCXL3 1 LCXL3 1 DAW Out", 1, "Novation Launch Control XL 3"),
    ("LCXL3 1", "LCXL3 1 LCXL3 1 MIDI Out", 0, "Generic keyboard"),
    ("MPK mini IV", "MPK mini IV MPK mini IV MIDI Po", 0, "Akai MPK mini IV"),
    ("MPK mini IV", "MPK mini IV MPK mini IV DAW Por", 1, "Akai MPK mini IV, DAW"),
    ("Ableton Push 3", "Ableton Push 3 Live Port", 0, "Ableton Push 3"),
    ("MPC Studio", "MPC Studio MPC Public", 0, "Akai MPC Studio mk2"),
    ("LCXL3 2", "LCXL3 2 LCXL3 2 DAW Out", 1, "Novation Launch Control XL 3"),
    ("SINCO", "SINCO SMC-Mixer-Master", 0, "M-Vave SMC-Mixer"),
    ("SINCO", "SINCO SMC-PAD-Master", 0, "M-Vave SMC-PAD"),
    ("SINCO", "SINCO MIDI 1", 0, "Generic keyboard"),
    ("A-PRO", "A-PRO 1", 1, "Roland A-PRO"), ("A-PRO", "A-PRO MIDI", 0, "Generic keyboard"),
    ("ATM SQ", "ATM SQ ATM SQ", 0, "PreSonus ATOM SQ"),
    ("Digital Piano", "Digital Piano MIDI 1", 0, "Generic keyboard"),
    ("FIRE", "FIRE MIDI 1", 0, "Generic keyboard"),
    ("Keystation Pro 88", "Keystation Pro 88 MIDI 1", 0, "Generic keyboard"),
    ("nanoKONTROL Studio", "nanoKONTROL Studio CTRL", 0, "Korg nanoKONTROL Studio"),
    ("nanoKONTROL", "nanoKONTROL MIDI 1", 0, "Korg nanoKONTROL"),
    ("KOMPLETE KONTROL A25", "KOMPLETE KONTROL A25 MIDI", 0, "Native Instruments Komplete Kontrol A"),
    ("taktile-49", "taktile-49 MIDI 1", 0, "Korg taktile"), ("taktile-49", "taktile-49 MIDI 3", 2, "Generic keyboard"),
    ("taktile-25", "taktile-25 _ KEYBOARD/CTRL", 0, "Korg taktile"),
    ("TR taktile-49", "TR taktile-49 TR taktile-49 _ K", 0, "Korg taktile"),
    ("PANORAMA P1", "PANORAMA P1 Internal", 1, "Nektar Panorama P"),
    ("PANORAMA P6", "PANORAMA P6 PANORAMA P6 Interna", 0, "Nektar Panorama P"),
    ("PANORAMA P1", "PANORAMA P1 Instrument", 0, "Generic keyboard"),
    ("PANORAMA T6", "PANORAMA T6 Internal", 0, "Generic keyboard"),
    ("StarryPad", "StarryPad MIDI 1", 0, "Donner StarryPad"),
    ("STARRYPAD MINI", "STARRYPAD MINI MIDI 1", 0, "Generic keyboard"),
    ("EZ-250i", "EZ-250i MIDI 1", 0, "Yamaha EZ-250i"),
    ("Digital Keyboard", "Digital Keyboard MIDI 1", 0, "Generic keyboard"),
  ]

  @Test(arguments: realNames)
  func `real names find their file`(client: String, name: String, index: Int, mapping: String) {
    let library = MappingLibrary(mappings: Self.mappings)
    #expect(library.match(port(client: client, port: name, index: index)).mapping.name == mapping)
  }

  /// With the jack's name cut, both ports of a Launchkey read the same: then the USB id and place decide.
  @Test(arguments: [(0, "keys"), (1, "pads")]) func `equal names are distinguished by USB`(index: Int, part: String) {
    let library = MappingLibrary(mappings: Self.mappings)
    for (client, name, product) in [
      ("Launchkey Mini MK3", "Launchkey Mini MK3 Launchkey Mi", UInt16(0x0102)),
      ("Launchkey MK4 49", "Launchkey MK4 49 Launchkey MK4", 0x0145),
    ] {
      let found = library.match(port(client: client, port: name, index: index, usb: (0x1235, product)))
      #expect(found.mapping.name.hasSuffix(", \(part)"), "\(client)")
    }
  }
}
