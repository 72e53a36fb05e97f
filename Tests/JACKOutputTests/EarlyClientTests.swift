import Glibc
import Ports
import Sound
import TestSupport
import Testing
import Time

@testable import JACKOutput

extension ServerTests {
  /// A client that is asked for before its output, of a real jackd.
  @Suite(.serialized, .enabled(if: Installed.hasJackd, "jackd or its library is not installed"))
  struct EarlyClientTests {
    /// Another answer than the one that must come.
    struct Unexpected: Error {}

    let deadline = TestDeadline()
    let engine: SoundEngine
    let log = StatusLog()

    init() throws {
      engine = try SoundEngine(rate: 48000)
      TestJackd.awaitClosedClients()
    }

    /// Whether an output plays by a client that has the name it asked for, which the server gives to one at a time.
    private func playsAlone(_ output: JACKOutput, on jackd: TestJackd) throws -> Bool {
      output.start(report: log.append)
      _ = try #require(log.wait { $0.ready != nil })
      return try jackd.tool("jack_disconnect", "peach:left", "system:playback_1") == 0
    }

    @Test func `it is there when it is wanted, once`() throws {
      let jackd = try TestJackd()
      let early = jackd.early()
      let client = try #require(early.client(for: JACKOptions(serverName: jackd.name)).client)
      defer { client.close() }
      #expect(client.playbackPorts(physical: true).count == 2, "it can be asked by whoever took it")
      #expect(early.client(for: JACKOptions(serverName: jackd.name)).client == nil)
    }

    @Test func `an output plays by it`() throws {
      let jackd = try TestJackd()
      let early = jackd.early()
      let output = try jackd.output(for: engine, early: early)
      defer { output.close(within: .seconds(1)) }
      #expect(try playsAlone(output, on: jackd))
      #expect(early.client(for: output.options).client == nil, "it was taken")
    }

    @Test func `one that is not wanted is closed`() throws {
      let jackd = try TestJackd()
      let early = jackd.early()
      early.close(within: nil)
      #expect(early.client(for: JACKOptions(serverName: jackd.name)).client == nil)
      let output = try jackd.output(for: engine)
      defer { output.close(within: .seconds(1)) }
      #expect(try playsAlone(output, on: jackd))
    }

    @Test func `where something else is wanted it makes room`() throws {
      let jackd = try TestJackd()
      let output = try jackd.output(for: engine, early: jackd.early()) {
        $0.audio = .dummy
        $0.clientName = "peach-own"
      }
      output.start(report: log.append)
      #expect(log.wait { $0.ready != nil }?.status.ready?.server == .dummy)
      #expect(TestJackd.processes("peach-own").count == 1, "a server of its own, not the one that runs")
      output.close(within: .seconds(1))
    }

    @Test func `without a server the output looks for sound as ever`() throws {
      let options = JACKOptions(audio: .jack, serverName: "peach-test-none")
      let early = EarlyClient(options: options, machine: .test)
      guard case .refused = early.client(for: options) else { throw Unexpected() }
      guard case .notAsked = early.client(for: options) else { throw Unexpected() }
      let output = try JACKOutput(
        engine: engine, options: options, early: EarlyClient(options: options, machine: .test), time: SystemTime(),
        machine: .test)
      defer { output.close(within: .seconds(1)) }
      output.start(report: log.append)
      #expect(log.wait { $0.failure != nil }?.status.failure != nil)
    }

    @Test("a server that hangs is left, by its output and by whoever has none", arguments: [true, false])
    func leaves(hasOutput: Bool) throws {
      let jackd = try TestJackd()
      jackd.process.signal(SIGSTOP)
      // As before the first output of a process, so that the answer is waited for.
      unsetenv("PIPEWIRE_LATENCY")
      let early = jackd.early()
      if hasOutput {
        let output = try jackd.output(for: engine, early: early) { $0.period = 64 }
        output.start(report: log.append)
        output.close(within: .seconds(1))
      }
      early.close()
      jackd.process.signal(SIGCONT)
      #expect(TestJackd.awaitClosedClients(), "what comes too late is closed")
    }
  }

  /// It is of the whole process, like servers.
  struct PipeWireLatencyTests {
    @Test(
      "PipeWire is asked for the usual period, then for the player's, unless its own variable says another",
      arguments: [
        (nil, nil, "128/48000"), (nil, 64, "64/48000"), (nil, 128, "128/48000"), ("512/48000", 64, "512/48000"),
        ("128/48000", 64, "128/48000"),
      ] as [(String?, Int?, String)])
    func asks(players: String?, period: Int?, wanted: String) {
      defer { unsetenv("PIPEWIRE_LATENCY") }
      unsetenv("PIPEWIRE_LATENCY")
      if let players { setenv("PIPEWIRE_LATENCY", players, 1) }
      var hasSettled = false
      let isOurs = PipeWireLatency.ask(for: nil)
      #expect(isOurs == (players == nil))
      let isChanged = PipeWireLatency.ask(for: period, isOurs: isOurs) { hasSettled = true }
      #expect(String(cString: getenv("PIPEWIRE_LATENCY")) == wanted)
      #expect(hasSettled == isChanged, "nothing is written before the others have settled")
    }
  }
}

extension EarlyClient.Answer {
  fileprivate var client: JACKClient? { if case .client(let client) = self { client } else { nil } }
}
