import Controllers
import MIDI
import Time

/// A report of the sequencer's thread, in order of occurrence.
public enum MIDIPortEvent: Hashable, Sendable {
  /// The sequencer cannot be used; the failure's line names the command that fixes it.
  case unavailable(SequencerFailure)
  /// All ports present at the start have been reported.
  case ready
  /// A controller's port appeared and is connected.
  case connected(PortDescription)
  /// The port's names or other facts about it have changed: it may be a different kind of controller.
  case changed(PortDescription)
  /// The port is gone, and with it all held keys.
  case disconnected(PortID)
  /// The port sent this message at this time (the kernel's time stamp).
  case received(PortID, MIDIMessage, at: MonotonicTime)
  /// Events were lost: which keys are held is unknown.
  case overflowed
  /// The other listeners of the port changed: their client names, without ours.
  case listeners(PortID, [String])
}

/// A reason why there is no sequencer. Each has one line in the catalogues, with the command that fixes it.
public enum SequencerFailure: Hashable, Sendable, Error {
  /// `/dev/snd/seq` does not exist.
  case missing
  /// This user may not open `/dev/snd/seq`.
  case notPermitted
  /// Another failure: the call that failed and its errno.
  case failed(call: String, code: Int32)
}

/// The MIDI ports of the loop. The live part is `ALSASequencer`; tests use `InMemoryMIDIPorts`.
public protocol MIDIPorts: Sendable {
  /// Starts listening on its own thread. Calls `report`, which must not block. Loop thread.
  func start(report: @escaping @Sendable (MIDIPortEvent) -> Void)
  /// Sends to one controller, in order, without waiting. Loop thread.
  func send(_ messages: [MIDIMessage], to port: PortID)
  /// Sends all queued messages, waiting up to `limit`, and stops listening. Loop thread.
  func close(within limit: Duration)
}
