import MIDI
import Testing

@testable import Controllers

/// Lights that one message sets together, lights whose colour takes several, and what a controller must hear again and
/// again.
struct LightFormTests {
  private func encoder(_ lines: String) throws -> CueEncoder {
    let (mapping, problems) = MappingDecoder.decode(
      Array(mappingText("halves: [{keyboard: {}}]\n" + lines).utf8), file: "x")
    return CueEncoder(mapping: try #require(mapping, "\(problems)"))
  }

  private func bytes(_ text: String) -> [UInt8] { text.split(separator: " ").compactMap { UInt8($0, radix: 16) } }

  // MARK: Frames

  /// john-kuan/lpd8mk2sysex and others: two bytes each of red, green and blue, pads 1 to 8; 1-4 are the lower row.
  private func lpd8(_ pads: [Int: String]) -> [UInt8] {
    bytes("F0 47 7F 4C 06 00 30 " + (1...8).map { pads[$0] ?? "00 00 00 00 00 00" }.joined(separator: " ") + " F7")
  }

  @Test(arguments: [
    (Cue.correct(pressed: .higher), [5, 6, 7, 8], "00 00 00 7F 00 00"),
    (.incorrect(pressed: .higher), [1, 2, 3, 4], "00 7F 00 00 00 00"),
    (.canAnswer, [4, 8], "00 0C 00 0C 00 0C"), (.result(cents: 3, band: 1), [5], "00 00 00 7F 00 00"),
    (.result(cents: -60, band: 3), [1, 2, 3], "00 7F 00 00 00 00"),
    (.result(cents: 0, band: 0), [2, 3, 6, 7], "00 00 00 7F 00 00"),
    (.trouble, [1, 2, 3, 4, 5, 6, 7, 8], "00 7F 00 7F 00 00"), (.idle, [], ""),
  ])
  func `an LPD8 mk2 shows all eight pads by one message`(_ cue: Cue, pads: [Int], colour: String) throws {
    var encoder = CueEncoder(mapping: try shipped("akai-lpd8-mk2.yaml"))
    #expect(encoder.start().map(\.bytes) == [lpd8([:])])
    let wanted = lpd8(Dictionary(uniqueKeysWithValues: pads.map { ($0, colour) }))
    #expect(encoder.encode(cue).map(\.bytes) == [wanted])
    // A picture already shown is not sent again, except the dark one.
    #expect(encoder.encode(cue).isEmpty == (cue != .idle))
    #expect(encoder.finish().map(\.bytes) == [lpd8([:])])
  }

  @Test func `lights that no cue has, or unsure ones, are dark in their frame`() throws {
    var encoder = try encoder(
      """
      feedback:
        colours: {dark: [0, 1], green: [2, 3]}
        lights:
          higher: [{sysex: "F0 10 {colours} 11 F7", of: [2, 5, 9, 30], numbers: [9]}]
          lower: [{sysex: "F0 10 {colours} 11 F7", of: [2, 5, 9, 30], numbers: [2, 5], confidence: unsure}]
          beside: [{sysex: "F0 12 {light} {colour} F7", numbers: 7}]
        cues:
          correct: [{light: both, colour: green}, {light: beside, colour: green}]
      """)
    #expect(encoder.start().map(\.bytes) == [bytes("F0 12 07 00 01 F7"), bytes("F0 10 00 01 00 01 00 01 00 01 11 F7")])
    #expect(
      encoder.encode(.correct(pressed: .higher)).map(\.bytes)
        == [bytes("F0 12 07 02 03 F7"), bytes("F0 10 00 01 00 01 02 03 00 01 11 F7")])
  }

  // MARK: Colours in several notes

