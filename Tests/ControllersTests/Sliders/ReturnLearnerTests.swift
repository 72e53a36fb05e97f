import MIDI
import Testing

@testable import Controllers

/// A CC 1 is a modulation wheel that stays where it is left, or a joystick that does not.
struct ReturnLearnerTests {
  private let binding = Binding(
    role: .slider, control: .controlChange(UInt7(truncating: 1), channel: nil, threshold: UInt7(truncating: 64)))

  /// Out to `place` and back to `rest` in `run` ms, `times` times.
  private func player(rest: Int, place: Int, run: Double, times: Int) -> SliderPlayer {
    var player = SliderPlayer(binding)
    var time = 0.0
    player.move(to: rest, of: 127, at: time)
    let way = abs(place - rest)
    for _ in 0..<times {
      for step in 1...way {
        player.move(to: rest + (place > rest ? step : -step), of: 127, at: time + 1000 + Double(step) * 10)
      }
      for step in 1...way {
        player.move(
          to: place + (place > rest ? -step : step), of: 127, at: time + 4000 + run * Double(step) / Double(way))
      }
      time += 6000
    }
    player.begin(at: time)
    return player
  }

  @Test(arguments: [(64, 2, false), (64, 3, true), (0, 4, false), (0, 5, true)])
  func `learning takes three returns within the travel, and five to an end`(rest: Int, times: Int, springs: Bool) {
    #expect(player(rest: rest, place: rest + 60, run: 80, times: times).recognizer.springsBack == springs)
  }

  @Test func `a control led back by hand is not learned as a spring`() {
    #expect(!player(rest: 64, place: 120, run: 400, times: 9).recognizer.springsBack)
  }

  @Test func `once learned, a release commits`() {
    var player = player(rest: 0, place: 100, run: 80, times: 5)
    let start = player.lastInput + 3000
    #expect(player.recognizer.openSides(range: 100) == SliderSides(upwards: true, downwards: false))
    for step in 1...60 { player.move(to: step, of: 127, at: start + Double(step) * 5) }
    player.wait(until: start + 800)
    let tuned = player.held
    #expect(tuned > 30)
    for step in 1...30 { player.move(to: 60 - 2 * step, of: 127, at: start + 800 + Double(step) * 2.5) }
    player.wait(until: start + 3000)
    #expect(player.releases == [.springBack])
    #expect(player.held == tuned)
  }

  @Test func `a control that stays away twice is not a spring`() {
    var player = player(rest: 64, place: 120, run: 80, times: 3)
    #expect(player.recognizer.springsBack)
    player.recognizer.end()
    player.move(to: 100, of: 127, at: 30_000)
    player.begin(at: 32_000)
    #expect(player.recognizer.springsBack)
    player.recognizer.end()
    player.begin(at: 35_000)
    #expect(!player.recognizer.springsBack)
    player.move(to: 110, of: 127, at: 35_500)
    #expect(player.held > 0)
  }

  @Test func `other controls keep the release of their mappings`() {
    var other = binding
    other.control = .controlChange(UInt7(truncating: 7), channel: nil, threshold: UInt7(truncating: 64))
    var player = SliderPlayer(other)
    for round in 0..<9 {
      for step in 0...40 { player.move(to: 64 + step, of: 127, at: Double(round * 4000 + step * 10)) }
      for step in 0...40 { player.move(to: 104 - step, of: 127, at: Double(round * 4000 + 2000 + step * 2)) }
    }
    player.begin(at: 60_000)
    #expect(!player.recognizer.springsBack)
  }
}
