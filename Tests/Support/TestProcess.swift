import Foundation
import Glibc

/// A program of the test's own, killed with it.
public final class TestProcess {
  private let process = Process()

  /// Starts the program at `path`, which says nothing.
  public init(_ path: String, _ arguments: [String], environment: [String: String] = [:]) throws {
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  deinit { end(SIGTERM) }

  /// Its process id.
  public var id: pid_t { process.processIdentifier }

  /// Whether it has not ended.
  public var isRunning: Bool { process.isRunning }

  /// Sends a signal; of SIGSTOP it sees the end.
  public func signal(_ number: Int32) {
    kill(id, number)
    // On a busy machine its other threads run on until the first one has received the signal.
    if number == SIGSTOP { _ = eventually { self.isStopped } }
  }

  private var isStopped: Bool {
    let status = FileManager.default.contents(atPath: "/proc/\(id)/stat") ?? Data()
    return String(decoding: status, as: UTF8.self).split(separator: ")").last?.hasPrefix(" T") == true
  }

  /// Ends it by a signal, and sees its end.
  public func end(_ number: Int32) {
    guard process.isRunning else { return }
    kill(id, number)
    kill(id, SIGCONT)
    // A jackd with a client that does not answer takes its time.
    if !eventually(within: .seconds(2), { !process.isRunning }) { kill(id, SIGKILL) }
    _ = eventually { !process.isRunning }
  }

  /// What a program writes to its standard output until it ends.
  public static func output(
    of path: String, _ arguments: [String], environment: [String: String] = [:]
  ) throws -> String {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self)
  }

  /// Runs a program to its end.
  @discardableResult
  public static func run(_ path: String, _ arguments: [String], environment: [String: String] = [:]) throws -> Int32 {
    let running = try TestProcess(path, arguments, environment: environment)
    running.process.waitUntilExit()
    return running.process.terminationStatus
  }
}
