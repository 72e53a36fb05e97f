import MIDI
import Testing

@testable import Controllers

/// One and two fingers, by hand: the keyboard bends by 48 semitones, so a step of 14 bits is 0.586 cents.
struct FingerSliderTests {
  /// The bend of this many cents.
  private static func value(_ cents: Double) -> Int { 8192 + Int((cents / 4800 * 8192).rounded()) }

  /// A finger on `key` of channel `number` slides evenly from one bend to another.
  private static func slide(
    _ player: inout FingerPlayer, _ number: Int, from: Double, to: Double, at start: Double, for duration: Double
  ) {
    for step in 1...Int(duration / 5) {
      let share = Double(step) * 5 / duration
      player.send(bend(value(from + share * (to - from)), channel: number), at: start + share * duration)
    }
  }

  private static func land(_ player: inout FingerPlayer, _ key: Int, _ number: Int, at time: Double, bent: Double = 0) {
    player.send(bend(value(bent), channel: number), at: time)
    player.send(on(key, channel: number), at: time)
  }

  @Test func `a finger tunes from its landing place, and its lift commits`() {
    var player = FingerPlayer()
    player.begin(at: 0)
    Self.land(&player, 64, 2, at: 100, bent: 37)
    Self.slide(&player, 2, from: 37, to: 67, at: 500, for: 200)
    player.wait(until: 1200)
    #expect(abs(player.heard - 30) < 0.5, "\(player.heard)")
    player.send(off(64, channel: 2), at: 1300)
    #expect(player.lifts == 1 && player.leftAt == 1300)
    #expect(abs(player.heard - 30) < 0.5)
    #expect(player.gestures.isEmpty, "a finger's key is no step: \(player.gestures)")
  }

  @Test func `the jerk of a lift is not kept`() {
    var player = FingerPlayer()
    player.begin(at: 0)
    Self.land(&player, 64, 2, at: 100)
    Self.slide(&player, 2, from: 0, to: -50, at: 500, for: 200)
    Self.slide(&player, 2, from: -50, to: -80, at: 1500, for: 30)
    player.send(off(64, channel: 2), at: 1535)
    #expect(player.lifts == 1 && abs(player.heard + 50) < 0.8, "\(player.heard)")
    #expect(player.leftAt.map { (1505...1520).contains($0) } == true, "when the jerk began: \(player.leftAt ?? 0)")
  }

  @Test func `a key that is only tapped commits nothing`() {
    var player = FingerPlayer()
    player.begin(at: 0)
    Self.land(&player, 64, 2, at: 100)
    player.send(off(64, channel: 2), at: 250)
    #expect(player.events.isEmpty)
    // One that is held on purpose takes the note as it is.
    Self.land(&player, 64, 2, at: 1000)
    player.send(off(64, channel: 2), at: 1400)
    #expect(player.lifts == 1 && player.heard == 0)
  }

  @Test func `a finger that was down before the note commits only after a slide`() {
    var player = FingerPlayer()
    Self.land(&player, 64, 2, at: 100, bent: 20)
    player.begin(at: 2000)
    player.wait(until: 3000)
    player.send(off(64, channel: 2), at: 3000)
    #expect(player.events.isEmpty)
    Self.land(&player, 65, 3, at: 4000)
    player.begin(at: 5000)
    Self.slide(&player, 3, from: 0, to: 25, at: 5500, for: 200)
    player.send(off(65, channel: 3), at: 6500)
    #expect(player.lifts == 1 && abs(player.heard - 25) < 0.5)
  }

  @Test func `the last of two fingers to slide has the pitch`() {
    var player = FingerPlayer()
    player.begin(at: 0)
    Self.land(&player, 64, 2, at: 100)
    Self.slide(&player, 2, from: 0, to: 40, at: 500, for: 200)
    Self.land(&player, 48, 3, at: 1200)
    player.wait(until: 1800)
    #expect(abs(player.heard - 40) < 0.5, "a finger that lands beside changes nothing")
    Self.slide(&player, 3, from: 0, to: -30, at: 1800, for: 300)
    player.wait(until: 2800)
    let heard = player.heard
    #expect(heard > 9 && heard < 20, "it takes the pitch from where it is: \(heard)")
    player.send(off(64, channel: 2), at: 3000)
    #expect(player.lifts == 0, "the other one has not got it any more")
    player.send(off(48, channel: 3), at: 3500)
    #expect(player.lifts == 1 && player.heard == heard)
  }

