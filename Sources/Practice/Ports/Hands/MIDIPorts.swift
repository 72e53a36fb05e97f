import Controllers
import MIDI
import Time

/// A report of the hands thread, in order of occurrence.
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

extension PortDescription {
  /// Programs that only forward MIDI: as listeners they play nothing themselves.
  package static let bridges = ["PipeWire-RT-Event", "PipeWire-System", "a2jmidid"]

  /// Other software that plays this port's messages, by name: with any of these, the controller sleeps until it is
  /// woken.
  public var players: [String] { otherListeners.filter { !Self.bridges.contains($0) } }
}

extension PortID {
  /// The port as text, as in `20:0`.
  public var text: String { "\(client):\(port)" }

  /// Creates the port of this `text`; nil if it is malformed.
  package init?(text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let client = UInt8(parts[0]), let port = UInt8(parts[1]) else { return nil }
    self.init(client: client, port: port)
  }
}
