import MIDI
import TestSupport
import Testing

@testable import Controllers

/// A mapping of the given lines, which must have no error.
func mapping(_ lines: String) throws -> ControllerMapping {
  let (mapping, problems) = MappingDecoder.decode(Array(mappingText(lines).utf8), file: "test.yaml")
  return try #require(mapping, "\(problems)")
}

struct ControlDecoderTests {
  private func decoder(_ lines: String) throws -> ControlDecoder { ControlDecoder(mapping: try mapping(lines)) }

  /// Pads that send no note-off were dead after their first press.
  @Test func `a note on for a held key is a second press`() {
    var decoder = ControlDecoder(mapping: .generic)
    let first = decoder.decode(on(60))
    #expect(first.count == 1)
    #expect(decoder.decode(on(60)) == first)
    #expect(decoder.decode(on(60, channel: 2)).count == 1)
    // A press is not a release, which must always pass.
    #expect(!decoder.holds(on(60)) && decoder.holds(off(60)))
    #expect(decoder.decode(off(60)).count == 1)
    #expect(decoder.decode(off(60)) == [])
  }

  @Test func `a release in another octave belongs to the held key`() {
    var decoder = ControlDecoder(mapping: .generic)
    func key(_ number: UInt16) -> PhysicalKey { PhysicalKey(kind: .note, channel: channel(1), number: number) }
    _ = decoder.decode(on(60))
    #expect(decoder.decode(off(71)) == [])
    #expect(decoder.decode(off(72, channel: 2)) == [])
    #expect(decoder.decode(off(84)) == [.released(key(60))])
    #expect(decoder.decode(off(60)) == [])
    // Of two that it could be, it is neither.
    _ = decoder.decode(on(60)) + decoder.decode(on(48))
    #expect(decoder.decode(off(72)) == [])
    // What was forgotten, or pressed as a copy, is let go by its own release, and no other key is.
    _ = decoder.releaseAll() + decoder.decode(on(72))
    decoder.ignore(on(36))
    #expect(decoder.decode(off(60)) + decoder.decode(off(48)) + decoder.decode(off(36)) == [])
    #expect(decoder.decode(off(72)) == [.released(key(72))])
  }

  @Test func `channel mode messages release the keys held on their channel`() throws {
    var decoder = try decoder("roles: {commit: [{cc: 64}], stop: [{cc: 127}]}\nhalves: [{keyboard: {}}]")
    func hold() { _ = [on(60), on(61, channel: 2), cc(64, 127)].flatMap { decoder.decode($0) } }
    let note = PhysicalKey(kind: .note, channel: channel(1), number: 60)
    let pedal = PhysicalKey(kind: .controlChange, channel: channel(1), number: 64)
    for number in [120, 123, 124, 126] {
      hold()
      let events = decoder.decode(cc(number, 0))
      #expect(events == [.forgotten([note, pedal])] || events == [.forgotten([pedal, note])], "\(number)")
      #expect(!decoder.holds(off(60)) && decoder.holds(off(61, channel: 2)))
    }
    hold()
    #expect(decoder.decode(cc(121, 0)) == [.forgotten([pedal])])
    #expect(decoder.holds(off(60)))
    // Local control concerns no key, and a button may have such a number.
    #expect(decoder.decode(cc(122, 0)) == [])
    #expect(decoder.decode(cc(127, 127)).count == 1 && decoder.holds(cc(127, 0)))
  }

  @Test func `layers of a keyboard are the same control; controls on several channels are not`() throws {
    let generic = ControlDecoder(mapping: .generic)
    #expect(generic.isSame(on(60, channel: 2), on: channel(1)))
    #expect(generic.isSame(bend(9000, channel: 2), on: channel(1)))
    let pads = try decoder(
      """
      roles:
        stop: [{notes: 52, channel: 1}]
        again: [{notes: 52, channel: 2}]
        slider: [{pitch-bend: any, release: touch, touch: {notes: 104-111}}]
      halves: [{keyboard: {channel: 3}}]
      """)
    #expect(!pads.isSame(on(52, channel: 2), on: channel(1)))
    #expect(!pads.isSame(bend(9000, channel: 2), on: channel(1)))
    #expect(!pads.isSame(on(104, channel: 2), on: channel(1)))
    // The first layer means nothing, the second one is the keyboard's; and the other way round.
    #expect(!pads.isSame(on(60, channel: 3), on: channel(1)))
    #expect(pads.isSame(on(60, channel: 1), on: channel(3)))
    let fingers = try decoder("roles: {slider: [{pitch-bend: any, release: lift}]}\nhalves: [{keyboard: {}}]")
    #expect(!fingers.isSame(bend(8192, channel: 3), on: channel(2)))
  }

