import Foundation
import Glibc
import TestSupport
import Testing

extension SoundingProgramTests {
  /// The program with its pages, as a browser meets them.
  @Suite struct PagesProgramTests {
    private static let pages = PracticeProgramTests.dummy + ["--screen", "0"]

    @Test func `a page starts, answers and stops`() throws {
      let peach = try RunningPeach(Self.pages, keys: true)
      #expect(peach.wait(for: "soundReady"), "\(peach.complained)")
      let page = try #require(PageClient(peach), "\(peach.shown)")
      let document = try #require(page.get("/"))
      #expect(document.status == 200 && document.body.contains("<html"))
      let states = try #require(PageStates(page))
      #expect(states.wait { $0["phase"] as? String == "hub" })

      #expect(try page.post(["intent": "start", "mode": "comparison"]) == 204)
      #expect(peach.wait(for: "answerEnabled"))
      #expect(states.wait { $0["canAnswer"] as? Bool == true })
      let epoch = try #require(states.newest?["epoch"] as? Int)
      #expect(peach.waitUntilHeard("answerEnabled"))
      #expect(try page.post(["intent": "answer", "answer": "higher", "epoch": epoch]) == 204)
      #expect(peach.wait(for: "recordSaved"))
      #expect(peach.events("answered").map { $0["source"] as? String } == ["page"])

      // An answer for the previous exercise is dropped; the terminal's key is not.
      #expect(peach.wait(for: "answerEnabled", count: 2))
      #expect(states.wait { $0["canAnswer"] as? Bool == true && $0["epoch"] as? Int != epoch })
      #expect(peach.waitUntilHeard("answerEnabled"))
      #expect(try page.post(["intent": "answer", "answer": "lower", "epoch": epoch]) == 204)
      peach.type("h")
      #expect(peach.wait(for: "recordSaved", count: 2))
      #expect(peach.events("answered").map { $0["source"] as? String } == ["page", "keys"])

      // The keys were used last, so a hidden page does not matter.
      #expect(try page.post(["intent": "hidden"]) == 204)
      #expect(peach.wait(for: "answerEnabled", count: 3))
      #expect(!eventually(within: .milliseconds(2300)) { !peach.events("sessionStopped").isEmpty })
      // Now it is used again, and goes.
      #expect(try page.post(["intent": "shown"]) == 204)
      let next = try #require(states.newest?["epoch"] as? Int)
      #expect(try page.post(["intent": "answer", "answer": "lower", "epoch": next]) == 204)
      #expect(peach.wait(for: "answered", count: 3))
      #expect(try page.post(["intent": "hidden"]) == 204)
      #expect(peach.wait(for: "sessionStopped", within: .seconds(6)))
      #expect(peach.events("sessionStopped").map { $0["reason"] as? String } == ["asked"])
      peach.type("q")
      #expect(peach.end() == 0)
    }

    @Test func `a setting counts from the next exercise`() throws {
      let peach = try RunningPeach(Self.pages)
      #expect(peach.wait(for: "soundReady"), "\(peach.complained)")
      let page = try #require(PageClient(peach))
      #expect(try page.post(["intent": "start", "mode": "comparison"]) == 204)
      #expect(peach.wait(for: "answerEnabled"))
      #expect(try page.put("/settings/note-duration", ["value": "0.3"]) == 200)
      #expect(try page.put("/settings/note-duration", ["value": "9"]) == 422)
      let file = peach.folder.appendingPathComponent("config/peach/settings.yaml").path
      #expect(try String(contentsOfFile: file, encoding: .utf8) == "note-duration: 0.3\n")
      #expect(peach.waitUntilHeard("answerEnabled"))
      #expect(try page.post(["intent": "answer", "answer": "higher", "epoch": 1]) == 204)
      #expect(peach.wait(for: "answerEnabled", count: 2))
      let starts = peach.events("noteStarted").compactMap { $0["frame"] as? Int }
      #expect(starts.count == 4)
      #expect(starts[1] - starts[0] == 48_000 && starts[3] - starts[2] == 14_400)
      peach.signal(SIGTERM)
      #expect(peach.end() == 0)
    }

