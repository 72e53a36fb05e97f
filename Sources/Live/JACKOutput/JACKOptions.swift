/// What is asked of the sound output, from the command line and the settings.
public struct JACKOptions: Hashable, Sendable {
  /// Which servers may be used (`--audio`).
  public enum Audio: String, Hashable, Sendable, CaseIterable {
    /// Whatever can be heard; a dummy only on a machine without any playback device.
    case auto
    /// A JACK server, running or our own on a card; never a dummy of our own.
    case jack
    /// A dummy server of our own: nothing will be heard.
    case dummy
  }

  /// Which servers may be used.
  public var audio: Audio
  /// What to play to: a sink, card, JACK client or port, by its name or a part of it; nil for the server's first.
  public var output: String?
  /// Frames a cycle, 64…1024; nil leaves a running server's own and asks PipeWire for 128.
  public var period: Int?
  /// What the program is called among the server's clients. The server makes it unique.
  public var clientName: String
  /// Which jackd, by the name it was started with; nil for the default one.
  public var serverName: String?
  /// Whether a failed start is tried again once a second (a service) or final.
  public var willRetry: Bool

  /// Memberwise; `serverName` should be what `JACK_DEFAULT_SERVER` says.
  public init(
    audio: Audio = .auto, output: String? = nil, period: Int? = nil, clientName: String = "peach",
    serverName: String? = nil, willRetry: Bool = false
  ) {
    self.audio = audio
    self.output = output
    self.period = period.map { min(max($0, Self.periods.lowerBound), Self.periods.upperBound) }
    self.clientName = clientName
    self.serverName = serverName
    self.willRetry = willRetry
  }

  /// The periods that may be asked for, in frames.
  public static let periods = 64...1024
}
