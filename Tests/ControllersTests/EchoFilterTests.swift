import MIDI
import Testing

@testable import Controllers

struct EchoFilterTests {
  @Test func whatWasSentIsRecognisedOnceAndForAShortTime() {
    var filter = EchoFilter()
    filter.remember([on(5, velocity: 21, channel: 7), cc(48, 23)], at: milliseconds(100))
    #expect(filter.isEcho(on(5, velocity: 21, channel: 1), at: milliseconds(101)) == false)
    #expect(filter.isEcho(on(5, velocity: 20, channel: 7), at: milliseconds(101)) == false)
    #expect(filter.isEcho(on(5, velocity: 21, channel: 7), at: milliseconds(99)) == false)
    #expect(filter.isEcho(on(5, velocity: 21, channel: 7), at: milliseconds(120)) == true)
    #expect(filter.isEcho(on(5, velocity: 21, channel: 7), at: milliseconds(120)) == false)
    #expect(filter.isEcho(cc(48, 23), at: milliseconds(121)) == false)
  }

  @Test func releasesAreNeverTakenAway() {
    var filter = EchoFilter()
    filter.remember([on(5, velocity: 0), off(6), pressure(9, 0)], at: milliseconds(0))
    for message in [off(5), off(6), pressure(9, 0)] { #expect(filter.isEcho(message, at: milliseconds(1)) == false) }
  }

  @Test func twoOfAKindAreTwoEchoes() {
    var filter = EchoFilter()
    filter.remember([pressure(18, 1), pressure(18, 1)], at: milliseconds(0))
    #expect(filter.isEcho(pressure(18, 1), at: milliseconds(1)) == true)
    #expect(filter.isEcho(pressure(18, 1), at: milliseconds(1)) == true)
    #expect(filter.isEcho(pressure(18, 1), at: milliseconds(1)) == false)
  }

  /// A device that sends every light back presses nothing.
  @Test(arguments: shippedFiles) func aDeviceThatEchoesItsLightsPressesNothing(_ file: String) throws {
    let profile = try #require(ProfileLibrary.load(file: shippedFolder + "/" + file).profile)
    var (encoder, decoder, filter) = (CueEncoder(profile: profile), ControlDecoder(profile: profile), EchoFilter())
    var time: Int64 = 0
    let cues: [Cue] = [.canAnswer, .incorrect(pressed: .higher), .result(cents: -40, band: 3), .trouble, .idle]
    for messages in [encoder.start()] + cues.map({ encoder.encode($0) }) {
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
