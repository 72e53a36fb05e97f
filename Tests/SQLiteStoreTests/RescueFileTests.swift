import Foundation
import Glibc
import Linux
import Testing

@testable import SQLiteStore

@Suite struct RescueFileTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func rescue(_ folder: ScratchFolder, database: String? = nil, in name: String = "state") throws -> (
    file: String, lines: [StoreChange]
  ) {
    let lines = RescueFile.lines(try records(3).map(StoreChange.save))
    let file = try RescueFile.write(
      lines, database: database ?? folder.database, folder: folder.path + "/" + name)
    return (file, lines)
  }

  @Test func `a file is written next to the database, otherwise in the state folder, otherwise in the temporary one`() {
    func folders(_ environment: [String: String]) -> [String] {
      RescueFile.folders(database: "/data/peach.sqlite", others: nil, environment: environment)
    }
    #expect(folders(["XDG_STATE_HOME": "/state", "HOME": "/home/a"]) == ["/data", "/state/peach", "/tmp"])
    #expect(folders(["HOME": "/home/a"]) == ["/data", "/home/a/.local/state/peach", "/tmp"])
    #expect(folders(["XDG_STATE_HOME": "state"]) == ["/data", "/tmp"])
  }

  @Test func `a file is complete once it has its name, private, and describes itself in its first line`() throws {
    let (file, _) = try rescue(folder)
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.hasPrefix("{\"database\":\"\(folder.database)\",\"peach_unsaved\":1}\n"))
    #expect(text.hasSuffix("}\n"))
    #expect(text.split(separator: "\n").count == 4)
    #expect(try folder.names("state") == [file.split(separator: "/").last.map(String.init)])
    var status = stat()
    #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test func `two files of one second do not share a name`() throws {
    #expect(try rescue(folder).file != rescue(folder).file)
    #expect(try RescueFile.list(folder.path + "/state").count == 2)
  }

  @Test func `one file holds both kinds and withdrawals, in their order`() throws {
    let timing = try Kinds.timing.kept(2).counting
    let given = Kept(changes: try Kinds.both.kept(6).changes + timing.changes)
    let saved = UUID()
    let lines = RescueFile.lines(
      given.changes + [.withdraw(saved), .withdraw(given.ids[2]), .withdraw(given.ids[1]), .withdraw(given.ids[7])])
    let file = try RescueFile.write(lines, database: folder.database, folder: folder.path + "/state")
    let content = try #require(RescueFile.read(file, database: folder.database))
    #expect(content.unreadable == 0)
    #expect(content.lines.map(\.id) == given.ids + [saved])
    let store = try folder.open()
    #expect(store.opening.adopted == [file])
    let found = try Content(store)
    #expect(found.comparisons.map(\.id) == given.content.comparisons.map(\.id))
    // The commit cannot be withdrawn, the answer was.
    #expect(found.comparisons[1].withdrawn)
    #expect(found.matching == given.content.matching)
    #expect(found.timing.map(\.id) == timing.ids && found.timing.map(\.withdrawn) == [false, true])
  }

  /// The next version reads it: an answer, one that was withdrawn while it waited, and a withdrawal.
  @Test func `the lines of a file have one form`() throws {
    let text = #"""
      {"database":"/home/a/.local/share/peach/peach.sqlite","peach_unsaved":1}
      {"comparison":{"record":{"answer":"higher","cents":-96.5,"concert_pitch":440,"correct":false,"epoch":3,\#
      "exercise_index":3,"id":"5F1A3B0E-7C60-4D2E-9B7B-3C0C7B1B8E01","interval":7,"loudness_offset":0,\#
      "mode":"interval-comparison","note_duration":1,"note_gap":0,"playback_latency":0.005,\#
      "reference_hertz":155.56349186104046,"reference_note":51,"response_time":0.8,"source":"simulated",\#
      "strategy":"kazez","target_hertz":147.1295322145188,"target_note":58,\#
      "timbre":"reed","timbre_of_second":"organ","time":"2026-11-21T05:17:18.101Z","tuning":"equal","withdrawn":false}}}
      {"comparison":{"record":{"answer":"higher","cents":-96.5,"concert_pitch":440,"controller":"StoreStress",\#
      "correct":false,"epoch":3,"exercise_index":3,"id":"5F1A3B0E-7C60-4D2E-9B7B-3C0C7B1B8E02","interval":0,\#
      "loudness_offset":0,"mode":"comparison","note_duration":1,"note_gap":0,"playback_latency":0.005,\#
      "reference_hertz":155.56349186104046,"reference_note":51,"response_time":0.8,"source":"simulated",\#
      "strategy":"kazez","target_hertz":147.1295322145188,"target_note":51,\#
      "timbre":"sine","timbre_of_second":"sine","time":"2026-11-21T05:17:18.101Z","tuning":"equal","withdrawn":true}}}
      {"withdraw":{"id":"F71E1ACB-9779-4F8D-BC49-AC7DC5F177CE"}}

      """#
    let content = try #require(RescueFile.read(Array(text.utf8))?.content)
    #expect(content.unreadable == 0 && content.lines.count == 3)
    let file = try RescueFile.write(
      content.lines, database: "/home/a/.local/share/peach/peach.sqlite", folder: folder.path + "/state")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
    // Older files have no timbres.
    let older = text.replacing(#""timbre":"sine","timbre_of_second":"sine","#, with: "")
    #expect(try #require(RescueFile.read(Array(older.utf8))?.content).lines == content.lines)
  }

  @Test func `line ends of other systems and a byte order mark cost nothing`() throws {
    let (file, lines) = try rescue(folder)
    let text = try String(contentsOfFile: file, encoding: .utf8)
    for form in [text.replacing("\n", with: "\r\n"), text.replacing("\n", with: "\r"), "\u{FEFF}" + text] {
      let content = try #require(RescueFile.read(Array(form.utf8))?.content)
      #expect(content.lines == lines && content.unreadable == 0)
    }
  }

  @Test func `a torn line costs only itself, and the file remains`() throws {
    let (file, lines) = try rescue(folder)
    let text = try String(contentsOfFile: file, encoding: .utf8)
    try String(text.dropLast(40)).write(toFile: file, atomically: false, encoding: .utf8)
    let content = RescueFile.read(file, database: folder.database)
    #expect(content?.lines == Array(lines.dropLast()))
    #expect(content?.unreadable == 1)
    let store = try folder.open()
    #expect(store.opening.left == [file])
    #expect(try stored(store).count == 2)
    #expect(FileManager.default.fileExists(atPath: file))
  }

  @Test func `a file of another database is left alone, unless it is next to this one`() throws {
    let (file, _) = try rescue(folder, database: "/elsewhere/peach.sqlite")
    let store = try folder.open()
    #expect(store.opening == StoreOpening(backup: nil, adopted: [], left: []))
    #expect(FileManager.default.fileExists(atPath: file))
    // The folder was moved.
    let (moved, _) = try rescue(folder, database: "/elsewhere/peach.sqlite", in: "data")
    #expect(try folder.open().opening.adopted == [moved])
  }

  @Test func `links, folders, pipes and files of other formats are not rescue files`() throws {
    let (file, _) = try rescue(folder)
    let state = folder.path + "/state/" + RescueFile.prefix
    #expect(symlink(file, state + "link" + RescueFile.suffix) == 0)
    #expect(mkdir(state + "folder" + RescueFile.suffix, 0o700) == 0)
    #expect(mkfifo(state + "pipe" + RescueFile.suffix, 0o600) == 0)
    for (name, text) in [
      ("empty", ""), ("text", "Dear diary\n"), ("later", "{\"peach_unsaved\":2,\"database\":\"/\"}\n"),
    ] {
      try text.write(toFile: state + name + RescueFile.suffix, atomically: false, encoding: .utf8)
    }
    let others = try RescueFile.list(folder.path + "/state").filter { $0 != file }
    #expect(others.count == 6)
    for other in others { #expect(RescueFile.read(other, database: folder.database)?.lines == nil) }
    #expect(try folder.open().opening == StoreOpening(backup: nil, adopted: [file], left: []))
  }

  @Test func `a disk that is full leaves no half file`() throws {
    // A folder that cannot be made stands for one that cannot be written.
    try Data().write(to: URL(fileURLWithPath: folder.path + "/state"))
    #expect(throws: SystemFailure.self) { try rescue(folder) }
  }
}
