import CLinux
import Glibc
import Synchronization
import Threads
import Time

/// Reads the computer's keys on a thread of its own and reports each with the time at which it was read.
public final class KeyReader: Sendable {
  /// Longer than the bytes of one key are apart, shorter than anybody notices: then an ESC was the Escape key.
  private static let escapeTime = Duration.milliseconds(30)

  private let input: Int32
  private let wake: Int32
  private let time: any TimeSource
  private let decoder: KeyDecoder
  private let onKey: @Sendable (Key, MonotonicTime) -> Void
  private let onResize: @Sendable () -> Void
  private let hasLetters: (@Sendable () -> Bool)?
  private let isClosing = Atomic(false)
  private let thread = Mutex<PlainThread?>(nil)

  /// Begins to read the terminal at `input`; nil if it is no terminal of ours, or has no thread for it. `onKey` and
  /// `onResize` are called on the reader's thread and must not block; so is `hasLetters`, which tells whether single letters
  /// are keys now. Without it that is as in `decoder`.
  public init?(
    input: Int32 = STDIN_FILENO, decoder: KeyDecoder, time: any TimeSource = SystemTime(),
    hasLetters: (@Sendable () -> Bool)? = nil,
    onKey: @escaping @Sendable (Key, MonotonicTime) -> Void, onResize: @escaping @Sendable () -> Void
  ) {
    wake = linux_eventfd()
    self.input = input
    self.time = time
    self.decoder = decoder
    self.hasLetters = hasLetters
    self.onKey = onKey
    self.onResize = onResize
    guard wake >= 0, RawMode.enter(input) else {
      if wake >= 0 { Glibc.close(wake) }
      return nil
    }
    watchWindow()
    let isRunning = thread.withLock { thread in
      thread = PlainThread(name: "peach-keys") { self.run() }
      return thread != nil
    }
    guard isRunning else {
      RawMode.leave()
      return nil
    }
  }

  deinit {
    if wake >= 0 { Glibc.close(wake) }
  }

  /// Sets the terminal back for the time that the process is stopped (SIGTSTP). Keys are not read before `resume`.
  public func suspend() { RawMode.leave() }

  /// Takes the terminal again after SIGCONT; false if it belongs to another process now.
  @discardableResult
  public func resume() -> Bool { RawMode.enter(input) }

  /// Stops reading and sets the terminal back. Not on the reader's thread.
  public func close() {
    isClosing.store(true, ordering: .releasing)
    linux_eventfd_signal(wake)
    guard let thread = thread.withLock({ $0.take() }) else { return }
    // The window's handler must not ring a descriptor that is about to be closed.
    _ = windowWake.compareExchange(expected: wake, desired: -1, ordering: .acquiringAndReleasing)
    thread.join()
    RawMode.leave()
  }

  private func watchWindow() {
    windowWake.store(wake, ordering: .releasing)
    var action = sigaction()
    action.__sigaction_handler.sa_handler = windowChanged
    action.sa_flags = Int32(SA_RESTART)
    sigaction(SIGWINCH, &action, nil)
  }

  private func run() {
    var decoder = decoder
    var bytes = [UInt8](repeating: 0, count: 256)
    var descriptors = [
      pollfd(fd: input, events: Int16(POLLIN), revents: 0), pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
    ]
    while !isClosing.load(ordering: .acquiring) {
      let limit = decoder.isWaiting ? Self.escapeTime.nanoseconds : -1
      let ready = linux_wait(&descriptors, 2, limit)
      if ready == 0, let key = decoder.flush() { onKey(key, time.now()) }
      guard ready > 0 else { continue }
      if descriptors[1].revents != 0, linux_eventfd_take(wake) > 0 { onResize() }
      guard descriptors[0].revents != 0 else { continue }
      let count = read(input, &bytes, bytes.count)
      let now = time.now()
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      // The terminal has gone away; SIGHUP tells the rest of the program.
      guard count > 0 else { return }
      if let hasLetters { decoder.hasLetters = hasLetters() }
      for key in decoder.decode(bytes[..<count]) { onKey(key, now) }
    }
  }
}

/// What `windowChanged` rings, or −1.
private let windowWake = Atomic<Int32>(-1)

/// SIGWINCH. Async-signal-safe: it writes to an eventfd.
private func windowChanged(_ signal: Int32) {
  let descriptor = windowWake.load(ordering: .acquiring)
  guard descriptor >= 0 else { return }
  let before = errno
  linux_eventfd_signal(descriptor)
  errno = before
}
