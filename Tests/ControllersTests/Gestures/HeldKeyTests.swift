import MIDI
import Testing
import Time

@testable import Controllers

/// Keys whose release is late, lost, or never sent.
struct HeldKeyTests {
  private func answers(_ player: Player) -> [MonotonicTime] {
    player.gestures.compactMap { if case .answer(_, _, let time) = $0 { time } else { nil } }
  }

  private func stops(_ player: Player) -> Int { player.gestures.count { if case .stop = $0 { true } else { false } } }

  @Test func `a second press of a held key is a press`() {
    var player = Player(context: .comparison)
    for time: Int64 in [0, 400, 800] { player.down(72, time) }
    #expect(answers(player) == [0, 400, 800].map { milliseconds($0) })
  }

  /// Two cables that were joined before they reach us.
  @Test func `the same press reported again at once is one press`() {
    var player = Player(context: .comparison)
    for time: Int64 in [0, 1, 12] { player.down(72, time) }
    #expect(answers(player) == [milliseconds(0)])
  }

  @Test func `a key from an earlier exercise stops only if both keys report their releases`() {
    for isKnown in [true, false] {
      var player = Player(context: .comparison)
      if isKnown {
        for (note, time) in [(72, Int64(0)), (48, 100)] {
          player.down(note, time)
          player.up(note, time + 50)
        }
      }
      player.down(72, 1_000)
      player.recognizer.exerciseBegins()
      player.down(48, 3_000)
      player.advance(9_000)
      #expect(stops(player) == (isKnown ? 1 : 0))
    }
  }

  @Test func `two keys pressed in one exercise stop in the next`() {
    var player = Player(context: .comparison)
    player.down(72, 0)
    player.down(48, 300)
    player.recognizer.exerciseBegins()
    player.advance(1_100)
    #expect(player.gestures.last == .stop(firstPressed: milliseconds(0)))
  }

  @Test func `a key pressed twice without a release is not held`() {
    var player = Player(context: .matching)
    player.down(72, 0)
    player.down(72, 300)
    player.advance(5_000)
    #expect(player.gestures == [0, 300].map { .step(.higher, at: milliseconds($0)) })
    // Nor is it a chord's or a hold's.
    player.down(48, 5_100)
    player.advance(5_300)
    #expect(stops(player) == 0)
    // Until it is let go.
    player.up(48, 5_350)
    player.up(72, 5_400)
    player.down(72, 6_000)
    player.advance(6_500)
    #expect(player.gestures.suffix(3) == [6_000, 6_400, 6_500].map { .step(.higher, at: milliseconds($0)) })
  }

  /// A long press, a pair and the hub wait for a release that such pads never send.
  @Test func `presses act at once if no release ever arrives`() {
    var player = Player(grid)
    player.down(20, 0)
    player.advance(500)
    player.down(20, 1_000)
    player.down(21, 2_000)
    player.down(14, 3_000)
    #expect(
      player.gestures == [
        .button(.cancel, at: milliseconds(0)), .button(.again, at: milliseconds(1_000)),
        .button(.confirm, at: milliseconds(2_000)), .start(.higher, long: false),
      ])
  }

  @Test func `a stop button without releases is not held`() throws {
    var player = Player(try mapping("roles: {stop: [{notes: 1}]}\nhalves: [{keyboard: {}}]"), context: .comparison)
    player.down(1, 0)
    player.down(1, 500)
    player.advance(5_000)
    #expect(player.gestures == [0, 500].map { .button(.stop, at: milliseconds($0)) })
  }

  @Test func `a forgotten key does nothing more`() {
    var player = Player(context: .comparison)
    player.down(72, 0)
    player.play(cc(123, 0), 100)
    player.down(48, 200)
    player.advance(9_000)
    player.up(72, 9_100)
    #expect(stops(player) == 0)
    #expect(answers(player).count == 2)
  }

  /// A key that is stuck from another mode is no third one.
  @Test func `two keys request the status although a third is left over`() {
    var player = Player()
    player.down(72, 0)
    player.recognizer.enter(.comparison)
    player.recognizer.enter(.hub)
    player.down(48, 1_000)
    player.down(60, 1_100)
    player.advance(4_000)
    #expect(player.gestures == [.split(note: 54), .whereAmI])
  }

  @Test func `a program change says nothing about fingers`() {
    var evidence = ReleaseEvidence()
    let key = PhysicalKey(kind: .note, channel: channel(1), number: 1)
    #expect(evidence.canBeHeld(key) && !evidence.isMute && !evidence.tells(key))
    evidence.pressedAgain(key)
    #expect(!evidence.canBeHeld(key) && evidence.isMute)
    evidence.released(key)
    #expect(evidence.canBeHeld(key) && !evidence.isMute && evidence.tells(key))
  }
}
