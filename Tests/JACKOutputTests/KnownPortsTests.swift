import Ports
import Testing
import Time

@testable import JACKOutput

/// Which ports Peach connects to, given the known ones.
struct KnownPortsTests {
  static let headset = ["Headset:FL", "Headset:FR"]
  static let built = ["Built-in:FL", "Built-in:FR"]

  private func look(_ physical: [String], _ channels: [[String]] = [[], []]) -> ServerSnapshot {
    ServerSnapshot(physical: physical, channels: channels, rate: 48000, period: 128)
  }

  private func pair(_ ports: [String]) -> [[String]] { [[ports[0]], [ports[1]]] }

  /// Played to the headset, whose ports have the numbers 1 and 2.
  private func playing() -> KnownPorts {
    var ports = KnownPorts()
    ports.handle(look(Self.headset), at: at(0))
    #expect(ports.choice(at: at(0)) == .connect(pair(Self.headset)))
    ports.handle(.connected(1), at: at(101))
    ports.handle(.connected(2), at: at(101))
    ports.handle(look(Self.headset, pair(Self.headset)), at: at(101))
    #expect(ports.choice(at: at(201)) == .stay)
    return ports
  }

  @Test func `a pair is chosen from a stable list`() {
    var ports = playing()
    ports.handle(.unregistered(1), at: at(900))
    ports.handle(.unregistered(2), at: at(900))
    ports.handle(look(["Headset:FL"]), at: at(1000))
    #expect(ports.choice(at: at(1099)) == .stay)
    ports.handle(look(Self.headset), at: at(1099))
    #expect(ports.settles == at(1199))
    #expect(ports.choice(at: at(1198)) == .stay)
    #expect(ports.choice(at: at(1199)) == .connect(pair(Self.headset)))
  }

  @Test func `at the start a pair is connected at once, and a single port only if no second one follows`() {
    var ports = KnownPorts(at: at(0))
    ports.handle(look(["Headset:FL"]), at: at(0))
    #expect(ports.choice(at: at(99)) == .stay)
    ports.handle(look(Self.headset), at: at(99))
    #expect(ports.choice(at: at(99)) == .connect(pair(Self.headset)))
    // The change may still be reported: another default is followed as before.
    ports.handle(look(Self.built + Self.headset, pair(Self.headset)), at: at(150))
    #expect(ports.choice(at: at(249)) == .stay)
    let built = Destination(left: Self.built[0], right: Self.built[1], name: "Built-in")
    #expect(ports.choice(at: at(250)) == .follow(built))
  }

  @Test(arguments: [["Headset:FL"], ["Headset:FR"]]) func `a port that comes later completes the pair`(first: [String])
  {
    var ports = KnownPorts()
    ports.handle(look(first), at: at(0))
    #expect(ports.choice(at: at(100)) == .connect([first, []]))
    ports.handle(look(first, [first, []]), at: at(101))
    #expect(ports.choice(at: at(300)) == .stay)
    ports.handle(look(Self.headset, [first, []]), at: at(400))
    #expect(ports.choice(at: at(499)) == .stay)
    #expect(ports.choice(at: at(500)) == .connect(pair(Self.headset)))
  }

  @Test func `an output that went and returned unnoticed is connected`() {
    var ports = playing()
    // All of it happened before anybody looked: the list is the same as before.
    for event in [PortEvent.disconnected(1), .unregistered(1), .disconnected(2), .unregistered(2), .registered(3)] {
      ports.handle(event, at: at(900))
    }
    ports.handle(look(Self.headset), at: at(900))
    #expect(ports.choice(at: at(999)) == .stay)
    #expect(ports.choice(at: at(1000)) == .connect(pair(Self.headset)))
  }

  @Test func `a port that was never connected removes nothing`() {
    var ports = playing()
    ports.handle(.unregistered(9), at: at(900))
    ports.handle(look(Self.headset), at: at(900))
    #expect(ports.choice(at: at(2000)) == .stay, "disconnected by hand: left so")
  }

  @Test func `another output replaces a removed one`() {
    var ports = playing()
    ports.handle(.unregistered(2), at: at(900))
    ports.handle(.unregistered(1), at: at(901))
    ports.handle(look([]), at: at(901))
    #expect(ports.choice(at: at(2000)) == .nothing(.noPlaybackPort))
    ports.handle(look(Self.built), at: at(3000))
    #expect(ports.choice(at: at(3100)) == .connect(pair(Self.built)))
  }

  @Test func `a connection made by hand remains`() {
    var ports = playing()
    ports.handle(look(Self.headset + Self.built, pair(Self.built)), at: at(900))
    ports.handle(.unregistered(1), at: at(1000))
    ports.handle(.unregistered(2), at: at(1000))
    ports.handle(look(Self.built, pair(Self.built)), at: at(1000))
    ports.handle(look(Self.headset + Self.built, pair(Self.built)), at: at(1100))
    #expect(ports.choice(at: at(2000)) == .stay)
  }

  @Test func `a recorder that connects before Peach is not an output`() {
    let heard = Self.headset.map { ["\($0)", "recorder:in"] }
    var ports = KnownPorts()
    ports.handle(look(Self.headset, [["recorder:in"], ["recorder:in"]]), at: at(0))
    #expect(ports.choice(at: at(100)) == .connect(heard))
    ports.handle(look(Self.headset, heard), at: at(101))
    #expect(ports.choice(at: at(300)) == .stay)
    // Nor where the output goes and comes back beside it.
    ports.handle(.connected(1), at: at(300))
    ports.handle(.unregistered(1), at: at(400))
    ports.handle(look(Self.built, [["recorder:in"], ["recorder:in"]]), at: at(400))
    #expect(ports.choice(at: at(500)) == .connect(Self.built.map { ["\($0)", "recorder:in"] }))
  }

  @Test(arguments: [nil, "Headset"]) func `another default is followed only if no output was requested`(
    output: String?
  ) {
    var ports = KnownPorts(output: output)
    ports.handle(look(Self.headset), at: at(0))
    #expect(ports.choice(at: at(100)) == .connect(pair(Self.headset)))
    ports.handle(look(Self.built + Self.headset, pair(Self.headset)), at: at(200))
    let built = Destination(left: Self.built[0], right: Self.built[1], name: "Built-in")
    #expect(ports.choice(at: at(300)) == (output == nil ? .follow(built) : .stay))
    guard output == nil else { return }
    #expect(ports.follow(built) == pair(Self.built))
    ports.handle(look(Self.built + Self.headset, pair(Self.built)), at: at(301))
    #expect(ports.choice(at: at(500)) == .stay)
  }

  @Test func `a failed connection is tried again`() {
    var ports = KnownPorts()
    ports.handle(look(Self.headset), at: at(0))
    #expect(ports.choice(at: at(100)) == .connect(pair(Self.headset)))
    ports.couldNotConnect(at: at(101))
    ports.handle(look(Self.headset), at: at(101))
    #expect(ports.choice(at: at(200)) == .stay)
    #expect(ports.choice(at: at(201)) == .connect(pair(Self.headset)))
  }

  @Test func `after missed events the connection may have been removed`() {
    var ports = playing()
    ports.missed(at: at(900))
    ports.handle(look(Self.headset), at: at(900))
    #expect(ports.choice(at: at(1000)) == .connect(pair(Self.headset)))
    // And may not.
    ports = playing()
    ports.missed(at: at(900))
    ports.handle(look(Self.headset, pair(Self.headset)), at: at(900))
    #expect(ports.choice(at: at(1000)) == .stay)
  }
}
