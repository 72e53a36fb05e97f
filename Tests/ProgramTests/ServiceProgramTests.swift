import Foundation
import Glibc
import TestSupport
import Testing

extension SoundingProgramTests {
  /// The program as the user service starts it.
  @Suite struct ServiceProgramTests {
    /// The output does not exist, so Peach plays to no sound server of the machine that runs the tests.
    static let noOutput = ["practice", "--audio", "jack", "--output", "an output that nobody has"]

    @Test func `a service waits for sound instead of ending`() throws {
      let other = try RunningPeach(Self.noOutput)
      #expect(other.end() == 3, "\(other.complained)")
      let service = try RunningPeach(Self.noOutput + ["--service", "--screen", "off"])
      #expect(eventually { service.shown.contains("Peach keeps trying.") }, "\(service.shown)\(service.complained)")
      #expect(service.isRunning)
      service.signal(SIGTERM)
      #expect(service.end() == 0)
    }

    @Test func `a service takes no terminal`() throws {
      let service = try RunningPeach(["practice", "--audio", "dummy", "--service"], keys: true)
      #expect(service.wait(for: "soundReady"), "\(service.complained)")
      func threads() -> [String] {
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(service.id)/task")) ?? []
        return tasks.compactMap { try? String(contentsOfFile: "/proc/\(service.id)/task/\($0)/comm", encoding: .utf8) }
      }
      // The thread that reads keys would be there before the one for hands. A thread names itself, so its name may come
      // later than sound.
      #expect(eventually { threads().contains { $0.hasPrefix("hands") } })
      #expect(!threads().contains { $0.hasPrefix("peach-keys") })
      #expect(!service.shown.contains("\u{1B}"))
      service.signal(SIGTERM)
      #expect(service.end() == 0)
    }

    /// Its lines go to a journal, which is kept for months and which administrators read.
    @Test func `a service logs sound and no answer`() throws {
      let service = try RunningPeach(PracticeProgramTests.dummy + ["--service", "--screen", "0"])
      #expect(service.wait(for: "soundReady"), "\(service.complained)")
      let page = try #require(PageClient(service), "\(service.shown)")
      #expect(try page.post(["intent": "start", "mode": "comparison"]) == 204)
      #expect(service.wait(for: "answerEnabled") && service.waitUntilHeard("answerEnabled"))
      #expect(try page.post(["intent": "answer", "answer": "higher", "epoch": 1]) == 204)
      #expect(service.wait(for: "recordSaved"))
      service.signal(SIGTERM)
      #expect(service.end() == 0)
      #expect(service.shown.contains("Sound: ") && service.shown.contains("Closing Peach."), "\(service.shown)")
      for words in ["orrect", "Comparison", "answer", "h: Higher"] {
        #expect(!(service.shown + service.complained).contains(words), "\(words): \(service.shown)")
      }
    }

    @Test(
      "an invalid port, and one that cannot be opened, is refused with its reason",
      arguments: [
        (["--screen", "on"], "--screen takes a port from 0 to 65535, or off."),
        (["--screen", "65536"], "--screen takes a port from 0 to 65535, or off."),
        (["--screen", "off", "--open"], "--open"),
      ])
    func screen(arguments: [String], words: String) throws {
      let peach = try RunningPeach(["practice"] + arguments)
      #expect(peach.end() == 2)
      #expect(peach.complained.contains(words))
    }
  }
}