    @Test func `a page opens only known scales and those in the folder of settings`() throws {
      let peach = try RunningPeach(Self.pages)
      #expect(peach.wait(for: "soundReady"), "\(peach.complained)")
      let page = try #require(PageClient(peach))
      let config = peach.folder.appendingPathComponent("config/peach")
      let scale = "! mine\ntwelve\n 12\n" + (1...12).map { "\(Double($0) * 100)\n" }.joined()
      for folder in ["tunings", "outside"] {
        try FileManager.default.createDirectory(
          at: config.appendingPathComponent(folder), withIntermediateDirectories: true)
      }
      let outside = peach.folder.appendingPathComponent("outside")
      try FileManager.default.createDirectory(at: outside, withIntermediateDirectories: true)
      func write(_ text: String, _ folder: URL, _ name: String) throws -> String {
        let file = folder.appendingPathComponent(name)
        try Data(text.utf8).write(to: file)
        return file.path
      }
      let own = try write(scale, config, "mine.scl")
      _ = try write(scale, config.appendingPathComponent("tunings"), "deep.scl")
      let good = try write(scale, outside, "good.scl")
      let secret = try write("comment\n7\nmy-secret-line\n", outside, "secret.scl")
      try FileManager.default.createSymbolicLink(atPath: "\(config.path)/link.scl", withDestinationPath: good)
      try FileManager.default.createSymbolicLink(atPath: "\(config.path)/out", withDestinationPath: outside.path)
      // A mapping is read beside its scale.
      _ = try write(scale, config, "mapped.scl")
      _ = try write("my-secret-line\n", outside, "mapped.kbm")
      try FileManager.default.createSymbolicLink(
        atPath: "\(config.path)/mapped.kbm", withDestinationPath: "\(outside.path)/mapped.kbm")

      let refused = [
        good, secret, "/nowhere/at-all.scl", "~/none.scl", "../../outside/good.scl",
        "tunings/../../../outside/secret.scl",
        "link.scl", "out/good.scl", "out/secret.scl", "mapped.scl",
      ]
      var lines: Set<String> = []
      for name in refused {
        let answer = try #require(page.ask("PUT", "/settings/tuning", ["value": name]), "\(name)")
        #expect(answer.status == 422, "\(name)")
        #expect(!answer.body.contains("secret-line"), "\(answer.body)")
        lines.insert(answer.body)
      }
      // The file's existence and contents make no difference.
      #expect(lines.count == 1, "\(lines)")
      for name in ["just", "vallotti.scl", "mine.scl", "tunings/deep.scl", own] {
        #expect(try page.put("/settings/tuning", ["value": name]) == 200, "\(name)")
      }
      // One that the player has chosen by other means is known: undoing a reset brings it back.
      try Data("tuning: \(good)\n".utf8).write(to: config.appendingPathComponent("settings.yaml"))
      #expect(page.get("/settings/list")?.body.contains(good) == true)
      #expect(page.ask("DELETE", "/settings", [:])?.status == 200)
      #expect(try page.put("/settings/tuning", ["value": good]) == 200)
      peach.signal(SIGTERM)
      #expect(peach.end() == 0)
    }

    @Test func `a port in use is one calm line, and practice continues`() throws {
      let first = try RunningPeach(Self.pages)
      let page = try #require(PageClient(first), "\(first.complained)")
      let second = try RunningPeach(PracticeProgramTests.dummy + ["--screen", "\(page.port)", "--mode", "comparison"])
      #expect(second.wait(for: "noteStarted"), "\(second.complained)")
      #expect(eventually { second.shown.contains("another program is using port \(page.port)") }, "\(second.shown)")
      for peach in [first, second] {
        peach.signal(SIGTERM)
        #expect(peach.end() == 0)
      }
    }
  }
}
