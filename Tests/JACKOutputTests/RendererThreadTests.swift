import CLinux
import Foundation
import Ports
import Sound
import TestSupport
import Testing
import Time

@testable import JACKOutput

extension ServerTests {
  /// JACK's thread in this program, under servers that are started in other ways than ours.
  @Suite(.serialized, .enabled(if: Installed.hasJackd, "jackd or its library is not installed"))
  struct RendererThreadTests {
    let deadline = TestDeadline()
    let engine: SoundEngine
    let log = StatusLog()

    init() throws {
      engine = try SoundEngine(rate: 48000)
      TestJackd.awaitClosedClients()
    }

    /// The priority of JACK's thread, which has the name of the thread that made it; 0 where it is ordinary.
    private var priority: Int32 {
      let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
      return threads.compactMap { thread -> Int32? in
        let stat = String(
          decoding: FileManager.default.contents(atPath: "/proc/self/task/\(thread)/stat") ?? Data(), as: UTF8.self)
        guard stat.contains("(jack-control)"), let close = stat.lastIndex(of: ")") else { return nil }
        // Counted from the state, which is the third field: `rt_priority` is the 40th.
        let fields = stat[stat.index(after: close)...].split(separator: " ")
        return fields.count > 37 ? Int32(fields[37]) : nil
      }.max() ?? 0
    }

    @Test(
      .enabled(if: linux_realtime_permitted(RealtimePriority.server), "threads may not run in real time"),
      arguments: [["-R"], ["-R", "-P", "40"]])
    func `the renderer's thread has priority over sequencer and loop under a real-time server`(realtime: [String])
      throws
    {
      let jackd = try TestJackd(realtime: realtime)
      let output = try jackd.output(for: engine)
      output.start(report: log.append)
      _ = try #require(log.wait { $0.ready != nil })
      let reached = eventually { priority >= RealtimePriority.renderer }
      print("JACK's thread under jackd \(realtime.joined(separator: " ")): \(priority)")
      #expect(reached && priority > RealtimePriority.hands && RealtimePriority.hands > RealtimePriority.loop)
      output.close(within: .seconds(1))
    }

    /// 2,048 frames are 43 ms at 48 kHz.
    @Test(arguments: [(2048, true), (256, false)]) func `late sound is known to be late`(
      period: Int, isLate: Bool
    )
      throws
    {
      let jackd = try TestJackd(period: period)
      let options = JACKOptions(audio: .jack, serverName: jackd.name)
      let found = JACKProbe.run(options, machine: .test, within: .seconds(10))
      let output = try jackd.output(for: engine)
      output.start(report: log.append)
      let description = try #require(log.wait { $0.ready != nil }?.status.ready)
      print("\(period) frames: \(description.latency) frames of latency, late by \(description.lateness ?? 0) ms")
      #expect((description.lateness != nil) == isLate)
      #expect((description.lateness ?? 43) >= 43)
      #expect(found.lateness == description.lateness)
      output.close(within: .seconds(1))
    }
  }
}
