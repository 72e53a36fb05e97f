import CLinux
import Glibc
import Linux
import Ports
import Synchronization
import Time

/// Reads the computer's keys on a private thread, and reports each with the time it was read.
///
/// A shell lends its terminal, takes it back (Control-Z, `bg`) and may lend it again without notice (`fg`). Keys are
/// read while the terminal is ours; otherwise the reader checks four times a second whether it is.
public final class KeyReader: Sendable {
  /// Longer than the gaps between the bytes of one key, and too short to notice: after it an ESC was the Escape key.
  private static let escapeTime = Duration.milliseconds(30)
  private static let lookTime = Duration.milliseconds(250)
  /// The kernel's buffer for terminal input (termios(3)): the end of a paste is never read separately.
  private static let mostWaiting = 4_096

  private enum Hold {
    /// The terminal is ours, and keys are read.
    case ours
    /// Another process has it.
    case lent
    /// Given back while the process is stopped.
    case suspended
    /// The terminal is gone, or the reader is closed.
    case gone
  }

  private let input: Int32
  private let marksPastes: Bool
  private let wake = EventFD()
  private let time: any TimeSource
  private let decoder: KeyDecoder
  private let onKey: @Sendable (Key, MonotonicTime) -> Void
  private let onResize: @Sendable () -> Void
  private let onReturn: @Sendable () -> Void
  private let update: (@Sendable (inout KeyDecoder) -> Void)?
  /// Held while the mode is set, so that it is not set while the terminal is given back.
  private let hold: Mutex<Hold>
  private let thread = Mutex<PlainThread?>(nil)

  /// Starts reading the terminal at `input` as soon as it is ours; nil if it is not a terminal, or if no thread can be
  /// started. `onKey`, `onResize` and `onReturn`, which reports that the terminal is ours again, are called on the
  /// reader's thread and must not block; `update` is called before each read, and may change the meaning of the bytes
  /// that follow. The reader makes a terminal that understands escape sequences mark pastes, unless `marksPastes` is
  /// false.
  public init?(
    input: Int32 = STDIN_FILENO, marksPastes: Bool = true, decoder: KeyDecoder, time: any TimeSource = SystemTime(),
    update: (@Sendable (inout KeyDecoder) -> Void)? = nil, onKey: @escaping @Sendable (Key, MonotonicTime) -> Void,
    onResize: @escaping @Sendable () -> Void, onReturn: @escaping @Sendable () -> Void = {}
  ) {
    self.input = input
    self.marksPastes = marksPastes
    self.time = time
    self.decoder = decoder
    self.update = update
    self.onKey = onKey
    self.onResize = onResize
    self.onReturn = onReturn
    hold = Mutex(RawMode.enter(input, marksPastes: marksPastes) ? .ours : .lent)
    guard wake.isUsable, isatty(input) == 1 else { return nil }
    readerWake.store(wake.descriptor, ordering: .releasing)
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGWINCH, SIGCONT] {
      sigaddset(&signals, signal)
      var action = sigaction()
      action.__sigaction_handler.sa_handler = terminalChanged
      action.sa_flags = Int32(SA_RESTART)
      sigaction(signal, &action, nil)
    }
    // The parent process may have blocked them, and children inherit that.
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    let isRunning = thread.withLock { thread in
      thread = PlainThread(name: "peach-keys") { self.run() }
      return thread != nil
    }
    guard isRunning else {
      RawMode.leave()
      return nil
    }
  }

  /// Restores the terminal while the process is stopped (SIGTSTP): until SIGCONT or `resume`.
  public func suspend() {
    hold.withLock { hold in
      guard hold != .gone else { return }
      hold = .suspended
      RawMode.leave()
    }
  }

  /// Takes the terminal again if the process was not stopped after all.
  public func resume() {
    isContinued.store(true, ordering: .releasing)
    wake.ring()
  }

  /// Stops reading and restores the terminal. Not on the reader's thread.
  public func close() {
    hold.withLock { $0 = .gone }
    wake.ring()
    guard let thread = thread.withLock({ $0.take() }) else { return }
    // The signal handler must not write to a descriptor that is about to be closed.
    _ = readerWake.compareExchange(expected: wake.descriptor, desired: -1, ordering: .acquiringAndReleasing)
    thread.join()
    RawMode.leave()
  }

  private func run() {
    var decoder = decoder
    var bytes = [UInt8](repeating: 0, count: Self.mostWaiting)
    while true {
      var limit: Int64 = -1
      var isReading = false
      switch hold.withLock(\.self) {
      case .ours:
        isReading = true
        if decoder.isWaiting { limit = Self.escapeTime.nanoseconds }
      case .lent: limit = Self.lookTime.nanoseconds
      case .suspended: break
      case .gone: return
      }
      var descriptors = [
        pollfd(fd: isReading ? input : -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      let ready = linux_wait(&descriptors, 2, limit)
      let isWoken = ready > 0 && wake.clear()
      if isWoken { onResize() }
      look(isContinued.exchange(false, ordering: .acquiringAndReleasing))
      if isReading, ready == 0, let key = decoder.flush() { onKey(key, time.now()) }
      guard ready > 0, isReading, descriptors[0].revents != 0, let count = readBytes(&bytes) else { continue }
      let now = time.now()
      if count == -Int(EINTR) || count == -Int(EAGAIN) { continue }
      if count < 0 || (count == 0 && descriptors[0].revents & Int16(POLLHUP) != 0) {
        missed()
        continue
      }
      update?(&decoder)
      for key in decoder.decode(bytes[..<count]) { onKey(key, now) }
    }
  }

  /// Reads typed bytes; returns their number, or a negated errno; nil if the terminal was given back in the meantime: a
  /// read would then wait for a whole line. In the mode set by `RawMode`, it never waits.
  private func readBytes(_ bytes: inout [UInt8]) -> Int? {
    hold.withLock { hold in
      guard hold == .ours else { return nil }
      let count = read(input, &bytes, bytes.count)
      return count < 0 ? -Int(errno) : count
    }
  }

  /// Takes the terminal if it may be ours again: a process that continues after a stop does not know its state.
  private func look(_ isContinued: Bool) {
    let isBack = hold.withLock { hold in
      switch hold {
      case .suspended, .ours: guard isContinued else { return false }
      case .lent: break
      case .gone: return false
      }
      hold = RawMode.enter(input, marksPastes: marksPastes) ? .ours : isatty(input) == 1 ? .lent : .gone
      return hold == .ours
    }
    if isBack { onReturn() }
  }

  /// Handles a failed read: another process has the terminal, or it is gone, which SIGHUP reports to the rest of the
  /// program.
  private func missed() {
    hold.withLock { hold in
      if hold == .ours { hold = isatty(input) == 1 && !RawMode.isOurs(input) ? .lent : .gone }
    }
  }
}

/// The descriptor written by `terminalChanged`, or −1.
private let readerWake = Atomic<Int32>(-1)
/// Whether the process has continued after a stop, and the reader has not checked since.
private let isContinued = Atomic(false)

/// Handles SIGWINCH and SIGCONT. Async-signal-safe: it writes to an eventfd.
private func terminalChanged(_ signal: Int32) {
  if signal == SIGCONT { isContinued.store(true, ordering: .releasing) }
  let descriptor = readerWake.load(ordering: .acquiring)
  guard descriptor >= 0 else { return }
  let before = errno
  EventFD.ring(descriptor)
  errno = before
}
