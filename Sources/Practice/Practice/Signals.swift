import Glibc
import Linux
import Ports
import Synchronization

/// The signals that practice answers, as something its loop can wait for.
///
/// They are caught, not blocked, so that they count whatever the program hangs in: the first that asks it to leave begins an
/// orderly end, which has a limit; another one ends the process at once. One per process.
public struct Signals: Sendable {
  /// Readable when one of the signals is pending; negative where the kernel refused.
  package let descriptor: Int32

  private static let reasons: [(number: Int32, reason: StopReason)] = [
    (SIGHUP, .hangup), (SIGINT, .interrupt), (SIGTERM, .terminate), (SIGTSTP, .paused),
  ]

  /// A terminal that is closed sends two: its shell's and the kernel's. Whoever wants no order any more takes longer.
  fileprivate static let patience: Int64 = 500_000_000

  /// Catches SIGHUP, SIGINT, SIGTERM and SIGTSTP, on the calling thread at least, and ignores SIGPIPE.
  /// - Parameters:
  ///   - limit: how long an orderly end may take; rounded up to seconds.
  ///   - atForcedEnd: called before the process ends without order, on any thread and within a signal handler, so it must be
  ///     async-signal-safe.
  public init(limit: Duration, atForcedEnd: @escaping @convention(c) () -> Void = {}) {
    signal(SIGPIPE, SIG_IGN)
    descriptor = wakerOfSignals.descriptor
    // Without the descriptor nobody would see them: they end the process as they always do.
    guard descriptor >= 0 else { return }
    let (seconds, rest) = limit.components
    orderlySeconds = UInt32(clamping: seconds + (rest > 0 ? 1 : 0))
    lastAct = atForcedEnd
    bell.store(descriptor, ordering: .releasing)
    for (number, _) in Self.reasons { handle(number, asked) }
    handle(SIGALRM, outOfTime)
    // Whoever started us may have had them blocked, and handed that on.
    unblock(Self.reasons.map(\.number) + [SIGALRM])
  }

  /// The next pending signal as a reason for stopping, or nil. Loop thread.
  package func next() -> StopReason? {
    Waker.clear(descriptor)
    return Self.reasons.first { number, _ in
      let bit: UInt64 = 1 << UInt64(number)
      return pending.bitwiseAnd(~bit, ordering: .acquiringAndReleasing).oldValue & bit != 0
    }?.reason
  }

  /// Stops the process as Control-Z does where nobody catches it, and returns when it goes on; at once where nobody could make
  /// it go on, as in a terminal without a shell. Any thread that takes signals.
  public static func stopProcess() {
    signal(SIGTSTP, SIG_DFL)
    // To this thread, which stands still before the call returns.
    raise(SIGTSTP)
    handle(SIGTSTP, asked)
  }
}

// Both are written in `init` alone, before the handlers that read them are there.
private nonisolated(unsafe) var orderlySeconds: UInt32 = 0
private nonisolated(unsafe) var lastAct: @convention(c) () -> Void = {}

/// There as long as the process: a handler may ring it at any time.
private let wakerOfSignals = Waker()
/// What the handlers ring.
private let bell = Atomic<Int32>(-1)
/// The signals that came and were not taken, a bit for each.
private let pending = Atomic<UInt64>(0)
/// When the first signal to leave came, in nanoseconds of CLOCK_MONOTONIC, and which it was; 0 before.
private let leavingSince = Atomic<Int64>(0)
private let leavingBy = Atomic<Int32>(0)

private func handle(_ signal: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
  var action = sigaction()
  action.__sigaction_handler.sa_handler = handler
  action.sa_flags = Int32(SA_RESTART)
  sigaction(signal, &action, nil)
}

/// Async-signal-safe: atomics, the clock, `alarm`, and a write to an eventfd.
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
  Waker.ring(bell.load(ordering: .acquiring))
}

/// SIGALRM: the orderly end has taken too long.
private func outOfTime(_ signal: Int32) { endNow(leavingBy.load(ordering: .acquiring)) }

/// Ends the process as `number` does where nobody catches it.
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