  @Test func `releases without a press are ignored`() throws {
    var decoder = ControlDecoder(
      mapping: try mapping(
        """
        roles:
          higher: [{notes: 1}, {poly-pressure: 2, threshold: 1}]
          lower: [{cc: 3}, {channel-pressure: any, threshold: 1}]
          slider: [{pitch-bend: 1, release: touch, touch: {notes: 104}}]
          stop: [{together: [{notes: 5}, {notes: 6}]}]
          again: [{long-press: {notes: 7}}]
        """))
    let releases =
      [1, 5, 6, 7, 60, 104].map { off($0) } + [pressure(2, 0), cc(3, 0)]
      + [.channelPressure(channel: channel(1), pressure: UInt7(truncating: 0))]
    for message in releases {
      #expect(decoder.decode(message) == [], "\(message)")
      #expect(!decoder.holds(message), "\(message)")
    }
    for (press, release) in [
      (on(1), off(1)), (on(104), off(104)), (cc(3, 127), cc(3, 0)), (pressure(2, 9), pressure(2, 0)),
    ] {
      #expect(decoder.decode(press).count == 1)
      #expect(decoder.holds(release))
      #expect(decoder.decode(release).count == 1)
      #expect(!decoder.holds(release))
    }
  }

  @Test func `the split is kept and moved, and held keys keep their role`() {
    var decoder = ControlDecoder(mapping: .generic, split: 48)
    func role(_ events: [ControlEvent]) -> Role? {
      if case .pressed(let press) = events.first { press.role } else { nil }
    }
    #expect(role(decoder.decode(on(48))) == .higher)
    decoder.split = 72
    #expect(role(decoder.decode(on(50))) == .lower)
    #expect(decoder.decode(off(48)) == [.released(PhysicalKey(kind: .note, channel: channel(1), number: 48))])
    #expect(ControlDecoder(mapping: .generic).split == 60)
  }

