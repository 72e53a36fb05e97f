import MIDI
import Testing

@testable import Controllers

/// From nothing to a mapping, and every way out of the row.
struct LearnSessionTests {
  private static let pads = (higher: 40, lower: 36)

  /// Higher and Lower are two pads on channel 10.
  private func withPads(hasOwnMapping: Bool = false, without idle: Set<Role> = []) -> Learner {
    var player = Learner(hasOwnMapping: hasOwnMapping, without: idle)
    player.teach(Self.pads.higher, channel: 10)
    player.teach(Self.pads.lower, channel: 10)
    player.say(.no)  // no keyboard
    return player
  }

  private func note(_ number: Int, _ channel: Int) -> Control {
    .notes(NumberSet(number...number), channel: Channel(channel))
  }

  // MARK: The whole way

  @Test func `a keyboard without a mapping gets one`() throws {
    var player = Learner()
    #expect(player.question == .role(.higher))
    player.press(72)
    #expect(player.question == .keep(.higher, note(72, 1)))
    player.press(72)
    #expect(player.question == .role(.lower))
    player.teach(48)
    #expect(player.question == .keyboard(split: 60))
    player.press(72)  // yes
    #expect(player.question == .role(.slider))
    player.bendBothWays()
    #expect(player.question == .keep(.slider, .pitchBend(channel: channel(1))))
    player.bendBothWays()
    #expect(player.question == .role(.commit))
    player.push(64)
    player.push(64)
    #expect(player.question == .role(.stop))
    player.press(72, for: 900)  // that is all
    #expect(player.question == .localControl)
    player.press(90)  // any key of the upper half is yes
    #expect(player.question == .tick)
    player.press(90)
    #expect(player.question == .trial)
    #expect(
      player.told() == [
        .learned(.higher, note(72, 1)), .learned(.lower, note(48, 1)),
        .learned(.slider, .pitchBend(channel: channel(1))), .slider(.springBack, isEndless: false),
        .learned(
          .commit,
          .controlChange(UInt7(truncating: 64), channel: channel(1), threshold: Control.half)),
        .skipped(.stop),
      ])
    player.press(61)
    player.press(59)
    player.bendBothWays()
    player.push(64)
    player.push(65)
    #expect(player.told() == [.used(.higher), .used(.lower), .used(.slider), .used(.commit), .unused])
    player.send(on(72), then: 50)
    player.send(on(48), then: 100)
    player.send(off(72), then: 10)
    player.send(off(48), then: 300)
    #expect(player.question == .save)
    player.press(72)
    #expect(player.question == nil)
    #expect(player.sent == [on(37, velocity: 60, channel: 10), off(37, channel: 10)])

