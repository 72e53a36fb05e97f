import Foundation
import Ports
import Sound
import TestSupport
import Testing
import Time

@testable import JACKOutput

extension ServerTests {
  /// An output that is pulled out and plugged in again, under a real PipeWire.
  @Suite(
    .serialized, .enabled(if: Installed.hasPipeWire, "PipeWire, its JACK library or a session bus is not installed"))
  struct ReplugTests {
    let deadline: TestDeadline
    let engine: SoundEngine
    let log = StatusLog()
    let pipewire: TestPipeWire
    /// How often it is plugged in again: `PEACH_REPLUGS`, or a few.
    let replugs = ProcessInfo.processInfo.environment["PEACH_REPLUGS"].flatMap { Int($0) } ?? 8

    init() throws {
      deadline = TestDeadline(beyond: .seconds(replugs * 4))
      engine = try SoundEngine(rate: 48000)
      pipewire = try TestPipeWire()
    }

    private func output() throws -> JACKOutput {
      var machine = pipewire.machine
      machine.programFolders = []  // no jackd: the search is for PipeWire
      let options = JACKOptions(audio: .auto, serverName: "peach-test-none", willRetry: true)
      return try JACKOutput(engine: engine, options: options, time: SystemTime(), machine: machine)
    }

    /// Both ears of `name`, each by its own channel and nothing else.
    private func isStereo(_ name: String) -> Bool {
      guard let links = try? pipewire.links() else { return false }
      return links["peach:left"] == ["\(name):playback_FL"] && links["peach:right"] == ["\(name):playback_FR"]
    }

    @Test func `another default output is followed when nothing sounds`() throws {
      let output = try output()
      defer { output.close(within: .seconds(1)) }
      output.start(report: log.append)
      let ready = try #require(log.wait { $0.ready != nil })
      #expect(eventually { isStereo("silent") })
      try pipewire.plug("headphones")
      #expect(eventually { (try? pipewire.ports().contains("headphones:playback_FR")) == true })
      try pipewire.makeDefault("headphones")
      let waits = try #require(log.wait(skipping: ready.next) { $0 == .outputWaits })
      #expect(isStereo("silent"), "not within an exercise")
      output.followOutput()
      #expect(log.wait(skipping: waits.next) { $0.changed?.output == "headphones" } != nil)
      #expect(isStereo("headphones"))
      // By hand it goes back, and stays there.
      for (channel, port) in [("left", "FL"), ("right", "FR")] {
        try pipewire.tool("pw-link", "peach:\(channel)", "silent:playback_\(port)")
        try pipewire.tool("pw-link", "-d", "peach:\(channel)", "headphones:playback_\(port)")
      }
      #expect(eventually { isStereo("silent") })
      output.followOutput()
      #expect(log.wait(skipping: waits.next, within: 2.5) { $0 == .outputWaits } == nil)
      #expect(isStereo("silent"))
      #expect(log.statuses.filter { if case .lost = $0 { true } else { false } }.isEmpty)
    }

    @Test func `an output that is plugged in again plays to both ears`() throws {
      let output = try output()
      defer { output.close(within: .seconds(1)) }
      output.start(report: log.append)
      var next = try #require(log.wait { $0.ready != nil }).next
      #expect(eventually { isStereo("silent") })
      var wrong = 0
      for _ in 0..<replugs {
        pipewire.unplug("silent")
        next = try #require(log.wait(skipping: next) { $0 == .lost(.disconnected) }).next
        try pipewire.plug("silent")
        next = try #require(log.wait(skipping: next) { $0.ready != nil }).next
        if !eventually(within: .seconds(1), { isStereo("silent") }) {
          wrong += 1
          print("one ear: \((try? pipewire.links()) ?? [:])")
        }
      }
      print("\(wrong) of \(replugs) re-plugs without both ears")
      #expect(wrong == 0)
    }
  }
}
