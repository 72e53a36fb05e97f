import MIDI
import TestSupport
import Testing
import Time

@testable import Controllers

/// The exact bytes that shipped controllers get after a matching exercise.
struct ShippedResultsTests {
  private func encoder(_ file: String) throws -> CueEncoder {
    CueEncoder(mapping: try #require(MappingLibrary.load(file: shippedFolder + "/" + file).mapping))
  }

  private func lights(_ notes: [ClosedRange<Int>], _ velocity: Int, _ channel: Int) -> [MIDIMessage] {
    notes.joined().map { on($0, velocity: velocity, channel: channel) }
  }

  @Test(arguments: [
    (4, 1, [40...47], 21), (30, 2, [40...47, 48...55], 13), (31, 3, [40...47, 48...55, 56...63], 5),
    (-1, 1, [16...23], 21), (-10, 2, [8...15, 16...23], 13), (-99, 3, [0...7, 8...15, 16...23], 5),
    (0, 0, [32...39, 24...31], 21),
  ])
  func `a result lights the APC's column`(cents: Int, band: Int, rows: [ClosedRange<Int>], colour: Int) throws {
    var encoder = try encoder("akai-apc-mini-mk2.yaml")
    _ = encoder.start()
    #expect(encoder.encode(.result(cents: cents, band: band)) == lights(rows, colour, 7))
  }

  @Test func `a result changes each light of the APC's column once`() throws {
    var encoder = try encoder("akai-apc-mini-mk2.yaml")
    _ = encoder.start()
    _ = encoder.encode(.canAnswer)
    #expect(
      encoder.encode(.result(cents: 12, band: 2))
        == lights([40...55], 13, 7) + lights([32...39, 56...63, 0...31], 0, 7))
  }

  @Test(arguments: [
    (4, 1, [61...68], 21), (12, 2, [61...68, 71...78], 13), (40, 3, [61...68, 71...78, 81...88], 5),
    (-4, 1, [31...38], 21), (-12, 2, [21...28, 31...38], 13), (-40, 3, [11...18, 21...28, 31...38], 5),
    (0, 0, [51...58, 41...48], 21),
  ])
  func `a result lights the Launchpad's column`(cents: Int, band: Int, rows: [ClosedRange<Int>], colour: Int) throws {
    var encoder = try encoder("novation-launchpad-mini-mk3.yaml")
    #expect(encoder.start().map(\.bytes) == [[0xF0, 0x00, 0x20, 0x29, 0x02, 0x0D, 0x0E, 0x01, 0xF7]])
    #expect(encoder.pause == .milliseconds(100))
    let dark = encoder.proceed()
    #expect(dark == lights((5...8).map { $0 * 10 + 1...$0 * 10 + 8 } + (1...4).map { $0 * 10 + 1...$0 * 10 + 8 }, 0, 1))
    #expect(encoder.encode(.result(cents: cents, band: band)) == lights(rows, colour, 1))
    #expect(encoder.finish().map(\.bytes).last == [0xF0, 0x00, 0x20, 0x29, 0x02, 0x0D, 0x0E, 0x00, 0xF7])
  }

  @Test(arguments: [
    (4, 1, 0x17), (12, 2, 0x19), (40, 3, 0x1B), (-4, 1, 0x15), (-12, 2, 0x13), (-40, 3, 0x11), (0, 0, 0x16),
  ])
  func `a result lights the rings of the X-Touches`(cents: Int, band: Int, value: UInt8) throws {
    var one = try encoder("behringer-x-touch-one.yaml")
    #expect(one.start().map(\.bytes) == [[0x90, 92, 0], [0x90, 91, 0], [0xB0, 48, 0]])
    #expect(one.encode(.result(cents: cents, band: band)).map(\.bytes) == [[0xB0, 48, value]])
    #expect(one.encode(.idle).map(\.bytes) == [[0x90, 92, 0], [0x90, 91, 0], [0xB0, 48, 0]])
    var mini = try encoder("behringer-x-touch-mini.yaml")
    _ = mini.start()
    #expect(mini.encode(.result(cents: cents, band: band)).map(\.bytes) == (48...55).map { [0xB0, $0, value] })
  }

