import Foundation
import Glibc

/// A PipeWire in a separate session, with session manager and silent sinks that can be plugged in and out.
public final class TestPipeWire {
  /// Where its sockets are.
  public let folder: String
  /// What programs find it by.
  public let environment: [String: String]
  private let bus: TestProcess
  /// The server.
  public private(set) var server: TestProcess
  private var manager: TestProcess?
  private var sinks: [String: TestProcess] = [:]

  /// Whether everything it needs is installed.
  public static var isInstalled: Bool {
    ["pipewire", "wireplumber", "pw-cli", "pw-link", "dbus-daemon"].allSatisfy { access(path($0), X_OK) == 0 }
  }

  private static func path(_ program: String) -> String { "/usr/bin/\(program)" }

  /// A server with the sink `silent`, unless it is to begin `bare`: without sinks and without a session manager.
  public init(bare: Bool = false) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("peach-\(UUID().uuidString.prefix(8))").path
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    environment = [
      "XDG_RUNTIME_DIR": folder, "XDG_CONFIG_HOME": folder, "XDG_STATE_HOME": folder,
      "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(folder)/bus", "PIPEWIRE_RUNTIME_DIR": folder,
    ]
    bus = try TestProcess(
      Self.path("dbus-daemon"), ["--session", "--nofork", "--address=unix:path=\(folder)/bus"], environment: environment
    )
    server = try Self.startServer(environment)
    if !bare { try startManager() }
  }

  deinit {
    kill()
    bus.end(SIGKILL)
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Kills server and session manager, and removes the sinks with them.
  public func kill() {
    for sink in sinks.values { sink.end(SIGKILL) }
    sinks = [:]
    manager?.end(SIGKILL)
    manager = nil
    server.end(SIGKILL)
    // A killed server leaves its socket, which would look like its successor's.
    try? FileManager.default.removeItem(atPath: folder + "/pipewire-0")
  }

  /// Starts server, session manager and sink again.
  public func start() throws {
    server = try Self.startServer(environment)
    try startManager()
  }

  /// Starts the session manager, plugs the sink `silent` in, and waits for its ports.
  public func startManager() throws {
    manager = try TestProcess(Self.path("wireplumber"), [], environment: environment)
    try plug("silent")
    let deadline = Date(timeIntervalSinceNow: 60)
    while try !ports().contains("silent:playback_FR") {
      guard Date() < deadline else { throw POSIXError(.ETIMEDOUT) }
    }
  }

  private static func startServer(_ environment: [String: String]) throws -> TestProcess {
    let server = try TestProcess(path("pipewire"), [], environment: environment)
    // Not only until its socket is there: a client that comes before it listens is refused, and does not retry.
    let deadline = Date(timeIntervalSinceNow: 60)
    while try TestProcess.run(path("pw-cli"), ["info", "0"], environment: environment) != 0 {
      guard Date() < deadline else { throw POSIXError(.ETIMEDOUT) }
    }
    return server
  }

  /// Plugs a sink in, which programs know by its `description`, or else by its name. It has its ports when the session
  /// manager has seen it.
  public func plug(_ name: String, description: String? = nil, positions: [String] = ["FL", "FR"]) throws {
    let described = description.map { "node.description=\"\($0)\" " } ?? ""
    let sink = """
      { factory.name=support.null-audio-sink node.name=\(name) \(described)media.class=Audio/Sink \
      audio.position=[\(positions.joined(separator: ","))] }
      """
    // It goes with the program that made it.
    sinks[name] = try TestProcess(
      Self.path("pw-cli"), ["-m", "create-node", "adapter", sink], environment: environment)
  }

  /// Pulls a sink out.
  public func unplug(_ name: String) { sinks.removeValue(forKey: name)?.end(SIGKILL) }

  /// Makes a sink the default, as a player does in the desktop's settings.
  public func makeDefault(_ name: String) throws {
    try tool("pw-metadata", "0", "default.configured.audio.sink", "{\"name\":\"\(name)\"}", "Spa:String:JSON")
  }

  /// The input ports there are, as `pw-link` names them.
  public func ports() throws -> [String] {
    try TestProcess.output(of: Self.path("pw-link"), ["-i"], environment: environment).split(separator: "\n")
      .map(String.init)
  }

  /// What each output port is connected to.
  public func links() throws -> [String: [String]] {
    var links: [String: [String]] = [:]
    var port = ""
    let text = try TestProcess.output(of: Self.path("pw-link"), ["-o", "-l"], environment: environment)
    for line in text.split(separator: "\n") {
      if let arrow = line.range(of: "|-> ") {
        links[port, default: []].append(String(line[arrow.upperBound...]))
      } else {
        port = String(line)
      }
    }
    return links
  }

  /// Runs one of PipeWire's own tools on it.
  @discardableResult
  public func tool(_ name: String, _ arguments: String...) throws -> Int32 {
    try TestProcess.run(Self.path(name), arguments, environment: environment)
  }
}