    let mapping = try #require(player.saved).mapping
    #expect(mapping.feedback == Feedback(tick: Feedback.sideStick))
    #expect(mapping.halves == [.keyboard(channel: channel(1), split: 60)])
    #expect(mapping.bindings.map(\.role) == [.slider, .commit])
    #expect(mapping.bindings.first?.release == .springBack)
    #expect(mapping.localControl == .offWhilePractising)
    #expect(mapping.match.fitsUSB(Learner.port))
    #expect(mapping.match.fitsName(Learner.port))
    expectSound(mapping)
  }

  @Test func `a tick that only echoes back is not an answer`() throws {
    var player = Learner()
    player.isEchoing = true
    player.teach(72)
    player.teach(48)
    player.say(.yes)
    player.press(72, for: 900)
    player.say(.no)
    #expect(player.question == .tick)
    player.wait(2_000)
    #expect(player.question == .tick)
    player.press(48)  // not heard
    #expect(player.question == .trial)
    player.say(.yes)
    player.say(.yes)
    #expect(try #require(player.saved).mapping.feedback == Feedback())
  }

  @Test func `pads are bound one by one`() throws {
    var player = withPads(hasOwnMapping: true)
    #expect(player.question == .role(.slider))
    for role in LearnDraft.roles.dropFirst(2) {
      #expect(player.question == .role(role))
      player.say(.skip)
    }
    #expect(player.question == .lit(.any, .higher))
    player.say(.skip)
    #expect(player.question == .trial)
    player.say(.yes)
    player.say(.yes)
    #expect(player.question == .replace)
    player.press(Self.pads.lower, channel: 10)  // no: beside the old one
    let saved = try #require(player.saved)
    #expect(!saved.replacing)
    #expect(saved.mapping.bindings.map(\.control) == [note(40, 10), note(36, 10)])
    #expect(saved.mapping.halves == [])
    expectSound(saved.mapping)
  }

  @Test func `a role that does nothing is not a question`() {
    var session = LearnSession(port: Learner.port, hasOwnMapping: false, without: [.hearAgain])
    #expect(session.start().isEmpty == false && session.question == .role(.higher))
    #expect(session.roles == LearnDraft.roles.filter { $0 != .hearAgain })
    var player = withPads(without: [.hearAgain])
    for role in session.roles.dropFirst(2) {
      #expect(player.question == .role(role))
      player.say(.skip)
    }
    #expect(player.question == .lit(.any, .higher))
  }

  private func expectSound(_ mapping: ControllerMapping) {
    let (again, problems) = MappingDecoder.decode(Array(MappingWriter.text(mapping).utf8), file: "x")
    #expect(problems == [])
    #expect(again?.halves == mapping.halves && again?.feedback == mapping.feedback && again?.match == mapping.match)
    #expect(again?.bindings.map(\.control) == mapping.bindings.map(\.control))
  }

  // MARK: Answers on the controller

  @Test func `Higher skips and Lower goes back`() {
    var player = withPads()
    player.press(40, channel: 10)
    #expect(player.question == .role(.commit))
    player.press(36, channel: 10)
    #expect(player.question == .role(.slider))
    _ = player.told()
    player.press(36, channel: 10)
    #expect(player.question == .keyboard(split: 38))
    player.press(36, channel: 10)
    #expect(player.question == .role(.slider))
    #expect(player.told() == [.takenBack])
  }

  @Test func `another control replaces the one that awaits confirmation`() {
    var player = withPads()
    player.say(.skip)
    player.press(50)
    #expect(player.question == .keep(.commit, note(50, 1)))
    player.press(51)
    #expect(player.question == .keep(.commit, note(51, 1)))
    player.press(36, channel: 10)  // no
    #expect(player.question == .role(.commit))
    player.press(52)
    player.press(40, channel: 10)  // yes
    #expect(player.question == .role(.stop))
    #expect(player.told().last == .learned(.commit, note(52, 1)))
  }

  @Test func `a control has one role`() {
    var player = Learner()
    player.teach(40)
    player.press(40)
    #expect(player.question == .role(.lower))
    #expect(player.told().last == .taken(.higher))
    player.teach(36)
    player.say(.no)
    player.slideBothWays { cc(7, $0) }
    player.slideBothWays { cc(7, $0) }
    #expect(player.question == .role(.commit))
    player.teach(50)
    player.press(50)
    #expect(player.question == .role(.stop))
    #expect(player.told().last == .taken(.commit))
    for _ in 0..<7 { player.say(.skip) }
    #expect(player.question == .role(.level))
    player.slideBothWays { cc(7, $0) }
    #expect(player.told().last == .taken(.slider))
    #expect(player.question == .role(.level))
  }

  @Test func `Higher and Lower cannot be skipped`() {
    var player = Learner()
    player.say(.skip)
    #expect(player.question == .role(.higher))
    player.teach(40)
    player.say(.skip)
    #expect(player.question == .role(.lower))
  }

  @Test func `every answer can be taken back`() {
    var player = withPads()
    player.slideBothWays { cc(7, $0) }
    player.slideBothWays { cc(7, $0) }
    player.teach(50)
    player.say(.skip)
    #expect(player.question == .role(.startComparison))
    for expected in [
      LearnQuestion.role(.stop), .role(.commit), .role(.slider), .keyboard(split: 38), .role(.lower), .role(.higher),
    ] {
      player.say(.back)
      #expect(player.question == expected)
    }
    player.say(.back)
    #expect(player.question == .role(.higher))
    // What was taken back is free again.
    player.teach(50)
    #expect(player.question == .role(.lower))
  }

  @Test func `quitting saves nothing`() {
    var player = withPads()
    player.say(.quit)
    #expect(player.question == nil && player.session.deadline == nil)
    #expect(player.effects.last == .end)
    #expect(player.saved == nil)
    let count = player.effects.count
    player.press(40, channel: 10)
    player.say(.yes)
    #expect(player.effects.count == count)
  }

  // MARK: Plugging

  @Test func `learned roles survive unplugging`() {
    var player = withPads()
    player.send(on(50), then: 10)
    player.unplug()
    #expect(player.session.deadline == nil)
    player.press(36, channel: 10)  // a message that was under way
    #expect(player.question == .role(.slider))
    player.plug()
    #expect(player.effects.suffix(2) == [.tell(.connected), .ask(.role(.slider))])
    player.wait(3000)
    #expect(player.question == .role(.slider))
    player.say(.skip)
    player.teach(50)
    #expect(player.question == .role(.stop))
    #expect(player.told().contains(.disconnected))
  }

  @Test func `the trial ends only with both keys together`() {
    var player = withPads()
    player.press(40, channel: 10, for: 900)
    player.say(.skip)
    #expect(player.question == .trial)
    _ = player.told()
    player.press(40, channel: 10)
    player.press(36, channel: 10)
    player.press(1)
    player.move(0..<40, every: 10) { cc(7, $0) }
    #expect(player.told() == [.used(.higher), .used(.lower), .unused, .unused])
    #expect(player.question == .trial)
    player.send(on(36, channel: 10), then: 100)
    player.send(on(40, channel: 10), then: 1000)
    #expect(player.question == .save)
    player.send(off(36, channel: 10))
    player.send(off(40, channel: 10), then: 100)
    #expect(player.question == .save)
    // The first no loses nothing.
    player.press(36, channel: 10)
    #expect(player.question == .trial)
    #expect(player.told().last == .declined)
    player.say(.yes)
    #expect(player.question == .save)
    player.press(36, channel: 10)
    #expect(player.effects.last == .end)
  }
}
