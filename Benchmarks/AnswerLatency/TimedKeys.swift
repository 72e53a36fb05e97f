import CLinux
import Controllers
import Foundation
import MIDI
import Ports
import Sound
import Synchronization
import Time

/// A keyboard whose keys are pressed by a thread like the hands thread: real-time where permitted, each press stamped
/// just before it is reported, 5…60 ms after an answer has begun to count.
final class TimedKeys: MIDIPorts {
  private struct Shared {
    var report: (@Sendable (MIDIPortEvent) -> Void)?
    var canAnswer = false
  }

  private let shared = Mutex(Shared())
  private let realtimeGranted = Atomic<Bool>(false)
  private let bell = linux_eventfd()
  private static let port = PortID(client: 20, port: 0)

  /// Whether the thread got real-time priority.
  var realtime: Bool { realtimeGranted.load(ordering: .relaxed) }

  func start(report: @escaping @Sendable (MIDIPortEvent) -> Void) {
    shared.withLock { $0.report = report }
    report(.ready)
    report(.connected(PortDescription(id: Self.port, clientName: "Keys", portName: "Keys MIDI 1")))
    Thread.detachNewThread { [self] in press(report: report) }
  }

  func send(_ messages: [MIDIMessage], to port: PortID) {}
  func close(within limit: Duration) {}

  /// Called on every change of the view state: asks for a press when an answer has begun to count.
  func look(at state: ViewState) {
    let begins = shared.withLock { shared in
      defer { shared.canAnswer = state.canAnswer }
      return state.canAnswer && !shared.canAnswer
    }
    if begins { linux_eventfd_signal(bell) }
  }

  private func press(report: @Sendable (MIDIPortEvent) -> Void) {
    realtimeGranted.store(linux_set_realtime(60) >= 0, ordering: .relaxed)
    let channel = Channel(statusNibble: 0)
    let velocity = UInt7(truncating: 100)
    let clock = SystemTime()
    var note = UInt7(truncating: 72)
    while true {
      var waiting = [pollfd(fd: bell, events: Int16(POLLIN), revents: 0)]
      linux_wait(&waiting, 1, -1)
      linux_eventfd_take(bell)
      // The target is heard a playback latency after it was made.
      linux_wait(nil, 0, Int64.random(in: 5_000_000...60_000_000))
      report(.received(Self.port, .noteOn(channel: channel, note: note, velocity: velocity), at: clock.now()))
      linux_wait(nil, 0, 20_000_000)
      report(.received(Self.port, .noteOff(channel: channel, note: note, velocity: velocity), at: clock.now()))
      note = note.rawValue == 72 ? UInt7(truncating: 48) : UInt7(truncating: 72)
    }
  }
}

/// Pairs each answer's time stamp with the time of the frame it took effect on.
final class LatencyEvents: PracticeEventSink {
  private struct Shared {
    var input: MonotonicTime?
    var latencies: [Double] = []
    var period = 0
  }

  private let shared = Mutex(Shared())
  private let engine: SoundEngine

  init(engine: SoundEngine) { self.engine = engine }

  func post(_ event: PracticeEvent) {
    shared.withLock { shared in
      switch event.kind {
      case .soundReady(let description): shared.period = description.period
      case .answered(_, _, _, let inputTime, _): shared.input = inputTime
      case .feedbackStarted(_, let frame):
        guard let input = shared.input, let fade = engine.clock.time(of: frame) else { return }
        shared.latencies.append((fade - input).seconds)
      default: break
      }
    }
  }

  /// Seconds for every answer, and the server's period in frames.
  func report() -> (latencies: [Double], period: Int) {
    shared.withLock { ($0.latencies, $0.period) }
  }
}
