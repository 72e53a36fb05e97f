import Controllers
import Foundation
import Ports
import Practice
import Sound
import Time

/// Plays a recording through the same code, outside real time: each step with its recorded input, time and values read.
/// Its output is compared with the recorded output.
public struct ReplayPractice: ~Copyable {
  /// The outcome of a replay.
  public struct Outcome: Hashable, Sendable {
    /// The number of steps replayed.
    public var steps = 0
    /// The number of equal events and messages.
    public var same = 0
    /// The first difference.
    public var difference: ReplayDifference?
  }

  /// The views for the surfaces.
  public let views: ViewPublisher
  private let recording: Recording
  private var core: PracticeCore
  private let time: ManualTime
  private let sound: ReplayedSound
  private let ids: ReplayedIDs
  private let clock: ReplayedClock
  private let telling: ReplayedTelling
  private let encoder: JSONEncoder

  /// A replay of `recording`, which has sound; sends events to `events` as in practice.
  /// - Throws: `RecordingProblem` for invalid settings; `SoundEngineError`.
  public init(_ recording: Recording, events: any PracticeEventSink) throws {
    let first = recording.entries.first?.step.taken.time ?? MonotonicTime(nanoseconds: 0)
    let date = recording.header?.date ?? Date(timeIntervalSince1970: 0)
    let (time, ids, telling, clock) = (
      ManualTime(first), ReplayedIDs(), ReplayedTelling(events: events), ReplayedClock()
    )
    let sound = ReplayedSound()
    let parts = PracticeParts(
      ports: telling, output: OfflineOutput(), engine: try SoundEngine(rate: 48_000), store: InMemoryStore(),
      events: telling, time: time, wallClock: { clock.date ?? date + (time.now() - first).seconds },
      makeID: { ids.next() })
    let views = ViewPublisher()
    let configuration = try recording.configuration(library: MappingLibrary(mappings: []))
    // Only after all calls that throw: see `RenderedReplay`.
    core = PracticeCore(configuration: configuration, parts: parts, views: views, controller: sound)
    self.recording = recording
    self.views = views
    self.time = time
    self.sound = sound
    self.ids = ids
    self.clock = clock
    self.telling = telling
    encoder = RecordedLine.encoder()
  }

  /// Replays the whole recording, once. Calls `wait` before each step with the step's time.
  public consuming func run(wait: (MonotonicTime) -> Void = { _ in }) -> Outcome {
    var outcome = Outcome()
    for (index, entry) in recording.entries.enumerated() {
      wait(entry.step.taken.time)
      handle(entry.step)
      outcome.steps += 1
      let isLast = index == recording.entries.count - 1
      let (same, difference) = compare(entry, mayBreakOff: isLast && !recording.isWhole)
      outcome.same += same
      outcome.difference = outcome.difference ?? difference
    }
    return outcome
  }

  private mutating func handle(_ step: RecordedStep) {
    time.set(step.taken.time)
    time.suspend(for: step.taken.slept)
    sound.prepare(step)
    ids.prepare(step)
    clock.prepare(step)
    core.handle(step.taken.step)
    guard let turn = step.turn else { return }
    time.set(turn)
    core.handle(.turn)
  }

  /// Compares the output of the step with the recorded output. The last step of a recording that breaks off may have
  /// more output than was recorded.
  private func compare(_ entry: Recording.Entry, mayBreakOff: Bool) -> (same: Int, difference: ReplayDifference?) {
    let replayed = telling.take().map { (try? $0.text(encoder)) ?? "" }
    for (index, (recorded, replayed)) in zip(entry.told, replayed).enumerated()
    where !Self.areSame(recorded.text, replayed) {
      return (index, ReplayDifference(line: recorded.number, recorded: recorded.text, replayed: replayed))
    }
    if replayed.count < entry.told.count {
      let missing = entry.told[replayed.count]
      return (replayed.count, ReplayDifference(line: missing.number, recorded: missing.text, replayed: nil))
    }
    if replayed.count > entry.told.count, !mayBreakOff {
      let line = entry.told.last?.number ?? entry.line
      return (
        entry.told.count, ReplayDifference(line: line, recorded: nil, replayed: replayed[entry.told.count])
      )
    }
    return (entry.told.count, nil)
  }

  /// Returns whether both are the same bytes, or the same JSON object in another layout, as after an edit.
  private static func areSame(_ left: String, _ right: String) -> Bool {
    if left == right { return true }
    guard let left = try? JSONSerialization.jsonObject(with: Data(left.utf8)) as? NSDictionary,
      let right = try? JSONSerialization.jsonObject(with: Data(right.utf8)) as? NSDictionary
    else { return false }
    return left == right
  }
}
