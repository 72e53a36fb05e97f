import JACKOutput
import Synchronization

/// A command that practises, and needs sound as soon as it has been read.
protocol PractisingCommand: NamedCommand {}

/// What practice asks for before its command line is read: a client of the sound server, whose answer takes as long as the reading.
enum SoundAhead {
  private static let asked = Mutex<EarlyClient?>(nil)

  /// The client that was asked for, if any was. Any thread.
  static var client: EarlyClient? { asked.withLock(\.self) }

  /// Asks; never waits. On the process's first thread, before there is another.
  static func ask() {
    let client = EarlyClient(serverName: Setup.jackServer)
    asked.withLock { $0 = client }
  }
}
