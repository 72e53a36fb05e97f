import MIDI
import Testing

@testable import Controllers

/// Buttons of every kind, and hands that do something else than was asked.
struct LearnHandsTests {
  private func note(_ number: Int, _ on: Int) -> Control { .notes(NumberSet(number...number), channel: channel(on)) }

  // MARK: Buttons

  /// Of two presses in a row without a note-off the second was lost.
  @Test(arguments: [300, 1_500] as [Int64]) func `pads without note-off are learned`(gap: Int64) {
    var player = Learner()
    player.send(on(41, channel: 10), then: gap)
    player.send(on(41, channel: 10), then: 1_500)
    #expect(player.question == .role(.lower))
    player.send(on(36, channel: 10), then: gap)
    player.send(on(36, channel: 10), then: 1_500)
    #expect(player.question != .role(.lower))
  }

  /// What was held when the cable was pulled out on its far side spoiled every press after it.
  @Test func `keys held when active sensing stopped are not held`() {
    var player = Learner()
    for _ in 0..<3 { player.send(.system(0xFE), then: 250) }
    player.send(on(60), then: 600)
    player.press(41)
    player.press(41)
    #expect(player.question == .role(.lower))
  }

  private static let parameter = UInt14(most: UInt7(truncating: 2), least: UInt7(truncating: 9))

  /// Two devices of each kind: the messages of a press, those of a release, and the control they make up.
  @Test(
    arguments: [
      ([on(36, channel: 10)], [off(36, channel: 10)], Control.notes(NumberSet(36...36), channel: channel(10))),
      ([on(0, velocity: 127)], [on(0, velocity: 0)], .notes(NumberSet(0...0), channel: channel(1))),
      ([cc(41, 127)], [cc(41, 0)], .controlChange(UInt7(truncating: 41), channel: channel(1), threshold: Control.half)),
      // A pad that sends how hard it was hit.
      (
        [cc(12, 70, channel: 3)], [cc(12, 0, channel: 3)],
        .controlChange(UInt7(truncating: 12), channel: channel(3), threshold: UInt7(truncating: 1))
      ),
      (
        [cc(99, 2), cc(98, 9), cc(6, 127)], [cc(99, 2), cc(98, 9), cc(6, 0)],
        .nonRegisteredParameter(parameter, channel: channel(1), threshold: Control.half)
      ),
      (
        [pressure(21, 1)], [pressure(21, 0)],
        .polyPressure(NumberSet(21...21), channel: channel(1), threshold: UInt7(truncating: 1))
      ),
      (
        [pressure(5, 127, channel: 2)], [pressure(5, 0, channel: 2)],
        .polyPressure(NumberSet(5...5), channel: channel(2), threshold: Control.half)
      ),
      (
        [.channelPressure(channel: channel(1), pressure: UInt7(truncating: 127))],
        [.channelPressure(channel: channel(1), pressure: UInt7(truncating: 0))],
        .channelPressure(channel: channel(1), threshold: Control.half)
      ),
      (
        [.programChange(channel: channel(1), program: UInt7(truncating: 4))], [],
        .programChange(NumberSet(4...4), channel: channel(1))
      ),
      // After bank select.
      (
        [
          cc(0, 127, channel: 7), cc(32, 127, channel: 7),
          .programChange(channel: channel(7), program: UInt7(truncating: 0)),
        ],
        [], .programChange(NumberSet(0...0), channel: channel(7))
      ),
    ] as [([MIDIMessage], [MIDIMessage], Control)])
  func `buttons of all kinds are learned`(down: [MIDIMessage], up: [MIDIMessage], control: Control) {
    var player = Learner()
    for _ in 0..<2 {
      for message in down { player.send(message, then: 1) }
      player.wait(90)
      for message in up { player.send(message, then: 1) }
      player.wait(300)
    }
    #expect(player.told() == [.learned(.higher, control)])
    #expect(player.question == .role(.lower))
  }

  /// Its note-off was lost: the next note-on is a press all the same.
  @Test func `a lost release does not silence a key`() {
    var player = Learner()
    player.send(on(40), then: 2000)
    #expect(player.question == .keep(.higher, note(40, 1)))
    player.press(40)
    #expect(player.question == .role(.lower))
  }

  // MARK: Hands that do something else

  @Test func `a key held during the question is not an answer`() {
    var player = Learner()
    player.send(on(40), then: 2000)
    #expect(player.question == .keep(.higher, note(40, 1)))
    player.send(off(40), then: 300)
    #expect(player.question == .keep(.higher, note(40, 1)))
    player.press(40)
    #expect(player.question == .role(.lower))
  }

