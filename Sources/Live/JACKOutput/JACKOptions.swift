/// The options of the sound output, from the command line and the settings.
public struct JACKOptions: Hashable, Sendable {
  /// The servers that may be used (`--audio`).
  public enum Audio: String, Hashable, Sendable, CaseIterable {
    /// Any audible output; a dummy only on a machine without any playback device.
    case auto
    /// A JACK server: a running one, or one that Peach starts on a card; never a dummy.
    case jack
    /// A dummy server that Peach starts: nothing is audible.
    case dummy
  }

  /// The servers that may be used.
  public var audio: Audio
  /// The sink, card, JACK client or port to play to, by its name or a part of it; nil for the server's first.
  public var output: String?
  /// Frames per cycle, 64…1024; nil keeps a running server's period and requests 128 from PipeWire.
  public var period: Int?
  /// The program's name among the server's clients. The server makes it unique.
  public var clientName: String
  /// The name the jackd was started with; nil for the default one.
  public var serverName: String?
  /// Whether a failed start is retried once a second (a service) or final.
  public var willRetry: Bool

  /// Memberwise; `serverName` should be the value of `JACK_DEFAULT_SERVER`.
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

  /// The allowed periods, in frames.
  public static let periods = 64...1024
}
