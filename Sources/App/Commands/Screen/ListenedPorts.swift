import Controllers
import MIDI
import Ports
import Synchronization
import Time

/// The controllers of practice, with an ear for pages between them and the loop.
///
/// The loop never waits for files: whatever chooses a controller's mapping has been read before the loop is told of one. What
/// the controller sends meanwhile waits in the kernel.
///
/// The hands' thread hands every event to the loop first. Where nobody listens that is all, but for reading one atomic; where
/// somebody does, it adds messages to a list that has room for `room`, and leaves them out where the list is full or just being
/// taken: it never waits.
final class ListenedPorts: MIDIPorts {
  /// A message that a controller sent.
  struct Heard: Sendable {
    var port: PortID
    var message: MIDIMessage
    var time: MonotonicTime
  }

  /// How many messages wait for whoever takes them. One who comes twenty times a second misses nothing below 10,000 a second.
  static let room = 512

  private let base: any MIDIPorts
  private let library: MappingLibrary
  private let listeners = Atomic<Int>(0)
  private let heard = Mutex<[Heard]>([])

  /// An ear on `base`, whose controllers are served out of `library`.
  init(_ base: any MIDIPorts, library: MappingLibrary) {
    self.base = base
    self.library = library
    heard.withLock { $0.reserveCapacity(Self.room) }
  }

  /// As `base` does. A controller is told when the mappings have been read.
  func start(report: @escaping @Sendable (MIDIPortEvent) -> Void) {
    base.start { [self] event in
      if case .connected = event { library.readShipped() }
      report(event)
      if listeners.load(ordering: .relaxed) > 0 { hear(event) }
    }
  }

  /// As `base` does.
  func send(_ messages: [MIDIMessage], to port: PortID) { base.send(messages, to: port) }

  /// As `base` does.
  func close(within limit: Duration) { base.close(within: limit) }

  /// From now on messages are kept, one listener more. Any thread.
  func beginListening() {
    listeners.add(1, ordering: .relaxed)
  }

  /// One listener less; without any nothing is kept. Any thread.
  func endListening() {
    if listeners.subtract(1, ordering: .relaxed).newValue == 0 {
      heard.withLock { $0.removeAll(keepingCapacity: true) }
    }
  }

  /// What was heard since the last call, oldest first. `list` is emptied and kept for what comes. Any thread.
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
