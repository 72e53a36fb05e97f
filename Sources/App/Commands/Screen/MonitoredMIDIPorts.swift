import Controllers
import MIDI
import Ports
import Synchronization
import Time

/// The controllers of practice, observed for pages on the way to the loop.
///
/// The loop never waits for files: the files that determine a controller's mapping are read before the loop learns of
/// the controller. Its messages wait in the kernel until then.
///
/// The hands thread passes every event to the loop first. Without a listener, the only extra work is reading one
/// atomic; with one, it appends messages to a list of up to `room`, and drops them while the list is full or being
/// taken: it never waits.
final class MonitoredMIDIPorts: MIDIPorts {
  /// A message of a controller.
  struct Heard: Sendable {
    var port: PortID
    var message: MIDIMessage
    var time: MonotonicTime
  }

  /// The number of messages that can wait for the listener. One that reads twenty times a second misses none below
  /// 10,000 a second.
  static let room = 512

  private let base: any MIDIPorts
  private let library: MappingLibrary
  private let listeners = Atomic<Int>(0)
  private let heard = Mutex<[Heard]>([])

  /// Observes `base`, whose controllers use the mappings of `library`.
  init(_ base: any MIDIPorts, library: MappingLibrary) {
    self.base = base
    self.library = library
    heard.withLock { $0.reserveCapacity(Self.room) }
  }

  /// Starts `base`. Reports a controller once the mappings have been read.
  func start(report: @escaping @Sendable (MIDIPortEvent) -> Void) {
    base.start { [self] event in
      if case .connected = event { library.readShipped() }
      report(event)
      if listeners.load(ordering: .relaxed) > 0 { hear(event) }
    }
  }

  /// Forwards to `base`.
  func send(_ messages: [MIDIMessage], to port: PortID) { base.send(messages, to: port) }

  /// Forwards to `base`.
  func close(within limit: Duration) { base.close(within: limit) }

  /// Adds a listener and starts collecting messages. Any thread.
  func beginListening() {
    listeners.add(1, ordering: .relaxed)
  }

  /// Removes a listener; without any, no messages are collected. Any thread.
  func endListening() {
    if listeners.subtract(1, ordering: .relaxed).newValue == 0 {
      heard.withLock { $0.removeAll(keepingCapacity: true) }
    }
  }

  /// Exchanges the messages since the last call, oldest first, for `list`, which is emptied and reused. Any thread.
  func take(into list: inout [Heard]) {
    list.removeAll(keepingCapacity: true)
    list.reserveCapacity(Self.room)
    heard.withLock { swap(&$0, &list) }
  }

  private func hear(_ event: MIDIPortEvent) {
    guard case .received(let port, let message, let time) = event, message != .system(0xFE) else { return }
    heard.withLockIfAvailable { if $0.count < Self.room { $0.append(Heard(port: port, message: message, time: time)) } }
  }
}
