import CLinux
import Glibc
import Linux
import Ports
import Synchronization

/// The sound output chosen on this machine, and the alternatives, for `peach check` and `peach devices`.
public struct JACKReport: Hashable, Sendable {
  /// A loadable JACK library.
  public struct Library: Hashable, Sendable {
    /// The name or path it was found by.
    public var name: String
    /// Its version string.
    public var version: String
    /// Whether it connects to PipeWire instead of jackd.
    public var isPipeWire: Bool
  }

  /// The server practice would use.
  public enum Choice: Hashable, Sendable {
    /// Play through this running server.
    case connect(SoundDescription.Server, output: String)
    /// Start a jackd on the first of these devices that accepts it.
    case startOnCard([PlaybackDevice])
    /// Start a jackd without an audible output.
    case startDummy
    /// None: the reason.
    case failure(SoundFailure)
  }

  /// JACK libraries that can be loaded and have all required functions.
  public var libraries: [Library] = []
  /// Libraries that were found but lack functions, by name.
  public var incompleteLibraries: [String] = []
  /// The path of `jackd`, nil if it is not installed.
  public var jackd: String?
  /// Whether this user's PipeWire answers.
  public var pipewireRuns = false
  /// Whether this user's PulseAudio is running.
  public var pulseAudioRuns = false
  /// The cards' playback devices, preferred ones first.
  public var devices: [PlaybackDevice] = []
  /// Full names of the physical playback ports of the chosen server.
  public var playbackPorts: [String] = []
  /// The delay from rendering to hearing on that output, as `SoundDescription.lateness`.
  public var lateness: Int?
  /// Whether real-time priority is permitted, without which sound stutters under load.
  public var isRealtimePermitted = false
  /// The server practice would use.
  public var choice = Choice.failure(.unresponsive)
}

/// Examines this machine's sound without starting a server or making a sound.
public enum JACKProbe {
  /// Probes the machine. Waits up to 8 s for servers that hang; the choice is then `unresponsive`. Any thread but the
  /// loop.
  public static func run(_ options: JACKOptions) -> JACKReport {
    run(options, machine: .current(), within: OutputState.answerLimit)
  }

  static func run(_ options: JACKOptions, machine: Machine, within limit: Duration) -> JACKReport {
    let done = EventFD()
    guard done.isUsable else { return JACKReport() }
    let result = Result()
    // The thread may stay in a call that never returns: it owns the object it writes to.
    let started = PlainThread.start(name: "jack-probe") {
      look(options, machine: machine) { report in result.report.withLock { $0 = report } }
      done.ring()
    }
    // The thread retains the waker as well.
    guard started, waitReadable(done.descriptor, milliseconds: Int(limit.nanoseconds / 1_000_000)) else {
      return result.report.withLock(\.self)
    }
    return result.report.withLock(\.self)
  }

  private final class Result: Sendable {
    let report = Mutex(JACKReport())
  }

  /// Reports the results so far before each step that may block.
  private static func look(_ options: JACKOptions, machine: Machine, tell: (JACKReport) -> Void) {
    var report = JACKReport()
    let servers = RunningServers(machine: machine)
    report.pipewireRuns = servers.pipewire
    report.pulseAudioRuns = servers.pulseAudio
    report.jackd = machine.program("jackd")
    report.devices = PlaybackDevice.all(on: machine)
    report.isRealtimePermitted = linux_realtime_permitted(RealtimePriority.renderer)
    var loaded: [JACKLibrary] = []
    for name in machine.jackLibraries + machine.pipewireLibraries {
      do throws(JACKLibrary.Failure) {
        let library = try JACKLibrary(name)
        loaded.append(library)
        let entry = JACKReport.Library(name: name, version: library.version, isPipeWire: library.isPipeWire)
        // The dynamic linker's own name and the path it resolves to are one library.
        if !report.libraries.contains(where: { $0.version == entry.version }) { report.libraries.append(entry) }
      } catch {
        if error == .incomplete { report.incompleteLibraries.append(name) }
      }
    }
    loaded = []
    tell(report)
    do {
      switch try ServerSearch(options: options, machine: machine).plan() {
      case .connect(let connection):
        report.playbackPorts = connection.client.playbackPorts(physical: true)
        report.lateness = SoundDescription.lateness(
          connection.client.latency(of: connection.destination.left), rate: connection.client.rate)
        report.choice = .connect(connection.server, output: connection.destination.name)
        tell(report)
        connection.client.close()
      case .startOnCard(_, let devices, _, _): report.choice = .startOnCard(devices)
      case .startDummy: report.choice = .startDummy
      }
    } catch {
      report.choice = .failure(error)
      // If the requested output is missing, the report lists the existing ones.
      if case .outputMissing = error { report.playbackPorts = otherPorts(options, machine: machine) }
    }
    tell(report)
  }

  private static func otherPorts(_ options: JACKOptions, machine: Machine) -> [String] {
    var any = options
    any.output = nil
    guard case .connect(let connection)? = try? ServerSearch(options: any, machine: machine).plan() else { return [] }
    defer { connection.client.close() }
    return connection.client.playbackPorts(physical: true)
  }
}
