import Controllers
import MIDI
import Testing
import Time

/// Two keys that stay down request the status, even if they had an effect earlier.
struct AskingGestureTests {
  @Test(arguments: [
    (GestureContext.hub, [Gesture.split(note: 60)]), (.asleep, [.split(note: 60), .wake]),
    (
      .comparison,
      [
        .answer(.lower, isSure: true, at: milliseconds(0)), .answer(.higher, isSure: true, at: milliseconds(100)),
        .stop(firstPressed: milliseconds(0)),
      ]
    ),
  ])
  func `two keys of a keyboard request the status, from any context`(context: GestureContext, before: [Gesture]) {
    var player = Player(.generic, context: context)
    player.down(48, 0)
    player.down(72, 100)
    player.advance(900)
    player.advance(2_099)
    #expect(player.gestures == before)
    player.advance(2_100)
    #expect(player.gestures == before + [.whereAmI])
    player.advance(5_099)
    #expect(player.gestures == before + [.whereAmI])
    player.advance(5_100)
    #expect(player.gestures == before + [.whereAmI, .explain])
    // Once in a hold.
    player.advance(20_000)
    player.up(48, 20_100)
    player.up(72, 20_200)
    #expect(player.gestures == before + [.whereAmI, .explain])
  }

  @Test func `two pads request the status, and late polling gives the same`() {
    for isLate in [false, true] {
      var player = Player(grid, context: .hub)
      player.down(0, 0)
      player.down(15, 300)
      if !isLate { player.advance(2_300) }
      player.up(15, 5_200)
      player.up(0, 5_300)
      #expect(player.gestures == [.whereAmI])
    }
  }

  @Test func `in matching the chord stops first`() {
    var player = Player(.generic, context: .matching)
    player.down(48, 0)
    player.down(72, 50)
    player.advance(850)
    player.advance(2_050)
    #expect(player.gestures.suffix(2) == [.stop(firstPressed: milliseconds(0)), .whereAmI])
  }

  @Test func `one key, three keys, a released key and keys of one half request nothing`() {
    var one = Player(grid, context: .comparison)
    one.down(0, 0)
    one.advance(5_000)
    #expect(!one.gestures.contains(.whereAmI))
    var three = Player(.generic, context: .comparison)
    for (note, time) in [(48, 0), (72, 10), (76, 20)] { three.down(note, Int64(time)) }
    three.advance(5_000)
    #expect(!three.gestures.contains(.whereAmI))
    var short = Player(grid, context: .comparison)
    short.down(0, 0)
    short.down(15, 10)
    short.up(0, 2_009)
    short.advance(5_000)
    #expect(!short.gestures.contains(.whereAmI))
    var same = Player(grid, context: .comparison)
    same.down(0, 0)
    same.down(1, 10)
    same.advance(5_000)
    #expect(!same.gestures.contains(.whereAmI))
  }
}
