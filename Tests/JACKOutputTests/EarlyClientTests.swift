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
    let deadline = TestDeadline(seconds: 60)
    let engine: SoundEngine
    let log = StatusLog()

    init() throws {
      engine = try SoundEngine(rate: 48000)
      TestJackd.takeTurn()
      TestJackd.awaitClosedClients()
    }

    /// Whether an output plays by a client that has the name it asked for, which the server gives to one at a time.
    private func playsAlone(_ output: JACKOutput, on jackd: TestJackd) throws -> Bool {
      output.start(report: log.append)
      _ = try #require(log.wait { $0.ready != nil })
      return try jackd.tool("jack_disconnect", "peach:left", "system:playback_1") == 0
    }

    @Test func `an output plays by it`() throws {
      let jackd = try TestJackd()
      let early = jackd.early()
      let output = try jackd.output(for: engine, early: early)
      defer { output.close(within: .seconds(1)) }
      #expect(try playsAlone(output, on: jackd))
      #expect(early.take(for: output.options) == nil, "it was taken")
    }

    @Test func `one that is not wanted is closed`() throws {
      let jackd = try TestJackd()
      let early = jackd.early()
      early.close()
      #expect(early.take(for: JACKOptions(serverName: jackd.name)) == nil)
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
      let output = try JACKOutput(
        engine: engine, options: options, early: EarlyClient(options: options, machine: .test), time: SystemTime(),
        machine: .test)
      defer { output.close(within: .seconds(1)) }
      output.start(report: log.append)
      #expect(log.wait { $0.failure != nil }?.status.failure != nil)
    }

    @Test func `neither its end nor its output's waits for a hung server`() throws {
      let jackd = try TestJackd()
      jackd.process.signal(SIGSTOP)
      let early = jackd.early()
      let output = try jackd.output(for: engine, early: early) { $0.period = 64 }
      output.start(report: log.append)
      output.close(within: .seconds(1))
      early.close()
      jackd.process.signal(SIGCONT)
      #expect(TestJackd.awaitClosedClients(), "what comes too late is closed")
    }
  }
}

struct PipeWireLatencyTests {
  @Test(
    "PipeWire is asked for the player's period, or a short one, unless the environment says another",
    arguments: [
      (nil, nil, "128/48000"), (nil, 64, "64/48000"), ("128/48000", nil, nil), ("128/48000", 256, "256/48000"),
      ("512/48000", nil, nil), ("512/48000", 64, nil), ("64/48000", 64, nil),
    ] as [(String?, Int?, String?)])
  func asks(present: String?, period: Int?, wanted: String?) {
    #expect(PipeWireLatency.change(of: present, for: period) == wanted)
  }
}
