import MIDI
import TestSupport
import Testing

@testable import Controllers

/// A written mapping reads back as the same mapping, without problems.
struct MappingWriterTests {
  private func read(_ text: String) -> (mapping: ControllerMapping?, problems: [MappingProblem]) {
    let (mapping, problems) = MappingDecoder.decode(Array(text.utf8), file: "written.yaml")
    // Unsure entries are written as unsure.
    return (mapping, problems.filter { !$0.reason.isUnsureOff })
  }

  /// Without what a file adds: where things stand in it.
  private func bare(_ mapping: ControllerMapping?) -> ControllerMapping? {
    guard var bare = mapping else { return nil }
    bare.file = nil
    for index in bare.bindings.indices { bare.bindings[index].position = nil }
    return bare
  }

  @Test(arguments: shippedFiles) func `every shipped mapping is read back unchanged`(_ file: String) throws {
    let mapping = try #require(MappingLibrary.load(file: shippedFolder + "/" + file).mapping)
    let text = MappingWriter.text(mapping)
    let (again, problems) = read(text)
    #expect(problems == [])
    #expect(bare(again) == bare(mapping), "\(text)")
    #expect(MappingWriter.text(try #require(again)) == text)
  }

  @Test func `generated mappings are read back unchanged`() throws {
    for seed in 0..<400 {
      var generator = MappingGenerator(seed: UInt64(seed))
      let mapping = generator.mapping()
      let text = MappingWriter.text(mapping)
      #expect(text.utf8.count <= 65_536)
      let (again, problems) = MappingDecoder.decode(Array(text.utf8), file: "written.yaml")
      #expect(problems.filter { $0.severity == .error } == [], "seed \(seed)\n\(text)")
      #expect(bare(again) == bare(mapping), "seed \(seed)\n\(text)")
    }
  }

  @Test(arguments: [
    "on", "null", "12", "0x1F", "a: b", "# no", "'", "\"", "\\", "- x", "{light}", "&a *a", "*", "[", "Pädal 🎹",
    "  two  ",
    "%TAG", "!x", "a\u{E000}b", "~", "=", "<<", "a\u{A0}b", "tom & jerry *x", "\u{10FFFF}",
  ])
  func `odd names are read back unchanged`(_ name: String) {
    var mapping = ControllerMapping.generic
    mapping.name = name
    mapping.mode = name
    mapping.sources = [name]
    mapping.match = PortMatch(clients: [NamePattern(name), NamePattern("*x &y")], ports: [NamePattern(name)])
    mapping.feedback.colours = [name: [UInt7(truncating: 3)], Feedback.dark: [UInt7(truncating: 0)]]
    let (again, problems) = read(MappingWriter.text(mapping))
    #expect(problems == [])
    #expect(again?.name == name)
    #expect(again?.sources == [name])
    #expect(bare(again) == mapping)
  }

  @Test(arguments: [
    (
      Control.pitchBend(channel: nil), FingerSetup(zone: .upper, range: 24),
      "pitch-bend: any, release: lift, zone: upper, range: 24"
    ),
    (.pitchBend(channel: nil), FingerSetup(), "pitch-bend: any, release: lift, zone: lower"),
    (
      .polyPressure(NumberSet(0...127), channel: nil, threshold: Control.half), FingerSetup(zone: .all),
      "poly-pressure: 0-127, release: lift, zone: all"
    ),
  ])
  func `fingers are read back unchanged`(_ control: Control, _ setup: FingerSetup, as line: String) {
    var mapping = ControllerMapping(
      name: "Fingers", mode: "any", sources: ["a test"], match: PortMatch(clients: [NamePattern("x")]))
    mapping.bindings = [Binding(role: .slider, control: control, release: .lift, fingers: setup)]
    let text = MappingWriter.text(mapping)
    #expect(text.contains(line), "\(text)")
    #expect(bare(read(text).mapping) == mapping)
  }

  @Test func `ranges are compact`() {
    var mapping = ControllerMapping(
      name: "Faders", mode: "any", sources: ["a test"], match: PortMatch(clients: [NamePattern("x")]))
    mapping.bindings = (48...55).map {
      Binding(
        role: .slider, control: .controlChange(UInt7(truncating: $0), channel: nil, threshold: Control.half),
        release: .settle)
    }
    mapping.bindings.append(Binding(role: .higher, control: .notes(NumberSet(32...63), channel: channel(10))))
    mapping.bindings.append(Binding(role: .lower, control: .notes(NumberSet(0...31), channel: channel(10))))
    let text = MappingWriter.text(mapping)
    #expect(text.contains("- {cc: 48-55, release: settle}\n"))
    #expect(text.contains("- {notes: 32-63, channel: 10}\n"))
    #expect(bare(read(text).mapping) == mapping)
  }

