import Foundation
import Glibc
import Linux
import TestSupport
import Testing

/// Serialized, because every program started here starts a `jackd`.
@Suite(
  .serialized,
  .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/jackd"), "jackd is not installed"))
struct SoundingProgramTests {}

extension SoundingProgramTests {
  /// The program as it is started: keys on a pseudo-terminal, a real `jackd` on its dummy driver, a real database.
  @Suite struct PracticeProgramTests {
    static let dummy = ["practice", "--audio", "dummy", "--seed", "3"]

    @Test func `three exercises are answered by keys`() throws {
      let peach = try RunningPeach(Self.dummy, keys: true)
      #expect(peach.wait(for: "soundReady"), "\(peach.complained)")
      peach.type(" ")
      for (count, key) in ["h", "l", "\u{1B}[A"].enumerated() {
        #expect(peach.wait(for: "answerEnabled", count: count + 1))
        #expect(peach.waitUntilHeard("answerEnabled"))
        peach.type(key)
        #expect(peach.wait(for: "recordSaved", count: count + 1))
        #expect(peach.wait(for: "feedbackStarted", count: count + 1))
      }
      peach.type("q")
      #expect(peach.wait(for: "sessionStopped"))
      peach.type("q")
      #expect(peach.end() == 0)
      #expect(peach.events("answered").map { $0["answer"] as? String } == ["higher", "lower", "higher"])
      let frames = peach.events("feedbackStarted").compactMap { $0["frame"] as? Int }
      let references = peach.events("noteStarted").filter { $0["role"] as? String == "reference" }
        .compactMap { $0["frame"] as? Int }
      #expect(frames.count == 3)
      #expect(zip(frames, references.dropFirst()).allSatisfy { $1 - $0 == 19_200 })
    }

    @Test func `listening starts by key, needs no other, keeps the pairs, and counts no answer`() throws {
      let peach = try RunningPeach(Self.dummy, keys: true)
      #expect(peach.wait(for: "soundReady"), "\(peach.complained)")
      peach.type("o")
      #expect(peach.wait(for: "recordSaved", count: 2))
      peach.type("q")
      #expect(peach.wait(for: "sessionStopped"))
      peach.type("q")
      #expect(peach.end() == 0)
      #expect(peach.events("sessionStarted").map { $0["mode"] as? String } == ["listen"])
      #expect(peach.events("listened").count >= 2 && peach.events("answered").isEmpty)
    }

    @Test(arguments: [(SIGHUP, "hangup"), (SIGINT, "interrupt"), (SIGTERM, "terminate")])
    func `signals end practice calmly`(signal: Int32, reason: String) throws {
      let peach = try RunningPeach(Self.dummy + ["--mode", "comparison"])
      #expect(peach.wait(for: "noteStarted"), "\(peach.complained)")
      peach.signal(signal)
      #expect(peach.end() == 0)
      #expect(peach.events("sessionStopped").map { $0["reason"] as? String } == [reason])
      #expect(peach.events("noteEnded").count == 1)
    }

    @Test func `Control-Z stops practice and nothing resumes by itself`() throws {
      let peach = try RunningPeach(Self.dummy + ["--mode", "comparison"], keys: true)
      #expect(peach.wait(for: "noteStarted"), "\(peach.complained)")
      peach.signal(SIGTSTP)
      #expect(eventually { peach.state == "T" })
      peach.signal(SIGCONT)
      #expect(eventually { peach.state != "T" })
      // It may have to wait for its sound to return.
      #expect(
        eventually(within: .seconds(20)) {
          peach.type(" ")
          return eventually(within: .milliseconds(200)) { peach.events("sessionStarted").count == 2 }
        })
      #expect(peach.events("sessionStopped").map { $0["reason"] as? String } == ["paused"])
      peach.signal(SIGTERM)
      #expect(peach.end() == 0)
    }

    @Test(arguments: ["matching", "interval-matching"]) func `matching works with keys alone`(mode: String) throws {
      let peach = try RunningPeach(Self.dummy + ["--mode", mode, "--exercises", "1"], keys: true)
      #expect(peach.wait(for: "sessionStarted"), "\(peach.complained)")
      #expect(peach.events("sessionStarted").map { $0["mode"] as? String } == [mode])
      #expect(peach.wait(for: "tuningEnabled"))
      #expect(peach.waitUntilHeard("tuningEnabled"))
      // Two cents up, and with shift a tenth.
      peach.type("\u{1B}[A\u{1B}[A\u{1B}[1;2A")
      // The glide takes 20 ms; what sounds at the commit counts. Tuning alone commits nothing.
      #expect(!eventually(within: .milliseconds(100)) { !peach.events("committed").isEmpty })
      peach.type(" ")
      #expect(peach.end() == 0)
      #expect(peach.events("committed").map { $0["gesture"] as? String } == ["key"])
      #expect(peach.events("recordSaved").count == 1)
      let error = try #require(peach.events("committed").first?["cents"] as? Double)
      let tunable = try #require(peach.events("exerciseStarted").first?["tunable"] as? [String: Any])
      let start = try #require(tunable["cents"] as? Double)
      #expect(abs(error - start - 2.1) < 1e-3)
    }

    @Test(arguments: [["record", "/"], ["record", "/nowhere/file"], ["--events", "/nowhere/file"]])
    func `a file that cannot be created is reported with exit code one`(arguments: [String]) throws {
      let peach = try RunningPeach(arguments + ["--audio", "dummy"])
      #expect(peach.end() == 1)
      #expect(eventually { peach.complained.contains(arguments[1]) })
      #expect(peach.complained.split(separator: "\n").count == 1)
    }

    @Test func `practice ends after the requested number of exercises`() throws {
      let peach = try RunningPeach(Self.dummy + ["--mode", "comparison", "--exercises", "1"], keys: true)
      #expect(peach.wait(for: "answerEnabled") && peach.waitUntilHeard("answerEnabled"))
      peach.type("h")
      #expect(peach.end() == 0)
      #expect(peach.events("recordSaved").count == 1)
      #expect(peach.events("sessionStopped").map { $0["reason"] as? String } == ["finished"])
    }

    @Test func `a second practice of this user is refused with the first one's name`() throws {
      let first = try RunningPeach(Self.dummy)
      #expect(first.wait(for: "soundReady"), "\(first.complained)")
      let second = try RunningPeach(Self.dummy, folder: first.folder, events: "/dev/null")
      #expect(second.end() == 4)
      #expect(eventually { second.complained.contains("\(first.id)") })
      first.signal(SIGTERM)
      #expect(first.end() == 0)
    }

    @Test func `a foreign database is refused and unchanged`() throws {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("peach-program-\(UUID().uuidString)")
      let data = folder.appendingPathComponent("data/peach")
      try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
      let file = data.appendingPathComponent("peach.sqlite")
      try Data("a letter to my teacher".utf8).write(to: file)
      let peach = try RunningPeach(Self.dummy, folder: folder)
      #expect(peach.end() == 4)
      #expect(eventually { peach.complained.contains("peach.sqlite") })
      #expect(try String(contentsOf: file, encoding: .utf8) == "a letter to my teacher")
    }

    @Test func `without a sound server the missing part is named`() throws {
      let peach = try RunningPeach(
        ["practice", "--audio", "jack"], environment: ["JACK_DEFAULT_SERVER": "nobody-runs-this"])
      #expect(peach.end() == 3)
      #expect(eventually { !peach.complained.isEmpty })
      #expect(peach.complained.split(separator: "\n").count == 1)
      // Said once, without libjack's own output, and without asking the player to begin.
      #expect(["JackShm", "Cannot connect", "()", "jackd: )"].filter(peach.complained.contains) == [])
      #expect(["No sound", "Ready"].filter(peach.shown.contains) == [])
    }

    /// JACK takes a server for running as long as any process has its number, and this one's stays taken.
    @Test func `a killed server whose process number was reused does not prevent practice`() throws {
      #expect(RunningPeach.waitForServersToEnd())
      let socket = "/dev/shm/jack_peach_\(getuid())_0"
      unlink(socket)
      let server = try #require(
        Subprocess.start(
          "/usr/bin/jackd", ["-n", "peach", "-r", "-d", "dummy"], environment: ["JACK_NO_AUDIO_RESERVATION": "1"]))
      defer { Subprocess.wait(for: server) }
      // It ends by itself where the name of a test's server before it is still taken, which is as good.
      #expect(eventually { access(socket, F_OK) == 0 || RunningPeach.state(of: server) == "Z" })
      kill(server, SIGKILL)
      #expect(eventually { RunningPeach.state(of: server) == "Z" })
      let peach = try RunningPeach(Self.dummy)
      #expect(peach.wait(for: "soundReady"), "\(peach.complained)")
      peach.signal(SIGTERM)
      #expect(peach.end() == 0)
    }

    @Test(arguments: ["matching", "interval-matching"])
    func `matching is accepted on the command line`(mode: String) throws {
      let peach = try RunningPeach(Self.dummy + ["--mode", mode])
      #expect(peach.wait(for: "soundReady"), "\(peach.complained)")
      peach.signal(SIGTERM)
      #expect(peach.end() == 0)
    }

    @Test func `an unknown mode is refused at once with the known ones`() throws {
      let peach = try RunningPeach(["practice", "--mode", "singing"])
      #expect(peach.end() == 2)
      #expect(
        eventually {
          ["comparison", "matching", "interval-comparison", "interval-matching"].allSatisfy(peach.complained.contains)
        })
    }

    @Test(arguments: [["settings"], ["settings", "get", "tick"]])
    func `commands that show settings report their problems`(arguments: [String]) throws {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("peach-program-\(UUID().uuidString)")
      let config = folder.appendingPathComponent("config/peach")
      try FileManager.default.createDirectory(at: config, withIntermediateDirectories: true)
      try Data("tick: off\ntick: on\n".utf8).write(to: config.appendingPathComponent("settings.yaml"))
      let peach = try RunningPeach(arguments, folder: folder)
      #expect(peach.end() == 0)
      #expect(eventually { peach.complained.contains("settings.yaml, line 2, column 1: tick appears twice") })
      #expect(eventually { peach.shown.contains("off") })
    }

    @Test func `a bad setting is one line, and practice continues`() throws {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("peach-program-\(UUID().uuidString)")
      let config = folder.appendingPathComponent("config/peach")
      try FileManager.default.createDirectory(at: config, withIntermediateDirectories: true)
      try Data("note-duration: 0.5\nconcert-pitch: 4400\n".utf8).write(
        to: config.appendingPathComponent("settings.yaml"))
      let peach = try RunningPeach(Self.dummy, folder: folder)
      #expect(peach.wait(for: "soundReady"), "\(peach.complained)")
      #expect(eventually { peach.shown.contains("settings.yaml") && peach.shown.contains("380") })
      peach.signal(SIGTERM)
      #expect(peach.end() == 0)
      // The same file, named on the command line, is an error.
      let named = try RunningPeach(
        Self.dummy + ["--config", config.path], folder: folder)
      #expect(named.end() == 5)
    }

    @Test func `a reader that leaves ends only the events`() throws {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("peach-program-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let pipe = folder.appendingPathComponent("pipe").path
      #expect(mkfifo(pipe, 0o600) == 0)
      let reader = open(pipe, O_RDONLY | O_NONBLOCK)
      let peach = try RunningPeach(Self.dummy, folder: folder, keys: true, events: pipe)
      var byte: UInt8 = 0
      #expect(eventually { read(reader, &byte, 1) == 1 })
      close(reader)
      peach.type(" ")
      #expect(eventually { peach.shown.contains("Comparison") })
      #expect(peach.isRunning)
      peach.type("qq")
      #expect(peach.end() == 0)
    }

    @Test func `an acknowledged answer survives a kill`() throws {
      let peach = try RunningPeach(Self.dummy + ["--mode", "comparison"], keys: true)
      #expect(peach.wait(for: "answerEnabled") && peach.waitUntilHeard("answerEnabled"))
      peach.type("h")
      #expect(peach.wait(for: "recordSaved"))
      peach.signal(SIGKILL)
      _ = peach.end()
      #expect(try peach.storedAnswers() == 1)
      #expect(RunningPeach.waitForServersToEnd())
    }
  }
}
