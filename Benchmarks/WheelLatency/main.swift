// How long after a wheel message's time stamp the pitch changes: to the first frame of the changed pitch, in periods of
// the server.
//
// The whole native path runs: a real-time thread stamps and reports messages as the hands thread does, the loop's own
// thread decides whether they tune, the renderer glides under a real `jackd`. Only the wheel is made here. In every
// other exercise the reference is held beside the note: neither the pitch nor the commit may come later for it. Usage:
//   WheelLatency [MESSAGES] [BUSY-TASKS]

import Controllers
import Foundation
import JACKOutput
import Pitch
import Ports
import Practice
import Sound
import Synchronization
import Time
import Training

let messages = CommandLine.arguments.count > 1 ? Int(CommandLine.arguments[1]) ?? 1_000 : 1_000
let busyTasks = CommandLine.arguments.count > 2 ? Int(CommandLine.arguments[2]) ?? 0 : 0

for _ in 0..<busyTasks {
  Task.detached(priority: .high) {
    var value = 1.0
    while true { value = (value * 1.000_001).truncatingRemainder(dividingBy: 3) }
  }
}

/// Has the reference held in every other exercise, and knows the server and when commits took effect.
final class Exercises: PracticeEventSink {
  private struct Shared {
    var period = 0
    var input: MonotonicTime?
    var isHeld = false
    var commits: [Bool: [Double]] = [:]
  }

  private let shared = Mutex(Shared())
  private let engine: SoundEngine
  private let begin: @Sendable (_ held: Bool) -> Void

  /// A sink that calls `begin` for each exercise, with whether its reference is held.
  init(engine: SoundEngine, begin: @escaping @Sendable (_ held: Bool) -> Void) {
    self.engine = engine
    self.begin = begin
  }

  func post(_ event: PracticeEvent) {
    let begun: Bool? = shared.withLock { shared in
      switch event.kind {
      case .soundReady(let description): shared.period = description.period
      case .matchingStarted(let exercise):
        shared.isHeld = exercise.heldLevel != nil
        return shared.isHeld
      case .committed(let attempt): shared.input = attempt.commit.inputTime
      case .resultStarted(_, let frame):
        guard let input = shared.input, let fade = engine.clock.time(of: frame) else { break }
        shared.commits[shared.isHeld, default: []].append((fade - input).seconds)
      default: break
      }
      return nil
    }
    if let begun { begin(begun) }
  }

  /// Frames a cycle.
  var frames: Int { shared.withLock { $0.period } }

  /// Seconds from each commit's stamp to the first frame of the fade.
  func commits(held: Bool) -> [Double] { shared.withLock { $0.commits[held, default: []] } }
}

let time = SystemTime()
let engine = try SoundEngine(rate: 48_000)
let output = try JACKOutput(
  engine: engine,
  options: JACKOptions(
    audio: .jack, serverName: ProcessInfo.processInfo.environment["JACK_DEFAULT_SERVER"]), time: time)
let wheel = TimedWheel(engine: engine)
/// Where settings are posted, once practice is there.
let mailbox = Mutex<Mailbox?>(nil)
func settings(held: Bool) -> PracticeSettings {
  var settings = Settings()
  settings.training.noteDuration = TrainingSettings.noteDurations.lowerBound
  settings.training.matchingRange = Cents(200)
  settings.training.matchingReference = held ? .held : .first
  settings.matchingCue = .off
  return PracticeSettings(settings)
}
let (first, held) = (settings(held: false), settings(held: true))
let exercises = Exercises(engine: engine) { isHeld in
  wheel.begin(held: isHeld)
  // It counts from the next exercise on.
  mailbox.withLock(\.self)?.post(.settings(SettingsChange(isHeld ? first : held)))
}
let configuration = PracticeConfiguration(
  settings: first, library: MappingLibrary(mappings: []), startMode: .matching,
  exercises: (messages + TimedWheel.steps - 1) / TimedWheel.steps, seed: 1)
let parts = PracticeParts(
  ports: wheel, output: output, engine: engine, store: InMemoryStore(), events: exercises, time: time)
let practice = try Practice(configuration: configuration, parts: parts)
let views = practice.views
mailbox.withLock { $0 = practice.mailbox }
practice.views.observe { wheel.look(at: views.state) }
_ = practice.run()
output.close(within: .seconds(1))

let period = Double(exercises.frames) / 48_000
guard wheel.unheard == 0 else {
  print("\(wheel.unheard) messages changed nothing within a second")
  exit(1)
}

func share(_ quantile: Double, of row: [Double]) -> Double {
  row[min(row.count - 1, Int(quantile * Double(row.count)))] / period
}

/// The 95 % interval of the ratio of medians, by resampling each row.
func interval(_ ours: [Double], _ theirs: [Double]) -> ClosedRange<Double> {
  var random = SeededGenerator(seed: 1)
  func median(_ row: [Double]) -> Double {
    share(0.5, of: row.indices.map { _ in row[Int.random(in: row.indices, using: &random)] }.sorted())
  }
  let ratios = (0..<2_000).map { _ in median(ours) / median(theirs) }.sorted()
  return ratios[50]...ratios[1_949]
}

func text(_ value: Double) -> String { String(format: "%.2f", value) }
let gap = Double(engine.counters.longestCycleGap) / 1e9 / period

/// A table of what took so long, with the reference before the note and held beside it; and whether held takes longer.
/// Returns whether the bars of README.md are met.
func show(_ title: String, _ counted: String, _ latencies: (_ held: Bool) -> [Double]) -> Bool {
  let rows = [false, true].map { latencies($0).sorted() }
  guard rows.allSatisfy({ $0.count > 1 }) else {
    print("too few \(counted)")
    return false
  }
  print("\(title), in periods of \(exercises.frames) frames, \(busyTasks) busy tasks")
  print("| reference | \(counted) | median | p99 | worst | 1 + longest cycle gap | real time |")
  print("|---|---|---|---|---|---|---|")
  for (name, row) in zip(["first", "held"], rows) {
    let shares = [0.5, 0.99, 1].map { text(share($0, of: row)) }.joined(separator: " | ")
    print("| \(name) | \(row.count) | \(shares) | \(text(1 + gap)) | \(wheel.realtime ? "yes" : "no") |")
  }
  let interval = interval(rows[1], rows[0])
  let isAsQuick = interval.lowerBound <= 1.05
  print(
    "held to first, ratio of medians \(text(share(0.5, of: rows[1]) / share(0.5, of: rows[0]))), 95 % interval "
      + "\(text(interval.lowerBound)) to \(text(interval.upperBound)), bar 1.05: \(isAsQuick ? "met" : "NOT MET")")
  return isAsQuick && rows.allSatisfy { share(0.5, of: $0) <= 0.8 && share(0.99, of: $0) <= 1.5 }
}

let isMet = [
  show("wheel message to the first frame of changed pitch", "messages", wheel.latencies),
  show("commit to the first frame of the fade", "commits", exercises.commits),
]
exit(isMet.allSatisfy { $0 } ? 0 : 1)
