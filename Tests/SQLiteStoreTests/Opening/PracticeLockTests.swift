import Foundation
import Glibc
import Testing

@testable import SQLiteStore

@Suite struct PracticeLockTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  @Test func `the first gets the lock, the second gets the owner's name, the third gets the lock after the first`()
    throws
  {
    try {
      let first = try PracticeLock(folder: folder.path + "/peach")
      #expect(throws: PracticeLockFailure.held(by: getpid())) { try PracticeLock(folder: folder.path + "/peach") }
      withExtendedLifetime(first) {}
    }()
    let third = try PracticeLock(folder: folder.path + "/peach")
    #expect(try String(contentsOfFile: third.path, encoding: .utf8) == "\(getpid())\n")
  }

  @Test func `the second gets the address of the first one's pages`() throws {
    let first = try PracticeLock(folder: folder.path)
    first.tell(pages: "http://localhost:4400/")
    #expect(throws: PracticeLockFailure.held(by: getpid(), pages: "http://localhost:4400/")) {
      try PracticeLock(folder: folder.path)
    }
  }

  @Test(arguments: ["", "4194304000\n", "1\n", "nobody\n", "-1\n"])
  func `a file left behind means nothing`(content: String) throws {
    try content.write(toFile: folder.path + "/practice.lock", atomically: false, encoding: .utf8)
    let lock = try PracticeLock(folder: folder.path)
    #expect(try String(contentsOfFile: lock.path, encoding: .utf8) == "\(getpid())\n")
  }

  @Test func `a silent holder is still a holder`() throws {
    let lock = try PracticeLock(folder: folder.path)
    truncate(lock.path, 0)
    #expect(throws: PracticeLockFailure.held(by: nil)) { try PracticeLock(folder: folder.path) }
  }

  @Test func `a folder that is a link or of another user is refused`() throws {
    #expect(symlink("/tmp", folder.path + "/link") == 0)
    #expect(
      throws: PracticeLockFailure.unavailable(
        path: folder.path + "/link/practice.lock", reason: "Operation not permitted")
    ) { try PracticeLock(folder: folder.path + "/link") }
  }

  @Test(.enabled(if: geteuid() == 0, "a folder of another user needs root"))
  func `another user's folder is skipped and named`() throws {
    let (foreign, other) = (folder.path + "/peach", folder.path + "/state/peach")
    #expect(mkdir(foreign, 0o777) == 0 && chown(foreign, 4242, 4242) == 0)
    #expect(throws: PracticeLockFailure.foreign(folder: foreign, owner: 4242)) { try PracticeLock(folder: foreign) }
    #expect(throws: PracticeLockFailure.foreign(folder: foreign, owner: 4242)) {
      try PracticeLock(folder: foreign, otherwise: "/proc/peach")
    }
    let lock = try PracticeLock(folder: foreign, otherwise: other)
    #expect(lock.foreign?.owner == 4242 && lock.foreign?.path == foreign && lock.folder == other)
    #expect(throws: PracticeLockFailure.held(by: getpid())) { try PracticeLock(folder: foreign, otherwise: other) }
    let own = try PracticeLock(folder: folder.path + "/own", otherwise: other)
    #expect(own.foreign == nil && own.folder == folder.path + "/own")
  }

  @Test func `our own folder is closed to other users`() throws {
    #expect(mkdir(folder.path + "/open", 0o700) == 0 && chmod(folder.path + "/open", 0o777) == 0)
    _ = try PracticeLock(folder: folder.path + "/open")
    var status = stat()
    #expect(stat(folder.path + "/open", &status) == 0 && status.st_mode & 0o777 == 0o700)
  }

  @Test func `a folder that cannot be created is reported`() throws {
    #expect(throws: PracticeLockFailure.self) { try PracticeLock(folder: "/proc/peach") }
  }

  @Test func `the folder follows XDG, and is the same without it if the system has one`() {
    #expect(PracticeLock.folder(["XDG_RUNTIME_DIR": "/run/user/7"]) == "/run/user/7/peach")
    let fallback = ["/run/user/\(geteuid())/peach", "/tmp/peach-\(geteuid())"]
    #expect(fallback.contains(PracticeLock.folder([:])))
    #expect(fallback.contains(PracticeLock.folder(["XDG_RUNTIME_DIR": "relative"])))
  }
}