  /// A keyboard whose maker's file has rows with a gap in the middle, or columns that no rectangle makes.
  @Test func `grids are read back as grids or as notes`() throws {
    var mapping = ControllerMapping(
      name: "Grid", mode: "any", sources: ["a test"], match: PortMatch(clients: [NamePattern("x")]))
    for (rows, columns, step) in [(2, 4, 4), (3, 5, 8), (8, 8, 10), (4, 1, 30), (7, 9, 16)] {
      for bottom in [true, false] {
        mapping.halves = [
          .grid(
            Grid(first: 3, rows: rows, columns: columns, rowStep: step, firstRowIsBottom: bottom), channel: channel(2))
        ]
        #expect(bare(read(MappingWriter.text(mapping)).mapping) == mapping)
      }
    }
    var odd = Grid(first: 0, rows: 2, columns: 4, rowStep: 4, firstRowIsBottom: true)
    odd.upper.insert(100)
    mapping.halves = [.grid(odd, channel: nil)]
    let again = try #require(read(MappingWriter.text(mapping)).mapping)
    #expect(again.halves == [])
    #expect(again.bindings.map(\.control) == [.notes(odd.upper, channel: nil), .notes(odd.lower, channel: nil)])
  }
}

/// Mappings drawn at random, such as a file can say.
private struct MappingGenerator {
  private var generator: SplitMix64

  init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
  private mutating func value(_ range: ClosedRange<Int> = 0...127) -> UInt7 { UInt7(truncating: number(range)) }
  private mutating func flip() -> Bool { Bool.random(using: &generator) }
  private mutating func some<T>(_ values: [T]) -> T { values[number(0...(values.count - 1))] }
  private mutating func any() -> Channel? { flip() ? nil : channel(number(1...16)) }
  private mutating func sure() -> Confidence { number(0...4) == 0 ? .unsure : .source }

  private mutating func numbers() -> NumberSet {
    var set = NumberSet()
    for _ in 0..<number(1...4) {
      let low = number(0...127)
      set.formUnion(NumberSet(low...min(127, low + number(0...9))))
    }
    return set
  }

  private mutating func text() -> String {
    let pieces = [
      "A", "ß", "&", "*", ":", " ", "#", "'", "\"", "\\", "-", "x1", "{", "}", "%", "日", "🎛", ",", "[", "?", "|", ">",
    ]
    return "n" + (0..<number(0...12)).map { _ in some(pieces) }.joined()
  }

  private mutating func button() -> Control {
    switch number(0...5) {
    case 0: .notes(numbers(), channel: any())
    case 1: .controlChange(value(), channel: any(), threshold: value(1...127))
    case 2:
      .nonRegisteredParameter(UInt14(most: value(), least: value()), channel: any(), threshold: value(1...127))
    case 3: .channelPressure(channel: any(), threshold: value(1...127))
    case 4: .polyPressure(numbers(), channel: any(), threshold: value(1...127))
    default: .programChange(numbers(), channel: any())
    }
  }

  private mutating func moved() -> Control {
    switch number(0...5) {
    case 0: .pitchBend(channel: any())
    case 1: .controlChange(value(), channel: any(), threshold: value(1...127))
    case 2: .controlChangePair(most: value(), least: value(), channel: any())
    case 3: .relative(value(), encoding: some(RelativeEncoding.allCases), channel: any())
    case 4: .nonRegisteredParameter(UInt14(most: value(), least: value()), channel: any(), threshold: Control.half)
    default: .channelPressure(channel: any(), threshold: Control.half)
    }
  }

  private mutating func binding(_ role: Role) -> Binding {
    guard role == .slider || role == .level else {
      let control: Control =
        switch number(0...9) {
        case 0: .longPress(button(), milliseconds: number(200...5000))
        case 1: .together(button(), button())
        default: button()
        }
      return Binding(role: role, control: control, confidence: sure())
    }
    let control = moved()
    guard role == .slider else { return Binding(role: role, control: control, confidence: sure()) }
    // Fingers fit few controls, and only one in a mapping; they have a separate test.
    let release = some(Release.allCases.filter { $0 != .lift })
    let motor = control.channel == nil ? nil : control.highestMotorValue
    return Binding(
      role: role, control: control, release: release, touch: release == .touch ? button() : nil,
      motorMaximum: motor.flatMap { flip() ? number(1...$0) : nil }, confidence: sure())
  }

