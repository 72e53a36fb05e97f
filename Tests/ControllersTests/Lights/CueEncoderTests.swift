import MIDI
import TestSupport
import Testing

@testable import Controllers

struct CueEncoderTests {
  private let lines = """
    halves: [{keyboard: {}}]
    init: [{sysex: "F0 47 01 F7"}, {program: 3, channel: 2}, {cc: 0, value: 1, confidence: unsure}]
    exit: [{sysex: "F0 47 00 F7"}]
    local-control: off-while-practising
    feedback:
      colours: {dark: 12, red: 15, green: 60, dim: 16}
      lights:
        higher: [{notes: 2-3}, {cc: 20, channel: 3}, {notes: 9, confidence: unsure}]
        lower: [{notes: 0-1}]
      cues:
        can-answer: [{light: both, colour: dim}]
        correct: [{light: pressed, colour: green}]
        incorrect: [{light: other, colour: red}]
        sharp: [{light: higher, colour: dim}]
        band: {3: [{light: lit, colour: red}]}
        trouble: [{send: {cc: 99, value: 1}}, {send: {cc: 98, value: 1, confidence: unsure}}]
      tick: {note: 37, velocity: 60, channel: 10}
    """

  private func encoder() throws -> CueEncoder { CueEncoder(mapping: try mapping(lines)) }
  private func note(_ number: Int, _ value: Int) -> MIDIMessage { on(number, velocity: value) }

  private var allDark: [MIDIMessage] {
    [note(2, 12), note(3, 12), cc(20, 12, channel: 3), note(0, 12), note(1, 12)]
  }

  @Test func `the start sets the mode and clears the lights, without unsure messages`() throws {
    var encoder = try encoder()
    let program = MIDIMessage.programChange(channel: channel(2), program: UInt7(truncating: 3))
    #expect(encoder.start() == [.systemExclusive([0x47, 1]), program] + allDark)
    #expect(encoder.finish() == allDark + [.systemExclusive([0x47, 0])])
  }

  @Test func `nothing is sent before the start or after the end`() throws {
    var encoder = try encoder()
    #expect(encoder.encode(.canAnswer) == [])
    #expect(encoder.finish() == [])
    _ = encoder.start()
    _ = encoder.finish()
    #expect(encoder.encode(.idle) == [])
    #expect(encoder.finish() == [])
  }

