import Glibc
import Linux
import PlainText
import Sound

/// The sound server in use, for the status line and `peach check`.
public struct SoundDescription: Hashable, Sendable {
  /// A kind of server.
  public enum Server: String, Hashable, Sendable {
    /// A running jackd.
    case jack
    /// PipeWire through its JACK library.
    case pipewire
    /// A jackd that this program started.
    case ownJack = "own-jack"
    /// A jackd on its dummy driver, requested by the player or started by another program.
    case dummy
    /// Our own jackd on the dummy driver, because this machine has no sound card. Answers are not saved.
    case unheard
    /// A server in memory, for tests and offline rendering.
    case offline
  }

  /// The kind of server.
  public var server: Server
  /// The sample rate in hertz.
  public var rate: Int
  /// Frames per cycle (JACK period, PipeWire quantum).
  public var period: Int
  /// Playback latency in frames, from a frame's cycle to the ear as the server reports it.
  public var latency: Int
  /// The connected playback port or sink.
  public var output: String

  /// Whether the sound can be heard.
  public var isAudible: Bool { server != .dummy && server != .unheard }

  /// Whether answers are saved: the sound is audible, or the player chose silence.
  public var isKept: Bool { server != .unheard }

  /// The number of the sound card if it is known for certain, as for our own jackd.
  public var card: Int?

  /// Creates a description. The output's name comes from a server, so it is cleaned (`CleanText`).
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
  /// The delay from rendering to hearing in whole milliseconds, if it is more than players tolerate (Bluetooth: 40 to
  /// 200); nil otherwise. Only for display: results are judged by the time at which a note was heard.
  public var lateness: Int? { Self.lateness(latency, rate: rate) }

  /// Returns the same for a latency in frames.
  public static func lateness(_ latency: Int, rate: Int) -> Int? {
    guard rate > 0, latency > 0 else { return nil }
    let milliseconds = Double(latency) * 1_000 / Double(rate)
    return milliseconds > 30 ? Int(milliseconds.rounded()) : nil
  }
}

/// A selectable output.
public struct OutputName: Hashable, Sendable {
  /// The value of the setting `output`.
  public var name: String
  /// The name that musicians know.
  public var title: String

  /// Creates an output. Both names come from a server or a device and are cleaned (`CleanText`).
  public init(name: String, title: String) {
    self.name = CleanText.line(name)
    self.title = CleanText.line(title)
  }
}

/// A reason why there is no sound. Each has one line in the catalogues, with the command that fixes it.
public enum SoundFailure: Hashable, Sendable, Error {
  /// No JACK library could be loaded.
  case libraryMissing
  /// PipeWire runs, but its JACK library is not installed.
  case pipewireJACKMissing
  /// No server runs and none could be started; `detail` lists the attempts and may be empty.
  case noServer(detail: String)
  /// A server runs, but it has no playback port.
  case noPlaybackPort
  /// The requested `output` does not exist.
  case outputMissing(String)
  /// The server did not respond in time.
  case unresponsive

  /// Creates the failure to show when no engine can be created.
  public init(_ problem: SoundEngineError) {
    self =
      if case .noDescriptor(let errno) = problem { .noServer(detail: SystemFailure.words(errno)) } else {
        .noServer(detail: "")
      }
  }
}

/// A reason why working sound was lost. The raw values are words of the event stream.
public enum SoundLoss: String, Hashable, Sendable {
  /// The server shut down or died.
  case serverGone = "server-gone"
  /// No cycle for half a second: the server hangs.
  case hung
  /// The last connection to a playback port went away.
  case disconnected
  /// The server runs faster than real time, as for another program's export.
  case freewheel
}

/// A report of the sound side's control thread.
public enum SoundStatus: Hashable, Sendable {
  /// Sound is available (at the start, or again after a loss).
  case ready(SoundDescription)
  /// Period, rate, latency or output changed while running.
  case changed(SoundDescription)
  /// Sound stopped; its return is awaited.
  case lost(SoundLoss)
  /// Sound could not be started. `willRetry` is whether it keeps trying.
  case failed(SoundFailure, willRetry: Bool)
  /// This many xruns so far.
  case xruns(Int)
  /// The default output changed. It is followed between exercises: `outputWaits` waits for `followOutput`, then reports
  /// `changed`.
  case outputWaits
}

/// The sound output of the loop. The live part is `JACKOutput`; tests and offline rendering use `OfflineOutput`.
public protocol SoundOutput: Sendable {
  /// Starts on its own control thread. Calls `report`, which must not block. Loop thread.
  func start(report: @escaping @Sendable (SoundStatus) -> Void)
  /// Requests a period in frames (64…1024). Never waits. Loop thread.
  func requestPeriod(_ frames: Int)
  /// Allows the switch to the waiting output (`outputWaits`), now that nothing sounds. Never waits. Loop thread.
  func followOutput()
  /// Closes the client, waiting up to `limit`: a hung server may never respond. Loop thread.
  func close(within limit: Duration)
}

extension SoundEngine {
  /// Creates an engine for an output, which prepares it for the rate it finds. Any thread.
  /// - Throws: `SoundFailure` if the process has no descriptors or memory left for one.
  public static func forOutput() throws(SoundFailure) -> SoundEngine {
    do throws(SoundEngineError) {
      return try SoundEngine(rate: 48_000)
    } catch {
      throw SoundFailure(error)
    }
  }
}