  private mutating func message() -> OutgoingMessage {
    let channel = channel(number(1...16))
    let message: MIDIMessage =
      switch number(0...3) {
      case 0: .noteOn(channel: channel, note: value(), velocity: value())
      case 1: .controlChange(channel: channel, controller: value(), value: value())
      case 2: .programChange(channel: channel, program: value())
      default: .systemExclusive((0..<number(1...9)).map { _ in value().rawValue })
      }
    return OutgoingMessage(message, confidence: sure())
  }

  private mutating func feedback() -> Feedback {
    var feedback = Feedback(colours: [Feedback.dark: [UInt7(truncating: 0)]])
    for name in ["on", "green", text()] { feedback.colours[name] = [value()] }
    for name in ["higher", "lower", text()] {
      feedback.areas[name] = (0..<number(0...2)).map { _ in
        let kind: Light.Kind
        switch number(0...3) {
        case 0: kind = .notes(numbers())
        case 1: kind = .controlChange(numbers())
        case 2: kind = .polyPressure(numbers())
        default:
          kind = .systemExclusive(template: [.byte(0x20), .light, .byte(3), .colour], numbers: numbers())
          return Light(kind: kind, channel: channel(1), confidence: sure())
        }
        return Light(kind: kind, channel: channel(number(1...16)), confidence: sure())
      }
    }
    let names = feedback.colours.keys.sorted()
    let areas = feedback.areas.keys.sorted()
    func steps(_ word: CueWord, _ self: inout MappingGenerator) -> [CueStep] {
      (0..<self.number(0...3)).map { _ in
        if self.number(0...3) == 0 { return .send(self.message()) }
        var places: [LightArea] = [.both, .named(self.some(areas))]
        if word == .correct || word == .incorrect { places += [.pressed, .other] }
        if word == .band { places.append(.lit) }
        return .light(
          self.some(places), colour: self.some(names), channel: self.flip() ? nil : channel(self.number(1...16)))
      }
    }
    for word in CueWord.allCases where flip() {
      switch word {
      case .band: for band in 0...3 { feedback.cues[.band(band)] = steps(word, &self) }
      case .mode: feedback.cues[.mode(.startMatching)] = steps(word, &self)
      case .sharp where flip(), .flat where flip():
        for band in 1...3 { feedback.cues[.direction(word, band: band)] = steps(word, &self) }
      default: feedback.cues[.plain(word)] = steps(word, &self)
      }
    }
    if flip() { feedback.tick = message() }
    return feedback
  }

  mutating func mapping() -> ControllerMapping {
    var mapping = ControllerMapping(name: text(), mode: text(), sources: (0..<number(0...3)).map { _ in text() })
    mapping.match.usb = (0..<number(0...2)).map { _ in
      USBID(vendor: UInt16(number(0...65535)), product: UInt16(number(0...65535)))
    }
    mapping.match.portIndex = flip() ? nil : number(0...255)
    mapping.match.clients = (0..<number(0...2)).map { _ in NamePattern(text()) }
    mapping.match.ports = (0..<number(0...3)).map { _ in NamePattern(text()) }
    for role in Role.allCases.shuffled(using: &generator) where number(0...2) > 0 {
      mapping.bindings += (0..<number(1...4)).map { _ in binding(role) }
    }
    if flip() { mapping.halves.append(.keyboard(channel: any(), split: number(1...127))) }
    if flip() {
      let rows = number(2...6)
      let columns = number(1...8)
      mapping.halves.append(
        .grid(
          Grid(
            first: number(0...10), rows: rows, columns: columns, rowStep: columns + number(0...8),
            firstRowIsBottom: flip()), channel: any()))
    }
    if flip() { mapping.feedback = feedback() }
    mapping.initSteps = (0..<number(0...3)).map { _ in
      flip() ? .pause(milliseconds: number(1...1000)) : .send(message())
    }
    mapping.exitMessages = (0..<number(0...2)).map { _ in message() }
    mapping.localControl = flip() ? .offWhilePractising : flip() ? .offered : .none
    mapping.kind = flip() ? nil : ControllerKind.allCases.randomElement(using: &generator)
    mapping.extent = flip() ? .basic : .complete
    return mapping
  }
}
