import Foundation
import TestSupport
import Testing

/// `peach devices` from the command line, on a machine without a controller. The rig tests it with one.
@Suite struct DevicesProgramTests {
  /// Starts it with separate settings and without a voice.
  private func devices(_ arguments: [String], keys: Bool = false) throws -> RunningPeach {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "peach-devices-\(UUID().uuidString.prefix(8))")
    let config = folder.appendingPathComponent("config/peach")
    try FileManager.default.createDirectory(at: config, withIntermediateDirectories: true)
    try Data("speech: off\n".utf8).write(to: config.appendingPathComponent("settings.yaml"))
    return try RunningPeach(["devices"] + arguments, folder: folder, keys: keys)
  }

  @Test func `its data are JSON`() throws {
    let peach = try devices(["--json"])
    #expect(peach.end() == 0)
    #expect(
      eventually {
        let object = try? JSONSerialization.jsonObject(with: Data(peach.shown.utf8)) as? [String: Any]
        return object?["ports"] is [Any]
      }, "\(peach.shown)")
  }

  @Test(arguments: [true, false])
  func `without anything to try it ends by itself with one line`(keys: Bool) throws {
    let peach = try devices(["--try"], keys: keys)
    // Without a sequencer it cannot be tried; with one there is nothing plugged in.
    #expect([0, 1].contains(peach.end()))
    #expect(eventually { (peach.shown + peach.complained).filter { $0 == "\n" }.count == 1 })
    #expect(!FileManager.default.fileExists(atPath: peach.folder.path + "/config/peach/controllers"))
  }

  @Test(arguments: ["--try", "--json"]) func `a report excludes other options`(option: String) throws {
    let peach = try devices(["--report", "x", option])
    #expect(peach.end() == 2)
    #expect(eventually { peach.complained.contains("--report cannot be combined with --try, --json or --why.") })
  }

  @Test func `a folder where a report cannot be written is named before any question`() throws {
    let peach = try devices(["--report", "/nonexistent/report"])
    #expect(peach.end() == 1)
    #expect(eventually { peach.complained.hasPrefix("/nonexistent cannot be written (No such file or directory).") })
    #expect(peach.shown.isEmpty)
  }

  @Test func `data and questions exclude each other`() throws {
    let peach = try devices(["--try", "--json"])
    #expect(peach.end() == 2)
    #expect(eventually { peach.complained.contains("--try cannot be combined with --json or --why.") })
  }
}
