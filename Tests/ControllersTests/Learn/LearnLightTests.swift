import MIDI
import Testing

@testable import Controllers

/// Lights, found by asking.
struct LearnLightTests {
  /// A box of pads and what lights them.
  private struct Box {
    /// Whether a message lights something, and in which colour.
    var shows: (MIDIMessage) -> LightColour?
    var lit: LightColour?

    mutating func receive(_ messages: [MIDIMessage]) {
      for message in messages { lit = shows(message) ?? (isDark(message) ? nil : lit) }
    }

    private func isDark(_ message: MIDIMessage) -> Bool {
      switch message {
      case .noteOn(_, _, let value), .controlChange(_, _, let value), .polyPressure(_, _, let value):
        value.rawValue == 0
      default: false
      }
    }
  }

  /// Asked whether it is lit, with Higher 40 and Lower 36 on a channel.
  private func asked(channel number: Int) -> Learner {
    var player = Learner()
    player.teach(40, channel: number)
    player.teach(36, channel: number)
    player.say(.no)
    player.press(40, channel: number, for: 1000)
    #expect(player.question == .lit(.any, .higher))
    return player
  }

  /// Answers all questions truthfully until the trial. Returns the number of questions.
  private func answer(_ player: inout Learner, _ box: Box, on number: Int) -> Int {
    var box = box
    var seen = 0
    box.receive(player.sent)
    for count in 0..<40 {
      let isYes: Bool
      switch player.question {
      case .lit(.any, _): isYes = box.lit != nil
      case .lit(let colour, _): isYes = box.lit == colour
      case .dark: isYes = box.lit == nil
      default: return count
      }
      seen = player.sent.count
      player.press(isYes ? 40 : 36, channel: number)
      box.receive(Array(player.sent[seen...]))
    }
    return 40
  }

  private func colours(
    _ table: [Int: LightColour], other: LightColour? = .any, _ fits: @escaping (MIDIMessage) -> UInt7?
  ) -> Box {
    Box { message in fits(message).flatMap { $0.rawValue == 0 ? nil : table[Int($0.rawValue)] ?? other } }
  }

  private func velocity(_ number: Int) -> (MIDIMessage) -> UInt7? {
    { if case .noteOn(channel(number), _, let velocity) = $0 { velocity } else { nil } }
  }

