import Foundation
import Ports
import Sound
import TestSupport
import Testing
import Time

@testable import JACKOutput

extension ServerTests {
  /// Against a real PipeWire with a silent sink.
  @Suite(
    .serialized, .enabled(if: Installed.hasPipeWire, "PipeWire, its JACK library or a session bus is not installed"))
  struct PipeWireOutputTests {
    let deadline = TestDeadline()
    let engine: SoundEngine
    let log = StatusLog()
    let pipewire: TestPipeWire

    init() throws {
      engine = try SoundEngine(rate: 48000)
      pipewire = try TestPipeWire()
    }

    private func output(
      _ options: JACKOptions = JACKOptions(audio: .auto, serverName: "peach-test-none", willRetry: true)
    )
      throws -> JACKOutput
    {
      var machine = pipewire.machine
      machine.programFolders = []  // no jackd: the search is for PipeWire
      return try JACKOutput(engine: engine, options: options, time: SystemTime(), machine: machine)
    }

    private func framesArrive() -> Bool {
      let before = engine.clock.cycle?.first.count ?? 0
      return eventually { (engine.clock.cycle?.first.count ?? 0) > before }
    }

    @Test func `the output plays with its requested quantum and follows another`() throws {
      let output = try output()
      defer { output.close(within: .seconds(1)) }
      let start = SystemTime().now()
      output.start(report: log.append)
      let ready = try #require(log.wait { $0.ready != nil })
      print("ready after \((ready.time - start).seconds) s under PipeWire; resident: \(residentMegabytes()) MB")
      let description = try #require(ready.status.ready)
      #expect(description.server == .pipewire)
      #expect(description.rate == 48000)
      #expect(description.output == "silent")
      #expect(framesArrive())
      #expect(eventually { (log.statuses.compactMap { $0.changed ?? $0.ready }.last)?.period == 128 })
      try pipewire.tool("pw-metadata", "-n", "settings", "0", "clock.force-quantum", "512")
      #expect(log.wait { $0.changed?.period == 512 } != nil)
      #expect(framesArrive())
    }

    @Test func `a killed server is lost at once, and its successor is found`() throws {
      let output = try output()
      defer { output.close(within: .seconds(1)) }
      output.start(report: log.append)
      let ready = try #require(log.wait { $0.ready != nil })
      let killed = SystemTime().now()
      pipewire.server.signal(SIGKILL)
      let lost = try #require(log.wait(skipping: ready.next) { $0 == .lost(.serverGone) || $0 == .lost(.hung) })
      print("lost \((lost.time - killed).seconds) s after SIGKILL")
      pipewire.kill()
      try pipewire.start()
      #expect(log.wait(skipping: lost.next, within: 12) { $0.ready != nil } != nil)
      #expect(framesArrive())
    }

    @Test func `a hung server is noticed and returns`() throws {
      let output = try output()
      defer { output.close(within: .seconds(1)) }
      output.start(report: log.append)
      let ready = try #require(log.wait { $0.ready != nil })
      let stopped = SystemTime().now()
      pipewire.server.signal(SIGSTOP)
      let lost = try #require(log.wait(skipping: ready.next) { $0 == .lost(.hung) })
      print("hung noticed \((lost.time - stopped).seconds) s after SIGSTOP")
      pipewire.server.signal(SIGCONT)
      #expect(log.wait(skipping: lost.next) { $0.ready != nil } != nil)
      #expect(framesArrive())
    }

    @Test func `the output closes within its limit when the server hangs`() throws {
      let output = try output()
      output.start(report: log.append)
      let ready = try #require(log.wait { $0.ready != nil })
      pipewire.server.signal(SIGSTOP)
      _ = try #require(log.wait(skipping: ready.next) { $0 == .lost(.hung) })
      let start = SystemTime().now()
      output.close(within: .seconds(1))
      let duration = (SystemTime().now() - start).seconds
      print("close took \(duration) s under a hung PipeWire")
      #expect(duration < 20, "it ends, however busy the machine")
      pipewire.server.signal(SIGCONT)
    }

    /// Its library takes memory, and nothing would use it. The registry of servers stays when the last one has ended.
    @Test(
      arguments: [
        ([:], 1), (["dev/shm/jack-shm-registry": ""], 1),
        (["dev/shm/jack-shm-registry": "", "dev/shm/jack_default_1000_0": ""], 2),
      ] as [([String: String], Int)])
    func `jackd's library is loaded only if jackd may run`(files: [String: String], steps: Int) throws {
      let fake = try FakeMachine(files)
      var machine = pipewire.machine
      machine.root = fake.root
      let host = ListedSearch()
      var search = ServerSearch.of(machine, JACKOptions(serverName: "peach-test-none"))
      search.host = host
      guard case .connect(let connection) = try search.plan() else {
        Issue.record("PipeWire is not played to")
        return
      }
      connection.client.close()
      #expect(connection.server == .pipewire && host.steps == steps)
    }

