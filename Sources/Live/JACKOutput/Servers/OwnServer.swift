import CLinux
import Foundation
import Glibc
import Linux
import PlainText
import Ports

/// A jackd that this program started, in a separate process group. Control thread: it ends with the thread that created
/// it (or with this program, even if that crashes).
final class OwnServer {
  /// The name under which clients find it.
  let name: String
  /// The card it plays to; nil for the dummy.
  let card: Int?
  /// Its process, which leads its process group.
  let process: pid_t
  private let output: Int32
  private var hasEnded = false
  private var said = ""

  /// The output of the server.
  enum Driver: Hashable {
    /// A card's device.
    case alsa(PlaybackDevice)
    /// Does nothing.
    case dummy
  }

  /// Starts `program`. Nil if it cannot be started at all; `isRunning` detects one that ends at once.
  init?(program: String, name: String, driver: Driver, period: Int?, environment: [String: String]) {
    var descriptors: [Int32] = [-1, -1]
    guard linux_pipe(&descriptors, false) == 0 else { return nil }
    // jackd's own default if the limits do not permit more.
    let priority = [RealtimePriority.server, 10].first { linux_realtime_permitted($0) }
    let arguments = Self.arguments(
      name: name, driver: driver, period: period ?? (priority == nil ? 256 : 128), priority: priority)
    var environment = environment
    // jackd reserves the card through D-Bus, and refuses to start without a session bus.
    let bus = environment["XDG_RUNTIME_DIR"].map { access("\($0)/bus", F_OK) == 0 } ?? false
    if environment["DBUS_SESSION_BUS_ADDRESS"] == nil, !bus { environment["JACK_NO_AUDIO_RESERVATION"] = "1" }
    // Only standard error: standard output carries a greeting and news, which would follow the error messages.
    let process = Subprocess.start(
      program, arguments, environment: environment, standard: [-1, -1, descriptors[1]],
      endsWithThread: true)
    Glibc.close(descriptors[1])
    guard let process else {
      Glibc.close(descriptors[0])
      return nil
    }
    self.name = name
    card = if case .alsa(let device) = driver { device.card } else { nil }
    self.process = process
    output = descriptors[0]
  }

  deinit {
    end()
    Glibc.close(output)
  }

  /// Returns jackd's arguments. `priority` is its own real-time priority; nil if that is not permitted.
  static func arguments(
    name: String, driver: Driver, period: Int, priority: Int32?
  ) -> [String] {
    let server = ["-n", name] + (priority.map { ["-R", "-P", String($0)] } ?? ["-r"])
    switch driver {
    case .dummy: return server + ["-d", "dummy", "-r", "48000", "-p", String(period)]
    case .alsa(let device):
      // USB delivers in packets of a millisecond: three periods there, as JACK's own guide recommends.
      let periods = device.kind == .usb ? "3" : "2"
      return server + ["-d", "alsa", "-P", device.address, "-r", "48000", "-p", String(period), "-n", periods]
    }
  }

  /// Whether it is still running.
  var isRunning: Bool {
    readOutput()
    if !hasEnded, waitpid(process, nil, WNOHANG) != 0 { hasEnded = true }
    return !hasEnded
  }

  /// The last informative line of its error messages.
  var lastLine: String {
    readOutput()
    let lines = TextLine.lines(of: Array(said.utf8)).map {
      String(decoding: $0.text, as: UTF8.self).trimmingCharacters(in: .whitespaces)
    }
    return lines.last { line in
      !line.isEmpty && !JACKLibrary.isNoise(line) && !Self.noise.contains(where: line.contains)
    } ?? ""
  }

  /// Lines it prints after the actual reason for its end.
  private static let noise = ["Failed to open server", "JackServer::Open failed", "Cannot initialize driver"]

  /// Reads its error messages: a full pipe does not block it, but then holds only old lines.
  func readOutput() {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      while true {
        let count = read(output, buffer.baseAddress, buffer.count)
        guard count > 0 else { return }
        said = String((said + String(decoding: buffer[..<count], as: UTF8.self)).suffix(2048))
      }
    }
  }

  /// Ends it and its group, waiting up to 0.4 s. Further calls do nothing.
  func end() {
    guard isRunning else { return }
    kill(-process, SIGTERM)
    for _ in 0..<30 where isRunning { usleep(10_000) }
    guard isRunning else { return }
    kill(-process, SIGKILL)
    for _ in 0..<10 where isRunning { usleep(10_000) }
  }
}
