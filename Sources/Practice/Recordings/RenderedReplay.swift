import Controllers
import Foundation
import Ports
import Practice
import Sound
import Synchronization
import Time

/// Plays a recording of hardware input alone, with the sound rendered in virtual time. This turns input that was
/// recorded, or written by hand, into tests.
public struct RenderedReplay: ~Copyable {
  private let recording: Recording
  private var core: PracticeCore
  private let time: ManualTime
  private let mailbox: Mailbox
  private var renderer: OfflineRenderer
  private var taken: [PracticeInput]
  /// Whether the last cycle was rendered for an input before the cycle's end; its output is not handled yet.
  private var isCycleOpen = false
  /// The time between lines left out so far.
  private var leftOut = Duration.zero
  /// The views for the surfaces.
  public let views: ViewPublisher

  static let period = 128
  /// The time for which sound runs before the first line, to reach its level.
  static let lead = Duration.seconds(1)
  /// The time for which practice continues after the last line.
  static let rest = Duration.seconds(1)
  /// The maximum time between two lines in the replay: practice has stopped before that.
  static let longestWait = Duration.seconds(240)

  /// A replay of `recording`; sends events to `events`, messages to `ports`. `library` provides mappings that the
  /// recording lacks.
  /// - Throws: `RecordingProblem` for invalid settings; `SoundEngineError`.
  public init(
    _ recording: Recording, library: MappingLibrary, events: any PracticeEventSink,
    ports: any MIDIPorts = InMemoryMIDIPorts()
  ) throws {
    let configuration = try recording.configuration(library: library)
    let first = recording.entries.first?.step.taken.time ?? MonotonicTime(nanoseconds: 0)
    let origin = MonotonicTime(nanoseconds: max(0, first.nanoseconds - Self.lead.nanoseconds))
    let renderer = try OfflineRenderer(period: Self.period, origin: origin, seed: configuration.seed)
    let time = ManualTime(origin)
    let ids = CountedIDs()
    let date = recording.header?.date ?? Date(timeIntervalSince1970: 0)
    let parts = PracticeParts(
      ports: ports, output: OfflineOutput(period: Self.period), engine: renderer.engine, store: InMemoryStore(),
      events: events, time: time, wallClock: { date + (time.now() - origin).seconds }, makeID: { ids.next() })
    let views = ViewPublisher()
    let core = try PracticeCore(configuration: configuration, parts: parts, views: views)
    // Not at their declaration: an error thrown above would then free them, and Swift 6.2 rejects its own code for
    // that.
    self.mailbox = Mailbox(bell: nil)
    self.taken = []
    self.recording = recording
    self.views = views
    self.core = core
    self.time = time
    self.renderer = renderer
  }

  /// Replays the whole recording and stops practice. Calls `wait` before each cycle with its time.
  public mutating func run(wait: (MonotonicTime) -> Void = { _ in }) {
    let mailbox = mailbox
    core.parts.store.start { mailbox.post(.store($0)) }
    core.parts.output.start { mailbox.post(.sound($0)) }
    core.start()
    for entry in recording.entries {
      let distance = entry.step.taken.time - leftOut - time.now()
      if distance > Self.longestWait { leftOut += distance - Self.longestWait }
      render(until: entry.step.taken.time - leftOut, wait)
      if entry.step.taken.slept > .zero { time.suspend(for: entry.step.taken.slept) }
      switch entry.step.taken.step {
      case .input(let input): core.handle(input.earlier(by: leftOut))
      case .pause: core.handle(.pause)
      case .start, .rendered, .turn: break
      }
      core.advance()
    }
    render(until: time.now() + Self.rest, wait)
    core.handle(.intent(.quit(.asked), at: time.now(), source: .keys))
    render(until: time.now() + Self.rest, wait)
  }

  private mutating func render(until moment: MonotonicTime, _ wait: (MonotonicTime) -> Void) {
    while renderer.time <= moment, core.ended == nil {
      // Inputs may be denser than cycles: the output of one is handled before a second is rendered.
      if isCycleOpen, renderer.time(of: renderer.frame + Int64(Self.period)) > moment { takeCycle(wait) }
      renderer.renderCycle { _ in }
      isCycleOpen = renderer.time > moment
      if !isCycleOpen { takeCycle(wait) }
    }
    time.set(max(time.now(), moment))
  }

  /// Handles the rendered output at the end of the last cycle.
  private mutating func takeCycle(_ wait: (MonotonicTime) -> Void) {
    time.set(renderer.time)
    wait(renderer.time)
    core.takeSoundEvents()
    mailbox.takeAll(into: &taken)
    for input in taken { core.handle(input) }
    core.advance()
  }
}

extension PracticeInput {
  /// Returns the same input with an earlier time stamp.
  fileprivate func earlier(by duration: Duration) -> PracticeInput {
    switch self {
    case .controllers(.received(let id, let message, let time)):
      .controllers(.received(id, message, at: time - duration))
    case .intent(let intent, let time, let source): .intent(intent, at: time - duration, source: source)
    case .controllers, .sound, .store, .speech, .utterance, .settings, .headphonesPulled, .pages, .mapping: self
    }
  }
}

/// Ids that are the same in every replay: 1, 2, 3, …
private final class CountedIDs: Sendable {
  private let count = Atomic<UInt64>(0)

  func next() -> UUID {
    let number = count.wrappingAdd(1, ordering: .relaxed).newValue
    let bytes = (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * UInt64($0))) }
    return UUID(
      uuid: (
        0, 0, 0, 0, 0, 0, 0, 0, bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7]
      ))
  }
}
