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

  private func encoder() throws -> CueEncoder { CueEncoder(profile: try profile(lines)) }
  private func note(_ number: Int, _ value: Int) -> MIDIMessage { on(number, velocity: value) }

  private var allDark: [MIDIMessage] {
    [note(2, 12), note(3, 12), cc(20, 12, channel: 3), note(0, 12), note(1, 12)]
  }

  @Test func startingPutsTheModeAndClearsWithoutUnsureMessages() throws {
    var encoder = try encoder()
    let program = MIDIMessage.programChange(channel: channel(2), program: UInt7(truncating: 3))
    #expect(encoder.start() == [.systemExclusive([0x47, 1]), program] + allDark)
    #expect(encoder.finish() == allDark + [.systemExclusive([0x47, 0])])
  }

  @Test func nothingIsSentBeforeStartAndAfterFinish() throws {
    var encoder = try encoder()
    #expect(encoder.encode(.canAnswer) == [])
    #expect(encoder.finish() == [])
    #expect(encoder.restore() == [])
    _ = encoder.start()
    _ = encoder.finish()
    #expect(encoder.encode(.idle) == [])
    #expect(encoder.finish() == [])
  }

  @Test func eachCueIsAPictureOfItsOwnLightsFirst() throws {
    var encoder = try encoder()
    _ = encoder.start()
    #expect(encoder.encode(.canAnswer) == [note(2, 16), note(3, 16), cc(20, 16, channel: 3), note(0, 16), note(1, 16)])
    #expect(encoder.encode(.canAnswer) == [])
    #expect(
      encoder.encode(.incorrect(pressed: .higher))
        == [note(0, 15), note(1, 15), note(2, 12), note(3, 12), cc(20, 12, channel: 3)])
    // A cue the profile does not have leaves nothing lit.
    #expect(encoder.encode(.flat) == [note(0, 12), note(1, 12)])
  }

  @Test(arguments: [
    (Cue.correct(pressed: .higher), [2, 3], 60), (.correct(pressed: .lower), [0, 1], 60),
    (.incorrect(pressed: .higher), [0, 1], 15), (.incorrect(pressed: .lower), [2, 3], 15),
  ])
  func halves(_ cue: Cue, notes: [Int], value: Int) throws {
    var encoder = try encoder()
    _ = encoder.start()
    let lit = encoder.encode(cue).filter { if case .noteOn = $0 { true } else { false } }
    #expect(lit == notes.map { note($0, value) })
  }

  @Test func idleClearsEverythingWhateverIsBelieved() throws {
    var encoder = try encoder()
    _ = encoder.start()
    #expect(encoder.encode(.idle) == allDark)
    _ = encoder.encode(.correct(pressed: .lower))
    #expect(encoder.encode(.idle) == allDark)
  }

  @Test func aBandColoursWhatTheDirectionLit() throws {
    var encoder = try encoder()
    _ = encoder.start()
    _ = encoder.encode(.sharp)
    #expect(encoder.encode(.band(3)) == [note(2, 15), note(3, 15), cc(20, 15, channel: 3)])
    #expect(encoder.encode(.band(1)) == [])
  }

  @Test func afterReplugTheWholePictureIsWritten() throws {
    var encoder = try encoder()
    let start = encoder.start()
    _ = encoder.encode(.correct(pressed: .lower))
    #expect(
      encoder.restore()
        == start.prefix(2) + [note(0, 60), note(1, 60), note(2, 12), note(3, 12), cc(20, 12, channel: 3)])
  }

  @Test func messagesGoAsTheyAreAndUnsureOnesDoNot() throws {
    var encoder = try encoder()
    _ = encoder.start()
    #expect(encoder.encode(.trouble) == [cc(99, 1)])
    #expect(encoder.tells(.trouble))
    #expect(!encoder.tells(.deadCentre))
  }

  @Test func percussionAndLocalControl() throws {
    let encoder = try encoder()
    #expect(encoder.tick == [on(37, velocity: 60, channel: 10), off(37, channel: 10)])
    #expect(encoder.localControl(isOn: false) == (1...16).map { cc(122, 0, channel: $0) })
    #expect(encoder.localControl(isOn: true).first == cc(122, 127))
    #expect(CueEncoder(profile: .generic).localControl(isOn: false) == [])
  }

  @Test func systemExclusiveLightsFillTheirTemplate() throws {
    var encoder = CueEncoder(
      profile: try profile(
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

  @Test func whateverIsToldItEndsDark() throws {
    var generator = SplitMix64(seed: 3)
    let shipped = try #require(ProfileLibrary.load(file: shippedFolder + "/akai-apc-mini-mk2.yaml").profile)
    let cues: [Cue] = [
      .canAnswer, .correct(pressed: .higher), .correct(pressed: .lower), .incorrect(pressed: .higher),
      .incorrect(pressed: .lower), .sharp, .flat, .deadCentre, .band(0), .band(3), .mode(.startMatching), .trouble,
      .idle,
    ]
    for _ in 0..<20 {
      var encoder = CueEncoder(profile: shipped)
      var device = FakeLights()
      device.receive(encoder.start())
      for _ in 0..<30 {
        guard let cue = cues.randomElement(using: &generator) else { continue }
        device.receive(encoder.encode(cue))
        // The encoder's picture and the device's are the same: another device gets the same by a restore.
        var second = FakeLights()
        var copy = encoder
        second.receive(copy.restore())
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
