import Foundation
import Glibc

/// A program of another user of this computer, who may connect to the pages like everybody.
struct OtherUser {
  /// The user `nobody`, who has no processes here.
  static let id = 65534

  /// Whether this test may start one: as root alone.
  static let isPossible = getuid() == 0 && run("/usr/bin/setpriv", arguments(of: ["true"])) != nil

  /// What came of its requests.
  struct Outcome {
    /// Connections on which any byte came back.
    var served: Int
    /// Connections that were closed without one.
    var closed: Int
  }

  /// Asks for texts at `port` on `count` connections one after the other, and tries to hold `held` streams of states at
  /// once, all of them as another user: by IPv4, and each third one by IPv4 within IPv6. Nil if it could not run to its
  /// end.
  static func ask(port: Int, count: Int, held: Int = 0) -> Outcome? {
    let script = """
      import socket, sys
      port, count, held = map(int, sys.argv[1:])
      def connect(number):
          mapped = number % 3 == 2
          s = socket.socket(socket.AF_INET6 if mapped else socket.AF_INET)
          s.settimeout(20)
          s.connect(("::ffff:127.0.0.1" if mapped else "127.0.0.1", port))
          return s
      def ask(s, path):
          try:
              s.sendall(f"GET {path} HTTP/1.1\\r\\nHost: 127.0.0.1:{port}\\r\\n\\r\\n".encode())
          except OSError:
              pass
      def served(s):
          try:
              return len(s.recv(1)) > 0
          except TimeoutError:
              raise
          except OSError:
              return False
      results = []
      streams = [connect(number) for number in range(held)]
      for s in streams: ask(s, "/state?page=12345678")
      results += [served(s) for s in streams]
      for number in range(count):
          with connect(number) as s:
              ask(s, "/texts")
              results.append(served(s))
      print(results.count(True), results.count(False))
      """
    guard
      let output = run(
        "/usr/bin/setpriv", arguments(of: ["/usr/bin/python3", "-c", script, "\(port)", "\(count)", "\(held)"]))
    else { return nil }
    let numbers = output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    return numbers.count == 2 ? Outcome(served: numbers[0], closed: numbers[1]) : nil
  }

  private static func arguments(of command: [String]) -> [String] {
    ["--reuid=\(id)", "--regid=\(id)", "--clear-groups", "--"] + command
  }

  /// What `program` printed, if it ended well.
  private static func run(_ program: String, _ arguments: [String]) -> String? {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: "/")
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil, let output = try? pipe.fileHandleForReading.readToEnd() ?? Data() else {
      return nil
    }
    process.waitUntilExit()
    return process.terminationStatus == 0 ? String(decoding: output, as: UTF8.self) : nil
  }
}