  @Test func `a palette is found`() throws {
    var player = asked(channel: 1)
    let questions = answer(&player, colours([21: .green, 5: .red, 13: .yellow], velocity(1)), on: 1)
    #expect(player.question == .trial)
    #expect(questions == 6)
    let feedback = player.session.mapping.feedback
    #expect(
      feedback.colours == [
        "dark": [UInt7(truncating: 0)], "on": [UInt7(truncating: 127)], "green": [UInt7(truncating: 21)],
        "red": [UInt7(truncating: 5)], "yellow": [UInt7(truncating: 13)],
      ])
    #expect(feedback.areas["higher"] == [Light(kind: .notes(NumberSet(40...40)), channel: channel(1))])
    #expect(feedback.areas["lower"] == [Light(kind: .notes(NumberSet(36...36)), channel: channel(1))])
    // The learned mapping lights the pads in practice.
    var encoder = CueEncoder(mapping: player.session.mapping)
    _ = encoder.start()
    #expect(encoder.encode(.correct(pressed: .higher)) == [on(40, velocity: 21)])
    #expect(encoder.encode(.incorrect(pressed: .higher)) == [on(36, velocity: 5), on(40, velocity: 0)])
    #expect(player.device.lit.isEmpty)
  }

  @Test(arguments: [(1, 3, 5), (12, 3, 15), (60, 15, 63)]) func `other palettes are found`(
    green: Int, red: Int, yellow: Int
  ) {
    var player = asked(channel: 1)
    let questions = answer(&player, colours([green: .green, red: .red, yellow: .yellow], velocity(1)), on: 1)
    #expect(questions <= 18)
    let colours = player.session.mapping.feedback.colours
    #expect(colours["green"] == [UInt7(truncating: green)])
    #expect(colours["red"] == [UInt7(truncating: red)])
    #expect(colours["yellow"] == [UInt7(truncating: yellow)])
  }

  /// One colour; on the first channel although the pads send on the tenth.
  @Test func `one colour on another channel is found`() {
    var player = asked(channel: 10)
    _ = answer(&player, colours([:], velocity(1)), on: 10)
    let feedback = player.session.mapping.feedback
    #expect(feedback.colours.keys.sorted() == ["dark", "on"])
    #expect(feedback.areas["lower"] == [Light(kind: .notes(NumberSet(36...36)), channel: channel(1))])
    #expect(player.device.lit.isEmpty)
    let (_, problems) = MappingDecoder.decode(Array(MappingWriter.text(player.session.mapping).utf8), file: "x")
    #expect(problems == [])
  }

  /// Each question says whose pad is meant, and Higher's light is worth having without Lower's.
  @Test func `a no for lower keeps the light of higher`() throws {
    var player = asked(channel: 1)
    for _ in 0..<2 { player.say(.yes) }
    while player.question != .lit(.any, .lower) { player.say(.no) }
    player.say(.no)
    #expect(player.question == .trial)
    let mapping = player.session.mapping
    #expect(mapping.feedback.areas == ["higher": [Light(kind: .notes(NumberSet(40...40)), channel: channel(1))]])
    let (again, problems) = MappingDecoder.decode(Array(MappingWriter.text(mapping).utf8), file: "x")
    #expect(problems == [] && again?.feedback == mapping.feedback)
    var encoder = CueEncoder(mapping: mapping)
    _ = encoder.start()
    #expect(encoder.encode(.canAnswer) == [on(40, velocity: 127)])
    // Sound reports what the light does not show.
    #expect(!encoder.tells(.result(cents: -20, band: 2)))
    #expect(player.device.lit.isEmpty)
  }

  @Test func `skipping the rest keeps the lights found so far`() {
    var player = asked(channel: 1)
    for _ in 0..<2 { player.say(.yes) }
    #expect(player.question == .lit(.green, .higher))
    player.press(40, for: 1000)
    #expect(player.question == .trial)
    #expect(player.session.mapping.feedback.areas.keys.sorted() == ["higher"])
    #expect(player.device.lit.isEmpty)
  }

  @Test func `the value 1 is found if no other lights the pad`() {
    var player = asked(channel: 1)
    _ = answer(&player, colours([1: .any], other: nil, velocity(1)), on: 1)
    #expect(player.session.mapping.feedback.colours["on"] == [UInt7(truncating: 1)])
  }

  /// Who sees nothing says no four times at most, or holds Higher once.
  @Test func `a player who sees no light gets few questions`() {
    var player = asked(channel: 10)
    // Three for this pad: CC 40 is portamento's, and not tried.
    #expect(answer(&player, Box { _ in nil }, on: 10) == 3)
    #expect(player.question == .trial)
    #expect(player.session.mapping.feedback == Feedback())
    #expect(player.device.lit.isEmpty)

    player = asked(channel: 10)
    player.press(40, channel: 10, for: 1000)
    #expect(player.question == .trial)
    #expect(player.device.lit.isEmpty)
  }

  @Test(arguments: [true, false]) func `the questions end, whatever the answers`(first: Bool) {
    for pattern in 0..<256 {
      var player = asked(channel: 10)
      var count = 0
      while player.question != .trial, count < 30 {
        player.say((pattern >> (count % 8)) & 1 == (first ? 1 : 0) ? .yes : .no)
        count += 1
      }
      #expect(count <= 18)
      #expect(player.device.lit.isEmpty, "\(pattern)")
    }
  }

  @Test func `going back and quitting leave nothing lit`() {
    var player = asked(channel: 1)
    for _ in 0..<3 { player.say(.yes) }
    #expect(player.question == .lit(.red, .higher))
    player.say(.back)
    #expect(player.question == .lit(.green, .higher))
    #expect(player.device.lit == ["note 40": [21]])
    player.say(.back)
    #expect(player.question == .dark(.higher))
    #expect(player.device.lit.isEmpty)
    player.say(.back)
    player.say(.back)
    #expect(player.question == .role(.slider))
    #expect(player.device.lit.isEmpty)
    player.press(40, for: 1000)
    #expect(player.device.lit.isEmpty == false)
    player.say(.quit)
    #expect(player.device.lit.isEmpty)
  }

  @Test func `after replugging the light is lit again`() {
    var player = asked(channel: 1)
    player.unplug()
    let sent = player.sent.count
    player.plug()
    #expect(Array(player.sent[sent...]) == [on(40, velocity: 127)])
    #expect(player.question == .lit(.any, .higher))
  }

  /// Lights that echo back as presses answer nothing, no matter who caused them.
  @Test(arguments: [true, false]) func `echoes are not presses`(byCommand: Bool) {
    var player = asked(channel: 1)
    player.isEchoing = true
    for expected in [LearnQuestion.dark(.higher), .lit(.green, .higher), .lit(.red, .higher)] {
      if byCommand { player.say(.yes) } else { player.press(40) }
      player.wait(2000)
      #expect(player.question == expected)
    }
  }

  @Test func `nothing harmful is tried`() {
    for number in 0...127 {
      for kind in [PhysicalKey.Kind.note, .controlChange, .polyPressure, .program, .parameter, .channelPressure] {
        let key = PhysicalKey(kind: kind, channel: channel(10), number: UInt16(number))
        guard var search = LightSearch(higher: key, lower: key) else { continue }
        while search.question != nil {
          for case .controlChange(_, let controller, _) in search.lighting + search.clearing {
            #expect(controller.rawValue < 120)
            let isOwn = kind == .controlChange && Int(controller.rawValue) == number
            #expect(isOwn || ![7, 11, 64, 6, 38, 98, 99, 0, 32].contains(controller.rawValue))
          }
          search.answer(false)
        }
      }
    }
  }

  @Test func `keys of a keyboard are not sounded`() {
    var player = Learner()
    player.teach(72)
    player.teach(48)
    player.say(.yes)
    player.press(72, for: 1000)
    #expect(player.question == .localControl)
    #expect(player.sent == [])
  }
}
