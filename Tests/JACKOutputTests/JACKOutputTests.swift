import Foundation
import Ports
import Sound
import TestSupport
import Testing
import Time

@testable import JACKOutput

extension ServerTests {
  /// Against a real jackd.
  @Suite(.serialized, .enabled(if: Installed.hasJackd, "jackd or its library is not installed"))
  struct JACKOutputTests {
    let deadline = TestDeadline()
    let engine: SoundEngine
    let log = StatusLog()

    init() throws {
      engine = try SoundEngine(rate: 48000)
      TestJackd.awaitClosedClients()
    }

    private func framesArrive() -> Bool {
      let before = engine.clock.cycle?.first.count ?? 0
      return eventually { (engine.clock.cycle?.first.count ?? 0) > before }
    }

    @Test(arguments: [(48000, 64), (44100, 256), (96000, 1024)])
    func `the output plays at the server's rate and period`(rate: Int, period: Int) throws {
      let jackd = try TestJackd(rate: rate, period: period)
      let output = try jackd.output(for: engine)
      let start = SystemTime().now()
      output.start(report: log.append)
      let ready = try #require(log.wait { $0.ready != nil })
      print("ready after \((ready.time - start).seconds) s at \(rate) Hz, \(period) frames")
      let description = try #require(ready.status.ready)
      #expect(description.server == .dummy, "a running jackd on its dummy driver is called what it is")
      #expect(description.rate == rate)
      #expect(description.period == period)
      #expect(description.output == "system")
      #expect(description.latency > 0)
      #expect(framesArrive())
      #expect(engine.clock.cycle?.rate == rate)
      #expect(eventually { engine.clock.cycle?.latency == description.latency })
      output.close(within: .seconds(1))
    }

    @Test("events before the loop listens are kept for the loop, in order")
    func opensAhead() throws {
      let jackd = try TestJackd()
      let output = try jackd.output(for: engine)
      defer { output.close(within: .seconds(1)) }
      output.open()
      #expect(framesArrive(), "it is connected")
      #expect(eventually { output.isPlaying })
      #expect(log.statuses.isEmpty)
      output.start(report: log.append)
      let ready = try #require(log.statuses.first?.ready, "told at once")
      #expect(ready.server == .dummy)
      jackd.process.end(SIGKILL)
      #expect(log.wait { $0 == .lost(.serverGone) } != nil, "and what comes after as well")
    }

    @Test("an output that was opened but never started closes")
    func closesUnheard() throws {
      let jackd = try TestJackd()
      let output = try jackd.output(for: engine)
      output.open()
      #expect(framesArrive())
      output.close(within: .seconds(5))
      #expect(TestJackd.awaitClosedClients(), "its thread has ended, and with it its client")
      #expect(log.statuses.isEmpty)
    }

    @Test func `the output follows the server's period and requests its own`() throws {
      let jackd = try TestJackd(period: 256)
      let output = try jackd.output(for: engine)
      defer { output.close(within: .seconds(1)) }
      output.start(report: log.append)
      #expect(log.wait { $0.ready?.period == 256 } != nil)
      try jackd.tool("jack_bufsize", "512")
      #expect(log.wait { $0.changed?.period == 512 } != nil)
      output.requestPeriod(128)
      #expect(log.wait { $0.changed?.period == 128 } != nil)
      #expect(framesArrive())
    }

    @Test func `the period of the settings is requested`() throws {
      let jackd = try TestJackd(period: 256)
      let output = try jackd.output(for: engine) { $0.period = 512 }
      defer { output.close(within: .seconds(1)) }
      output.start(report: log.append)
      #expect(log.wait { ($0.ready ?? $0.changed)?.period == 512 } != nil)
    }