  @Test func `the generic keyboard has its controls`() {
    var decoder = ControlDecoder(mapping: .generic)
    #expect(
      decoder.decode(bend(8192, channel: 5)) == [.slider(slider(0, channel: 5), .absolute(value: 8192, maximum: 16383))]
    )
    #expect(decoder.decode(cc(1, 3)) == [.slider(slider(1), .absolute(value: 3, maximum: 127))])
    let pedal = PhysicalKey(kind: .controlChange, channel: channel(1), number: 64)
    #expect(decoder.decode(cc(64, 40)) == [])
    #expect(decoder.decode(cc(64, 64)) == [.pressed(Press(key: pedal, role: .commit))])
    #expect(decoder.decode(cc(64, 127)) == [])
    #expect(decoder.decode(cc(64, 0)) == [.released(pedal)])
    // Clock, active sensing, pressure floods, unknown knobs and SysEx are nothing.
    for message in [
      .system(0xF8), .system(0xFE), .systemExclusive([0x7E]), cc(7, 100), cc(123, 0),
      .channelPressure(channel: channel(1), pressure: UInt7(truncating: 9)),
      .polyPressure(channel: channel(1), note: UInt7(truncating: 60), pressure: UInt7(truncating: 9)),
      .programChange(channel: channel(1), program: UInt7(truncating: 3)),
    ] as [MIDIMessage] {
      #expect(decoder.decode(message) == [])
    }
  }

  @Test(arguments: [
    (RelativeEncoding.twosComplement, 1, 1), (.twosComplement, 63, 63), (.twosComplement, 127, -1),
    (.twosComplement, 65, -63), (.binaryOffset, 65, 1), (.binaryOffset, 63, -1), (.binaryOffset, 127, 63),
    (.binaryOffset, 0, -64), (.signMagnitude, 1, 1), (.signMagnitude, 0x41, -1), (.signMagnitude, 0x7F, -63),
  ])
  func `relative steps are decoded`(_ encoding: RelativeEncoding, value: Int, steps: Int) throws {
    var decoder = try decoder("roles: {level: [{relative: 16, encoding: \(encoding.rawValue)}]}")
    #expect(decoder.decode(cc(16, value)) == [.level(.relative(steps))])
  }

  @Test(arguments: [(RelativeEncoding.twosComplement, 0), (.binaryOffset, 64), (.signMagnitude, 0x40)])
  func `a step of zero is no event`(_ encoding: RelativeEncoding, value: Int) throws {
    var decoder = try decoder("roles: {slider: [{relative: 16, encoding: \(encoding.rawValue)}]}")
    #expect(decoder.decode(cc(16, value)) == [])
  }

  @Test func `a pair is complete with its lower half`() throws {
    var decoder = try decoder("roles: {slider: [{cc-pair: 0}]}")
    // From a sender that never sends the lower half the upper one counts alone.
    #expect(decoder.decode(cc(0, 64)) == [.slider(slider(0), .absolute(value: 64, maximum: 127))])
    #expect(decoder.decode(cc(32, 1)) == [.slider(slider(0), .absolute(value: 64 * 128 + 1, maximum: 16383))])
    #expect(decoder.decode(cc(0, 65)) == [])
    #expect(decoder.decode(cc(32, 0)) == [.slider(slider(0), .absolute(value: 65 * 128, maximum: 16383))])
    // Channels are apart.
    #expect(decoder.decode(cc(32, 5, channel: 2)) == [])
  }

  @Test func `non-registered parameters are decoded`() throws {
    var decoder = try decoder("roles: {slider: [{nrpn: 300}], commit: [{nrpn: 301}]}")
    func choose(_ number: Int) -> [ControlEvent] {
      decoder.decode(cc(99, number >> 7)) + decoder.decode(cc(98, number & 127))
    }
    #expect(decoder.decode(cc(6, 5)) == [])
    #expect(choose(300) == [])
    #expect(decoder.decode(cc(6, 100)) == [.slider(slider(0), .absolute(value: 100, maximum: 127))])
    #expect(decoder.decode(cc(38, 3)) == [.slider(slider(0), .absolute(value: 100 * 128 + 3, maximum: 16383))])
    #expect(decoder.decode(cc(96, 0)) == [.slider(slider(0), .relative(1))])
    #expect(decoder.decode(cc(97, 0)) == [.slider(slider(0), .relative(-1))])
    _ = choose(301)
    let button = PhysicalKey(kind: .parameter, channel: channel(1), number: 301)
    #expect(decoder.decode(cc(6, 127)) == [.pressed(Press(key: button, role: .commit))])
    #expect(decoder.decode(cc(6, 0)) == [.released(button)])
    // A registered parameter or the null number is not ours.
    _ = choose(300)
    #expect(decoder.decode(cc(101, 0)) + decoder.decode(cc(6, 1)) == [])
    _ = choose(16383)
    #expect(decoder.decode(cc(6, 1)) == [])
  }

  @Test func `pressure and programs act as buttons`() throws {
    var decoder = try decoder(
      "roles: {commit: [{poly-pressure: 126, threshold: 1}], again: [{program-change: 4}], stop: [{channel-pressure: 2}]}"
    )
    let pedal = PhysicalKey(kind: .polyPressure, channel: channel(1), number: 126)
    func poly(_ value: Int) -> MIDIMessage {
      .polyPressure(channel: channel(1), note: UInt7(truncating: 126), pressure: UInt7(truncating: value))
    }
    #expect(decoder.decode(poly(1)) == [.pressed(Press(key: pedal, role: .commit))])
    #expect(decoder.decode(poly(0)) == [.released(pedal)])
    let program = PhysicalKey(kind: .program, channel: channel(3), number: 4)
    #expect(
      decoder.decode(.programChange(channel: channel(3), program: UInt7(truncating: 4)))
        == [.pressed(Press(key: program, role: .again)), .released(program)])
    let pressure = { (number: Int, value: Int) in
      MIDIMessage.channelPressure(channel: channel(number), pressure: UInt7(truncating: value))
    }
    #expect(decoder.decode(pressure(1, 127)) == [])
    #expect(decoder.decode(pressure(2, 127)).count == 1)
    #expect(decoder.decode(pressure(2, 120)) == [])
  }

  @Test func `a touched fader reports the touch`() throws {
    var decoder = try decoder(
      "roles: {slider: [{pitch-bend: 1, release: touch, touch: {notes: 104}, motor: 16383}]}\nhalves: [{keyboard: {}}]")
    #expect(decoder.decode(on(104, velocity: 127)) == [.touch(slider(0), isTouched: true)])
    #expect(decoder.decode(bend(100)) == [.slider(slider(0), .absolute(value: 100, maximum: 16383))])
    #expect(decoder.decode(bend(100, channel: 2)) == [])
    #expect(decoder.decode(off(104)) == [.touch(slider(0), isTouched: false)])
    #expect(decoder.mapping.bindings[0].motorMaximum == 16383)
  }

  @Test func `long presses and pairs are reported with the press`() throws {
    var decoder = try decoder(
      """
      roles:
        again: [{notes: 20}]
        cancel: [{long-press: {notes: 20}, milliseconds: 1000}]
        stop: [{together: [{notes: 20}, {cc: 30}]}]
      """)
    let key = PhysicalKey(kind: .note, channel: channel(1), number: 20)
    let long = Press.Long(role: .cancel, milliseconds: 1000)
    let chord = Press.ChordPart(chord: 2, role: .stop, isFirst: true)
    #expect(decoder.decode(on(20)) == [.pressed(Press(key: key, role: .again, long: long, chord: chord))])
    let second = PhysicalKey(kind: .controlChange, channel: channel(1), number: 30)
    let part = Press.ChordPart(chord: 2, role: .stop, isFirst: false)
    #expect(decoder.decode(cc(30, 127)) == [.pressed(Press(key: second, role: nil, chord: part))])
  }

  @Test(arguments: [
    ("{first: 11, rows: 8, columns: 8, row-step: 10}", [11, 48], [51, 88], [19, 49]),  // Launchpad, programmer mode
    ("{first: 0, rows: 8, columns: 8, row-step: 16, first-row: top}", [112, 64], [0, 55], [8]),  // Launchpad S
    ("{first: 0, rows: 3, columns: 2}", [0, 1], [4, 5], [2, 3]),  // the middle row is neither
  ])
  func `grids are decoded`(_ grid: String, lower: [Int], higher: [Int], neither: [Int]) throws {
    var decoder = try decoder("halves: [{grid: \(grid)}]")
    for (notes, role) in [(lower, Role.lower), (higher, .higher), (neither, nil)] {
      for note in notes {
        let key = PhysicalKey(kind: .note, channel: channel(1), number: UInt16(note))
        let events = decoder.decode(on(note)).map { event in
          // Whether it is sure: `SurenessTests`.
          guard case .pressed(var press) = event else { return event }
          press.isSure = nil
          return .pressed(press)
        }
        #expect(events == [.pressed(Press(key: key, role: role))], "note \(note)")
      }
    }
  }

  @Test func `any message is harmless for any mapping`() throws {
    var generator = SplitMix64(seed: 7)
    let mappings = try [
      .generic, mapping("roles: {slider: [{nrpn: 1}, {cc-pair: 3}], level: [{relative: 9, encoding: binary-offset}]}"),
    ]
    for mapping in mappings {
      var decoder = ControlDecoder(mapping: mapping)
      for _ in 0..<20_000 {
        let a = Int.random(in: 0...127, using: &generator)
        let b = Int.random(in: 0...127, using: &generator)
        let number = Int.random(in: 1...16, using: &generator)
        let message: MIDIMessage =
          switch Int.random(in: 0...3, using: &generator) {
          case 0: on(a, channel: number)
          case 1: off(a, channel: number)
          case 2: cc(a, b, channel: number)
          default: bend(a << 7 | b, channel: number)
          }
        #expect(decoder.decode(message).count <= 2)
      }
    }
  }
}
