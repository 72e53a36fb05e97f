// How long after a wheel message's time stamp the pitch changes: to the first frame of the changed pitch, in periods of the
// server.
//
// The whole native path runs: a real-time thread stamps and reports messages as the hands thread does, the loop's own thread
// decides whether they tune, the renderer glides under a real `jackd`. Only the wheel is made here. Usage:
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

/// Remembers the server that is played to.
final class ServerInUse: PracticeEventSink {
  private let period = Mutex(0)

  func post(_ event: PracticeEvent) {
    if case .soundReady(let description) = event.kind { period.withLock { $0 = description.period } }
  }

  /// Frames a cycle.
  var frames: Int { period.withLock { $0 } }
}

let time = SystemTime()
let engine = try SoundEngine(rate: 48_000)
let output = try JACKOutput(
  engine: engine,
  options: JACKOptions(
    audio: .jack, serverName: ProcessInfo.processInfo.environment["JACK_DEFAULT_SERVER"]), time: time)
let wheel = TimedWheel(engine: engine)
let server = ServerInUse()
let configuration = PracticeConfiguration(
  training: try TrainingSettings(noteDuration: TrainingSettings.noteDurations.lowerBound, matchingRange: Cents(200)),
  matchingCue: .off, library: ProfileLibrary(profiles: []), startMode: .matching,
  exercises: (messages + TimedWheel.steps - 1) / TimedWheel.steps, seed: 1)
let parts = PracticeParts(
  ports: wheel, output: output, engine: engine, store: InMemoryStore(), events: server, time: time)
guard let practice = Practice(configuration: configuration, parts: parts) else {
  print("no descriptor left")
  exit(1)
}
let views = practice.views
practice.views.observe { wheel.look(at: views.state) }
_ = practice.run()
output.close(within: .seconds(1))

let period = Double(server.frames) / 48_000
let row = wheel.latencies.sorted()
guard wheel.unheard == 0, !row.isEmpty else {
  print("\(wheel.unheard) messages changed nothing within a second")
  exit(1)
}
func share(_ quantile: Double) -> Double {
  row[min(row.count - 1, Int(quantile * Double(row.count)))] / period
}
func text(_ value: Double) -> String { String(format: "%.2f", value) }
let gap = Double(engine.counters.longestCycleGap) / 1e9 / period
print(
  "wheel message to the first frame of changed pitch, in periods of \(server.frames) frames, \(busyTasks) busy tasks")
print("| messages | median | p99 | worst | 1 + longest cycle gap | real time |")
print("|---|---|---|---|---|---|")
print(
  "| \(row.count) | \(text(share(0.5))) | \(text(share(0.99))) | \(text(share(1))) | \(text(1 + gap)) | \(wheel.realtime ? "yes" : "no") |"
)
// The bars of the wheel: see Benchmarks/README.md.
exit(share(0.5) <= 0.8 && share(0.99) <= 1.5 ? 0 : 1)
