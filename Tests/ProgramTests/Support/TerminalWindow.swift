import Foundation
import Glibc
import TestSupport

/// A terminal window: a new session on a pseudo-terminal, with a shell in it or only the program, as when started from
/// a desktop.
final class TerminalWindow: EventWriting {
  let folder: URL
  private let process = Process()
  private let outer: Int32
  private let screen: ProgramOutput

  /// A practice command for a window, which writes its events to a file; `arguments` are added.
  static func practice(_ arguments: String...) -> [String] {
    [RunningPeach.program.path, "practice", "--audio", "dummy", "--screen", "off", "--events", "events.jsonl"]
      + arguments
  }

  /// A shell with job control, without anybody's own settings.
  static let shell = ["bash", "--norc", "--noprofile", "-i"]

  /// Opens the window with `command` in it.
  init(_ command: [String]) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "peach-window-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    outer = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    let inside = FileHandle(fileDescriptor: try Self.inside(of: outer), closeOnDealloc: true)
    // Swift has no way to begin a session in a child.
    process.executableURL = URL(fileURLWithPath: "/usr/bin/setsid")
    process.arguments = ["--ctty", "--wait"] + command
    process.environment = RunningPeach.environment(folder.path).merging(["PS1": "$ "]) { $1 }
    process.currentDirectoryURL = folder
    process.standardInput = inside
    process.standardOutput = inside
    process.standardError = inside
    try process.run()
    // Ours is the last but the program's: without it the window's end is seen.
    try inside.close()
    screen = ProgramOutput(readingAndClosing: outer)
  }

  /// The kernel hangs up a session whose leader has ended.
  deinit {
    if !hasEnded {
      if let peach { kill(peach, SIGKILL) }
      let leader = tcgetsid(outer)
      if leader > 0 { kill(leader, SIGKILL) }
    }
  }

  /// Unlocks and opens the end of a pseudo-terminal that a program gets: what `unlockpt` and `ptsname` do, which
  /// Swift's Glibc module leaves out.
  static func inside(of outer: Int32) throws -> Int32 {
    let unlock: UInt = 0x4004_5431  // TIOCSPTLCK
    let tellNumber: UInt = 0x8004_5430  // TIOCGPTN
    var locked: Int32 = 0
    var number: UInt32 = 0
    guard ioctl(outer, unlock, &locked) == 0, ioctl(outer, tellNumber, &number) == 0 else { throw POSIXError(.ENOTTY) }
    return open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
  }

  /// Returns whether the terminal at this outer end delivers lines and echoes input, as terminals usually do.
  static func showsLines(_ outer: Int32) -> Bool {
    var mode = termios()
    let usual = tcflag_t(ICANON | ECHO)
    return tcgetattr(outer, &mode) == 0 && mode.c_lflag & usual == usual
  }

  func type(_ keys: String) { _ = keys.withCString { write(outer, $0, strlen($0)) } }

  /// Types until `kind` has been reported `count` times: keys before sound is ready, or before a note is heard, come
  /// too early.
  func type(_ keys: String, until kind: String, count: Int = 1) -> Bool {
    eventually {
      type(keys)
      return eventually(within: .milliseconds(100)) { events(kind).count >= count }
    }
  }

  /// All that the window has shown.
  var shown: String { screen.text }

  /// The process of the program that practises here; nil before.
  var peach: pid_t? {
    (try? String(contentsOf: folder.appendingPathComponent("peach/practice.lock"), encoding: .utf8))
      .flatMap { pid_t($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
  }

  /// What the window was opened with.
  var leader: pid_t? {
    let leader = tcgetsid(outer)
    return leader > 0 ? leader : nil
  }

  /// Whether the program is in the foreground, and so gets the typed keys.
  var isPeachInForeground: Bool { tcgetpgrp(outer) == peach }

  /// Whether what was started in the window has ended, and all of it was shown.
  var hasEnded: Bool { !process.isRunning && screen.isOver }

  var isStopped: Bool { peach.flatMap { RunningPeach.state(of: $0) } == "T" }
}
