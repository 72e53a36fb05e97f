import Foundation
import Glibc
import TestSupport
import Testing

extension SoundingProgramTests {
  /// The program beside another one that exports, so that its server makes sound far faster than anybody could hear it.
  @Suite(.serialized) struct FreewheelProgramTests {
    /// `PEACH_FREEWHEELS`, or a few, from 0 to 1.2 s after an answer.
    let freewheels = ProcessInfo.processInfo.environment["PEACH_FREEWHEELS"].flatMap { Int($0) } ?? 2

    /// A server with nothing but silent outputs, and how programs find it.
    private final class Server {
      let isPipeWire: Bool
      let environment: [String: String]
      private let pipewire: TestPipeWire?
      private let jackd: TestProcess?

      init(isPipeWire: Bool) throws {
        self.isPipeWire = isPipeWire
        if isPipeWire {
          let server = try TestPipeWire()
          environment = ReplugProgramTests.environment(of: server)
          (pipewire, jackd) = (server, nil)
          return
        }
        let name = "peach-freewheel"
        environment = ["JACK_DEFAULT_SERVER": name]
        let arguments = ["-n", name, "-r", "-d", "dummy", "-r", "48000", "-p", "512"]
        (pipewire, jackd) = (nil, try TestProcess("/usr/bin/jackd", arguments))
        guard eventually({ access("/dev/shm/jack_\(name)_\(getuid())_0", F_OK) == 0 }) else {
          throw POSIXError(.ETIMEDOUT)
        }
      }

      func exporter() throws -> Exporter { try Exporter(isPipeWire: isPipeWire, environment: environment) }

      /// Practice on it, with short notes.
      func peach() throws -> RunningPeach {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
          "peach-fw-\(UUID().uuidString.prefix(8))")
        let config = folder.appendingPathComponent("config/peach")
        try FileManager.default.createDirectory(at: config, withIntermediateDirectories: true)
        try Data("note-duration: 0.3\n".utf8).write(to: config.appendingPathComponent("settings.yaml"))
        let audio = isPipeWire ? "auto" : "jack"
        return try RunningPeach(
          ["practice", "--audio", audio, "--seed", "3"], folder: folder, keys: true, environment: environment)
      }
    }

    /// Starts practice and answers one exercise that was heard.
    private func answer(_ peach: RunningPeach) throws {
      let (asked, saved) = (peach.events("answerEnabled").count, peach.events("recordSaved").count)
      try #require(
        eventually(within: .seconds(10)) {
          peach.type(" ")
          return peach.wait(for: "answerEnabled", count: asked + 1, within: .seconds(2))
        }, "\(peach.complained)")
      #expect(peach.waitUntilHeard("answerEnabled"))
      peach.type("h")
      try #require(peach.wait(for: "recordSaved", count: saved + 1, within: .seconds(10)))
    }

    /// Answers while the server makes sound for several exercises.
    private func answerInVain(_ peach: RunningPeach, _ exporter: Exporter) throws {
      for _ in 0..<5 {
        peach.type("h")
        try exporter.awaitSecond()
      }
    }

    @Test(arguments: [false, TestPipeWire.isInstalled])
    func `answers that an export made inaudible are not kept`(isPipeWire: Bool) throws {
      let server = try Server(isPipeWire: isPipeWire)
      let peach = try server.peach()
      try #require(peach.wait(for: "soundReady"), "\(peach.complained)")
      let exporter = try server.exporter()
      var (unheard, untold) = (0, 0)
      for number in 0..<freewheels {
        try answer(peach)
        let (saved, lost) = (peach.events("recordSaved").count, peach.events("soundLost").count)
        usleep(UInt32(1_200_000 * number / max(freewheels, 1)))
        try exporter.export(true)
        if !peach.wait(for: "soundLost", count: lost + 1, within: .milliseconds(500)) { untold += 1 }
        try answerInVain(peach, exporter)
        unheard += peach.events("recordSaved").count - saved
        let restored = peach.events("soundRestored").count
        try exporter.export(false)
        if untold == 0 { #expect(peach.wait(for: "soundRestored", count: restored + 1, within: .seconds(10))) }
      }
      print(
        "\(isPipeWire ? "PipeWire" : "jackd"): kept unheard \(unheard), not told \(untold), of \(freewheels) exports")
      #expect(unheard == 0 && untold == 0)
      #expect(Set(peach.events("soundLost").compactMap { $0["reason"] as? String }) == ["freewheel"])
      #expect(peach.shown.contains("another program"), "it says why, and what it waits for")
      #expect(peach.events("sessionStopped").allSatisfy { $0["reason"] as? String == "sound-lost" })
      try answer(peach)
      peach.signal(SIGTERM)
      #expect(peach.end() == 0)
    }

    /// No server reports to a later client that it freewheels, and jackd would stand still with it.
    @Test(arguments: [false, TestPipeWire.isInstalled])
    func `practice that starts during an export begins after it`(isPipeWire: Bool) throws {
      let server = try Server(isPipeWire: isPipeWire)
      let exporter = try server.exporter()
      try exporter.export(true)
      let peach = try server.peach()
      #expect(eventually { peach.shown.contains("another program") || !peach.isRunning })
      try #require(peach.isRunning, "\(peach.complained)")
      peach.type(" ")
      try answerInVain(peach, exporter)
      #expect(peach.events("recordSaved").isEmpty)
      func sounds() -> Int { peach.events("soundReady").count + peach.events("soundRestored").count }
      let before = sounds()
      try exporter.export(false)
      let end = ContinuousClock.now
      #expect(eventually(within: .seconds(10)) { sounds() > before }, "\(peach.shown)")
      print("\(isPipeWire ? "PipeWire" : "jackd"): there is sound \(ContinuousClock.now - end) after the export")
      try answer(peach)
      peach.signal(SIGTERM)
      #expect(peach.end() == 0)
    }
  }
}
