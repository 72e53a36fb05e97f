import MIDI
import Testing
import Time

@testable import Controllers

/// Faders, knobs and encoders: controls that stay where they are left.
struct PlainSliderTests {
  private func fader(_ release: Release = .none) -> Binding {
    Binding(
      role: .slider, control: .controlChange(UInt7(truncating: 48), channel: nil, threshold: UInt7(truncating: 64)),
      release: release)
  }

  private let motor = Binding(
    role: .slider, control: .pitchBend(channel: channel(1)), release: .touch,
    touch: .notes(NumberSet(104...104), channel: nil), motorMaximum: 16383)

  private func standing(_ binding: Binding, at value: Int, of maximum: Int, range: Double = 100) -> SliderPlayer {
    var player = SliderPlayer(binding)
    player.move(to: value, of: maximum, at: 0)
    player.begin(range: range, at: 1000)
    return player
  }

  // MARK: Where it stands

  @Test(arguments: [
    (0, true, false), (127, false, true), (64, true, true), (20, true, true), (19, true, false), (108, false, true),
  ])
  func `a fader near an end has one open side`(value: Int, upwards: Bool, downwards: Bool) {
    let player = standing(fader(), at: value, of: 127)
    #expect(player.recognizer.openSides(range: 100) == SliderSides(upwards: upwards, downwards: downwards))
  }

  @Test func `a fader tunes from its position to its ends`() {
    var player = standing(fader(), at: 32, of: 127)
    #expect(player.held == 0)
    player.move(to: 33, of: 127, at: 1100)
    #expect(abs(player.held - 100.0 / 95) < 1e-9)
    #expect(abs((player.recognizer.centsPerStep ?? 0) - 100.0 / 95) < 1e-9)
    player.move(to: 127, of: 127, at: 1200)
    #expect(abs(player.held - 100) < 1e-9)
    player.move(to: 31, of: 127, at: 1300)
    #expect(abs(player.held + 100.0 / 32) < 1e-9)
    #expect(abs((player.recognizer.centsPerStep ?? 0) - 100.0 / 32) < 1e-9)
    player.move(to: 0, of: 127, at: 1400)
    #expect(abs(player.held + 100) < 1e-9)
    player.move(to: 32, of: 127, at: 1500)
    #expect(player.held == 0)
  }

  @Test func `a closed side is not stretched, and a promised one is`() {
    var closed = standing(fader(), at: 10, of: 127)
    closed.move(to: 9, of: 127, at: 1100)
    #expect(abs(closed.held + 5) < 1e-9)
    closed.move(to: 0, of: 127, at: 1200)
    #expect(abs(closed.held + 50) < 1e-9)
    // It was moved to an end after the exercise was drawn.
    var promised = SliderPlayer(fader())
    promised.move(to: 64, of: 127, at: 0)
    let sides = promised.recognizer.openSides(range: 100)
    promised.move(to: 2, of: 127, at: 500)
    promised.begin(promised: sides, at: 1000)
    promised.move(to: 1, of: 127, at: 1100)
    #expect(abs(promised.held + 50) < 1e-9)
    promised.move(to: 0, of: 127, at: 1200)
    #expect(abs(promised.held + 100) < 1e-9)
  }

  @Test func `the first value of an unknown position is its centre`() {
    var player = SliderPlayer(fader())
    player.begin(at: 0)
    #expect(player.recognizer.openSides(range: 100) == .both)
    player.move(to: 100, of: 127, at: 100)
    #expect(player.events.isEmpty)
    player.move(to: 110, of: 127, at: 200)
    #expect(abs(player.held - 100 * 10.0 / 27) < 1e-9)
  }

  @Test func `movement before the note is followed but not heard`() {
    var player = SliderPlayer(fader())
    for value in 0..<90 { player.move(to: value, of: 127, at: Double(value)) }
    #expect(player.events.isEmpty)
    player.begin(at: 500)
    player.move(to: 89, of: 127, at: 600)
    #expect(player.events.isEmpty)
    player.recognizer.end()
    player.move(to: 40, of: 127, at: 700)
    #expect(player.events.isEmpty)
  }

  @Test func `without a release only the explicit control commits`() {
    var player = standing(fader(), at: 64, of: 127)
    player.move(to: 80, of: 127, at: 1100)
    player.wait(until: 60_000)
    #expect(player.releases.isEmpty && player.recognizer.deadline == nil)
  }

  @Test func `a pair tunes in fine steps and a Mackie fader in ten bits`() {
    let pair = Binding(
      role: .slider, control: .controlChangePair(most: UInt7(truncating: 0), least: UInt7(truncating: 32), channel: nil)
    )
    var player = standing(pair, at: 8000, of: 16383)
    player.move(to: 8001, of: 16383, at: 1100)
    #expect(player.held > 0 && player.held < 0.02)
    // 300 of 16383 is 19 of the steps a hand can make: not enough for 100 cents.
    let near = standing(motor, at: 300, of: 16383)
    #expect(near.recognizer.openSides(range: 100) == SliderSides(upwards: true, downwards: false))
    #expect(near.recognizer.openSides(range: 50) == .both)
  }

  // MARK: Settle

