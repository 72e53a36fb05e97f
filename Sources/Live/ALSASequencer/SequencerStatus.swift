import Synchronization

/// How the hands thread runs.
public enum HandsScheduling: Hashable, Sendable {
  /// It has not run yet.
  case notStarted
  /// SCHED_FIFO at this priority.
  case realtime(priority: Int32)
  /// As any other thread, since SCHED_FIFO was refused with this errno (EPERM: no `rtprio` limit).
  case ordinary(code: Int32)
}

/// The state of the sequencer for `peach check`, besides its ports.
public struct SequencerStatus: Hashable, Sendable {
  /// How the hands thread runs.
  public var scheduling = HandsScheduling.notStarted
  /// Our sequencer client's number while the sequencer is open.
  public var client: UInt8?
  /// The kernel stamps events as they arrive; otherwise they carry the time the hands thread read them.
  public var kernelStamps = false
  /// How often the kernel lost events because more came than it can keep.
  public var overflows = 0
  /// Outgoing messages dropped because too many were waiting.
  public var droppedMessages = 0
  /// How often opening was tried.
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
