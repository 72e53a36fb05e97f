import Controllers
import MIDI
import Time

/// What is sent to controllers, and what of it waits for its time.
extension PracticeCore {
  /// Sends to one controller, and remembers it: what comes back is no hand.
  func send(_ messages: [MIDIMessage]?, to id: PortID) {
    guard let messages, !messages.isEmpty else { return }
    devices[id]?.echoes.remember(messages, at: parts.time.now())
    parts.ports.send(messages, to: id)
  }

  /// Some controllers need a moment between the messages that put them into their mode, or between any two.
  func expectPause(of id: PortID) {
    let pause = devices[id]?.cues.pause
    devices[id]?.initContinues = pause.map { parts.time.now() + $0 }
  }

  /// Sends what is due of the messages that controllers are not sent all at once.
  func continueInits(_ now: MonotonicTime) {
    for id in deviceOrder {
      guard let due = devices[id]?.initContinues, now >= due else { continue }
      send(devices[id]?.cues.proceed(), to: id)
      expectPause(of: id)
    }
  }

  func expectHeartbeat(of id: PortID) {
    let interval = devices[id]?.profile.heartbeat.map { Duration.milliseconds($0.milliseconds) }
    devices[id]?.heartbeat = interval.map { parts.time.now() + $0 }
  }

  /// Tells controllers that wait for it that we are here. After a standstill each hears it once, not once for each time missed.
  func sendHeartbeats(_ now: MonotonicTime) {
    for id in deviceOrder {
      guard let due = devices[id]?.heartbeat, now >= due else { continue }
      send(devices[id]?.cues.beat(), to: id)
      expectHeartbeat(of: id)
    }
  }
}
