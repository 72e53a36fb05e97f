import Foundation
import Glibc
import Linux
import Ports
import TestSupport
import Testing

@testable import SQLiteStore

/// Disks that are full or read-only, real ones: file systems mounted for the test. That needs root; elsewhere these
/// tests are skipped, saying so.
@Suite(.serialized, .enabled(if: Mount.isPermitted, "mounting needs root"))
struct MountTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  @Test(arguments: Kinds.allCases)
  func `a disk that fills up is reported once, and all records are saved when it has room again`(kinds: Kinds) throws {
    let disk = try Mount(tmpfs: folder.path + "/data", size: "1m")
    defer { disk.unmount() }
    let store = try folder.open()
    let reports = Reports()
    let given = try kinds.kept(400)
    store.start(report: reports.report)
    store.save(given.first(1))
    #expect(reports.first(1) == [.saved(given.ids[0])])
    try disk.fill()
    store.save(given.dropping(1))
    #expect(reports.waitForFailing())
    disk.free()
    let events = reports.first(given.changes.count + 2)
    #expect(events.filter(\.isFailing).count == 1)
    #expect(events.last == .recovered)
    #expect(events.filter { if case .saved = $0 { true } else { false } } == given.ids.map { .saved($0) })
    #expect(try Content(store) == given.content)
    #expect(store.close(within: testLimit) == .complete)
  }

  @Test(arguments: Kinds.allCases)
  func `leaving with a full disk writes the rescue file elsewhere, and the next start finds it`(kinds: Kinds) throws {
    let disk = try Mount(tmpfs: folder.path + "/data", size: "1m")
    defer { disk.unmount() }
    let store = try folder.open()
    let reports = Reports()
    let given = try kinds.kept(400)
    store.start(report: reports.report)
    try disk.fill()
    store.save(given)
    #expect(reports.waitForFailing())
    let file = try #require(store.close(within: .milliseconds(200)).rescueFile)
    #expect(Folder.of(file) == folder.path + "/state")
    #expect(try folder.names().allSatisfy { !$0.contains("unsaved") })
    disk.free()
    let next = try folder.open()
    #expect(next.opening.adopted == [file])
    #expect(try Content(next) == given.content)
    #expect(next.close(within: testLimit) == .complete)
  }

  @Test func `a new database on a full disk is refused as such`() throws {
    let disk = try Mount(tmpfs: folder.path + "/data", size: "64k")
    defer { disk.unmount() }
    try disk.fill()
    #expect(throws: StoreFailure.diskFull(path: folder.database)) { try folder.open() }
  }

  @Test func `a migration without room for its copy is refused, and the database is unchanged`() throws {
    let disk = try Mount(tmpfs: folder.path + "/data", size: "1m")
    defer { disk.unmount() }
    let given = try records(400)
    let store = try folder.open()
    _ = try store.database.write(given.map(StoreChange.save))
    #expect(store.close(within: testLimit) == .complete)
    try disk.fill(leaving: 96 * 1024)
    #expect(throws: StoreFailure.diskFull(path: folder.database)) {
      try folder.open { $0.migrator.registerMigration("3 later") { _ in } }
    }
    #expect(try folder.names().filter { $0.contains("backup") } == [])
    disk.free()
    #expect(try stored(folder.open()) == given)
  }

  @Test func `a read-only folder is refused as such, with a database in it or without`() throws {
    let disk = try Mount(tmpfs: folder.path + "/data", size: "1m")
    defer { disk.unmount() }
    func refused(_ path: String) -> StoreFailure { .readOnlyMedium(path: path) }
    try disk.remount(readOnly: true)
    // The failure names the existing folder, not the missing database.
    #expect(throws: refused(URL(filePath: folder.database).deletingLastPathComponent().path)) { try folder.open() }
    try disk.remount(readOnly: false)
    let store = try folder.open()
    #expect(store.close(within: testLimit) == .complete)
    try disk.remount(readOnly: true)
    #expect(throws: refused(folder.database)) { try folder.open() }
  }

  @Test(arguments: [false, true]) func `a database on a read-only medium is read`(isInLog: Bool) throws {
    let disk = try Mount(tmpfs: folder.path + "/data", size: "4m")
    defer { disk.unmount() }
    let given = try records(50)
    let store = try folder.open()
    _ = try store.database.write(given.map(StoreChange.save))
    // As a program leaves it that is killed: all of it in the log.
    let left =
      try isInLog
      ? ["", "-wal"].map {
        (path: folder.database + $0, bytes: try #require(FileManager.default.contents(atPath: folder.database + $0)))
      } : []
    #expect(store.close(within: testLimit) == .complete)
    for (path, bytes) in left { try bytes.write(to: URL(filePath: path)) }
    try disk.remount(readOnly: true)
    let answers = try SQLiteStore.storedAnswers(path: folder.database, comparisons: 100, matches: 100, profile: false)
    #expect(!answers.history.isEmpty)
    #expect(try SQLiteStore.storedWorkouts(path: folder.database, limit: 1) { _ in }.isEmpty)
    let reading = try SQLiteStore.forReading(path: folder.database)
    #expect(try reading.recordCount() == 50 && reading.path == folder.database)
  }
}

/// A small file system in memory.
struct Mount {
  static let isPermitted: Bool = {
    let folder = NSTemporaryDirectory() + "/peach-mount-\(UUID().uuidString)"
    defer { rmdir(folder) }
    guard let mount = try? Mount(tmpfs: folder, size: "16k") else { return false }
    mount.unmount()
    return true
  }()

  let folder: String

  init(tmpfs folder: String, size: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    self.folder = folder
    try SystemFailure.check(mount("tmpfs", folder, "tmpfs", 0, "size=\(size),mode=700"))
  }

  func unmount() { umount2(folder, Int32(MNT_DETACH)) }

  func remount(readOnly: Bool) throws {
    let flags = MS_REMOUNT | (readOnly ? MS_RDONLY : 0)
    try SystemFailure.check(mount("tmpfs", folder, "tmpfs", UInt(flags), nil))
  }

  /// Leaves no room but `rest` bytes.
  func fill(leaving rest: Int = 0) throws {
    let descriptor = try SystemFailure.check(open(folder + "/ballast", O_WRONLY | O_CREAT, 0o600))
    defer { close(descriptor) }
    let block = [UInt8](repeating: 1, count: 4096)
    var size = 0
    while write(descriptor, block, block.count) > 0 { size += block.count }
    try SystemFailure.check(ftruncate(descriptor, max(size - rest, 0)))
  }

  func free() { unlink(folder + "/ballast") }
}

extension StoreEvent {
  var isFailing: Bool { if case .failing = self { true } else { false } }
}
