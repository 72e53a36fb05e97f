import Glibc
import PlainText
import Sound

/// The sound server in use, for the status line and `peach check`.
public struct SoundDescription: Hashable, Sendable {
  /// Which kind of server it is.
  public enum Server: String, Hashable, Sendable {
    /// A running jackd.
    case jack
    /// PipeWire through its JACK library.
    case pipewire
    /// A jackd that this program started.
    case ownJack = "own-jack"
    /// A jackd on its dummy driver, which was asked for or is somebody else's.
    case dummy
    /// A dummy of our own that nobody asked for, because this machine has no sound card: what is practised is not kept.
    case unheard
    /// In memory: tests and offline rendering.
    case offline
  }

  /// Which kind of server it is.
  public var server: Server
  /// Frames a second.
  public var rate: Int
  /// Frames a cycle (JACK period, PipeWire quantum).
  public var period: Int
  /// Playback latency in frames, from a frame's cycle to the ear as the server reports it.
  public var latency: Int
  /// The port or sink that is played to.
  public var output: String

  /// Whether what is played comes to ears.
  public var isAudible: Bool { server != .dummy && server != .unheard }

  /// Whether what is practised is kept: where it is audible, or silence was asked for.
  public var isKept: Bool { server != .unheard }

  /// The number of the sound card, where it is known for sure: a jackd of our own plays to it.
  public var card: Int?

  /// Memberwise. The output's name comes from a server: it is cleaned (`CleanText`).
  public init(server: Server, rate: Int, period: Int, latency: Int, output: String, card: Int? = nil) {
    self.card = card
    self.server = server
    self.rate = rate
    self.period = period
    self.latency = latency
    self.output = CleanText.line(output)
  }
}

extension SoundDescription {
  /// By how much what is played is heard later than it is made, in whole milliseconds, where that is more than hands and
  /// ears put up with (Bluetooth: 40 to 200); nil otherwise. Only told: results are judged by what was heard, and when.
  public var lateness: Int? { Self.lateness(latency, rate: rate) }

  /// The same of a latency in frames.
  public static func lateness(_ latency: Int, rate: Int) -> Int? {
    guard rate > 0, latency > 0 else { return nil }
    let milliseconds = Double(latency) * 1_000 / Double(rate)
    return milliseconds > 30 ? Int(milliseconds.rounded()) : nil
  }
}

/// An output that can be chosen.
public struct OutputName: Hashable, Sendable {
  /// What the setting `output` calls it.
  public var name: String
  /// What a musician knows it by.
  public var title: String

  /// Memberwise. Both come from a server or a device, and are cleaned (`CleanText`).
  public init(name: String, title: String) {
    self.name = CleanText.line(name)
    self.title = CleanText.line(title)
  }
}

/// Why there is no sound. Each has one line in the catalogues, with the command that mends it.
public enum SoundFailure: Hashable, Sendable, Error {
  /// No JACK library could be loaded.
  case libraryMissing
  /// PipeWire runs, but its JACK library is not installed.
  case pipewireJACKMissing
  /// No server runs and none could be started; `detail` says what was tried; it is empty where there is nothing to tell.
  case noServer(detail: String)
  /// A server runs, but it has no playback port.
  case noPlaybackPort
  /// The `output` that was asked for does not exist.
  case outputMissing(String)
  /// The server could not be asked within its time.
  case unresponsive

  /// What a player is told where there is no engine to render with.
  public init(_ problem: SoundEngineError) {
    self =
      if case .noDescriptor(let errno) = problem { .noServer(detail: String(cString: strerror(errno))) } else {
        .noServer(detail: "")
      }
  }
}

/// Why sound was lost while it was there. The raw values are words of the event stream.
public enum SoundLoss: String, Hashable, Sendable {
  /// The server shut down or died.
  case serverGone = "server-gone"
  /// No cycle for half a second: the server hangs.
  case hung
  /// The last connection to a playback port went away.
  case disconnected
  /// The server makes sound faster than anybody could hear it, as for another program's export.
  case freewheel
}

/// What the sound side reports from its control thread.
public enum SoundStatus: Hashable, Sendable {
  /// Sound can be made (at the start, or again after a loss).
  case ready(SoundDescription)
  /// Period, rate, latency or output changed while running.
  case changed(SoundDescription)
  /// Sound stopped; a return is awaited.
  case lost(SoundLoss)
  /// Sound could not be started. `willRetry` tells whether it goes on trying.
  case failed(SoundFailure, willRetry: Bool)
  /// This many xruns so far.
  case xruns(Int)
  /// There is another default output, to be followed between exercises: it waits for `followOutput`, and reports `changed`.
  case outputWaits
}

/// The ears' side of the loop: the live part is `JACKOutput`, the one for tests and offline rendering `OfflineOutput`.
public protocol SoundOutput: Sendable {
  /// Begins on a control thread of its own; reports through `report`, which must not block. Loop thread.
  func start(report: @escaping @Sendable (SoundStatus) -> Void)
  /// Asks for a period in frames (64…1024). Never waits. Loop thread.
  func requestPeriod(_ frames: Int)
  /// Nothing sounds: the output that waits (`outputWaits`) may be followed now. Never waits. Loop thread.
  func followOutput()
  /// Closes the client, waiting at most `limit`: a hung server may never answer. Loop thread.
  func close(within limit: Duration)
}

extension SoundEngine {
  /// An engine for an output, which prepares it for the rate it finds. Any thread.
  /// - Throws: `SoundFailure` where the process has no room for one.
  public static func forOutput() throws(SoundFailure) -> SoundEngine {
    do throws(SoundEngineError) {
      return try SoundEngine(rate: 48_000)
    } catch {
      throw SoundFailure(error)
    }
  }
}