    @Test func `a missing library is named`() throws {
      var machine = pipewire.machine
      machine.jackLibraries = []
      machine.pipewireLibraries = []
      #expect(throws: SoundFailure.pipewireJACKMissing) {
        try ServerSearch.of(machine).find()
      }
    }

    /// A laptop's cards, idle, beside a PipeWire without a session manager.
    private func login() throws -> (pipewire: TestPipeWire, machine: Machine, files: FakeMachine) {
      let pipewire = try TestPipeWire(bare: true)
      let files = try FakeMachine(laptop)
      var machine = pipewire.machine
      machine.root = files.root
      return (pipewire, machine, files)
    }

    @Test func `at login our own server is not started for ten seconds`() throws {
      let (pipewire, machine, files) = try login()
      defer { withExtendedLifetime((pipewire, files)) {} }
      let host = ListedSearch()
      for (now, isAwaited) in [(5_000, true), (6_000, true), (14_999, true), (15_000, false)] as [(Int64, Bool)] {
        var search = ServerSearch.of(machine, JACKOptions(serverName: "peach-test-none"))
        search.host = host
        host.now = at(now)
        switch Result(catching: { () throws(SoundFailure) in try search.plan() }) {
        case .failure(.noPlaybackPort): #expect(isAwaited, "at \(now) ms")
        case .success(.startOnCard): #expect(!isAwaited, "at \(now) ms")
        case .success, .failure: Issue.record("neither waited nor started at \(now) ms")
        }
      }
      host.now = at(20_000)
      #expect(!host.awaitsOutput(pipeWireAnswers: false) && host.grace == StartupGrace())
    }

    @Test func `at login the first output is soon connected`() throws {
      let (pipewire, machine, files) = try login()
      defer { withExtendedLifetime(files) {} }
      let options = JACKOptions(serverName: "peach-test-none")
      let output = try JACKOutput(engine: engine, options: options, time: SystemTime(), machine: machine)
      defer { output.close(within: .seconds(1)) }
      output.start(report: log.append)
      #expect(log.wait(within: 1) { _ in true } == nil, "nothing is told, and no jackd started")
      try pipewire.startManager()
      let begin = SystemTime().now()
      let ready = try #require(log.wait { $0.ready != nil })
      print("ready \((ready.time - begin).seconds) s after the session manager's first output")
      #expect(ready.status.ready?.server == .pipewire && ready.status.ready?.output == "silent")
      #expect(log.statuses.filter { $0.failure != nil }.isEmpty)
    }

    @Test func `the probe finds the sink`() throws {
      var machine = pipewire.machine
      machine.programFolders = []
      let report = JACKProbe.run(JACKOptions(serverName: "peach-test-none"), machine: machine, within: .seconds(4))
      #expect(report.pipewireRuns)
      #expect(report.choice == .connect(.pipewire, output: "silent"))
      #expect(report.playbackPorts.count == 2)
    }
  }
}

extension ServerTests {
  /// The environment is the whole process's, like servers.
  struct PipeWireLatencyTests {
    @Test(
      "the usual or the player's period is requested from PipeWire, unless its own variable sets another",
      arguments: [
        (nil, nil, "128/48000"), (nil, 64, "64/48000"), (nil, 128, "128/48000"), ("512/48000", 64, "512/48000"),
      ] as [(String?, Int?, String)])
    func asks(players: String?, period: Int?, wanted: String) throws {
      defer { unsetenv("PIPEWIRE_LATENCY") }
      unsetenv("PIPEWIRE_LATENCY")
      if let players { setenv("PIPEWIRE_LATENCY", players, 1) }
      let options = JACKOptions(period: period)
      _ = try JACKOutput(engine: SoundEngine(rate: 48000), options: options, time: SystemTime(), machine: .test)
      #expect(String(cString: getenv("PIPEWIRE_LATENCY")) == wanted)
    }
  }
}

/// Counts the steps of a search, and gives PipeWire its time as control does.
private final class ListedSearch: ServerSearchHost {
  private(set) var steps = 0
  private(set) var grace = StartupGrace()
  var now = at(0)
  let (isCancelled, hasPatience) = (false, false)

  func willStep() { steps += 1 }
  func didStart(_ process: pid_t?) {}
  func awaitsOutput(pipeWireAnswers: Bool) -> Bool {
    grace.shouldKeepWaiting(pipeWireAnswers: pipeWireAnswers, at: now)
  }
}
