import CLinux
import Controllers
import Foundation
import Linux
import MIDI
import Ports
import Sound
import Synchronization
import Time

/// An X-Touch One whose buttons are pressed by a thread like the hands thread: real-time where permitted, each press
/// stamped just before it is reported, 5…60 ms after an answer has begun to count. The same thread takes the lights
/// that come back, and stamps them where the hands thread would write them into the sequencer.
final class TimedKeys: MIDIPorts {
  private struct Shared {
    var report: (@Sendable (MIDIPortEvent) -> Void)?
    var canAnswer = false
    var outgoing: [MIDIMessage] = []
    var lights: [Double] = []
  }

  private let shared = Mutex(Shared())
  private let realtimeGranted = Atomic<Bool>(false)
  private let bell = EventFD()
  private let outbox = EventFD()
  private let clock = SystemTime()
  private static let port = PortID(client: 20, port: 0)
  /// Forward and rewind, Higher and Lower, with a light each: an answer puts one of them out, which is a single
  /// message.
  private static let buttons = [UInt7(truncating: 92), UInt7(truncating: 91)]

  /// Whether the thread got real-time priority.
  var realtime: Bool { realtimeGranted.load(ordering: .relaxed) }

  /// Seconds from each press to the write of its light.
  var lights: [Double] { shared.withLock { $0.lights } }

  func start(report: @escaping @Sendable (MIDIPortEvent) -> Void) {
    shared.withLock { $0.report = report }
    report(.ready)
    report(.connected(PortDescription(id: Self.port, clientName: "X-Touch One", portName: "X-Touch One MIDI 1")))
    Thread.detachNewThread { [self] in press(report: report) }
  }

  func send(_ messages: [MIDIMessage], to port: PortID) {
    shared.withLock { $0.outgoing += messages }
    outbox.ring()
  }

  func close(within limit: Duration) {}

  /// Called on every change of the view state: asks for a press when an answer has begun to count.
  func look(at state: ViewState) {
    let begins = shared.withLock { shared in
      defer { shared.canAnswer = state.canAnswer }
      return state.canAnswer && !shared.canAnswer
    }
    if begins { bell.ring() }
  }

  private func press(report: @Sendable (MIDIPortEvent) -> Void) {
    realtimeGranted.store(linux_set_realtime(60) >= 0, ordering: .relaxed)
    let channel = Channel(statusNibble: 0)
    // Not a light's 127: a message with the very same bytes so soon after would be treated as its echo.
    let velocity = UInt7(truncating: 100)
    for count in 0... {
      write(until: nil, pressed: nil)
      // The target is heard a playback latency after it was made.
      write(until: clock.now() + .nanoseconds(Int64.random(in: 5_000_000...60_000_000)), pressed: nil)
      let note = Self.buttons[count % 2]
      let pressed = clock.now()
      report(.received(Self.port, .noteOn(channel: channel, note: note, velocity: velocity), at: pressed))
      write(until: pressed + .milliseconds(20), pressed: pressed)
      report(.received(Self.port, .noteOff(channel: channel, note: note, velocity: velocity), at: clock.now()))
    }
  }

  /// Takes lights as they come until `deadline`, or else until an answer has begun to count. The first after a press
  /// counts.
  private func write(until deadline: MonotonicTime?, pressed: MonotonicTime?) {
    var pressed = pressed
    while true {
      var waiting = [outbox, bell].map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
      let left = deadline.map { max(0, Int64(($0 - clock.now()).seconds * 1e9)) } ?? -1
      linux_wait(&waiting, deadline == nil ? 2 : 1, left)
      if waiting[0].revents != 0 {
        outbox.clear()
        let messages = shared.withLock { shared in
          defer { shared.outgoing = [] }
          return shared.outgoing
        }
        if !messages.isEmpty, let moment = pressed {
          let taken = (clock.now() - moment).seconds
          shared.withLock { $0.lights.append(taken) }
          pressed = nil
        }
      }
      if let deadline {
        if clock.now() >= deadline { return }
      } else if waiting[1].revents != 0 {
        bell.clear()
        return
      }
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
      case .answered(_, _, _, _, let inputTime, _): shared.input = inputTime
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
