import Glibc
import Linux
import Ports
import Synchronization

/// The signals that practice and `peach learn` handle, as a descriptor that a loop can wait for.
///
/// They are caught, not blocked, so that they work even if the program hangs: the first signal to quit begins an
/// orderly shutdown with a time limit; a second one ends the process at once. One per process.
struct Signals: StopRequests {
  /// Readable when a signal is pending; negative if the kernel refused an eventfd.
  let descriptor: Int32

  private static let reasons: [(number: Int32, reason: StopReason)] = [
    (SIGHUP, .hangup), (SIGINT, .interrupt), (SIGTERM, .terminate), (SIGTSTP, .paused),
  ]

  /// A closing terminal sends two signals, its shell's and the kernel's. A player who wants to force the end takes
  /// longer.
  fileprivate static let patience: Int64 = 500_000_000

  /// Catches SIGHUP, SIGINT, SIGTERM and SIGTSTP, at least on the calling thread.
  /// - Parameters:
  /// - limit: how long an orderly shutdown may take; rounded up to seconds.
  /// - atForcedEnd: called before a forced exit, on any thread and within a signal handler, so it must be
  ///   async-signal-safe.
  init(limit: Duration, atForcedEnd: @escaping @convention(c) () -> Void = {}) {
    descriptor = wakerOfSignals.descriptor
    // Without the descriptor no thread would see them: they keep their default action.
    guard descriptor >= 0 else { return }
    let (seconds, rest) = limit.components
    orderlySeconds = UInt32(clamping: seconds + (rest > 0 ? 1 : 0))
    lastAct = atForcedEnd
    bell.store(descriptor, ordering: .releasing)
    for (number, _) in Self.reasons { handle(number, asked) }
    handle(SIGALRM, outOfTime)
    // The parent process may have blocked them, and a child inherits that.
    unblock(Self.reasons.map(\.number) + [SIGALRM])
  }

  /// Returns the next pending signal as a reason for stopping, or nil. Loop thread.
  func next() -> StopReason? {
    EventFD.clear(descriptor)
    return Self.reasons.first { number, _ in
      let bit: UInt64 = 1 << UInt64(number)
      return pending.bitwiseAnd(~bit, ordering: .acquiringAndReleasing).oldValue & bit != 0
    }?.reason
  }

  /// Stops the process as an uncaught Control-Z does, and returns when it continues; returns at once if nothing could
  /// continue it, as in a terminal without a shell. Any thread with SIGTSTP unblocked.
  static func stopProcess() {
    signal(SIGTSTP, SIG_DFL)
    // Sent to this thread, which stops before the call returns.
    raise(SIGTSTP)
    handle(SIGTSTP, asked)
  }
}

// Both are written only in `init`, before the handlers that read them are installed.
private nonisolated(unsafe) var orderlySeconds: UInt32 = 0
private nonisolated(unsafe) var lastAct: @convention(c) () -> Void = {}

/// Lives as long as the process, because a handler may ring it at any time.
private let wakerOfSignals = EventFD()
/// The descriptor that the handlers write to.
private let bell = Atomic<Int32>(-1)
/// The pending signals, one bit each.
private let pending = Atomic<UInt64>(0)
/// The time of the first signal to quit in nanoseconds of CLOCK_MONOTONIC, and its number; 0 before.
private let leavingSince = Atomic<Int64>(0)
private let leavingBy = Atomic<Int32>(0)

private func handle(_ signal: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
  var action = sigaction()
  action.__sigaction_handler.sa_handler = handler
  action.sa_flags = Int32(SA_RESTART)
  sigaction(signal, &action, nil)
}

/// Handles a signal. Async-signal-safe: atomics, the clock, `alarm`, and a write to an eventfd.
private func asked(_ signal: Int32) {
  let before = errno
  defer { errno = before }
  if signal != SIGTSTP {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let now = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    let (isFirst, since) = leavingSince.compareExchange(
      expected: 0, desired: now, ordering: .acquiringAndReleasing)
    if isFirst {
      leavingBy.store(signal, ordering: .releasing)
      alarm(orderlySeconds)
    } else if now - since >= Signals.patience {
      endNow(signal)
    }
  }
  pending.bitwiseOr(1 << UInt64(signal), ordering: .acquiringAndReleasing)
  EventFD.ring(bell.load(ordering: .acquiring))
}

/// Handles SIGALRM: the orderly shutdown has taken too long.
private func outOfTime(_ signal: Int32) { endNow(leavingBy.load(ordering: .acquiring)) }

/// Ends the process with the default action of signal `number`.
private func endNow(_ number: Int32) {
  lastAct()
  signal(number, SIG_DFL)
  var set = sigset_t()
  sigemptyset(&set)
  sigaddset(&set, number)
  pthread_sigmask(SIG_UNBLOCK, &set, nil)
  raise(number)
}

private func unblock(_ signals: [Int32]) {
  var set = sigset_t()
  sigemptyset(&set)
  for signal in signals { sigaddset(&set, signal) }
  pthread_sigmask(SIG_UNBLOCK, &set, nil)
}
