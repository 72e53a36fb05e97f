import CLinux
import Glibc

/// The signals that practice answers, taken from a descriptor instead of interrupting a thread.
///
/// Make one on the main thread before any other thread exists: threads inherit the blocking.
public struct Signals: Sendable {
  /// Readable when one of the signals is pending; negative where the kernel refused.
  package let descriptor: Int32

  private static let numbers: [Int32] = [SIGHUP, SIGINT, SIGTERM, SIGTSTP]

  /// Blocks SIGHUP, SIGINT, SIGTERM and SIGTSTP for this thread and all it starts, and ignores SIGPIPE.
  public init() {
    signal(SIGPIPE, SIG_IGN)
    linux_block_signals(Self.numbers, Int32(Self.numbers.count))
    descriptor = linux_signalfd(Self.numbers, Int32(Self.numbers.count))
    // Without the descriptor nobody would see them: they end the process as they always do.
    if descriptor < 0 { linux_unblock_signals(Self.numbers, Int32(Self.numbers.count)) }
  }

  /// The next pending signal as a reason for stopping, or nil. Loop thread.
  package func next() -> StopReason? {
    switch linux_signalfd_take(descriptor) {
    case SIGHUP: .hangup
    case SIGINT: .interrupt
    case SIGTERM: .terminate
    case SIGTSTP: .paused
    default: nil
    }
  }
}
