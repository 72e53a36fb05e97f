import Controllers
import MIDI
import Testing
import Time

/// A key held alone in comparison moves the level.
struct LevelGestureTests {
  /// Keys of the two halves on a keyboard and on pads.
  private static let devices: [(profile: ControllerProfile, higher: Int, lower: Int)] = [
    (.generic, 72, 48), (grid, 15, 0),
  ]

  private func player(_ device: Int = 0, context: GestureContext = .comparison) -> Player {
    Player(Self.devices[device].profile, context: context)
  }

  private func levels(_ player: Player) -> [Half] {
    player.gestures.compactMap { if case .level(let half, _) = $0 { half } else { nil } }
  }

  @Test(arguments: [0, 1], Half.allCases)
  func aKeyHeldAloneAnswersAtOnceAndMovesTheLevelFrom800MillisecondsOn(device: Int, half: Half) {
    var player = player(device)
    player.down(half == .higher ? Self.devices[device].higher : Self.devices[device].lower, 100)
    #expect(player.gestures == [.answer(half, at: milliseconds(100))])
    #expect(player.recognizer.deadline == milliseconds(900))
    player.advance(899)
    #expect(levels(player) == [])
    player.advance(900)
    player.advance(1000)
    #expect(player.gestures.dropFirst() == [.level(half, at: milliseconds(900)), .level(half, at: milliseconds(1000))])
  }

  @Test func aKeyHeldForEverMovesItTwelveTimes() {
    var player = player()
    player.down(72, 0)
    player.advance(3_600_000)
    #expect(levels(player) == Array(repeating: .higher, count: 12))
    #expect(player.gestures.last == .level(.higher, at: milliseconds(1900)))
    #expect(player.recognizer.deadline == nil)
  }

  @Test func beingAskedLateChangesNothing() {
    var (early, late) = (player(), player())
    early.down(48, 0)
    late.down(48, 0)
    for time in stride(from: 10, through: 1500, by: 10) { early.advance(Int64(time)) }
    late.up(48, 1500)
    #expect(early.gestures == late.gestures)
    #expect(levels(late).count == 8)
  }

  @Test func letGoEarlyMovesNothing() {
    var player = player()
    player.down(72, 0)
    player.up(72, 799)
    player.advance(5000)
    #expect(levels(player) == [])
  }

  @Test func keysOfBothHalvesStopAndMoveNothing() {
    var player = player()
    player.down(72, 0)
    player.down(48, 700)
    player.advance(1499)
    #expect(levels(player) == [])
    player.advance(1500)
    #expect(player.gestures.last == .stop(firstPressed: milliseconds(0)))
  }

  @Test func theOneThatIsLeftOfTwoMovesNothing() {
    var player = player()
    player.down(72, 0)
    player.down(48, 100)
    player.up(48, 200)
    player.advance(5000)
    #expect(levels(player) == [])
  }

  @Test func theOtherHalfEndsItAndItDoesNotBeginAgain() {
    var player = player()
    player.down(72, 0)
    player.down(48, 950)
    player.up(48, 1000)
    player.advance(5000)
    #expect(levels(player) == [.higher, .higher])
  }

  @Test func ofTwoKeysUnderOneFingerOneMovesIt() {
    var player = player()
    player.down(72, 0)
    player.down(73, 10)
    player.advance(10_000)
    #expect(levels(player).count == 12)
    player.up(73, 10_100)
    player.advance(20_000)
    #expect(levels(player).count == 12)
  }

  @Test(arguments: [GestureContext.hub, .asleep, .matching]) func elsewhereItMovesNothing(_ context: GestureContext) {
    var player = player(context: context)
    player.down(72, 0)
    player.advance(5000)
    #expect(levels(player) == [])
  }

  @Test func aKeyHeldSinceTheHubMovesNothing() {
    var player = player(context: .hub)
    player.startsComparison = true
    player.down(72, 0)
    player.advance(5000)
    #expect(player.gestures == [.start(.higher, long: true)])
  }

  @Test func forgottenAfterAnOverflowOrUnplugged() {
    var player = player()
    player.down(72, 0)
    for event in player.decoder.releaseAll() {
      player.act(player.recognizer.handle(event, at: milliseconds(500), in: .comparison))
    }
    player.advance(5000)
    #expect(levels(player) == [])
    #expect(player.recognizer.deadline == nil)
  }

  @Test func aKeyWhoseLongPressHasARoleMovesNothing() {
    let profile = ControllerProfile(
      name: "Long",
      bindings: [
        Binding(role: .higher, control: .notes(NumberSet(1...1), channel: nil)),
        Binding(role: .stop, control: .longPress(.notes(NumberSet(1...1), channel: nil), milliseconds: 1500)),
      ])
    var player = Player(profile, context: .comparison)
    player.down(1, 0)
    player.advance(5000)
    #expect(player.gestures == [.answer(.higher, at: milliseconds(0)), .button(.stop, at: milliseconds(0))])
  }
}
