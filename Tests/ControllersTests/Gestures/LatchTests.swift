import MIDI
import Testing

@testable import Controllers

/// Buttons that toggle with each press and send nothing on release.
struct LatchTests {
  private func decoder(_ latch: String) throws -> ControlDecoder {
    let text = mappingText(
      """
      roles:
        stop: [{cc: 51, channel: 1, latch: \(latch)}, {notes: 7, channel: 1, latch: \(latch)}]
        commit: [{cc: 52, channel: 1}]
      halves: [{keyboard: {channel: 2}}]
      """)
    return ControlDecoder(mapping: try #require(MappingDecoder.decode(Array(text.utf8), file: "x").mapping))
  }

  /// The roles that are pressed; each must be let go at once.
  private func presses(_ decoder: inout ControlDecoder, _ messages: [MIDIMessage]) -> [Role?] {
    messages.flatMap { message -> [Role?] in
      let events = decoder.decode(message)
      guard case .pressed(let press) = events.first else { return [] }
      #expect(events == [.pressed(press), .released(press.key)] && !decoder.holds(message))
      return [press.role]
    }
  }

  @Test func `each press counts if on and off are both one press`() throws {
    var decoder = try decoder("each")
    #expect(presses(&decoder, [cc(51, 127), cc(51, 0), cc(51, 127)]) == [.stop, .stop, .stop])
    #expect(presses(&decoder, [on(7), off(7), on(7)]) == [.stop, .stop, .stop])
    // Reported twice, by two connections, but pressed once.
    #expect(presses(&decoder, [cc(51, 0), cc(51, 0)]) == [.stop])
  }

  @Test func `a button that was on when plugged in is recognised at its first press`() throws {
    var decoder = try decoder("each")
    #expect(presses(&decoder, [cc(51, 0)]) == [.stop])
    #expect(decoder.releaseAll() == [])
    #expect(presses(&decoder, [cc(51, 0)]) == [.stop])
  }

  @Test func `only on counts if every second press is reported`() throws {
    var decoder = try decoder("every-second")
    #expect(presses(&decoder, [cc(51, 127), cc(51, 0), cc(51, 127), cc(51, 127)]) == [.stop, .stop, .stop])
    #expect(presses(&decoder, [on(7), off(7), on(7)]) == [.stop, .stop])
  }

  /// A regression test: such a button counted as held from the first press, so a stop button ended the program 0.8 s
  /// later.
  @Test func `a latching button is never held`() throws {
    var decoder = try decoder("each")
    var hands = GestureRecognizer(context: .comparison)
    let gestures = decoder.decode(cc(51, 127)).flatMap { hands.handle($0, at: milliseconds(0), in: .comparison) }
    #expect(gestures == [.button(.stop, at: milliseconds(0))])
    #expect(hands.deadline == nil && hands.advance(to: milliseconds(5_000)).isEmpty)
    // A button that reports both press and release can still be held.
    #expect(decoder.decode(cc(52, 127)).count == 1 && decoder.holds(cc(52, 127)))
  }

  @Test func `the buttons of an Alesis V act with each press`() throws {
    var decoder = ControlDecoder(mapping: try shipped("alesis-v25.yaml"))
    for (number, role) in zip(48...51, [Role.startComparison, .startMatching, .again, .stop]) {
      #expect(presses(&decoder, [cc(number, 127), cc(number, 0), cc(number, 127)]) == [role, role, role])
    }
  }

  /// It never reports a release, so as a finger it would take the note and never release it.
  @Test func `a latching button is not a finger`() throws {
    let text = mappingText(
      """
      roles:
        slider: [{pitch-bend: any, release: lift}]
        higher: [{notes: 7, channel: 2, latch: each}]
      halves: [{keyboard: {channel: 2}}]
      """)
    var decoder = ControlDecoder(mapping: try #require(MappingDecoder.decode(Array(text.utf8), file: "x").mapping))
    let events = decoder.decode(on(7, channel: 2))
    guard case .pressed(let press) = events.first else {
      Issue.record("\(events)")
      return
    }
    #expect(events == [.pressed(press), .released(press.key)] && press.role == .higher && !press.isFinger)
    // A key beside it is one.
    guard case .finger = decoder.decode(on(8, channel: 2)).first else {
      Issue.record("no finger")
      return
    }
  }

  @Test(arguments: Latch.allCases) func `a latch is written and read`(_ latch: Latch) throws {
    let mapping = try decoder(latch.rawValue).mapping
    let again = try #require(MappingDecoder.decode(Array(MappingWriter.text(mapping).utf8), file: "x").mapping)
    #expect(again.bindings.map(\.latch) == [latch, latch, nil])
  }
}
