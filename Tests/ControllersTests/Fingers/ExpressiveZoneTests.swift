import MIDI
import Testing

@testable import Controllers

/// Which channels carry a finger each, and how far their bends go.
struct ExpressiveZoneTests {
  private static func fingers(_ zones: ExpressiveZones) -> [Int] {
    (1...16).filter { zones.isFinger(channel($0)) }
  }

  private static func tell(
    _ zones: inout ExpressiveZones, _ number: Int, parameter: Int, _ value: Int, fine: Int? = nil
  ) {
    let pairs = [(101, 0), (100, parameter), (6, value)] + (fine.map { [(38, $0)] } ?? [])
    for (controller, value) in pairs {
      zones.follow(channel(number), UInt7(truncating: controller), UInt7(truncating: value))
    }
  }

  @Test(arguments: [
    (FingerZone.lower, Array(2...16)), (.upper, Array(1...15)), (.all, Array(1...16)),
  ])
  func `the mapping says which zones have fingers`(zone: FingerZone, expected: [Int]) {
    let zones = ExpressiveZones(FingerSetup(zone: zone))
    #expect(Self.fingers(zones) == expected)
    #expect(zones.range(on: channel(4)) == 48)
    #expect(ExpressiveZones(FingerSetup(zone: zone, range: 24)).range(on: channel(4)) == 24)
  }

  @Test func `the keyboard's own message has priority`() {
    var zones = ExpressiveZones(FingerSetup())
    Self.tell(&zones, 1, parameter: 6, 5)
    #expect(Self.fingers(zones) == Array(2...6))
    Self.tell(&zones, 16, parameter: 6, 10)
    #expect(Self.fingers(zones) == Array(2...5) + Array(6...15), "the newer zone takes what both would have")
    Self.tell(&zones, 16, parameter: 6, 0)
    Self.tell(&zones, 1, parameter: 6, 0)
    #expect(Self.fingers(zones).isEmpty, "MPE is off: keys are keys")
  }

  @Test func `the range applies to a whole zone`() {
    var zones = ExpressiveZones(FingerSetup())
    Self.tell(&zones, 1, parameter: 0, 2)
    #expect(zones.range(on: channel(2)) == 48, "channel 1 bends the whole keyboard")
    Self.tell(&zones, 2, parameter: 0, 24, fine: 50)
    #expect(zones.range(on: channel(9)) == 24.5)
    Self.tell(&zones, 2, parameter: 0, 0)
    #expect(zones.range(on: channel(9)) == 24.5, "a range of nothing is none")
    Self.tell(&zones, 1, parameter: 6, 15)
    #expect(zones.range(on: channel(9)) == 48, "a zone that is configured begins anew")
  }

  @Test func `unknown parameters and values are ignored`() {
    var zones = ExpressiveZones(FingerSetup())
    Self.tell(&zones, 1, parameter: 6, 16)
    Self.tell(&zones, 3, parameter: 6, 4)
    Self.tell(&zones, 2, parameter: 1, 12)
    zones.follow(channel(2), UInt7(truncating: 101), UInt7(truncating: 0))
    zones.follow(channel(2), UInt7(truncating: 99), UInt7(truncating: 0))
    zones.follow(channel(2), UInt7(truncating: 6), UInt7(truncating: 12))
    #expect(Self.fingers(zones) == Array(2...16) && zones.range(on: channel(2)) == 48)
  }

  /// A keyboard that is in its one-channel mode has keys, which step the pitch as ever.
  @Test func `a key outside the zone is a key`() {
    var player = FingerPlayer()
    player.begin(at: 0)
    player.send(on(64, channel: 1), at: 100)
    player.send(bend(9000, channel: 1), at: 200)
    player.send(off(64, channel: 1), at: 300)
    #expect(player.gestures == [.step(.higher, at: milliseconds(100))] && player.events.isEmpty)
  }
}
