import Controllers
import MIDI
import Testing
import Time

/// Two holds of two keys at the hub open the list of further exercises; one half moves to the next, the other starts.
struct MenuGestureTests {
  private static let split = Gesture.split(note: 60)

  /// A keyboard's two keys held at the hub, for these times and this far apart.
  private func holds(_ first: Int64, _ second: Int64, apart: Int64, at context: GestureContext = .hub) -> [Gesture] {
    var player = Player(.generic, context: context)
    player.down(48, 0)
    player.down(72, 0)
    player.up(48, first)
    player.up(72, first)
    let again = first + apart
    player.down(48, again)
    player.down(72, again)
    player.up(72, again + second)
    player.up(48, again + second)
    player.advance(again + second + 10_000)
    return player.gestures
  }

  @Test(
    arguments: [
      (800, 800, 1_900, [split, split, .more]), (810, 810, 2_000, [split, split, .more]),
      (810, 810, 2_100, [split, split]),
      // Shorter ones are taps beside a held key.
      (790, 810, 500, [.level(.lower, at: milliseconds(790)), split]),
      (810, 790, 500, [split, .level(.higher, at: milliseconds(2_100))]),
      (810, 1_990, 10, [split, split, .more]), (810, 2_000, 10, [split, split, .more, .whereAmI]),
      // What was held to ask for the status is no first hold.
      (2_000, 810, 500, [split, .whereAmI, split]), (1_999, 810, 500, [split, split, .more]),
    ] as [(Int64, Int64, Int64, [Gesture])])
  func `two holds of a keyboard's keys, in time, open the list`(
    first: Int64, second: Int64, apart: Int64, expected: [Gesture]
  ) {
    #expect(holds(first, second, apart: apart) == expected)
  }

  @Test func `a hold that stops practice does not count as the first hold`() {
    let answers = [Half.lower, .higher].map { Gesture.answer($0, isSure: true, at: milliseconds(0)) }
    #expect(
      holds(900, 900, apart: 500, at: .comparison) == answers + [.stop(firstPressed: milliseconds(0)), Self.split])
  }

  @Test func `a hold that wakes does not count as the first hold`() {
    #expect(holds(900, 900, apart: 500, at: .asleep) == [Self.split, .wake, Self.split])
  }

  @Test(arguments: [false, true]) func `two holds of pads open the list, and late polling gives the same`(isLate: Bool)
  {
    var player = Player(grid)
    for start in [Int64(0), 1_500] {
      player.down(0, start)
      player.down(15, start + 50)
      if !isLate { player.advance(start + 850) }
      #expect(player.gestures == (start == 0 || isLate ? [] : [.more]))
      player.up(15, start + 900)
      player.up(0, start + 950)
    }
    #expect(player.gestures == [.more])
  }

  @Test func `one long hold still requests the status, and then the example`() {
    var player = Player()
    player.down(48, 0)
    player.down(72, 0)
    player.advance(5_000)
    #expect(player.gestures == [Self.split, .whereAmI, .explain])
  }

  @Test func `a third hold needs another first hold`() {
    var player = Player(grid)
    for start in [Int64(0), 1_500] {
      player.down(0, start)
      player.down(15, start)
      player.up(15, start + 900)
      player.up(0, start + 900)
    }
    player.context = .hub
    player.down(0, 3_000)
    player.down(15, 3_000)
    player.up(0, 3_900)
    player.up(15, 3_900)
    #expect(player.gestures == [.more])
  }

  @Test(arguments: [(72, Half.higher), (40, .lower)])
  func `in the list a key acts on release, however long it was held`(note: Int, half: Half) {
    for length in [Int64(60), 5_000] {
      var player = Player(.generic, context: .menu)
      player.down(note, 0)
      player.advance(length - 1)
      #expect(player.gestures.isEmpty)
      player.up(note, length)
      #expect(player.gestures == [.choose(half)])
    }
  }

  @Test(
    arguments: [
      (790, []), (800, [.stop(firstPressed: milliseconds(0))]), (1_900, [.stop(firstPressed: milliseconds(0))]),
      (2_000, [.whereAmI]), (5_100, [.whereAmI, .explain]),
    ] as [(Int64, [Gesture])])
  func `both halves in the list leave it, or request the status, and set nothing`(end: Int64, expected: [Gesture]) {
    for isKeyboard in [true, false] {
      var player = isKeyboard ? Player(.generic, context: .menu) : Player(grid, context: .menu)
      let (lower, higher) = isKeyboard ? (48, 72) : (0, 15)
      player.down(lower, 0)
      player.down(higher, 0)
      player.up(higher, end)
      player.up(lower, end + 100)
      player.advance(end + 10_000)
      #expect(player.gestures == expected)
    }
  }

  @Test func `a tap next to a held key changes no level in the list`() {
    var player = Player(grid, context: .menu)
    player.down(0, 0)
    player.down(15, 100)
    player.up(15, 200)
    player.up(0, 300)
    #expect(player.gestures.isEmpty)
  }
}
