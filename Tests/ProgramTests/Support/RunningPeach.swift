import Foundation
import Glibc
import TestSupport

/// The program itself, with separate folders, a pseudo-terminal for its keys, and its event stream.
final class RunningPeach: EventWriting {
  let folder: URL
  private let process = Process()
  private let output: ProgramOutput
  private let complaints: ProgramOutput
  /// Our end of the terminal; negative without one.
  private let terminal: Int32

  /// Where the tests' own program lies; `peach` is built beside it.
  static let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("peach")

  /// Starts `peach` with `arguments`. `folder` is another run's, to share its answers; `events` its event stream; on
  /// one `processor` alone, with all that it starts itself, if it is said.
  init(
    _ arguments: [String], folder: URL? = nil, keys: Bool = false, events: String? = nil,
    environment: [String: String] = [:], processor: Int? = nil
  ) throws {
    let own = FileManager.default.temporaryDirectory.appendingPathComponent(
      "peach-program-\(UUID().uuidString.prefix(8))")
    self.folder = folder ?? own
    try FileManager.default.createDirectory(
      at: self.folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let path = self.folder.path
    process.executableURL = Self.program
    process.arguments = arguments
    process.environment = Self.environment(path).merging(environment) { $1 }
    if arguments.first == "practice" {
      // Only where pages are the question: tests run side by side, and there is one port.
      let pages = arguments.contains("--screen") || arguments.contains("--service") ? [] : ["--screen", "off"]
      process.arguments = arguments + pages + ["--plain", "--events", events ?? "\(path)/events.jsonl"]
    }
    if let processor {
      process.arguments = ["-c", "\(processor)", Self.program.path] + (process.arguments ?? [])
      process.executableURL = URL(fileURLWithPath: "/usr/bin/taskset")
    }
    try? FileManager.default.removeItem(atPath: "\(path)/events.jsonl")
    terminal = keys ? open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC) : -1
    if keys {
      process.standardInput = FileHandle(fileDescriptor: try TerminalWindow.inside(of: terminal), closeOnDealloc: true)
    } else {
      process.standardInput = FileHandle.nullDevice
    }
    let pipes = (output: Pipe(), complaints: Pipe())
    process.standardOutput = pipes.output
    process.standardError = pipes.complaints
    // The pipes' own descriptors end with them.
    output = ProgramOutput(readingAndClosing: dup(pipes.output.fileHandleForReading.fileDescriptor))
    complaints = ProgramOutput(readingAndClosing: dup(pipes.complaints.fileHandleForReading.fileDescriptor))
    try process.run()
  }

  /// The tests' own environment with all of Peach's folders in `path`.
  static func environment(_ path: String) -> [String: String] {
    ProcessInfo.processInfo.environment.merging([
      "XDG_CONFIG_HOME": "\(path)/config", "XDG_DATA_HOME": "\(path)/data", "XDG_RUNTIME_DIR": path,
      "XDG_STATE_HOME": "\(path)/state", "LANG": "C", "LC_ALL": "C", "TERM": "xterm",
    ]) { $1 }
  }

  deinit {
    if process.isRunning { kill(id, SIGKILL) }
    if terminal >= 0 { close(terminal) }
  }

  var id: pid_t { process.processIdentifier }
  var isRunning: Bool { process.isRunning }
  /// The program's standard output.
  var shown: String { output.text }
  /// The program's standard error.
  var complained: String { complaints.text }

  func signal(_ number: Int32) { kill(id, number) }

  /// Whether its terminal is as it was found.
  var isTerminalRestored: Bool { TerminalWindow.showsLines(terminal) }

  /// The signal that has ended the program, once it has ended.
  var endingSignal: Int32? {
    process.isRunning || process.terminationReason == .exit ? nil : process.terminationStatus
  }

