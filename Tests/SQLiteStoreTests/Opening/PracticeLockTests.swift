import Foundation
import Glibc
import Testing

@testable import SQLiteStore

@Suite struct PracticeLockTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  @Test func `the first has it, the second is told whose it is, the third gets it after the first`() throws {
    try {
      let first = try PracticeLock(folder: folder.path + "/peach")
      #expect(throws: PracticeLockFailure.held(by: getpid())) { try PracticeLock(folder: folder.path + "/peach") }
      withExtendedLifetime(first) {}
    }()
    let third = try PracticeLock(folder: folder.path + "/peach")
    #expect(try String(contentsOfFile: third.path, encoding: .utf8) == "\(getpid())\n")
  }

  @Test func `the second is told where the pages of the first are`() throws {
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

  @Test func `a holder that says nothing is still a holder`() throws {
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

  @Test func `a folder that cannot be made is told`() throws {
    #expect(throws: PracticeLockFailure.self) { try PracticeLock(folder: "/proc/peach") }
  }

  @Test func `the folder follows XDG and is the same with and without it where the system has one`() {
    #expect(PracticeLock.folder(["XDG_RUNTIME_DIR": "/run/user/7"]) == "/run/user/7/peach")
    let fallback = ["/run/user/\(geteuid())/peach", "/tmp/peach-\(geteuid())"]
    #expect(fallback.contains(PracticeLock.folder([:])))
    #expect(fallback.contains(PracticeLock.folder(["XDG_RUNTIME_DIR": "relative"])))
  }
}
