import JACKOutput
import Synchronization

/// A command that practises, and needs sound as soon as its options are parsed.
protocol PractisingCommand: NamedCommand {}

/// A client of the sound server, requested before the command line is read: the server's answer takes as long as the
/// reading.
enum SoundAhead {
  private static let asked = Mutex<EarlyClient?>(nil)

  /// The requested client, if any. Any thread.
  static var client: EarlyClient? { asked.withLock(\.self) }

  /// Requests the client; never waits. On the process's first thread, before there is another.
  static func ask() {
    let client = EarlyClient(serverName: Setup.jackServer)
    asked.withLock { $0 = client }
  }
}