    @Test func `a killed server is lost at once, and its successor is found`() throws {
      var jackd = try TestJackd()
      let output = try jackd.output(for: engine)
      defer { output.close(within: .seconds(1)) }
      output.start(report: log.append)
      let ready = try #require(log.wait { $0.ready != nil })
      #expect(framesArrive())
      let killed = SystemTime().now()
      jackd.process.end(SIGKILL)
      let lost = try #require(log.wait(skipping: ready.next) { $0 == .lost(.serverGone) })
      print("lost \((lost.time - killed).seconds) s after SIGKILL")
      let made = engine.counters.frames
      jackd = try TestJackd(name: jackd.name, rate: 44100)
      let again = try #require(log.wait(skipping: lost.next) { $0.ready != nil })
      #expect(again.status.ready?.rate == 44100)
      #expect(framesArrive())
      #expect(try #require(engine.clock.cycle?.first) >= Frame(made), "the frame count runs on")
      #expect(log.statuses.filter { $0.failure != nil }.isEmpty, "the search was quiet")
    }

    @Test func `a hung server is noticed and returns`() throws {
      let jackd = try TestJackd()
      let output = try jackd.output(for: engine)
      defer { output.close(within: .seconds(1)) }
      output.start(report: log.append)
      let ready = try #require(log.wait { $0.ready != nil })
      let stopped = SystemTime().now()
      jackd.process.signal(SIGSTOP)
      let lost = try #require(log.wait(skipping: ready.next) { $0 == .lost(.hung) })
      print("hung noticed \((lost.time - stopped).seconds) s after SIGSTOP")
      jackd.process.signal(SIGCONT)
      #expect(log.wait(skipping: lost.next) { $0.ready != nil } != nil)
      #expect(framesArrive())
    }

    @Test func `a hung server that is killed is replaced`() throws {
      var jackd = try TestJackd()
      let output = try jackd.output(for: engine)
      defer { output.close(within: .seconds(1)) }
      output.start(report: log.append)
      let ready = try #require(log.wait { $0.ready != nil })
      jackd.process.signal(SIGSTOP)
      let lost = try #require(log.wait(skipping: ready.next) { $0 == .lost(.hung) })
      output.requestPeriod(128)
      jackd.process.end(SIGKILL)
      jackd = try TestJackd(name: jackd.name)
      #expect(log.wait(skipping: lost.next) { $0.ready != nil } != nil)
      #expect(log.statuses.filter { $0 == .lost(.serverGone) }.isEmpty, "it was lost once")
    }

    @Test func `a server that hangs from the start is unresponsive`() throws {
      let jackd = try TestJackd()
      jackd.process.signal(SIGSTOP)
      let output = try jackd.output(for: engine) { $0.willRetry = true }
      output.start(report: log.append)
      let failed = try #require(log.wait { $0.failure != nil })
      #expect(failed.status == .failed(.unresponsive, willRetry: true))
      jackd.process.signal(SIGCONT)
      #expect(log.wait(skipping: failed.next) { $0.ready != nil } != nil)
      output.close(within: .seconds(1))
    }

    @Test func `the loss of the last connection and its return are noticed`() throws {
      let jackd = try TestJackd()
      let output = try jackd.output(for: engine)
      defer { output.close(within: .seconds(1)) }
      output.start(report: log.append)
      let ready = try #require(log.wait { $0.ready != nil })
      try jackd.tool("jack_disconnect", "peach:left", "system:playback_1")
      #expect(log.wait(skipping: ready.next, within: 0.5) { $0 == .lost(.disconnected) } == nil, "one is left")
      try jackd.tool("jack_disconnect", "peach:right", "system:playback_2")
      let lost = try #require(log.wait(skipping: ready.next) { $0 == .lost(.disconnected) })
      #expect(log.wait(skipping: lost.next, within: 1.5) { $0.ready != nil } == nil, "taken away by hand: left so")
      try jackd.tool("jack_connect", "peach:left", "system:playback_1")
      #expect(log.wait(skipping: lost.next) { $0.ready != nil } != nil)
    }

    @Test(arguments: [false, true])
    func `closes within its limit`(isHung: Bool) throws {
      let jackd = try TestJackd()
      let output = try jackd.output(for: engine)
      output.start(report: log.append)
      let ready = try #require(log.wait { $0.ready != nil })
      if isHung {
        jackd.process.signal(SIGSTOP)
        _ = try #require(log.wait(skipping: ready.next) { $0 == .lost(.hung) })
      }
      let count = log.statuses.count
      let start = SystemTime().now()
      output.close(within: .seconds(1))
      let duration = (SystemTime().now() - start).seconds
      print("close took \(duration) s, server \(isHung ? "hung" : "well")")
      #expect(duration < 20, "it ends, however busy the machine")
      output.close(within: .seconds(1))
      jackd.process.signal(SIGCONT)
      #expect(log.statuses.count == count, "nothing is reported after the end")
    }