  @Test func `a result moves the fader of the X-Touch One`() throws {
    var encoder = try encoder("behringer-x-touch-one.yaml")
    var decoder = ControlDecoder(mapping: encoder.mapping)
    _ = encoder.start()
    #expect(encoder.moveMotors(to: 0, at: milliseconds(0)).map(\.bytes) == [[0xE0, 0x00, 0x40]])
    let touched = decoder.decode(on(104, velocity: 127))
    #expect(touched == [.touch(slider(2), isTouched: true)])
    for event in touched + decoder.decode(bend(0x1234)) { _ = encoder.hear(event, at: milliseconds(900)) }
    let left = decoder.decode(off(104))
    #expect(left == [.touch(slider(2), isTouched: false)])
    #expect(left.flatMap { encoder.hear($0, at: milliseconds(950)).reply }.map(\.bytes) == [[0xE0, 0x34, 0x24]])
    #expect(decoder.decode(cc(16, 0x41)) == [.slider(slider(3), .relative(-1))])
    #expect(decoder.mapping.bindings[2].words == "pitch-bend 1")
  }

  @Test(arguments: UInt8(0)..<8) func `a result moves the faders of a Mackie Control`(fader: UInt8) throws {
    var encoder = try encoder("mackie-control.yaml")
    var decoder = ControlDecoder(mapping: encoder.mapping)
    _ = encoder.start()
    let binding = SliderID(binding: 2 + Int(fader), channel: Channel(statusNibble: fader))
    #expect(encoder.moveMotors(to: 0, at: milliseconds(0)).map(\.bytes).contains([0xE0 | fader, 0x00, 0x40]))
    #expect(encoder.moveMotors(to: 0, at: milliseconds(0)).count == 8)
    let touched = decoder.decode(on(104 + Int(fader), velocity: 127))
    let moved = decoder.decode(
      .pitchBend(
        channel: binding.channel, value: UInt14(most: UInt7(truncating: 0x24), least: UInt7(truncating: 0x34))))
    #expect(moved == [.slider(binding, .absolute(value: 0x1234, maximum: 16_383))])
    for event in touched + moved { _ = encoder.hear(event, at: milliseconds(900)) }
    // Seven faders move, the touched one does not; it gets its position when the finger leaves.
    #expect(encoder.moveMotors(to: 1, at: milliseconds(920)).count == 7)
    let left = decoder.decode(off(104 + Int(fader))).flatMap { encoder.hear($0, at: milliseconds(950)).reply }
    #expect(left.map(\.bytes) == [[0xE0 | fader, 0x34, 0x24]])
  }

  @Test func `a result moves the FaderPort's fader`() throws {
    var encoder = try encoder("presonus-faderport.yaml")
    var decoder = ControlDecoder(mapping: encoder.mapping)
    #expect(encoder.start().map(\.bytes) == [[0xF0, 0x7E, 0x7F, 0x06, 0x01, 0xF7]])
    #expect(encoder.pause == .milliseconds(100))
    #expect(
      encoder.proceed().map(\.bytes) == [[0x91, 0x00, 0x64]] + [19, 12, 18, 10, 9, 20, 11].map { [0xA0, $0, 0] })
    #expect(encoder.encode(.result(cents: 12, band: 2)).map(\.bytes) == [[0xA0, 18, 1]])
    #expect(encoder.encode(.result(cents: -40, band: 3)).map(\.bytes) == [[0xA0, 20, 1], [0xA0, 18, 0]])
    #expect(encoder.encode(.result(cents: 0, band: 0)).map(\.bytes) == [[0xA0, 19, 1], [0xA0, 20, 0]])
    #expect(encoder.moveMotors(to: 1, at: milliseconds(0)).map(\.bytes) == [[0xB0, 0, 7], [0xB0, 32, 127]])
    #expect(encoder.moveMotors(to: 0, at: milliseconds(0)).map(\.bytes) == [[0xB0, 0, 4], [0xB0, 32, 0]])

    // Touch is polyphonic pressure of number 127, with any value but 0; it is neither a press nor a slider.
    #expect(decoder.decode(pressure(127, 1)) == [.touch(slider(2), isTouched: true)])
    #expect(decoder.decode(pressure(127, 127)) == [])
    #expect(decoder.decode(pressure(127, 0)) == [.touch(slider(2), isTouched: false)])
    #expect(decoder.decode(pressure(127, 0)) == [])
    #expect(decoder.decode(cc(0, 64)).count == 1)
    #expect(decoder.decode(cc(32, 3)) == [.slider(slider(2), .absolute(value: 64 * 128 + 3, maximum: 16383))])
    #expect(decoder.mapping.bindings[2].words == "cc-pair 0/32 channel 1")
    guard case .pressed(let press)? = decoder.decode(pressure(21, 1)).first else {
      Issue.record("no press")
      return
    }
    #expect(press.role == .higher)
    #expect(decoder.decode(pressure(21, 0)) == [.released(press.key)])
  }
}

/// The slider of this binding, on channel 1.
private func slider(_ binding: Int) -> SliderID {
  SliderID(binding: binding, channel: Channel(statusNibble: 0))
}
