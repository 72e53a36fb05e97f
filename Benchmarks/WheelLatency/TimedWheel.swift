import CLinux
import Controllers
import Foundation
import Linux
import MIDI
import Ports
import Sound
import Synchronization
import Time

/// A keyboard whose pitch wheel is moved by a thread like the hands thread: real-time where permitted, each message
/// stamped just before it is reported.
///
/// In every exercise the wheel goes outwards in small steps, 5…60 ms apart, so that none of them is suspected to be a
/// spring's; then the pedal commits, the wheel goes back to its rest, and the next exercise begins.
final class TimedWheel: MIDIPorts {
  private struct Shared {
    var canTune = false
    var isHeld = false
    var latencies: [Bool: [Double]] = [:]
    var unheard = 0
  }

  private let shared = Mutex(Shared())
  private let realtimeGranted = Atomic<Bool>(false)
  private let bell = EventFD()
  private let engine: SoundEngine
  private static let port = PortID(client: 20, port: 0)
  private static let channel = Channel(statusNibble: 0)
  private static let rest = 8_192
  /// Steps of each exercise, and their size: 1 % of the way to the wheel's end.
  static let steps = 20
  private static let step = 82

  init(engine: SoundEngine) { self.engine = engine }

  /// Whether the thread got real-time priority.
  var realtime: Bool { realtimeGranted.load(ordering: .relaxed) }
  /// Seconds from each message's stamp to the first frame of changed pitch, while the reference was held and while not.
  func latencies(held: Bool) -> [Double] { shared.withLock { $0.latencies[held, default: []] } }
  /// Messages that changed nothing within a second.
  var unheard: Int { shared.withLock { $0.unheard } }

  func start(report: @escaping @Sendable (MIDIPortEvent) -> Void) {
    report(.ready)
    report(.connected(PortDescription(id: Self.port, clientName: "Wheel", portName: "Wheel MIDI 1")))
    Thread.detachNewThread { [self] in play(report: report) }
  }

  func send(_ messages: [MIDIMessage], to port: PortID) {}
  func close(within limit: Duration) {}

  /// Handles the start of another exercise.
  func begin(held: Bool) { shared.withLock { $0.isHeld = held } }

  /// Called on every change of the view state: asks for a gesture when the note can be tuned.
  func look(at state: ViewState) {
    let begins = shared.withLock { shared in
      defer { shared.canTune = state.canTune }
      return state.canTune && !shared.canTune
    }
    if begins { bell.ring() }
  }

  private func play(report: @Sendable (MIDIPortEvent) -> Void) {
    realtimeGranted.store(linux_set_realtime(60) >= 0, ordering: .relaxed)
    let clock = SystemTime()
    func send(_ message: MIDIMessage) -> MonotonicTime {
      let time = clock.now()
      report(.received(Self.port, message, at: time))
      return time
    }
    func bend(_ value: Int) -> MonotonicTime {
      send(
        .pitchBend(
          channel: Self.channel,
          value: UInt14(most: UInt7(truncating: value >> 7), least: UInt7(truncating: value & 0x7F))))
    }
    _ = bend(Self.rest)
    while true {
      var waiting = [pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0)]
      linux_wait(&waiting, 1, -1)
      bell.clear()
      // The note is heard a playback latency after it was made.
      linux_wait(nil, 0, 100_000_000)
      for step in 1...Self.steps {
        linux_wait(nil, 0, Int64.random(in: 5_000_000...60_000_000))
        let before = engine.retuning?.frame
        let time = bend(Self.rest + (step + 10) * Self.step)
        wait(for: time, after: before)
      }
      for value in [127, 0] {
        _ = send(
          .controlChange(
            channel: Self.channel, controller: UInt7(truncating: 64), value: UInt7(truncating: value)))
      }
      _ = bend(Self.rest)
    }
  }

  /// Waits until the renderer has changed the pitch for the message of `time`, at most a second.
  private func wait(for time: MonotonicTime, after before: Frame?) {
    for _ in 0..<1_000 {
      if let retuning = engine.retuning, retuning.frame != before, let changed = engine.clock.time(of: retuning.frame) {
        return shared.withLock { $0.latencies[$0.isHeld, default: []].append((changed - time).seconds) }
      }
      linux_wait(nil, 0, 1_000_000)
    }
    shared.withLock { $0.unheard += 1 }
  }
}
