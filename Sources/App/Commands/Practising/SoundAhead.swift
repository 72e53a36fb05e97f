import JACKOutput

/// A command that practises, and needs sound as soon as it has been read.
protocol PractisingCommand: NamedCommand {}

/// What practice asks for before its command line is read: a client of the sound server, which answers when all has been read.
enum SoundAhead {
  /// Asked for where it is first named.
  static let client = EarlyClient(serverName: Setup.jackServer)

  /// Asks. Never waits. The process's first thread, before any other.
  static func ask() { _ = client }
}
