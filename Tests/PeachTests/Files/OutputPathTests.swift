import Foundation
import Glibc
import Testing

@testable import Commands

/// What a command that was asked to write a file leaves alone.
@Suite struct OutputPathTests {
  private let folder: String
  private let paths: Paths

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("peach-output-\(UUID().uuidString)").path
    paths = Paths(config: folder + "/config", data: folder + "/data", environment: [:], home: folder)
    for place in ["data", "config/controllers", "elsewhere"] {
      try FileManager.default.createDirectory(atPath: "\(folder)/\(place)", withIntermediateDirectories: true)
    }
  }

  private func refusal(of path: String, force: Bool) -> OutputPath.Refusal? {
    do throws(FileFailure) {
      try OutputPath(path, force: force, in: paths).check()
      return nil
    } catch {
      return error.refusal
    }
  }

  private func make(_ name: String, _ content: String) throws {
    try content.write(toFile: "\(folder)/\(name)", atomically: false, encoding: .utf8)
  }

  @Test(
    arguments: [
      ("data/peach.sqlite", "x", .database), ("data/peach.sqlite", "", .database),
      ("data/peach.sqlite-shm", "x", .database), ("data/peach.sqlite-wal", "", .database),
      ("data/peach-unsaved-2026-11-21-183005-7.jsonl", "x", .database),
      ("elsewhere/peach-unsaved-2026-11-21-183005-7.jsonl", "x", .database),
      ("elsewhere/a.csv", "SQLite format 3\0 and more", .database),
      ("config/settings.yaml", "", .settings), ("config/controllers/mine.yaml", "", .mapping),
      ("config/controllers/.mine.yaml.before", "x", .mapping), ("elsewhere/settings.yaml", "x", .settings),
      ("elsewhere/pads.yml", "x", .mapping), ("elsewhere/quarter.SCL", "x", .scale),
      ("elsewhere/quarter.kbm", "x", .scale),
      ("data/export.csv", "x", nil), ("elsewhere/a.wav", "x", nil), ("config/a.wav", "x", nil),
    ] as [(String, String, OutputPath.Refusal?)])
  func `force replaces files that are not Peach's`(name: String, content: String, kept: OutputPath.Refusal?) throws {
    try make(name, content)
    let path = "\(folder)/\(name)"
    #expect(refusal(of: path, force: true) == kept)
    #expect(refusal(of: path, force: false) == (kept ?? (content.isEmpty ? nil : .exists)))
    // By another way to it as well.
    #expect(symlink(path, folder + "/link") == 0)
    #expect(refusal(of: folder + "/link", force: true) == kept)
    #expect(refusal(of: "\(folder)/elsewhere/../\(name)", force: false) == (kept ?? (content.isEmpty ? nil : .exists)))
  }

  @Test func `the places of the database and the settings are kept free even while they are empty`() {
    #expect(refusal(of: paths.database, force: true) == .database)
    #expect(refusal(of: paths.settings, force: true) == .settings)
    #expect(refusal(of: paths.controllers + "/new.yaml", force: true) == .mapping)
    #expect(refusal(of: folder + "/elsewhere/new.yaml", force: false) == nil)
  }

  @Test func `a path that cannot be examined is reported and not treated as missing`() throws {
    #expect(symlink(folder + "/loop", folder + "/loop") == 0)
    #expect(throws: FileFailure(path: folder + "/loop", code: ELOOP)) {
      try OutputPath(folder + "/loop", force: true, in: paths).check()
    }
    #expect(throws: FileFailure(path: folder, code: EISDIR)) { try OutputPath(folder, force: true, in: paths).open() }
  }

  @Test(arguments: [(true, "600"), (false, "644")])
  func `files about an ear are private to its player`(isPrivate: Bool, mode: String) throws {
    try make("elsewhere/shared", "x")
    chmod(folder + "/elsewhere/shared", 0o644)
    for name in ["shared", "new"] {
      let path = "\(folder)/elsewhere/\(name)"
      let descriptor = try OutputPath(path, force: true, isPrivate: isPrivate, in: paths).open()
      var status = stat()
      #expect(fstat(descriptor, &status) == 0 && status.st_size == 0)
      #expect(String(status.st_mode & 0o777, radix: 8) == mode, "\(name)")
      close(descriptor)
    }
  }
}
