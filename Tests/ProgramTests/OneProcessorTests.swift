import Foundation
import Glibc
import TestSupport
import Testing

extension SoundingProgramTests {
  /// A machine with one processor, on which a thread of higher priority holds up all others.
  @Suite struct OneProcessorTests {
    /// Whether threads of ours may run in real time here.
    static let isPermitted: Bool = {
      let limits = (try? String(contentsOfFile: "/proc/self/limits", encoding: .utf8)) ?? ""
      let limit = limits.firstMatch(of: /Max realtime priority +([0-9]+)/).flatMap { Int($0.1) } ?? 0
      return geteuid() == 0 || limit >= 20
    }()

    @Test(.enabled(if: isPermitted, "threads may not run in real time"))
    func `the renderer has priority over all threads that wait for it`() throws {
      let peach = try RunningPeach(["practice", "--audio", "dummy", "--seed", "3"])
      #expect(peach.wait(for: "soundReady"), "\(peach.complained)")
      let threads = peach.priorities
      // JACK's own thread has the name of the one that made it.
      let renderer = try #require(threads.filter { $0.name == "jack-control" }.map(\.priority).max())
      let others = threads.filter { $0.name != "jack-control" }.map(\.priority)
      #expect(renderer == 15 && others.max() ?? 0 < renderer, "\(threads)")
      #expect(others.contains(3), "the loop runs in real time: \(threads)")
      peach.signal(SIGTERM)
      #expect(peach.end() == 0)
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/taskset"), "taskset is not installed"))
    func `practice on one processor continues without a stop`() throws {
      let count = 4
      let peach = try RunningPeach(
        ["practice", "--audio", "dummy", "--seed", "3", "--mode", "comparison", "--exercises", "\(count)"], keys: true,
        processor: 0)
      #expect(peach.wait(for: "soundReady"), "\(peach.complained)")
      for exercise in 1...count {
        #expect(peach.wait(for: "answerEnabled", count: exercise))
        // A key that comes before the target is heard is early, and is pressed again.
        #expect(
          eventually {
            peach.type("h")
            return eventually(within: .milliseconds(50)) { peach.events("answered").count >= exercise }
          })
      }
      #expect(peach.end() == 0)
      #expect(peach.events("recordSaved").count == count)
      #expect(peach.events("soundLost").isEmpty)
      #expect(peach.events("sessionStopped").map { $0["reason"] as? String } == ["finished"])
      print("on one processor: \(peach.events("xruns").last?["count"] ?? 0) xruns in \(count) exercises")
    }
  }
}
