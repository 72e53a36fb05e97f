import Ports
import Testing

@testable import JACKOutput

struct DestinationTests {
  static let jackd = ["system:playback_1", "system:playback_2", "system:playback_3"]
  static let pipewire = [
    "Headset:playback_FL", "Headset:playback_FR", "Built-in Audio:playback_FL", "Built-in Audio:playback_FR",
  ]

  @Test(arguments: [
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

  @Test func `what is missing is told`() {
    #expect(throws: SoundFailure.noPlaybackPort) { try Destination.choose(physical: [], others: ["a:b"], output: nil) }
    #expect(throws: SoundFailure.outputMissing("x")) {
      try Destination.choose(physical: Self.jackd, others: [], output: "x")
    }
  }
}