  @Test func `each cue replaces the lights of the one before, new lights first`() throws {
    var encoder = try encoder()
    _ = encoder.start()
    #expect(encoder.encode(.canAnswer) == [note(2, 16), note(3, 16), cc(20, 16, channel: 3), note(0, 16), note(1, 16)])
    #expect(encoder.encode(.canAnswer) == [])
    #expect(
      encoder.encode(.incorrect(pressed: .higher))
        == [note(0, 15), note(1, 15), note(2, 12), note(3, 12), cc(20, 12, channel: 3)])
    // A cue the mapping does not have leaves nothing lit.
    #expect(encoder.encode(.result(cents: -4, band: 1)) == [note(0, 12), note(1, 12)])
  }

  @Test(arguments: [
    (Cue.correct(pressed: .higher), [2, 3], 60), (.correct(pressed: .lower), [0, 1], 60),
    (.incorrect(pressed: .higher), [0, 1], 15), (.incorrect(pressed: .lower), [2, 3], 15),
  ])
  func `lights of both halves`(_ cue: Cue, notes: [Int], value: Int) throws {
    var encoder = try encoder()
    _ = encoder.start()
    let lit = encoder.encode(cue).filter { if case .noteOn = $0 { true } else { false } }
    #expect(lit == notes.map { note($0, value) })
  }

  @Test func `idle clears all lights, whatever was lit`() throws {
    var encoder = try encoder()
    _ = encoder.start()
    #expect(encoder.encode(.idle) == allDark)
    _ = encoder.encode(.correct(pressed: .lower))
    #expect(encoder.encode(.idle) == allDark)
  }

  @Test func `a band colours the lights of the direction before they are sent`() throws {
    var encoder = try encoder()
    _ = encoder.start()
    #expect(encoder.encode(.result(cents: 40, band: 3)) == [note(2, 15), note(3, 15), cc(20, 15, channel: 3)])
    // A band without a description leaves the direction unchanged.
    #expect(encoder.encode(.result(cents: 4, band: 1)) == [note(2, 16), note(3, 16), cc(20, 16, channel: 3)])
    #expect(encoder.tells(.result(cents: 4, band: 1)))
    #expect(!encoder.tells(.result(cents: -40, band: 3)))
  }

  @Test func `after replugging all lights are written`() throws {
    var encoder = try encoder()
    let start = encoder.start()
    _ = encoder.encode(.canAnswer)
    #expect(
      encoder.start(showing: .correct(pressed: .lower))
        == start.prefix(2) + [note(0, 60), note(1, 60), note(2, 12), note(3, 12), cc(20, 12, channel: 3)])
  }

  @Test func `a controller plugged in again shows the state of practice`() throws {
    var encoder = try encoder()
    let program = MIDIMessage.programChange(channel: channel(2), program: UInt7(truncating: 3))
    let lower = [note(0, 60), note(1, 60), note(2, 12), note(3, 12), cc(20, 12, channel: 3)]
    #expect(encoder.start(showing: .correct(pressed: .lower)) == [.systemExclusive([0x47, 1]), program] + lower)
    // It is known to be lit.
    #expect(encoder.encode(.correct(pressed: .lower)) == [])
    #expect(encoder.start(showing: .trouble).suffix(allDark.count + 1) == allDark + [cc(99, 1)])
  }

  @Test func `a controller plugged in again waits for its mode before it shows anything`() throws {
    let text = """
      halves: [{keyboard: {}}]
      init: [{program: 1}, {pause: 100}, {program: 2}]
      feedback: {colours: {dark: 0, red: 5}, lights: {higher: [{notes: 1}]}, cues: {can-answer: [{light: higher, colour: red}]}}
      """
    func program(_ number: Int) -> MIDIMessage {
      .programChange(channel: channel(1), program: UInt7(truncating: number))
    }
    var encoder = CueEncoder(mapping: try mapping(text))
    #expect(encoder.start(showing: .canAnswer) == [program(1)])
    #expect(encoder.pause == .milliseconds(100))
    #expect(encoder.proceed() == [program(2), note(1, 5)])
    #expect(encoder.proceed() == [])
  }

  @Test func `messages are sent unchanged, and unsure ones are not sent`() throws {
    var encoder = try encoder()
    _ = encoder.start()
    #expect(encoder.encode(.trouble) == [cc(99, 1)])
    #expect(encoder.tells(.trouble))
    #expect(!encoder.tells(.result(cents: 0, band: 0)))
  }

  @Test func `percussion and local control`() throws {
    let encoder = try encoder()
    #expect(encoder.tick == [on(37, velocity: 60, channel: 10), off(37, channel: 10)])
    #expect(encoder.localControl(isOn: false) == (1...16).map { cc(122, 0, channel: $0) })
    #expect(encoder.localControl(isOn: true).first == cc(122, 127))
    #expect(CueEncoder(mapping: .generic).localControl(isOn: false) == [])
  }

  @Test func `system exclusive lights fill their template`() throws {
    var encoder = CueEncoder(
      mapping: try mapping(
        """
        halves: [{keyboard: {}}]
        feedback:
          colours: {dark: [0, 0, 0], red: [127, 0, 1]}
          lights: {higher: [{sysex: "F0 00 20 16 {light} {colour} F7", numbers: 52-53}], lower: [{sysex: "F0 1 {light} {colour} F7", numbers: 4}]}
          cues: {incorrect: [{light: other, colour: red}], correct: [{light: pressed, colour: red}]}
        """))
    _ = encoder.start()
    #expect(
      encoder.encode(.incorrect(pressed: .lower))
        == [.systemExclusive([0, 0x20, 0x16, 52, 127, 0, 1]), .systemExclusive([0, 0x20, 0x16, 53, 127, 0, 1])])
  }

  @Test func `a light of two areas is one light`() throws {
    var encoder = CueEncoder(
      mapping: try mapping(
        """
        halves: [{keyboard: {}}]
        feedback:
          colours: {dark: 0, red: 5}
          lights: {higher: [{notes: 2-3}], lower: [{notes: 0-1}], above: [{notes: 2}]}
          cues:
            correct: [{light: pressed, colour: red}]
            incorrect: [{light: other, colour: red}]
            sharp: [{light: above, colour: red}]
        """))
    #expect(encoder.start() == [note(2, 0), note(3, 0), note(0, 0), note(1, 0)])
    _ = encoder.encode(.correct(pressed: .higher))
    #expect(encoder.encode(.result(cents: 1, band: 1)) == [note(3, 0)])
    #expect(encoder.encode(.incorrect(pressed: .lower)) == [note(3, 5)])
  }

  @Test func `lights change by steps`() throws {
    var encoder = CueEncoder(
      mapping: try mapping(
        """
        halves: [{keyboard: {}}]
        feedback:
          colours: {dark: 0, right: 23, more: 25, most: 27, left: 21}
          lights: {ring: [{cc: 48}], buttons: [{poly-pressure: 9, channel: 2}]}
          cues:
            sharp: {1: [{light: ring, colour: right}], 2: [{light: ring, colour: more}], 3: [{light: ring, colour: most}]}
            flat: [{light: ring, colour: left}]
            dead-centre: [{light: buttons, colour: right}]
        """))
    let button = { (value: Int) in
      MIDIMessage.polyPressure(channel: channel(2), note: UInt7(truncating: 9), pressure: UInt7(truncating: value))
    }
    #expect(encoder.start() == [button(0), cc(48, 0)])
    #expect(encoder.encode(.result(cents: 9, band: 1)) == [cc(48, 23)])
    #expect(encoder.encode(.result(cents: 10, band: 2)) == [cc(48, 25)])
    #expect(encoder.encode(.result(cents: 31, band: 3)) == [cc(48, 27)])
    #expect(encoder.encode(.result(cents: -31, band: 3)) == [cc(48, 21)])
    #expect(encoder.encode(.result(cents: 0, band: 0)) == [button(23), cc(48, 0)])
    #expect(encoder.encode(.idle) == [button(0), cc(48, 0)])
  }

  @Test func `pauses separate init messages`() throws {
    let text = """
      halves: [{keyboard: {}}]
      init: [{program: 1}, {pause: 100}, {program: 2}, {pause: 7}, {program: 3}]
      feedback: {colours: {dark: 0, red: 5}, lights: {higher: [{notes: 1}]}, cues: {trouble: [{light: higher, colour: red}]}}
      """
    func program(_ number: Int) -> MIDIMessage {
      .programChange(channel: channel(1), program: UInt7(truncating: number))
    }
    var encoder = CueEncoder(mapping: try mapping(text))
    #expect(encoder.start() == [program(1)])
    #expect(encoder.pause == .milliseconds(100))
    #expect(encoder.proceed() == [program(2)])
    #expect(encoder.pause == .milliseconds(7))
    #expect(encoder.proceed() == [program(3), note(1, 0)])
    #expect(encoder.pause == nil)
    #expect(encoder.proceed() == [])
    // A cue sent in the meantime does not wait.
    #expect(encoder.start() == [program(1)])
    #expect(encoder.encode(.trouble) == [program(2), program(3), note(1, 0), note(1, 5)])
    #expect(encoder.pause == nil)
    #expect(encoder.start() == [program(1)])
    #expect(encoder.finish() == [note(1, 0)])
    #expect(encoder.proceed() == [])
  }

  @Test func `all lights are dark at the end, whatever the cues`() throws {
    var generator = SplitMix64(seed: 3)
    let shipped = try #require(MappingLibrary.load(file: shippedFolder + "/akai-apc-mini-mk2.yaml").mapping)
    let cues: [Cue] = [
      .canAnswer, .correct(pressed: .higher), .correct(pressed: .lower), .incorrect(pressed: .higher),
      .incorrect(pressed: .lower), .result(cents: 5, band: 1), .result(cents: -30, band: 2), .result(cents: 0, band: 0),
      .result(cents: -99, band: 3), .mode(.startMatching), .trouble, .idle,
    ]
    for _ in 0..<20 {
      var encoder = CueEncoder(mapping: shipped)
      var device = FakeLights()
      device.receive(encoder.start())
      for _ in 0..<30 {
        guard let cue = cues.randomElement(using: &generator) else { continue }
        device.receive(encoder.encode(cue))
        // The encoder's picture and the device's are the same: another device gets the same by a start.
        var second = FakeLights()
        var copy = encoder
        second.receive(copy.start(showing: cue))
        #expect(device.lit == second.lit)
        if cue == .idle { #expect(device.lit.isEmpty) }
        device.receive([on(Int.random(in: 0...63, using: &generator), velocity: 0)])
        device = second
      }
      device.receive(encoder.finish())
      #expect(device.lit.isEmpty)
    }
  }
}
