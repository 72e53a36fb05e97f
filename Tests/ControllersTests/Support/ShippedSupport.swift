import MIDI
import Testing

@testable import Controllers

/// The shipped mapping of `file`.
func shipped(_ file: String) throws -> ControllerMapping {
  try #require(MappingLibrary.load(file: shippedFolder + "/" + file).mapping, "\(file)")
}

extension ControllerMapping {
  /// The mapping after the player has confirmed everything unsure that it sends.
  var confirmed: ControllerMapping { unsureParts.reduce(self) { $0.confirming($1) } }
}

extension CueEncoder {
  /// Everything a controller is sent when practice begins to use it, its pauses over.
  mutating func wholeStart() -> [MIDIMessage] { start() + rest() }

  /// Everything `cue` sends, its pauses over.
  mutating func whole(_ cue: Cue) -> [MIDIMessage] { encode(cue) + rest() }

  private mutating func rest() -> [MIDIMessage] {
    var messages: [MIDIMessage] = []
    while pause != nil { messages += proceed() }
    return messages
  }
}

/// One cue of each kind that lights can show, with its name in the golden files.
let everyCue: [(name: String, cue: Cue)] =
  [
    ("can-answer", .canAnswer),
    ("correct higher", .correct(pressed: .higher)), ("correct lower", .correct(pressed: .lower)),
    ("incorrect higher", .incorrect(pressed: .higher)), ("incorrect lower", .incorrect(pressed: .lower)),
    ("sharp 1", .result(cents: 3, band: 1)), ("sharp 2", .result(cents: 15, band: 2)),
    ("sharp 3", .result(cents: 60, band: 3)),
    ("flat 1", .result(cents: -3, band: 1)), ("flat 2", .result(cents: -15, band: 2)),
    ("flat 3", .result(cents: -60, band: 3)), ("dead-centre", .result(cents: 0, band: 0)),
  ]
  + [Role.startComparison, .startMatching, .startIntervalComparison, .startIntervalMatching].map {
    ("mode \($0.rawValue)", .mode($0))
  }
  + [("trouble", .trouble), ("idle", .idle)]

/// As in `90 3C 40`.
func hex(_ bytes: [UInt8]) -> String {
  bytes.map { byte in
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.count < 2 ? "0" + digits : digits
  }.joined(separator: " ")
}

/// The device's side of its lights: which of them are not dark.
struct FakeLights {
  private(set) var lit: [String: [UInt8]] = [:]
  private let feedback: Feedback

  init(_ feedback: Feedback = Feedback()) { self.feedback = feedback }

  mutating func receive(_ messages: [MIDIMessage]) {
    for message in messages {
      switch message {
      case .noteOn(let channel, let note, let velocity):
        if let channels = colourChannels(of: note), let place = channels.firstIndex(of: channel) {
          var colour = lit["note \(note.rawValue)"] ?? Array(repeating: 0, count: channels.count)
          colour[place] = velocity.rawValue
          lit["note \(note.rawValue)"] = colour.allSatisfy { $0 == 0 } ? nil : colour
        } else {
          set("note \(note.rawValue)", [velocity.rawValue])
        }
      case .controlChange(_, let controller, let value): set("cc \(controller.rawValue)", [value.rawValue])
      case .polyPressure(_, let note, let pressure): set("pressure \(note.rawValue)", [pressure.rawValue])
      case .systemExclusive(let bytes): receive(bytes)
      default: break
      }
    }
  }

  /// The channels on which a light takes a value of its colour each.
  private func colourChannels(of note: UInt7) -> [Channel]? {
    for case .colouredNotes(let notes, let channels) in feedback.areas.values.joined().map(\.kind)
    where notes.contains(note) { return channels }
    return nil
  }

  /// All lights of a frame at once, if it is one.
  private mutating func receive(frame bytes: [UInt8]) -> Bool {
    for case .frame(let frame, _) in feedback.areas.values.joined().map(\.kind) {
      let start = frame.template.prefix { $0 != .colours }
        .compactMap { if case .byte(let byte) = $0 { byte } else { nil } }
      guard bytes.starts(with: start), bytes.count == start.count + frame.numbers.count * dark.count else { continue }
      for (place, number) in frame.numbers.numbers.enumerated() {
        set("frame \(number.rawValue)", Array(bytes.dropFirst(start.count + place * dark.count).prefix(dark.count)))
      }
      return true
    }
    return false
  }

  /// SysEx is a light's if it fits its template.
  private mutating func receive(_ bytes: [UInt8]) {
    if receive(frame: bytes) { return }
    for light in feedback.areas.values.joined() {
      guard case .systemExclusive(let template, _) = light.kind else { continue }
      var rest = bytes[...]
      var number: UInt8?
      var colour: [UInt8] = []
      let fits = template.allSatisfy { place in
        switch place {
        case .byte(let byte): return rest.popFirst() == byte
        case .light:
          number = rest.popFirst()
          return number != nil
        case .colour:
          colour = Array(rest.prefix(dark.count))
          rest = rest.dropFirst(dark.count)
          return colour.count == dark.count
        case .colours: return false
        }
      }
      if fits, rest.isEmpty, let number { return set("sysex \(number)", colour) }
    }
  }

  private var dark: [UInt8] { feedback.colours[Feedback.dark]?.map(\.rawValue) ?? [0] }

  private mutating func set(_ light: String, _ colour: [UInt8]) { lit[light] = colour == dark ? nil : colour }
}
