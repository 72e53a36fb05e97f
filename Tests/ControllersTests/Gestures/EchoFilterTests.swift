import MIDI
import TestSupport
import Testing

@testable import Controllers

struct EchoFilterTests {
  @Test func `a sent message is recognised once, and for a short time`() {
    var filter = EchoFilter()
    filter.remember([on(5, velocity: 21, channel: 7), cc(48, 23)], at: milliseconds(100))
    #expect(filter.isEcho(on(5, velocity: 21, channel: 1), at: milliseconds(101)) == false)
    #expect(filter.isEcho(on(5, velocity: 20, channel: 7), at: milliseconds(101)) == false)
    // The two clocks may be a little apart, but what was pressed before it was sent is no echo.
    #expect(filter.isEcho(on(5, velocity: 21, channel: 7), at: milliseconds(96)) == false)
    #expect(filter.isEcho(on(5, velocity: 21, channel: 7), at: milliseconds(120)) == true)
    #expect(filter.isEcho(on(5, velocity: 21, channel: 7), at: milliseconds(120)) == false)
    // It would have come with that echo, or soon after it.
    #expect(filter.isEcho(cc(48, 23), at: milliseconds(141)) == false)
  }

  /// A loop of DIN cables brings back a message a millisecond, and clearing messages among them act on nothing.
  @Test func `a whole grid returns through a loop of cables`() {
    var filter = EchoFilter()
    let picture = (0..<64).map { on($0, velocity: 21) } + (64..<128).map { on($0, velocity: 0) } + [on(9, velocity: 5)]
    filter.remember(picture, at: milliseconds(100))
    for (index, message) in picture.enumerated() {
      let acts = if case .noteOn(_, _, let velocity) = message { velocity.rawValue > 0 } else { false }
      let heard = acts ? message : off(index)
      #expect(filter.isEcho(heard, at: milliseconds(101 + Int64(index))) == acts, "\(index)")
    }
    filter.remember([on(9, velocity: 5)], at: milliseconds(300))
    #expect(filter.isEcho(on(9, velocity: 5), at: milliseconds(321)) == false)
  }

  @Test func `a motor's position is an echo on another controller only`() {
    var filter = EchoFilter()
    filter.remember([bend(9000), bend(9000)], at: milliseconds(0))
    #expect(filter.isEcho(bend(9000), at: milliseconds(1)) == false)
    #expect(filter.isEcho(bend(9000), at: milliseconds(1), elsewhere: true) == true)
  }

  @Test func `releases are never removed`() {
    var filter = EchoFilter()
    filter.remember([on(5, velocity: 0), off(6), pressure(9, 0)], at: milliseconds(0))
    for message in [off(5), off(6), pressure(9, 0)] { #expect(filter.isEcho(message, at: milliseconds(1)) == false) }
  }

  @Test func `two equal messages are two echoes`() {
    var filter = EchoFilter()
    filter.remember([pressure(18, 1), pressure(18, 1)], at: milliseconds(0))
    #expect(filter.isEcho(pressure(18, 1), at: milliseconds(1)) == true)
    #expect(filter.isEcho(pressure(18, 1), at: milliseconds(1)) == true)
    #expect(filter.isEcho(pressure(18, 1), at: milliseconds(1)) == false)
  }

  /// A device that sends every light and tick back presses nothing, nor does it after the player's try-out.
  @Test(arguments: shippedFiles) func `a device that echoes its lights presses nothing`(_ file: String) throws {
    let mapping = try shipped(file)
    try expectNothingPressed(mapping)
    try expectNothingPressed(mapping.confirmed)
  }

  private func expectNothingPressed(_ mapping: ControllerMapping) throws {
    var (encoder, decoder, filter) = (CueEncoder(mapping: mapping), ControlDecoder(mapping: mapping), EchoFilter())
    var time: Int64 = 0
    let cues: [Cue] = [.canAnswer, .incorrect(pressed: .higher), .result(cents: -40, band: 3), .trouble, .idle]
    for messages in [encoder.wholeStart()] + cues.map({ encoder.whole($0) }) + [encoder.tick ?? []] {
      time += 400
      filter.remember(messages, at: milliseconds(time))
      for message in messages {
        let bytes = message.bytes
        // What comes back was read from a wire: velocity 0 is a note-off there.
        let echo =
          bytes.count == 3
          ? MIDIMessage(
            status: bytes[0], first: UInt7(truncating: bytes[1]), second: UInt7(truncating: bytes[2])) : message
        guard let echo, !filter.isEcho(echo, at: milliseconds(time + 3)) else { continue }
        #expect(decoder.decode(echo) == [], "\(message)")
      }
    }
  }
}