  /// Its thread of this name, as a number of the kernel's; nil if it has none.
  func thread(_ name: String) -> Int? {
    let folder = "/proc/\(id)/task"
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).first {
      (try? String(contentsOfFile: "\(folder)/\($0)/comm", encoding: .utf8)) == name + "\n"
    }.flatMap { Int($0) }
  }

  /// Presses keys.
  func type(_ keys: String) { _ = keys.withCString { write(terminal, $0, strlen($0)) } }

  /// Waits for the program's end. Returns its exit code, nil if it is still running.
  func end(within limit: Duration = testLimit) -> Int32? {
    // Its pipes are read beside it.
    guard eventually(within: limit, { !self.process.isRunning && self.output.isRead && self.complaints.isRead }) else {
      return nil
    }
    return process.terminationStatus
  }

  /// Waits until what the last `event` was about is heard, a playback latency after the event's own time: keys before
  /// that are early.
  func waitUntilHeard(_ event: String) -> Bool {
    guard let told = events(event).last?["time"] as? Int else { return false }
    return eventually {
      var now = timespec()
      clock_gettime(CLOCK_MONOTONIC, &now)
      return now.tv_sec * 1_000_000_000 + now.tv_nsec - told > 60_000_000
    }
  }

  /// Answers in the database, asked of SQLite's own program by way of Python, which every test machine has; throws if
  /// SQLite finds the database damaged.
  func storedAnswers() throws -> Int {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    process.arguments = [
      "-c",
      """
      import sqlite3, sys
      database = sqlite3.connect(sys.argv[1])
      assert database.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
      print(database.execute("SELECT count(*) FROM comparison").fetchone()[0])
      """,
      folder.appendingPathComponent("data/peach/peach.sqlite").path,
    ]
    process.standardOutput = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard let count = Int(String(decoding: output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
    else {
      throw POSIXError(.EIO)
    }
    return count
  }

  /// Waits until the `jackd` of a killed program has ended: until then it would take a new one's places with it.
  static func waitForServersToEnd() -> Bool {
    eventually(within: .seconds(10)) {
      let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
      return !processes.contains { process in
        // A container's are neither seen nor used here.
        guard Int(process) != nil, mounts(of: process) == mounts(of: "self"),
          let command = FileManager.default.contents(atPath: "/proc/\(process)/cmdline")
        else { return false }
        let words = command.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        return words.first?.hasSuffix("jackd") == true && words.contains("peach")
      }
    }
  }

  /// The namespace that a process's files are in, JACK's shared memory among them.
  private static func mounts(of process: String) -> String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/ns/mnt")
  }

  /// SCHED_FIFO priorities of the process's threads by name; 0 is ordinary.
  var priorities: [(name: String, priority: Int)] {
    let folder = "/proc/\(id)/task"
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).compactMap { thread in
      guard let stat = try? String(contentsOfFile: "\(folder)/\(thread)/stat", encoding: .utf8),
        let open = stat.firstIndex(of: "("), let close = stat.lastIndex(of: ")")
      else { return nil }
      // Counted from the state, which is the third field: `rt_priority` is the 40th.
      let fields = stat[stat.index(after: close)...].split(separator: " ")
      return fields.count > 37 ? (String(stat[stat.index(after: open)..<close]), Int(fields[37]) ?? 0) : nil
    }
  }

  /// Resident bytes of the process; nil if it has ended.
  var resident: Int? {
    guard let text = try? String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8) else { return nil }
    return text.firstMatch(of: /VmRSS:\s+([0-9]+) kB/).flatMap { Int($0.1) }.map { $0 << 10 }
  }

  /// How many sockets the process has open.
  var sockets: Int {
    let folder = "/proc/\(id)/fd"
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).count {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)"))?.hasPrefix("socket:") == true
    }
  }

  /// The letter of the process's state in /proc: `T` is stopped.
  var state: Character? { Self.state(of: id) }

  static func state(of process: pid_t) -> Character? {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return nil }
    return text.split(separator: ")").last?.first { $0 != " " }
  }
}