  @Test func `two keys at once are not learned`() {
    var player = Learner()
    player.send(on(40), then: 20)
    player.send(on(44), then: 60)
    player.send(off(40), then: 20)
    player.send(off(44), then: 300)
    #expect(player.question == .role(.higher))
    #expect(player.told() == [.unfit(.higher)])
    player.send(on(40), then: 20)
    player.send(on(44), then: 3000)
    player.send(off(40))
    player.send(off(44))
    #expect(player.question == .role(.higher))
    #expect(player.told() == [.unfit(.higher)])
  }

  @Test func `a pad in toggle mode is kept at its next note on`() {
    var player = Learner()
    player.send(on(40), then: 1500)
    #expect(player.question == .keep(.higher, note(40, 1)))
    player.send(off(40), then: 1500)
    player.send(on(40), then: 1500)
    #expect(player.question == .role(.lower))
    // It stays lit, and does not stand in the way of others.
    player.press(36)
    #expect(player.question == .keep(.lower, note(36, 1)))
  }

  @Test func `a press that bounces or arrives twice is one press`() {
    var player = Learner()
    for message in [on(40), on(40)] { player.send(message, then: 21) }
    for message in [off(40), off(40)] { player.send(message, then: 21) }
    #expect(player.question == .keep(.higher, note(40, 1)))
    for message in [on(40), off(40), on(40), off(40)] { player.send(message, then: 8) }
    player.wait(300)
    #expect(player.question == .role(.lower))
    for message in [cc(20, 127), cc(20, 127), cc(20, 0), cc(20, 0)] { player.send(message, then: 1) }
    player.wait(300)
    #expect(
      player.question
        == .keep(.lower, .controlChange(UInt7(truncating: 20), channel: channel(1), threshold: Control.half)))
  }

  @Test func `noise learns nothing`() {
    var player = Learner()
    for round in 0..<2000 {
      let noise: [MIDIMessage] = [
        .system(0xF8), .system(0xFE), cc(7, 63 + round / 6 % 3), bend(8192 + round % 40), .systemExclusive([1, 2]),
        .channelPressure(channel: channel(1), pressure: UInt7(truncating: round)),
      ]
      player.send(noise[round % noise.count], then: 7)
    }
    player.wait(60_000)
    #expect(player.question == .role(.higher))
    #expect(player.told() == [])
    #expect(player.session.deadline == nil)
  }

  @Test func `a fader is not a pad`() {
    var player = Learner()
    player.slideBothWays { cc(7, $0) }
    #expect(player.told() == [.unfit(.higher)])
    // A touch-sensitive fader sends a note as well.
    player.send(on(104), then: 50)
    player.slideBothWays { bend($0 * 129, channel: 1) }
    player.send(off(104), then: 300)
    #expect(player.question == .role(.higher))
    #expect(player.told() == [.unfit(.higher)])
  }

  @Test func `a pad is not a slider`() {
    var player = Learner()
    player.teach(40, channel: 10)
    player.teach(36, channel: 10)
    player.say(.no)
    _ = player.told()
    player.press(50)
    #expect(player.told() == [.unfit(.slider)])
    player.push(20)
    #expect(player.question == .role(.slider))
  }

  @Test func `pressure with a note does not replace the pad`() {
    var player = Learner()
    player.send(pressure(40, 3), then: 1)
    player.send(on(40), then: 5)
    for value in [20, 70, 127, 60, 9, 0] { player.send(pressure(40, value), then: 9) }
    player.send(off(40), then: 300)
    #expect(player.question == .keep(.higher, note(40, 1)))
  }

  @Test func `a key on two channels is one key`() {
    var player = Learner()
    for _ in 0..<2 {
      for message in [on(40, channel: 1), on(40, channel: 2)] { player.send(message, then: 1) }
      player.wait(80)
      for message in [off(40, channel: 1), off(40, channel: 2)] { player.send(message, then: 1) }
      player.wait(300)
    }
    #expect(player.told() == [.learned(.higher, .notes(NumberSet(40...40), channel: nil))])
  }

  @Test func `fingers on separate channels are the same key`() {
    var player = Learner()
    player.press(60, channel: 2)
    player.press(60, channel: 3)
    #expect(player.told() == [.learned(.higher, .notes(NumberSet(60...60), channel: nil))])
  }

  /// …but not if the key on the other channel has a role.
  @Test func `a twin key with its own role is separate`() {
    var player = Learner()
    player.teach(60, channel: 2)
    player.press(60, channel: 3)
    #expect(player.question == .keep(.lower, note(60, 3)))
    player.press(60, channel: 2)
    #expect(player.question == .keep(.lower, note(60, 3)))
    #expect(player.told().last == .taken(.higher))
  }
}