  @Test func `a fader settles after its time`() {
    var player = standing(fader(.settle), at: 64, of: 127)
    player.wait(until: 10_000)
    #expect(player.releases.isEmpty)
    player.move(to: 70, of: 127, at: 10_000)
    player.move(to: 72, of: 127, at: 11_499)
    player.wait(until: 12_998)
    #expect(player.releases.isEmpty)
    player.wait(until: 12_999)
    #expect(player.events.last == .released(.settle, at: SliderPlayer.time(11_499)))
  }

  @Test func `settling can be switched off`() {
    var player = SliderPlayer(SliderRecognizer(binding: fader(.settle), settle: nil))
    player.move(to: 64, of: 127, at: 0)
    player.begin(at: 1000)
    player.move(to: 70, of: 127, at: 1100)
    player.wait(until: 60_000)
    #expect(player.releases.isEmpty)
  }

  // MARK: Touch

  @Test(arguments: [-5.0, 5]) func `a touch-off before or after the last position commits`(delay: Double) {
    var player = standing(motor, at: 8000, of: 16383)
    player.handle(.touched(true), at: 1500)
    player.move(to: 9000, at: 1600)
    if delay < 0 { player.move(to: 9016, at: 2000 + delay) }
    player.handle(.touched(false), at: 2000)
    if delay > 0 { player.move(to: 9016, at: 2000 + delay) }
    player.wait(until: 2024)
    #expect(player.releases.isEmpty)
    player.wait(until: 2025)
    #expect(player.events.last == .released(.touch, at: SliderPlayer.time(2000)))
    #expect(abs(player.held - 100 * 1016.0 / 8383) < 1e-9)
    // The fader is let go: whatever it does now, nothing more is heard.
    player.move(to: 3000, at: 2100)
    #expect(player.releases == [.touch] && player.events.count == 3)
  }

  @Test func `a touch-off without movement does not commit`() {
    var player = standing(motor, at: 8000, of: 16383)
    player.handle(.touched(true), at: 1500)
    player.move(to: 8016, at: 1600)
    player.move(to: 8000, at: 1610)
    player.handle(.touched(false), at: 2000)
    player.wait(until: 9000)
    #expect(player.releases.isEmpty)
  }

  @Test func `a finger already on the fader commits only after movement`() {
    for moves in [false, true] {
      var player = SliderPlayer(motor)
      player.move(to: 8000, at: 0)
      player.handle(.touched(true), at: 500)
      player.move(to: 9000, at: 600)
      player.begin(at: 1000)
      if moves { player.move(to: 9100, at: 1500) }
      player.handle(.touched(false), at: 2000)
      player.wait(until: 9000)
      #expect(player.releases == (moves ? [.touch] : []))
    }
  }

  @Test func `a flickering touch is one touch`() {
    var player = standing(motor, at: 8000, of: 16383)
    player.handle(.touched(true), at: 1500)
    player.move(to: 9000, at: 1600)
    player.handle(.touched(false), at: 2000)
    player.handle(.touched(true), at: 2010)
    player.wait(until: 3000)
    #expect(player.releases.isEmpty)
    player.handle(.touched(false), at: 3000)
    player.wait(until: 4000)
    #expect(player.releases == [.touch])
  }

  @Test func `lost events release nothing`() {
    var player = standing(motor, at: 8000, of: 16383)
    player.handle(.touched(true), at: 1500)
    player.move(to: 9000, at: 1600)
    player.handle(.touched(false), at: 2000)
    player.recognizer.forgetTouch()
    player.wait(until: 4000)
    #expect(player.releases.isEmpty)
  }

  // MARK: Encoders

  @Test(arguments: RelativeEncoding.allCases) func `an encoder's step is a cent`(_ encoding: RelativeEncoding) throws {
    let mapping = try mapping("roles: {slider: [{relative: 16, encoding: \(encoding.rawValue)}]}")
    var decoder = ControlDecoder(mapping: mapping)
    var player = SliderPlayer(mapping.bindings[0])
    let up: [Int] = [.twosComplement: [1, 3], .binaryOffset: [65, 67], .signMagnitude: [1, 3]][encoding] ?? []
    let down: [Int] = [.twosComplement: [126], .binaryOffset: [62], .signMagnitude: [0x42]][encoding] ?? []
    player.begin(at: 0)
    for (index, value) in (up + down).enumerated() {
      for case .slider(_, let position) in decoder.decode(cc(16, value)) {
        player.handle(.moved(position), at: Double(index + 1))
      }
    }
    #expect(player.events.compactMap { if case .moved(let cents, _) = $0 { cents } else { nil } } == [1, 4, 2])
    #expect(player.recognizer.centsPerStep == 1)
    #expect(player.recognizer.openSides(range: 100) == .both)
  }

  @Test func `an encoder stops at the range and turns back at once`() {
    var player = SliderPlayer(
      Binding(role: .slider, control: .relative(UInt7(truncating: 16), encoding: .signMagnitude, channel: nil)))
    player.begin(range: 10, at: 0)
    player.handle(.moved(.relative(25)), at: 1)
    #expect(player.held == 10)
    player.handle(.moved(.relative(-1)), at: 2)
    #expect(player.held == 9)
  }
}
