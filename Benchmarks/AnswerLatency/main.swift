// How long after a key's time stamp its answer takes effect: the first frame of the fade, in periods of the server; and
// how long until its light is about to be written into the sequencer.
//
// The whole native path runs: a real-time thread stamps and reports key presses as the hands thread does, the loop's
// own thread decides, the renderer fades under a real `jackd`. Only the keys are made here, and the lights end here.
// Usage:
//   AnswerLatency [ANSWERS] [BUSY-TASKS]
// Exit code 1 if more than one light in a hundred is later than 1 ms.

import Controllers
import Foundation
import JACKOutput
import Ports
import Practice
import Sound
import Time
import Training

let answers = CommandLine.arguments.count > 1 ? Int(CommandLine.arguments[1]) ?? 1_000 : 1_000
let busyTasks = CommandLine.arguments.count > 2 ? Int(CommandLine.arguments[2]) ?? 0 : 0

for _ in 0..<busyTasks {
  Task.detached(priority: .high) {
    var value = 1.0
    while true { value = (value * 1.000_001).truncatingRemainder(dividingBy: 3) }
  }
}

let time = SystemTime()
let engine = try SoundEngine(rate: 48_000)
let output = try JACKOutput(
  engine: engine,
  options: JACKOptions(
    audio: .jack, serverName: ProcessInfo.processInfo.environment["JACK_DEFAULT_SERVER"]), time: time)
let keys = TimedKeys()
let latencies = LatencyEvents(engine: engine)
var settings = Settings()
settings.training.noteDuration = TrainingSettings.noteDurations.lowerBound
settings.tick = false
let file = URL(filePath: #filePath).appending(path: "../../../config/controllers/behringer-x-touch-one.yaml")
  .standardized
let mapping = MappingLibrary.mapping(in: Array(try Data(contentsOf: file)), file: file.path)
let configuration = PracticeConfiguration(
  settings: PracticeSettings(settings), library: MappingLibrary(mappings: mapping.map { [$0] } ?? []),
  startMode: .comparison,
  exercises: answers,
  seed: 1)
let parts = PracticeParts(
  ports: keys, output: output, engine: engine, store: InMemoryStore(), events: latencies, time: time)
let practice = try Practice(configuration: configuration, parts: parts)
let views = practice.views
practice.views.observe { keys.look(at: views.state) }
_ = practice.run()
output.close(within: .seconds(1))
let report = latencies.report()
let period = Double(report.period) / 48_000
let row = report.latencies.sorted()
func share(_ quantile: Double) -> String {
  String(format: "%.2f", row[min(row.count - 1, Int(quantile * Double(row.count)))] / period)
}
let gap = Double(engine.counters.longestCycleGap) / 1e9 / period
print("answer to the fade's first frame, in periods of \(report.period) frames, \(busyTasks) busy tasks")
print("| answers | median | p99 | worst | 1 + longest cycle gap | real time |")
print("|---|---|---|---|---|---|")
print(
  "| \(row.count) | \(share(0.5)) | \(share(0.99)) | \(share(1)) | \(String(format: "%.2f", 1 + gap)) | \(keys.realtime ? "yes" : "no") |"
)
let lights = keys.lights.sorted()
guard lights.count == row.count else {
  print("\(lights.count) lights for \(row.count) answers")
  exit(1)
}
func lateness(_ quantile: Double) -> Double {
  lights[min(lights.count - 1, Int(quantile * Double(lights.count)))] * 1e3
}
print("key to the write of its light, in ms")
print("| lights | median | p99 | worst |")
print("|---|---|---|---|")
print(
  "| \(lights.count) | " + [0.5, 0.99, 1].map { String(format: "%.3f", lateness($0)) }.joined(separator: " | ") + " |")
exit(lateness(0.99) <= 1 ? 0 : 1)