    @Test func `a starting server is waited for`() throws {
      let jackd = try TestJackd(isAwaited: false)
      let output = try jackd.output(for: engine)
      defer { output.close(within: .seconds(1)) }
      output.start(report: log.append)
      #expect(log.wait { $0.ready != nil || $0.failure != nil }?.status.ready?.server == .dummy)
    }

    @Test func `a missing output is named`() throws {
      let jackd = try TestJackd()
      let output = try jackd.output(for: engine) { $0.output = "Steinway" }
      defer { output.close(within: .seconds(1)) }
      output.start(report: log.append)
      #expect(log.wait { $0.failure != nil }?.status == .failed(.outputMissing("Steinway"), willRetry: false))
      let options = JACKOptions(audio: .jack, output: "Steinway", serverName: jackd.name)
      let found = JACKProbe.run(options, machine: .test, within: .seconds(10))
      #expect(found.playbackPorts.contains("system:playback_1"), "and those that are there can be seen")
    }

    @Test func `an output is found by its port`() throws {
      let jackd = try TestJackd()
      let output = try jackd.output(for: engine) { $0.output = "system:playback_2" }
      defer { output.close(within: .seconds(1)) }
      output.start(report: log.append)
      #expect(log.wait { $0.ready != nil }?.status.ready?.output == "system:playback_2")
    }

    @Test func `a dummy server is started if there is no other, and ends with the output`() throws {
      let options = JACKOptions(audio: .auto, clientName: "peach-own", serverName: "peach-test-none")
      let output = try JACKOutput(engine: engine, options: options, time: SystemTime(), machine: .test)
      output.start(report: log.append)
      let ready = try #require(log.wait { $0.ready != nil })
      // The output was not asked for, so practice with it is not recorded.
      #expect(ready.status.ready?.server == .unheard)
      #expect(framesArrive())
      let server = "peach-own"
      print("resident: \(residentMegabytes()) MB under jackd")
      #expect(TestJackd.processes(server).count == 1)
      output.close(within: .seconds(1))
      #expect(TestJackd.processes(server).count == 0)
    }

    @Test func `our own server is started again if it dies`() throws {
      let options = JACKOptions(audio: .dummy, clientName: "peach-own")
      let output = try JACKOutput(engine: engine, options: options, time: SystemTime(), machine: .test)
      output.start(report: log.append)
      let ready = try #require(log.wait { $0.ready != nil })
      #expect(ready.status.ready?.server == .dummy)
      for process in TestJackd.processes("peach-own") { kill(process, SIGKILL) }
      let lost = try #require(log.wait(skipping: ready.next) { $0 == .lost(.serverGone) })
      #expect(log.wait(skipping: lost.next) { $0.ready != nil } != nil)
      // And a hung one is ended with the rest.
      for process in TestJackd.processes("peach-own") { kill(process, SIGSTOP) }
      _ = log.wait(skipping: lost.next) { $0 == .lost(.hung) }
      output.close(within: .seconds(1))
      #expect(eventually { TestJackd.processes("peach-own").count == 0 })
    }

    @Test func `the probe finds the server`() throws {
      let jackd = try TestJackd()
      let report = JACKProbe.run(
        JACKOptions(audio: .jack, serverName: jackd.name), machine: .test, within: .seconds(4))
      #expect(report.choice == .connect(.dummy, output: "system"))
      #expect(report.playbackPorts == ["system:playback_1", "system:playback_2"])
      #expect(report.libraries.contains { !$0.isPipeWire })
      #expect(report.jackd != nil)
    }

    @Test func `the probe does not wait for a hung server`() throws {
      let jackd = try TestJackd()
      jackd.process.signal(SIGSTOP)
      let report = JACKProbe.run(
        JACKOptions(audio: .jack, serverName: jackd.name), machine: .test, within: .seconds(1))
      #expect(report.choice == .failure(.unresponsive))
      #expect(!report.libraries.isEmpty)
    }
  }
}
