import Controllers
import MIDI
import Time

/// What the sequencer's thread reports, in the order it happened.
public enum MIDIPortEvent: Hashable, Sendable {
  /// The sequencer cannot be used; the message names the command that mends it.
  case unavailable(SequencerFailure)
  /// All ports that were there at the start have been reported.
  case ready
  /// A controller's port appeared and is connected.
  case connected(PortDescription)
  /// It has other names now, or other facts became known of it: it may be another kind of controller than it seemed.
  case changed(PortDescription)
  /// It is gone: nothing is held on it any more.
  case disconnected(PortID)
  /// It sent this message at this time (the kernel's own stamp).
  case received(PortID, MIDIMessage, at: MonotonicTime)
  /// Events were lost: which keys are held is unknown.
  case overflowed
  /// Who else listens to the port changed: client names, ourselves excluded.
  case listeners(PortID, [String])
}

/// Why there is no sequencer. Each has one line in the catalogues, with the command that mends it.
public enum SequencerFailure: Hashable, Sendable, Error {
  /// `/dev/snd/seq` does not exist.
  case missing
  /// `/dev/snd/seq` may not be opened by this user.
  case notPermitted
  /// Anything else: the call that failed and its errno.
  case failed(call: String, code: Int32)
}

/// The controllers' side of the loop: the live part is `ALSASequencer`, the one for tests `InMemoryMIDIPorts`.
public protocol MIDIPorts: Sendable {
  /// Begins to listen on a thread of its own and reports through `report`, which must not block. Loop thread.
  func start(report: @escaping @Sendable (MIDIPortEvent) -> Void)
  /// Sends to one controller, in order, never waiting. Loop thread.
  func send(_ messages: [MIDIMessage], to port: PortID)
  /// Sends what is queued, waiting at most `limit`, and stops listening. Loop thread.
  func close(within limit: Duration)
}
