import Glibc
import Linux
import Ports
import Sound
import Synchronization
import Time

/// Sound through jackd or PipeWire, as the loop sees it.
///
/// JACK's thread calls the engine's `renderCycle` through `CJACK`'s trampoline. A control thread makes all calls to
/// JACK, because they may block as long as the server hangs. For that reason a watchdog checks for missing cycles on a
/// separate thread.
public final class JACKOutput: SoundOutput {
  let engine: SoundEngine
  let options: JACKOptions
  let machine: Machine
  let time: any TimeSource
  let bridge: Bridge
  private let state: Mutex<Reporter>
  private let isClosing = Atomic<Bool>(false)
  /// The period requested since the start, 0 for none.
  private let requestedPeriod = Atomic<Int>(0)
  /// The loop has permitted following another output, and control has not seen that yet.
  private let mayFollow = Atomic<Bool>(false)
  /// The process of the jackd that Peach started, 0 without one.
  private let ownProcess = Atomic<Int32>(0)
  /// Wakes the watchdog; stays readable once control has ended.
  private let watchdogWake: EventFD
  private let controlEnded: EventFD

  private struct Reporter {
    var state: OutputState
    var listener = Listener.comes(held: [])
  }

  /// The receiver of status reports.
  private enum Listener {
    /// The loop will start later: these reports are kept for it.
    case comes(held: [SoundStatus])
    case listens(@Sendable (SoundStatus) -> Void)
    case hasGone

    mutating func tell(_ status: SoundStatus) {
      switch self {
      case .comes(let held): self = .comes(held: held + [status])
      case .listens(let report): report(status)
      case .hasGone: break
      }
    }
  }

  /// Creates an output for `engine`, and takes over its callback. Any thread, before `start`: sets `PIPEWIRE_LATENCY`
  /// in the environment unless the player has, so it must not run next to code that reads the environment.
  /// - Throws: `noServer` if the process has no file descriptors left.
  public convenience init(
    engine: SoundEngine, options: JACKOptions, time: any TimeSource = SystemTime()
  ) throws(SoundFailure) {
    try self.init(engine: engine, options: options, time: time, machine: .current())
  }

  init(
    engine: SoundEngine, options: JACKOptions, time: any TimeSource, machine: Machine
  ) throws(SoundFailure) {
    let watchdogWake = EventFD()
    let controlEnded = EventFD()
    guard let bridge = Bridge(engine: engine), watchdogWake.isUsable, controlEnded.isUsable else {
      throw .noServer(detail: SystemFailure.words(EMFILE))
    }
    self.engine = engine
    self.options = options
    self.time = time
    self.machine = machine
    self.bridge = bridge
    self.watchdogWake = watchdogWake
    self.controlEnded = controlEnded
    state = Mutex(Reporter(state: OutputState(willRetry: options.willRetry)))
    // PipeWire's library reads its period from there. It gives a client without a request 1024 frames.
    setenv("PIPEWIRE_LATENCY", "\(options.period ?? 128)/48000", 0)
  }

  /// Loads jackd's library if a jackd may be running: an output opened afterwards finds it loaded. Any thread; reads
  /// the disk.
  public static func loadLibrary() {
    let machine = Machine.current()
    guard RunningServers(machine: machine).areWorthJACK(besidePipeWire: true) else { return }
    _ = ServerSearch(options: JACKOptions(), machine: machine).jackLibrary()
  }

  // MARK: - The loop's side

  /// Opens the output if it is not open, and reports through `report`, which must not block: first the reports kept so
  /// far. Loop thread, once.
  public func start(report: @escaping @Sendable (SoundStatus) -> Void) {
    open()
    state.withLock { reporter in
      guard case .comes(let held) = reporter.listener else { return }
      reporter.listener = .listens(report)
      held.forEach(report)
    }
  }

  /// Starts the control thread, silent until the loop sends commands, so that the server and the rest of the start need
  /// not wait for one another. The opener must close it. Any thread, before `start`.
  public func open() {
    let isFirst = state.withLock { reporter in
      guard reporter.state.phase == .idle else { return false }
      _ = reporter.state.handle(.asks, at: time.now())
      return true
    }
    guard isFirst else { return }
    // The thread retains the output, and with it engine and bridge, for as long as it runs; so does its watchdog.
    if !PlainThread.start(name: "jack-control", { self.control() }) { endWithoutThread() }
  }

  /// Reports that no thread could be started, and so there is no sound. Loop or control thread.
  func endWithoutThread() {
    feed(.failed(.noServer(detail: SystemFailure.words(EAGAIN))))
    didEndControl()
  }

  /// Requests a period in frames (64…1024). Never waits. Loop thread.
  public func requestPeriod(_ frames: Int) {
    let periods = JACKOptions.periods
    requestedPeriod.store(min(max(frames, periods.lowerBound), periods.upperBound), ordering: .releasing)
    bridge.wake()
  }

