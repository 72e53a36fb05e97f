import Foundation
import Glibc
import Linux

/// The running sound servers, as far as they can be detected without a client.
struct RunningServers: Sendable {
  private let machine: Machine

  init(machine: Machine) {
    self.machine = machine
  }

  /// Whether this user's PipeWire answers.
  var pipewire: Bool {
    let environment = machine.environment
    let name = environment["PIPEWIRE_REMOTE"] ?? "pipewire-0"
    if name.hasPrefix("/") { return answers(name) }
    let folders = [environment["PIPEWIRE_RUNTIME_DIR"] ?? environment["XDG_RUNTIME_DIR"], "/run/pipewire"]
    return folders.compactMap(\.self).contains { answers("\($0)/\(name)") }
  }

  /// Whether a jackd of any user may be running: each keeps files in shared memory, and a killed one leaves them there.
  /// The list of all servers is never removed.
  private var mayHaveJACK: Bool {
    let files = Descriptor.names(in: machine.path("dev/shm")) ?? []
    return files.contains { $0.hasPrefix("jack") && $0 != "jack-shm-registry" }
  }

  /// Returns whether jackd's library is worth its memory; if PipeWire plays and no jackd can be running, it is not.
  func areWorthJACK(besidePipeWire pipewireRuns: Bool) -> Bool { !pipewireRuns || mayHaveJACK }

  /// Whether this user's PulseAudio is running (not PipeWire's replacement). It holds all cards, if not all the time.
  var pulseAudio: Bool { processes.contains { $0.first.map(lastPart) == "pulseaudio" } }

  /// Returns whether the jackd called `name` plays to a dummy.
  func isDummy(jackServer name: String?) -> Bool {
    arguments(ofJackd: name).map { value(of: ["-d", "--driver"], in: $0) == "dummy" } ?? false
  }

  /// Returns whether there is a process of a jackd called `name`, hung or not.
  func isRunning(jackServer name: String?) -> Bool { arguments(ofJackd: name) != nil }

  /// Returns whether clients cannot reach the jackd called `name` although it listens: another one of the same name,
  /// which ended after this one had started, has removed its socket.
  func isCutOff(jackServer name: String) -> Bool {
    // The socket through which libjack2's clients of this user reach a server.
    let socket = machine.path("dev/shm/jack_\(name)_\(getuid())_0")
    let sockets = (try? SmallFile.read("\(machine.processes)/net/unix", limit: 1 << 26)) ?? []
    // Its file exists before it listens, so this is checked last.
    return sockets.split(separator: UInt8(ascii: "\n")).contains { line in
      line.suffix(socket.utf8.count).elementsEqual(socket.utf8)
        && line.split(separator: UInt8(ascii: " ")).dropFirst(3).first?.elementsEqual(Self.listens.utf8) == true
    } && access(socket, F_OK) != 0
  }

  /// The flags of a socket that waits for clients (proc_net_unix(5): `__SO_ACCEPTCON`).
  private static let listens = "00010000"

  private func arguments(ofJackd name: String?) -> [String]? {
    let name = name ?? machine.environment["JACK_DEFAULT_SERVER"] ?? "default"
    return processes.first { arguments in
      guard arguments.first.map(lastPart) == "jackd" else { return false }
      // The driver's own options follow its name; there `-n` is the number of periods.
      let own = arguments.prefix { !["-d", "--driver"].contains(where: $0.hasPrefix) }
      return (value(of: ["-n", "--name"], in: Array(own)) ?? "default") == name
    }
  }

  /// Returns the value of an option in any spelling (`-d x`, `-dx`, `--driver x`, `--driver=x`), its first occurrence:
  /// jackd's own options precede the driver's.
  private func value(of names: [String], in arguments: [String]) -> String? {
    for (index, argument) in arguments.enumerated() {
      for name in names {
        if argument == name { return index + 1 < arguments.count ? arguments[index + 1] : nil }
        if name.hasPrefix("--"), argument.hasPrefix(name + "=") { return String(argument.dropFirst(name.count + 1)) }
        if !name.hasPrefix("--"), argument.hasPrefix(name) { return String(argument.dropFirst(name.count)) }
      }
    }
    return nil
  }

  /// The arguments of all processes of this user, newest first, in which servers are likely. Each is read lazily: there
  /// may be hundreds.
  private var processes: some Sequence<[String]> {
    let folder = machine.processes
    let user = getuid()
    let entries = Descriptor.names(in: folder) ?? []
    return entries.reversed().lazy.compactMap { entry -> [String]? in
      guard entry.allSatisfy(\.isNumber) else { return nil }
      var status = stat()
      guard stat("\(folder)/\(entry)", &status) == 0, status.st_uid == user else { return nil }
      guard let line = try? SmallFile.read("\(folder)/\(entry)/cmdline", limit: 1 << 22) else { return nil }
      return line.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  private func lastPart(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// Returns whether a process accepts connections on the socket at `path`. Does not wait.
  private func answers(_ path: String) -> Bool {
    switch LocalSocket.connect(to: path) {
    case .connected(let descriptor):
      Glibc.close(descriptor)
      return true
    case .busy: return true
    case .refused: return false
    }
  }
}
