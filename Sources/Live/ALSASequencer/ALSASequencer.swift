import CLinux
import Controllers
import Glibc
import Linux
import MIDI
import Ports
import Synchronization
import Time

/// The controllers of the loop, on the ALSA sequencer.
///
/// `start` creates one thread, *hands*: SCHED_FIFO if permitted, else normal (see `status`). It connects every hardware
/// controller on this user's seat, as they arrive, timestamps their messages by the kernel's clock, and sends queued
/// messages. Without a sequencer it reports that once and retries every two seconds.
public final class ALSASequencer: MIDIPorts {
  /// Our name for other programs.
  static let clientName = "Peach"

  private let options: SequencerOptions
  private let time: any TimeSource
  private let retry: Duration
  private let outbox = Outbox()
  private let board = StatusBoard()
  private let started = Atomic(false)

  /// Creates a sequencer that is not open yet. `time` must be CLOCK_MONOTONIC if timestamps matter.
  public convenience init(options: SequencerOptions = SequencerOptions(), time: any TimeSource = SystemTime()) {
    self.init(options: options, time: time, retry: .seconds(2))
  }

  /// `retry` is the delay after a failed opening.
  init(options: SequencerOptions, time: any TimeSource, retry: Duration) {
    self.options = options
    self.time = time
    self.retry = retry
  }

  deinit { outbox.close(by: time.now()) }

  /// The state of the sequencer. Any thread.
  public var status: SequencerStatus {
    var status = board.read()
    status.droppedMessages = outbox.dropped.load(ordering: .relaxed)
    return status
  }

  /// Starts listening; `report` is called on the hands thread and must not block. Only the first call has an effect.
  public func start(report: @escaping @Sendable (MIDIPortEvent) -> Void) {
    guard !started.exchange(true, ordering: .acquiringAndReleasing) else { return }
    for waker in [outbox.wakeup, outbox.ended] where !waker.isUsable {
      report(.unavailable(.failed(call: "eventfd", code: -waker.descriptor)))
      return
    }
    let board = board
    let counting: @Sendable (MIDIPortEvent) -> Void = { event in
      if event == .overflowed { board.update { $0.overflows += 1 } }
      report(event)
    }
    let isRunning = PlainThread.start(name: "hands") { [options, outbox, time, retry] in
      var hands = SequencerThread(
        options: options, outbox: outbox, board: board, time: time, retry: retry, report: counting)
      hands.run()
      outbox.ended.ring()
    }
    guard isRunning else {
      outbox.ended.ring()
      // The only possible reason: no resources.
      report(.unavailable(.failed(call: "pthread_create", code: EAGAIN)))
      return
    }
  }

  /// Queues `messages`; the hands thread sends them in order. Messages for a port that is not connected are dropped.
  public func send(_ messages: [MIDIMessage], to port: PortID) {
    outbox.put(messages, to: port)
  }

  /// Sends queued messages and closes the client, waiting up to `limit` for both. No report follows unless the limit
  /// was reached.
  public func close(within limit: Duration) {
    guard started.load(ordering: .acquiring), outbox.wakeup.isUsable, outbox.ended.isUsable else { return }
    let deadline = time.now() + limit
    outbox.close(by: deadline)
    // `ended` stays signalled, so that a second call returns at once.
    var descriptors = [pollfd(fd: outbox.ended.descriptor, events: Int16(POLLIN), revents: 0)]
    while linux_wait(&descriptors, 1, max(0, (deadline - time.now()).nanoseconds)) == -EINTR {}
  }
}