  @Test func `a slide back from beyond the range is heard at once`() {
    var player = FingerPlayer()
    player.begin(range: 50, at: 0)
    Self.land(&player, 64, 2, at: 100)
    Self.slide(&player, 2, from: 0, to: 200, at: 500, for: 400)
    player.wait(until: 1500)
    #expect(player.heard == 50)
    Self.slide(&player, 2, from: 200, to: 180, at: 1500, for: 300)
    player.wait(until: 2500)
    #expect(abs(player.heard - 30) < 0.5, "\(player.heard)")
  }

  /// Pressing less lets the bend give way; who only eases has not slid.
  @Test func `bends caused by pressure are not heard`() {
    var player = FingerPlayer()
    player.begin(at: 0)
    Self.land(&player, 64, 2, at: 100)
    player.send(.channelPressure(channel: channel(2), pressure: UInt7(truncating: 100)), at: 150)
    Self.slide(&player, 2, from: 0, to: 40, at: 500, for: 200)
    player.send(.channelPressure(channel: channel(2), pressure: UInt7(truncating: 100)), at: 1400)
    player.wait(until: 1500)
    let before = player.heard
    for step in 1...10 {
      let time = 1500 + 10 * Double(step)
      player.send(.channelPressure(channel: channel(2), pressure: UInt7(truncating: 100 - 7 * step)), at: time)
      player.send(bend(Self.value(40 + Double(step)), channel: 2), at: time)
    }
    player.wait(until: 2500)
    #expect(abs(player.heard - before) < 4, "of ten cents: \(player.heard - before)")
  }

  @Test(arguments: [
    (
      "CC 74", Control.controlChange(UInt7(truncating: 74), channel: nil, threshold: UInt7(truncating: 64)),
      FingerZone.lower
    ),
    ("pressure", .polyPressure(NumberSet(0...127), channel: nil, threshold: UInt7(truncating: 64)), .all),
  ])
  func `slides and presses in seven bits tune`(name: String, control: Control, zone: FingerZone) {
    let isPressure = zone == .all
    var player = FingerPlayer(control, FingerSetup(zone: zone))
    let number = isPressure ? 1 : 2
    func message(_ value: Int) -> MIDIMessage {
      isPressure ? pressure(64, value, channel: number) : cc(74, value, channel: number)
    }
    player.begin(at: 0)
    player.send(on(64, channel: number), at: 100)
    let first = isPressure ? 20 : 64
    player.send(message(first), at: 110)
    for step in 1...30 { player.send(message(first + step), at: 600 + 20 * Double(step)) }
    player.wait(until: 2000)
    #expect(player.heard > 25 && player.heard < 50, "\(name): \(player.heard)")
    let heard = player.heard
    // A press eases on its way off the key.
    if isPressure { for step in 1...9 { player.send(message(50 - 5 * step), at: 2000 + 10 * Double(step)) } }
    player.send(off(64, channel: number), at: 2100)
    #expect(player.lifts == 1 && abs(player.heard - heard) < 1, "\(name): \(player.heard)")
    #expect(player.slider.sides.downwards == !isPressure)
  }

  @Test func `lost messages do not lift a finger`() {
    var player = FingerPlayer()
    player.begin(at: 0)
    Self.land(&player, 64, 2, at: 100)
    var slider = player.slider
    slider.forget()
    #expect(
      slider.deadline == nil
        && slider.handle(.lifted(PhysicalKey(kind: .note, channel: channel(2), number: 64)), at: milliseconds(900))
          .isEmpty
    )
  }

  // MARK: Keys

  @Test func `two keys pressed together and let go still commit`() {
    var player = FingerPlayer()
    player.begin(at: 0)
    Self.land(&player, 64, 2, at: 100)
    Self.land(&player, 48, 3, at: 150)
    player.send(off(48, channel: 3), at: 300)
    #expect(player.gestures == [.commit(at: milliseconds(300))])
  }

  @Test func `two held keys still stop unless they slide`() {
    var player = FingerPlayer()
    player.begin(at: 0)
    Self.land(&player, 64, 2, at: 100)
    Self.land(&player, 48, 3, at: 400)
    player.wait(until: 2000)
    #expect(player.gestures == [.stop(firstPressed: milliseconds(100))])

    player = FingerPlayer()
    player.begin(at: 0)
    Self.land(&player, 64, 2, at: 100)
    Self.slide(&player, 2, from: 0, to: 40, at: 500, for: 200)
    Self.land(&player, 48, 3, at: 900)
    player.wait(until: 3000)
    #expect(player.gestures.isEmpty, "\(player.gestures)")
  }
}