  /// Permits following the waiting output. Never waits. Loop thread.
  public func followOutput() {
    mayFollow.store(true, ordering: .releasing)
    bridge.wake()
  }

  /// Closes the client, waiting up to `limit`: a hung server may never answer, and its client then stays until the
  /// process ends. Always ends a jackd that Peach started. No reports follow. Loop thread.
  public func close(within limit: Duration) {
    let wasStarted = state.withLock { reporter in
      let wasStarted = reporter.state.phase != .idle
      reporter.listener = .hasGone
      return wasStarted
    }
    isClosing.store(true, ordering: .releasing)
    feed(.ended)
    bridge.wake()
    watchdogWake.ring()
    guard wasStarted else { return }
    // 100 ms are reserved for the end of the control thread after the server was killed.
    let reserve = 100
    let total = Int(limit.nanoseconds / 1_000_000)
    if waitReadable(controlEnded.descriptor, milliseconds: total - reserve) { return }
    let process = ownProcess.load(ordering: .acquiring)
    if process > 0 { kill(-process, SIGKILL) }
    waitReadable(controlEnded.descriptor, milliseconds: min(reserve, total))
  }

  // MARK: - Shared between threads

  /// Handles an event and performs its immediate effects in one critical section, so that reports arrive in the order
  /// of their events. The event is also evaluated inside, as an older reading would contradict another thread's event;
  /// except for answers from JACK, which may never arrive.
  /// - Returns: the requests of the server, which control carries out.
  @discardableResult
  func feed(_ event: @autoclosure () -> OutputEvent) -> [ServerRequest] {
    let (requests, isChanged) = state.withLock { reporter in
      let phase = reporter.state.phase
      let effects = reporter.state.handle(event(), at: time.now())
      for effect in effects.immediate {
        switch effect {
        case .report(let status): reporter.listener.tell(status)
        case .mute:
          bridge.setRunning(false)
          engine.forgetCycle()
        case .run:
          bridge.expect(.rendered)
          bridge.setRunning(true)
        case .expectCycle: bridge.expect(.cycle)
        case .ramp: engine.rampFromSilence()
        case .setLatency(let frames): bridge.setLatency(frames)
        }
      }
      return (effects.requests, reporter.state.phase != phase)
    }
    if isChanged { watchdogWake.ring() }
    return requests
  }

  /// The time of control's next turn if nothing happens before.
  var turnDeadline: MonotonicTime { state.withLock { $0.state.turnDeadline(at: time.now()) } }

  /// The current phase.
  var phase: OutputState.Phase { state.withLock { $0.state.phase } }

  /// The source of the list of outputs.
  var outputs: OutputState.Outputs { state.withLock(\.state.outputs) }

  /// Whether the renderer will soon be called.
  var isStarting: Bool { if case .starting = phase { true } else { false } }

  /// Whether cycles are rendered and audible.
  var isPlaying: Bool { if case .playing = phase { true } else { false } }

  /// Whether the loop has requested the end, or a failure without retries was reported.
  var isEnded: Bool { isClosing.load(ordering: .acquiring) || phase == .ended }

  /// The period last requested since the start, if any.
  var requestedFrames: Int? {
    let requested = requestedPeriod.load(ordering: .acquiring)
    return requested > 0 ? requested : nil
  }

  /// Returns whether another output may be followed: once for each permission.
  func takeMayFollow() -> Bool { mayFollow.exchange(false, ordering: .acquiringAndReleasing) }

  /// Records the process of a server that Peach started, for `close`.
  func setOwnProcess(_ process: pid_t?) {
    ownProcess.store(process ?? 0, ordering: .releasing)
  }

  /// Records the end of control.
  func didEndControl() {
    feed(.ended)
    controlEnded.ring()
  }

  // MARK: - The watchdog

  /// Checks when a missing cycle would be one too many, and after every change of state.
  func watch() {
    while !isEnded {
      watchdogWake.clear()
      feed(.watched(lastCycle: bridge.lastCycle))
      let deadline = state.withLock { $0.state.watchDeadline(lastCycle: bridge.lastCycle) }
      // Rounded up: a millisecond too early would only cause another check.
      let wait = deadline.map { Int(($0 - time.now()).nanoseconds / 1_000_000) + 1 }
      waitReadable(watchdogWake.descriptor, milliseconds: wait)
    }
  }
}

/// Waits until `descriptor` is readable, up to `milliseconds` (nil: forever). Returns whether it is.
@discardableResult
func waitReadable(_ descriptor: Int32, milliseconds: Int?) -> Bool {
  var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  return poll(&entry, 1, milliseconds.map { Int32(clamping: max($0, 0)) } ?? -1) > 0
}
