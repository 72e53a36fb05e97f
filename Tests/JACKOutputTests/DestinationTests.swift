import Ports
import Testing

@testable import JACKOutput

struct DestinationTests {
  static let jackd = ["system:playback_1", "system:playback_2", "system:playback_3"]
  static let pipewire = [
    "Headset:playback_FL", "Headset:playback_FR", "Built-in Audio:playback_FL", "Built-in Audio:playback_FR",
  ]

  /// PipeWire keeps a colon in the client's name; the last one ends it.
  static let colons = [
    "Interface: Main:playback_FL", "Interface: Main:playback_FR", "Interface: Phones:playback_FL",
    "Interface: Phones:playback_FR", "Hall: Left:playback_MONO", "Hall: Right:playback_MONO", "Any.* (1) [x:y]:FL",
    "Any.* (1) [x:y]:FR",
  ]

  @Test(arguments: [
    (colons, nil, Destination(left: colons[0], right: colons[1], name: "Interface: Main")),
    (colons, "Interface: Main", Destination(left: colons[0], right: colons[1], name: "Interface: Main")),
    (colons, "Interface: Phones", Destination(left: colons[2], right: colons[3], name: "Interface: Phones")),
    (colons, "interface: ph", Destination(left: colons[2], right: colons[3], name: "Interface: Phones")),
    (colons, "Hall: Left", Destination(left: colons[4], right: nil, name: colons[4])),
    (colons, "Hall: Right", Destination(left: colons[5], right: nil, name: colons[5])),
    (colons, "Any.* (1) [x:y]", Destination(left: colons[6], right: colons[7], name: "Any.* (1) [x:y]")),
    (jackd, nil, Destination(left: jackd[0], right: jackd[1], name: "system")),
    (pipewire, nil, Destination(left: pipewire[0], right: pipewire[1], name: "Headset")),
    (pipewire, "", Destination(left: pipewire[0], right: pipewire[1], name: "Headset")),
    (pipewire, "Built-in Audio", Destination(left: pipewire[2], right: pipewire[3], name: "Built-in Audio")),
    (pipewire, "built-in", Destination(left: pipewire[2], right: pipewire[3], name: "Built-in Audio")),
    (jackd, "system:playback_2", Destination(left: jackd[1], right: jackd[2], name: "system")),
    (jackd, "system:playback_3", Destination(left: jackd[2], right: nil, name: "system:playback_3")),
    (["Speaker:mono"], nil, Destination(left: "Speaker:mono", right: nil, name: "Speaker:mono")),
    (jackd, "mixer", Destination(left: "mixer:in_1", right: "mixer:in_2", name: "mixer")),
  ])
  func `two ports of one client are chosen`(ports: [String], output: String?, expected: Destination) throws {
    #expect(try Destination.choose(physical: ports, others: ["mixer:in_1", "mixer:in_2"], output: output) == expected)
  }

  @Test func `a missing port or output is reported`() {
    #expect(throws: SoundFailure.noPlaybackPort) { try Destination.choose(physical: [], others: ["a:b"], output: nil) }
    #expect(throws: SoundFailure.outputMissing("x")) {
      try Destination.choose(physical: Self.jackd, others: [], output: "x")
    }
  }
}