  @Test func `a colour of several notes is sent as one on each channel, in order`() throws {
    var encoder = try encoder(
      """
      feedback:
        colours: {dark: 0, "on": 127, green: [127, 1, 100, 2]}
        lights:
          higher: [{notes: 40, channels: [1, 4, 2, 3]}]
          lower: [{notes: 50, channel: 1}]
        cues:
          correct: [{light: higher, colour: green}, {light: lower, colour: "on"}]
          trouble: [{light: both, colour: "on"}]
      """)
    func told(_ cue: Cue) -> [[UInt8]] { encoder.encode(cue).map(\.bytes) }
    _ = encoder.start()
    #expect(
      told(.correct(pressed: .higher)) == ["90 28 7F", "93 28 01", "91 28 64", "92 28 02", "90 32 7F"].map(bytes))
    #expect(told(.trouble) == ["90 28 7F", "93 28 7F", "91 28 7F", "92 28 7F"].map(bytes))
    #expect(told(.idle) == ["90 28 00", "93 28 00", "91 28 00", "92 28 00", "90 32 00"].map(bytes))
  }

  @Test func `a colour that fits none of the lights of a cue is refused`() {
    let text = mappingText(
      """
      feedback:
        colours: {dark: 0, pale: [1, 2]}
        lights: {higher: [{notes: 1, channels: [1, 2, 3]}]}
        cues: {trouble: [{light: higher, colour: pale}]}
      """)
    let found = MappingDecoder.decode(Array(text.utf8), file: "x").problems
    #expect(found.map(\.reason).contains(.colourSize(colour: "pale", expected: 3, found: 2)))
  }

  /// Bitwig's AtomPad: 90 is on, 91, 92, 93 are red, green and blue, of notes 24 to 33; 8F 00 7F is native mode.
  @Test func `an ATOM is lit in its native mode`() throws {
    var encoder = CueEncoder(mapping: try shipped("presonus-atom.yaml"))
    let start = encoder.wholeStart().map(\.bytes)
    #expect(start.first == [0x8F, 0, 127])
    let green = encoder.encode(.result(cents: 3, band: 1)).map(\.bytes)
    #expect(
      green == [45, 46].flatMap { [[0x90, $0, 127], [0x91, $0, 0], [0x92, $0, 127], [0x93, $0, 0]] as [[UInt8]] })
    #expect(encoder.finish().last?.bytes == [0x8F, 0, 0])
  }

  // MARK: Signs of life

  @Test(arguments: ["presonus-faderport-2.yaml", "presonus-faderport-8.yaml", "presonus-faderport-16.yaml"])
  func `a FaderPort receives its heartbeat first`(_ file: String) throws {
    var encoder = CueEncoder(mapping: try shipped(file))
    #expect(encoder.mapping.heartbeat?.milliseconds == 990)
    #expect(encoder.beat() == [])
    #expect(encoder.start().first?.bytes == [0xA0, 0, 0])
    #expect(encoder.beat().map(\.bytes) == [[0xA0, 0, 0]])
    #expect(!encoder.finish().map(\.bytes).contains([0xA0, 0, 0]))
    #expect(encoder.beat() == [])
  }

  @Test func `the heartbeat continues while the controller is learned`() throws {
    var mode = ShippedMode(try shipped("presonus-faderport-8.yaml"))
    #expect(!mode.isEmpty && mode.begin().map(\.bytes) == [[0xA0, 0, 0]])
    mode.wait(from: milliseconds(100))
    #expect(mode.deadline == milliseconds(1090))
    #expect(mode.advance(to: milliseconds(1089)) == [])
    #expect(mode.advance(to: milliseconds(1090)).map(\.bytes) == [[0xA0, 0, 0]])
    #expect(mode.deadline == milliseconds(2080))
    #expect(mode.adding(to: ControllerMapping(name: "")).heartbeat?.milliseconds == 990)
    mode.forget()
    #expect(mode.deadline == nil)
  }

  @Test(arguments: ["akai-lpd8-mk2.yaml", "presonus-atom.yaml", "presonus-faderport-8.yaml"])
  func `every form of light is written and read`(_ file: String) throws {
    let mapping = try shipped(file)
    let (again, problems) = MappingDecoder.decode(Array(MappingWriter.text(mapping).utf8), file: "x")
    #expect(again?.feedback == mapping.feedback, "\(problems)")
    #expect(again?.heartbeat == mapping.heartbeat && again?.initSteps == mapping.initSteps)
  }
}
