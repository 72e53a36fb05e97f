import Foundation
import Glibc
import TestSupport
import Testing

/// The system calls made before an answer counts as saved, seen through strace. The rig's power cut shows the same with
/// a real disk; this runs wherever strace may.
@Suite(.serialized, .enabled(if: Strace.isPermitted, "strace is missing or may not trace here"))
struct DurabilityTests {
  @Test func `no answer is reported as saved while the log holds unsynchronised writes`() throws {
    let reports = try trace([])
    #expect(reports.durable > 100)
    #expect(reports.early == 0)
  }

  @Test func `without synchronisation the same check fails`() throws {
    let reports = try trace(["--synchronous", "off"])
    #expect(reports.early > 100)
  }

  /// Streams answers under strace for a while and counts the reports before which the log was synchronised, and those
  /// before which it was not.
  private func trace(_ options: [String]) throws -> (durable: Int, early: Int) {
    let folder = try ScratchFolder()
    let log = folder.url.appendingPathComponent("log")
    try Data().write(to: log)
    let process = Process()
    process.executableURL = Strace.program
    let calls = "trace=write,pwrite64,pwritev,fsync,fdatasync"
    // One file a thread (-ff): reports and commits are made by the same one.
    process.arguments =
      ["-ff", "-y", "-e", calls, "-o", folder.url.path + "/trace", StoreStressTool.program.path, "stream"]
      + [folder.url.path + "/data/peach.sqlite"] + options
    process.standardOutput = try FileHandle(forWritingTo: log)
    process.standardError = FileHandle.nullDevice
    try process.run()
    let enough = try eventually { try Data(contentsOf: log).count > 300 * 43 }
    // The tool is strace's child and outlives it; the names of the log files give its process id.
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) {
      if let number = file.split(separator: ".").last.flatMap({ Int32($0) }) { kill(number, SIGKILL) }
    }
    process.waitUntilExit()
    try #require(enough)

    var (durable, early) = (0, 0)
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) where file.hasPrefix("trace.") {
      let text = try String(contentsOf: folder.url.appendingPathComponent(file), encoding: .utf8)
      var isSynchronised = false
      for line in text.split(separator: "\n") {
        if line.contains("peach.sqlite-wal>") {
          isSynchronised = line.hasPrefix("fdatasync(") || line.hasPrefix("fsync(")
        } else if line.hasPrefix("write(1<"), line.contains("\"saved ") {
          if isSynchronised { durable += 1 } else { early += 1 }
        }
      }
    }
    return (durable, early)
  }
}

/// The tracer, where there is one and the machine permits it.
private enum Strace {
  static let program = URL(fileURLWithPath: "/usr/bin/strace")

  static let isPermitted: Bool = {
    let process = Process()
    process.executableURL = program
    process.arguments = ["-o", "/dev/null", "/bin/true"]
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()
}
