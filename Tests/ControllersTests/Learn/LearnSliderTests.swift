import MIDI
import Testing

@testable import Controllers

/// What moves, by how it moves: traces of two devices of each kind.
struct LearnSliderTests {
  /// Asked for the slider, with Higher and Lower known.
  private func asked() -> Learner {
    var player = Learner()
    player.teach(100, channel: 16)
    player.teach(90, channel: 16)
    player.say(.no)
    _ = player.told()
    return player
  }

  /// The binding that moving twice teaches.
  private func learned(_ move: (inout Learner) -> Void) -> Binding? {
    var player = asked()
    move(&player)
    guard case .keep(.slider, _) = player.question else {
      Issue.record("\(String(describing: player.question)) \(player.told())")
      return nil
    }
    move(&player)
    #expect(player.question == .role(.commit))
    return player.session.state.draft.learned(.slider)?.binding
  }

  @Test(arguments: [(16384, 1), (128, 1), (16384, 5), (256, 3)]) func `wheels are learned`(steps: Int, number: Int) {
    let binding = learned { $0.bendBothWays(steps: steps, channel: number) }
    #expect(binding?.control == .pitchBend(channel: channel(number)))
    #expect(binding?.release == .springBack)
  }

  /// A touch strip jumps to its middle when it is let go; buttons ramp there slowly.
  @Test(arguments: [[8192], stride(from: 15000, through: 8192, by: -400).map { $0 } + [8192]])
  func `strips and ramps spring back`(home: [Int]) {
    let binding = learned { player in
      player.move(stride(from: 8192, through: 16383, by: 400), every: 12) { bend($0) }
      player.wait(100)
      player.move(home, every: 20) { bend($0) }
      player.wait(2000)
    }
    #expect(binding?.release == .springBack)
  }

