import Foundation
import Glibc
import TestSupport
import Testing

/// `peach learn` from the command line, on a machine without the requested controller. The rig tests it with one.
@Suite struct LearnProgramTests {
  /// Asks for a controller that does not exist, without a voice.
  private func learn(_ arguments: [String] = [], folder: URL? = nil, keys: Bool = true) throws -> RunningPeach {
    let folder =
      folder
      ?? FileManager.default.temporaryDirectory.appendingPathComponent("peach-learn-\(UUID().uuidString.prefix(8))")
    let config = folder.appendingPathComponent("config/peach")
    try FileManager.default.createDirectory(at: config, withIntermediateDirectories: true)
    try Data("speech: off\n".utf8).write(to: config.appendingPathComponent("settings.yaml"))
    return try RunningPeach(["learn", "--controller", "nobody has this"] + arguments, folder: folder, keys: keys)
  }

  /// Returns whether the first line is there: Peach waits, or says why it does not.
  private func isWaiting(_ peach: RunningPeach) -> Bool { eventually { peach.shown.contains("\n") } }

  @Test(arguments: ["q", "\u{1B}", "Q"])
  func `a key ends it and nothing is saved`(key: String) throws {
    let peach = try learn()
    #expect(isWaiting(peach), "\(peach.complained)")
    peach.type(key)
    #expect(peach.end() == 0)
    #expect(eventually { peach.shown.hasSuffix("Nothing was saved.\n") }, "\(peach.shown)")
    #expect(!FileManager.default.fileExists(atPath: peach.folder.path + "/config/peach/controllers"))
  }

  /// With the voice that is usual, and nothing to speak through: the last words are not waited for.
  @Test func `without a controller it requests one, shows the keys to leave, and leaves at once`() throws {
    let peach = try RunningPeach(["learn", "--controller", "nobody has this"], keys: true)
    #expect(eventually { peach.shown.contains("Plug in the controller you want to teach Peach.") }, "\(peach.shown)")
    #expect(eventually { peach.shown.contains("q or Esc ends this.") }, "\(peach.shown)")
    #expect(!peach.shown.contains("can be used"), "the computer's keys are of no use here: \(peach.shown)")
    let typed = ContinuousClock.now
    peach.type("q")
    #expect(peach.end(within: .seconds(5)) == 0)
    // Voice and sound are given 1.3 s to close.
    #expect(ContinuousClock.now - typed < .seconds(3))
  }

  /// Where a key could end it, it waits.
  @Test(.enabled(if: !FileManager.default.fileExists(atPath: "/dev/snd/seq")), arguments: [[], ["--lang", "de"]])
  func `without a sequencer and a terminal it ends with that line`(language: [String]) throws {
    let peach = try learn(language, keys: false)
    #expect(peach.end() == 1)
    #expect(eventually { peach.complained.contains("/dev/snd/seq") }, "\(peach.complained)")
  }

  @Test(arguments: [SIGHUP, SIGINT, SIGTERM])
  func `signals end it calmly`(signal: Int32) throws {
    let peach = try learn(["--lang", "de", "--plain"])
    #expect(isWaiting(peach), "\(peach.complained)")
    peach.signal(signal)
    #expect(peach.end() == 0)
    #expect(eventually { peach.shown.hasSuffix("Nichts wurde gespeichert.\n") }, "\(peach.shown)")
  }

  @Test func `during practice or learning it names the running program`() throws {
    let first = try learn()
    #expect(isWaiting(first), "\(first.complained)")
    let second = try learn(folder: first.folder)
    #expect(second.end() == 4)
    #expect(eventually { second.complained == "Peach is already running (process \(first.id)).\n" })
    first.signal(SIGTERM)
    #expect(first.end() == 0)
  }

  @Test func `a folder that is not writable is named before any question`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "peach-learn-\(UUID().uuidString.prefix(8))")
    let controllers = folder.appendingPathComponent("config/peach/controllers")
    try FileManager.default.createDirectory(
      at: controllers.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data().write(to: controllers)
    let peach = try learn(folder: folder)
    #expect(peach.end() == 1)
    #expect(eventually { peach.complained.hasPrefix("\(controllers.path) cannot be written (Not a directory).") })
    #expect(peach.shown.isEmpty)
  }

  @Test(
    arguments: [
      (["--config", "/nonexistent"], 5), (["--lang", "xx"], 2), (["--nonsense"], 2),
      (["--controller", "missing.yaml"], 5),
    ] as [([String], Int32)])
  func `a mistake on the command line is reported`(arguments: [String], code: Int32) throws {
    let peach = try learn(arguments)
    #expect(peach.end() == code)
    #expect(eventually { !peach.complained.isEmpty })
  }
}
