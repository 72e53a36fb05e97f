import Foundation
import Ports
import Sound
import TestSupport

@testable import JACKOutput

/// Where things are on this machine.
enum Installed {
  static let hasJackd = Machine.current().program("jackd") != nil && ServerSearch.of(.test).jackLibrary() != nil
  static let hasPipeWire =
    TestPipeWire.isInstalled && ServerSearch.of(.test).pipewireLibrary() != nil

  static func path(_ program: String) -> String { Machine.current().program(program) ?? "/usr/bin/\(program)" }
}

extension ServerSearch {
  static func of(_ machine: Machine, _ options: JACKOptions = JACKOptions()) -> ServerSearch {
    ServerSearch(options: options, machine: machine)
  }
}

extension Machine {
  /// This machine without its sound hardware and without the user's own servers.
  static var test: Machine {
    var machine = Machine.current()
    machine.root = "/nonexistent"
    machine.environment["XDG_RUNTIME_DIR"] = "/nonexistent"
    machine.environment["PIPEWIRE_RUNTIME_DIR"] = nil
    machine.environment["PIPEWIRE_REMOTE"] = nil
    return machine
  }
}

/// A jackd on its dummy driver, with a unique server name.
final class TestJackd {
  let name: String
  private(set) var process: TestProcess

  /// JACK's registry has room for eight servers, and a killed one keeps its place until one of the same name starts: so
  /// the name is always the same, and two runs of the tests wait for each other.
  ///
  /// It runs in real time, where that is permitted, as a player's does: beside other work it would stand still
  /// otherwise.
  init(
    name: String = "peach-test", rate: Int = 48000, period: Int = 256, realtime: [String] = ["-R"],
    isAwaited: Bool = true
  ) throws {
    self.name = name
    Self.takeTurn()
    // It is this run's turn: a server of this name is left over from a run that was killed, and would take the place.
    for server in Self.processes(name) { kill(server, SIGKILL) }
    _ = eventually { Self.processes(name).isEmpty }
    process = try TestProcess(
      Installed.path("jackd"), ["-n", name] + realtime + ["-d", "dummy", "-r", "\(rate)", "-p", "\(period)"])
    guard isAwaited else { return }
    guard eventually({ !self.process.isRunning || self.isThere }) else { throw POSIXError(.ETIMEDOUT) }
    guard process.isRunning else { throw POSIXError(.ESRCH) }
  }

  /// The processes of jackds whose name starts with `name`, stopped ones as well.
  static func processes(_ name: String) -> [pid_t] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { pid_t($0) }.filter { process in
      let line = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
      let arguments = line.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
      return arguments.first?.hasSuffix("jackd") == true && arguments.dropFirst(2).first?.hasPrefix(name) == true
    }
  }

  /// Waits until no other run of the tests has servers; this run has its turn until its process ends.
  static func takeTurn() { _ = turn }

  /// Waits until what earlier tests have left behind in a hung server's calls has come out of them and closed its
  /// client; whether it has.
  @discardableResult
  static func awaitClosedClients() -> Bool {
    eventually {
      let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
      return !threads.contains { thread in
        let name = FileManager.default.contents(atPath: "/proc/self/task/\(thread)/comm") ?? Data()
        return ["jack-control\n", "jack-probe\n"].contains(String(decoding: name, as: UTF8.self))
      }
    }
  }

  private static let turn: Int32 = {
    // Beside the registry: runs share that whatever folders for temporary files they have.
    let lock = open("/dev/shm/peach-test-\(getuid()).lock", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    flock(lock, LOCK_EX)
    return lock
  }()

  /// Whether the server answers. A separate program asks, because an output of this process may still hold a client of
  /// this server's predecessor (see `JACKLibrary.open`).
  private var isThere: Bool { (try? TestProcess.run(Installed.path("jack_lsp"), ["-s", name])) == 0 }

  /// An output for `engine` on this server, on a machine that has nothing else.
  func output(for engine: SoundEngine, _ change: (inout JACKOptions) -> Void = { _ in }) throws -> JACKOutput {
    var options = JACKOptions(audio: .jack, serverName: name)
    change(&options)
    return try JACKOutput(engine: engine, options: options, time: SystemTime(), machine: .test)
  }

  /// Runs one of JACK's own tools on it; its exit code.
  @discardableResult
  func tool(_ name: String, _ arguments: String...) throws -> Int32 {
    try TestProcess.run(Installed.path(name), arguments, environment: ["JACK_DEFAULT_SERVER": self.name])
  }
}

extension TestPipeWire {
  /// This machine with this PipeWire, whose library reads the process's own environment: without what an output of an
  /// earlier test has asked for there.
  var machine: Machine {
    unsetenv("PIPEWIRE_LATENCY")
    setenv("PIPEWIRE_RUNTIME_DIR", folder, 1)
    setenv("XDG_RUNTIME_DIR", folder, 1)
    setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=\(folder)/bus", 1)
    var machine = Machine.test
    machine.environment.merge(environment) { $1 }
    return machine
  }
}