  @Test(arguments: [(7, 1), (48, 1), (20, 11)]) func `plain faders are learned`(number: Int, on port: Int) {
    let binding = learned { $0.slideBothWays { cc(number, $0, channel: port) } }
    #expect(
      binding
        == Binding(
          role: .slider,
          control: .controlChange(UInt7(truncating: number), channel: channel(port), threshold: Control.half),
          release: .settle))
  }

  @Test(arguments: [1, 9]) func `faders that send pitch bend are learned`(number: Int) {
    let binding = learned { $0.slideBothWays { bend($0 * 129, channel: number) } }
    #expect(binding == Binding(role: .slider, control: .pitchBend(channel: channel(number)), release: .settle))
  }

  /// A wheel that is held for long at its end is not a fader: letting it go is the second movement.
  @Test func `a wheel held at its end is still a wheel`() {
    var player = asked()
    player.move(stride(from: 8192, through: 16383, by: 300), every: 12) { bend($0) }
    player.wait(3000)
    #expect(player.question == .keep(.slider, .pitchBend(channel: channel(1))))
    player.bendBothWays()
    #expect(player.told().last == .slider(.springBack, isEndless: false))
  }

  // MARK: Touch

  @Test(arguments: [true, false]) func `touch by note is learned`(lastPlaceFirst: Bool) {
    let binding = learned { player in
      player.send(on(104, velocity: 127), then: 30)
      player.move(stride(from: 300, through: 16000, by: 300), every: 15) { bend($0, channel: 2) }
      player.move(stride(from: 16000, through: 9000, by: -300), every: 15) { bend($0, channel: 2) }
      if lastPlaceFirst {
        player.send(bend(8990, channel: 2), then: 5)
        player.send(off(104), then: 1000)
      } else {
        player.send(off(104), then: 5)
        player.send(bend(8990, channel: 2), then: 1000)
      }
      player.wait(2000)
    }
    #expect(
      binding
        == Binding(
          role: .slider, control: .pitchBend(channel: channel(2)), release: .touch,
          touch: .notes(NumberSet(104...104), channel: channel(1))))
  }

  /// The FaderPort's: poly pressure, and a pair of control changes.
  @Test func `touch by pressure is learned with a pair`() {
    let binding = learned { player in
      player.send(pressure(127, 1), then: 30)
      for value in stride(from: 100, through: 16000, by: 97) {
        player.send(cc(0, value >> 7), then: 1)
        player.send(cc(32, value & 0x7F), then: 9)
      }
      player.send(pressure(127, 0), then: 2000)
    }
    #expect(
      binding
        == Binding(
          role: .slider,
          control: .controlChangePair(most: UInt7(truncating: 0), least: UInt7(truncating: 32), channel: channel(1)),
          release: .touch,
          touch: .polyPressure(NumberSet(127...127), channel: channel(1), threshold: UInt7(truncating: 1))))
  }

  @Test func `touch by control change is learned`() {
    let binding = learned { player in
      player.send(cc(2, 127), then: 10)
      player.move(stride(from: 3, through: 120, by: 3), every: 12) { cc(1, $0) }
      player.send(cc(2, 0), then: 2000)
    }
    #expect(binding?.release == .touch)
    #expect(
      binding?.touch == .controlChange(UInt7(truncating: 2), channel: channel(1), threshold: Control.half))
  }

  /// A key that was down once by chance is no touch.
  @Test func `a touch must accompany both movements`() {
    var player = asked()
    player.send(on(60), then: 30)
    player.slideBothWays { cc(7, $0) }
    player.send(off(60), then: 2000)
    player.slideBothWays { cc(7, $0) }
    #expect(player.told().last == .slider(.settle, isEndless: false))
  }

  /// A finger that rests on the fader for long does not keep the question open for ever.
  @Test func `a finger that rests on the fader does not keep the question open`() {
    var player = asked()
    player.send(on(104), then: 30)
    player.slideBothWays { bend($0 * 129) }
    player.wait(5000)
    #expect(player.question == .keep(.slider, .pitchBend(channel: channel(1))))
  }

  // MARK: Pairs and parameters

  @Test(arguments: [true, false]) func `pairs are learned in either order`(upperFirst: Bool) {
    let binding = learned { player in
      for value in stride(from: 0, through: 16383, by: 61) {
        let halves = [cc(16, value >> 7, channel: 2), cc(48, value & 0x7F, channel: 2)]
        for message in upperFirst ? halves : halves.reversed() { player.send(message, then: 2) }
        player.wait(4)
      }
      player.wait(2000)
    }
    #expect(
      binding?.control
        == .controlChangePair(most: UInt7(truncating: 16), least: UInt7(truncating: 48), channel: channel(2)))
  }

  /// nanoKONTROL2: fader CC 0, its S button CC 32.
  @Test func `a button next to a fader is not its lower half`() {
    let binding = learned { player in
      player.push(32)
      player.slideBothWays { cc(0, $0) }
    }
    #expect(
      binding?.control == .controlChange(UInt7(truncating: 0), channel: channel(1), threshold: Control.half))
  }

  @Test(arguments: [true, false]) func `parameters are learned`(isFine: Bool) {
    let binding = learned { player in
      for value in stride(from: 0, through: 16383, by: 127) {
        player.send(cc(99, 3))
        player.send(cc(98, 7))
        player.send(cc(6, value >> 7), then: 1)
        if isFine { player.send(cc(38, value & 0x7F)) }
        player.wait(9)
      }
      player.wait(2000)
    }
    #expect(
      binding?.control
        == UInt14(exactly: 3 * 128 + 7).map {
          .nonRegisteredParameter($0, channel: channel(1), threshold: Control.half)
        })
  }

  // MARK: Endless knobs

  @Test(arguments: [
    (RelativeEncoding.twosComplement, [1, 1, 2, 1, 1, 1], [127, 127, 126, 127, 127, 127]),
    (.twosComplement, [1, 3, 9, 14, 20, 22], [127, 120, 110, 108, 126, 127]),
    (.binaryOffset, [65, 65, 66, 65, 65, 65], [63, 63, 62, 63, 63, 63]),
    (.binaryOffset, [65, 65, 65, 67, 67, 65], [61, 61, 63, 63, 63, 63]),
    (.signMagnitude, [1, 1, 2, 1, 1, 1], [65, 65, 66, 65, 65, 65]),
    (.signMagnitude, [3, 3, 1, 1, 1, 5], [65, 65, 65, 65, 69, 65]),
  ])
  func `endless encoders are learned`(encoding: RelativeEncoding, right: [Int], left: [Int]) {
    let binding = learned { player in
      player.move(right + right, every: 25) { cc(16, $0) }
      player.move(left + left, every: 25) { cc(16, $0) }
      player.wait(1000)
    }
    #expect(
      binding
        == Binding(
          role: .slider, control: .relative(UInt7(truncating: 16), encoding: encoding, channel: channel(1)),
          release: .settle))
  }

  /// Turned one way only, it waits for the other way.
  @Test(arguments: [(1, 65, RelativeEncoding.signMagnitude), (1, 127, .twosComplement), (65, 63, .binaryOffset)])
  func `movement one way only is not enough`(right: Int, left: Int, encoding: RelativeEncoding) {
    var player = asked()
    player.move(Array(repeating: right, count: 10), every: 30) { cc(16, $0) }
    player.wait(1000)
    #expect(player.question == .role(.slider))
    player.move(Array(repeating: left, count: 10), every: 30) { cc(16, $0) }
    player.wait(1000)
    let control = Control.relative(UInt7(truncating: 16), encoding: encoding, channel: channel(1))
    #expect(player.question == .keep(.slider, control))
    // Turned one way again, what was sure stays so.
    player.move(Array(repeating: left, count: 10), every: 30) { cc(16, $0) }
    player.wait(1000)
    #expect(player.told() == [.learned(.slider, control), .slider(.settle, isEndless: true)])
  }

  @Test(arguments: [(1, RelativeEncoding.twosComplement), (65, .binaryOffset)])
  func `turning one way only selects the likeliest encoding`(value: Int, encoding: RelativeEncoding) {
    var player = asked()
    for _ in 0..<2 {
      player.move(Array(repeating: value, count: 10), every: 30) { cc(16, $0) }
      player.wait(1000)
    }
    #expect(
      player.question
        == .keep(.slider, .relative(UInt7(truncating: 16), encoding: encoding, channel: channel(1))))
  }

  @Test func `a slow fader is not endless`() {
    let binding = learned { player in
      player.move(Array(1...100) + Array((30...100).reversed()), every: 30) { cc(16, $0) }
      player.wait(1000)
    }
    #expect(
      binding?.control == .controlChange(UInt7(truncating: 16), channel: channel(1), threshold: Control.half))
  }

  // MARK: One of several

  @Test func `a flickering fader does not disturb`() {
    let binding = learned { player in
      for value in stride(from: 0, through: 127, by: 2) {
        player.send(cc(7, value), then: 6)
        player.send(cc(9, 64 + value % 3), then: 6)
      }
      for value in 0..<200 { player.send(cc(9, 64 + value % 2), then: 10) }
    }
    #expect(
      binding?.control == .controlChange(UInt7(truncating: 7), channel: channel(1), threshold: Control.half))
  }

  @Test func `two faders at once are not learned`() {
    var player = asked()
    for value in stride(from: 0, through: 127, by: 2) {
      player.send(cc(7, value), then: 6)
      player.send(cc(9, 127 - value), then: 6)
    }
    player.wait(2000)
    #expect(player.question == .role(.slider))
    #expect(player.told() == [.unfit(.slider)])
  }

  @Test func `the wheel of a layered keyboard is one wheel`() {
    let binding = learned { player in
      for value in stride(from: 8192, through: 16383, by: 300) {
        player.send(bend(value, channel: 1), then: 1)
        player.send(bend(value, channel: 2), then: 9)
      }
      for number in [1, 2] { player.send(bend(8192, channel: number), then: 1) }
      player.wait(2000)
    }
    #expect(binding?.control == .pitchBend(channel: channel(1)))
  }

  @Test func `pressure counts only if nothing else moves`() {
    let pressure = { (value: Int) in
      MIDIMessage.channelPressure(channel: channel(1), pressure: UInt7(truncating: value))
    }
    #expect(
      learned { $0.slideBothWays(pressure) }?.control
        == .channelPressure(channel: channel(1), threshold: Control.half))
    let both = learned { player in
      for value in 0...127 {
        player.send(pressure(value), then: 4)
        if value % 2 == 0 { player.send(cc(7, value), then: 4) }
      }
      player.wait(2000)
    }
    #expect(
      both?.control == .controlChange(UInt7(truncating: 7), channel: channel(1), threshold: Control.half))
  }
}
