import Controllers
import MIDI
import Testing
import Time

/// At the hub a key that is tapped beside one that is held moves the level; while practising no key does.
struct LevelGestureTests {
  /// Keys of the two halves on a keyboard and on pads.
  private static let devices: [(mapping: ControllerMapping, higher: Int, lower: Int)] = [
    (.generic, 72, 48), (grid, 15, 0),
  ]

  private func player(_ device: Int = 0, context: GestureContext = .hub) -> Player {
    Player(Self.devices[device].mapping, context: context)
  }

  private func levels(_ player: Player) -> [Half] {
    player.gestures.compactMap { if case .level(let half, _) = $0 { half } else { nil } }
  }

  @Test(arguments: [0, 1], Half.allCases)
  func `a tap next to a held key moves the level and starts nothing`(device: Int, half: Half) {
    var player = player(device)
    let (higher, lower) = (Self.devices[device].higher, Self.devices[device].lower)
    let (tapped, held) = half == .higher ? (higher, lower) : (lower, higher)
    player.down(held, 100)
    player.down(tapped, 500)
    player.up(tapped, 600)
    player.down(tapped, 2_000)
    player.up(tapped, 2_799)
    player.up(held, 5_000)
    #expect(player.gestures == [.level(half, at: milliseconds(600)), .level(half, at: milliseconds(2_799))])
  }

  @Test func `one hold moves the level up to six times`() {
    var player = player()
    player.down(48, 0)
    for tap in 1...20 {
      player.down(72, Int64(tap * 300))
      player.up(72, Int64(tap * 300 + 100))
    }
    #expect(levels(player) == Array(repeating: .higher, count: 6))
    player.up(48, 10_000)
    player.down(48, 10_100)
    player.down(72, 10_200)
    player.up(72, 10_300)
    #expect(levels(player).count == 7)
  }

  @Test func `keys held together move the split and not the level`() {
    var player = player()
    player.down(48, 0)
    player.down(72, 100)
    player.advance(900)
    player.up(72, 1_000)
    player.up(48, 1_100)
    #expect(player.gestures == [.split(note: 60)])
  }

  @Test func `the key pressed first is not a tap if it is released first`() {
    var player = player()
    player.down(48, 0)
    player.down(72, 100)
    player.up(48, 200)
    player.up(72, 300)
    #expect(player.gestures == [])
  }

  @Test func `keys of one half and chords move nothing`() {
    var player = player()
    player.down(72, 0)
    player.down(76, 100)
    player.up(76, 200)
    player.up(72, 300)
    player.down(48, 1_000)
    player.down(72, 1_010)
    player.down(76, 1_020)
    player.up(76, 1_200)
    player.up(72, 1_210)
    player.up(48, 1_220)
    #expect(levels(player) == [])
  }

  @Test(arguments: [GestureContext.asleep, .comparison, .matching], [48, 72])
  func `outside the hub neither a held key nor a tap moves the level`(_ context: GestureContext, held: Int) {
    var player = player(context: context)
    player.down(held, 0)
    player.advance(700)
    player.down(120 - held, 750)
    player.up(120 - held, 850)
    player.advance(60_000)
    player.up(held, 60_100)
    #expect(levels(player) == [])
  }

  @Test func `a key that rests in comparison is an answer and no more`() {
    var player = player(context: .comparison)
    player.down(72, 0)
    player.advance(3_600_000)
    #expect(player.gestures == [.answer(.higher, isSure: true, at: milliseconds(0))])
    #expect(player.recognizer.deadline == nil)
  }

  @Test func `a key held since the hub moves nothing`() {
    var player = player()
    player.startsComparison = true
    player.down(72, 0)
    player.advance(5000)
    #expect(player.gestures == [.start(.higher, long: true)])
  }

  @Test func `an overflow or unplugging forgets the held key`() {
    var player = player()
    player.down(48, 0)
    player.down(72, 100)
    for event in player.decoder.releaseAll() {
      player.act(player.recognizer.handle(event, at: milliseconds(500), in: .hub))
    }
    player.advance(5000)
    #expect(levels(player) == [])
    #expect(player.recognizer.deadline == nil)
  }
}
