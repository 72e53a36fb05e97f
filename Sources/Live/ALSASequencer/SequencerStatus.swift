import Synchronization

/// The scheduling of the hands thread.
public enum HandsScheduling: Hashable, Sendable {
  /// It has not run yet.
  case notStarted
  /// SCHED_FIFO at this priority.
  case realtime(priority: Int32)
  /// Normal scheduling, since SCHED_FIFO was refused with this errno (EPERM: no `rtprio` limit).
  case ordinary(code: Int32)
}

/// The state of the sequencer for `peach check`, apart from its ports.
public struct SequencerStatus: Hashable, Sendable {
  /// The scheduling of the hands thread.
  public var scheduling = HandsScheduling.notStarted
  /// Our sequencer client's number while the sequencer is open.
  public var client: UInt8?
  /// The kernel timestamps events as they arrive; otherwise they have the time the hands thread read them.
  public var kernelStamps = false
  /// The number of times the kernel's buffer overflowed and events were lost.
  public var overflows = 0
  /// Outgoing messages dropped because too many were waiting.
  public var droppedMessages = 0
  /// The number of attempts to open.
  var attempts = 0
}

/// The status, shared by the hands thread and its readers.
final class StatusBoard: Sendable {
  private let status = Mutex(SequencerStatus())

  func update(_ change: (inout SequencerStatus) -> Void) {
    status.withLock { change(&$0) }
  }

  func read() -> SequencerStatus { status.withLock { $0 } }
}
