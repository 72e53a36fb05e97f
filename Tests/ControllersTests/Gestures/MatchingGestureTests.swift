import Controllers
import Testing
import Time

/// Higher and Lower while a note is tuned: two keys step it, and both together commit it.
struct MatchingGestureTests {
  @Test(arguments: [(72, Half.higher), (40, .lower)]) func `a press steps at once`(note: Int, half: Half) {
    var player = Player(context: .matching)
    player.down(note, 100)
    player.up(note, 499)
    player.advance(5000)
    #expect(player.gestures == [.step(half, at: milliseconds(100))])
  }

  @Test func `a held key steps ten times a second, at its own times`() {
    var player = Player(context: .matching)
    player.down(72, 100)
    #expect(player.recognizer.deadline == milliseconds(500))
    // Asked late: the times stay exact.
    player.advance(733)
    player.up(72, 799)
    player.advance(5000)
    #expect(player.gestures == [100, 500, 600, 700].map { .step(.higher, at: milliseconds($0)) })
    #expect(player.recognizer.deadline == nil)
  }

  @Test func `a stuck key steps no further than the widest range`() {
    var player = Player(context: .matching)
    player.down(72, 0)
    player.advance(40_000_000_000)
    #expect(player.gestures.count == 1 + GestureRecognizer.mostSteps)
    #expect(player.recognizer.deadline == nil)
  }

  @Test func `a step exactly at the release counts`() {
    var player = Player(context: .matching)
    player.down(40, 0)
    player.up(40, 400)
    #expect(player.gestures == [0, 400].map { .step(.lower, at: milliseconds($0)) })
  }

  @Test(arguments: [(40, 72, Half.lower), (72, 40, .higher)])
  func `both keys together take the step back and commit`(first: Int, second: Int, half: Half) {
    var player = Player(context: .matching)
    player.down(first, 1000)
    player.down(second, 1150)
    player.up(first, 1949)
    player.up(second, 1960)
    player.advance(9000)
    #expect(
      player.gestures == [
        .step(half, at: milliseconds(1000)), .takeBack(at: milliseconds(1150)),
        .commit(at: milliseconds(1949)),
      ])
  }

  @Test func `both keys held stop and commit nothing`() {
    var player = Player(context: .matching)
    player.down(40, 1000)
    player.down(72, 1010)
    player.up(72, 1810)
    player.up(40, 1900)
    #expect(
      player.gestures == [
        .step(.lower, at: milliseconds(1000)), .takeBack(at: milliseconds(1010)),
        .stop(firstPressed: milliseconds(1000)),
      ])
  }

  @Test func `a key pressed too late for a chord is another step and no commit`() {
    var player = Player(context: .matching)
    player.down(40, 0)
    player.down(72, 151)
    // Neither repeats while both are down, nor the one that is left.
    player.up(72, 900)
    player.advance(5000)
    player.up(40, 5100)
    #expect(player.gestures == [.step(.lower, at: milliseconds(0)), .step(.higher, at: milliseconds(151))])
  }

  @Test func `two pads under one finger repeat as one`() {
    var player = Player(context: .matching)
    player.down(72, 0)
    player.down(73, 5)
    player.advance(600)
    #expect(player.gestures == [0, 5, 405, 505].map { .step(.higher, at: milliseconds($0)) })
  }

  @Test func `keys held when matching begins do nothing`() {
    var player = Player()
    player.down(72, 0)
    player.context = .matching
    player.recognizer.enter(.matching)
    player.down(40, 100)
    player.advance(2000)
    player.up(72, 2100)
    player.up(40, 2100)
    let steps: [Int64] = [100] + stride(from: 500, through: 2100, by: 100)
    #expect(player.gestures == steps.map { .step(.lower, at: milliseconds($0)) })
  }

  @Test func `two keys are enough to tune and commit`() {
    var player = Player(context: .matching)
    for press in 0..<3 {
      player.down(72, Int64(press) * 200)
      player.up(72, Int64(press) * 200 + 80)
    }
    player.down(72, 1000)
    player.down(40, 1030)
    player.up(40, 1200)
    player.up(72, 1210)
    let cents = player.gestures.reduce(0) { sum, gesture in
      switch gesture {
      case .step(let half, _): sum + (half == .higher ? 1 : -1)
      case .takeBack: sum - 1
      default: sum
      }
    }
    #expect(cents == 3)
    #expect(player.gestures.last == .commit(at: milliseconds(1200)))
  }

  @Test func `keys held since before the note only stop`() {
    var player = Player(context: .matching)
    player.down(72, 1000)
    player.down(40, 1050)
    player.recognizer.noteBegins()
    let before = player.gestures.count
    player.up(72, 1100)
    #expect(player.gestures.count == before)
    player.up(40, 1200)
    player.down(72, 2000)
    player.recognizer.noteBegins()
    player.down(40, 2100)
    player.advance(2900)
    #expect(player.gestures.last == .stop(firstPressed: milliseconds(2000)))
  }
}
