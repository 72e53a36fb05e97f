// The cost of JACK's callback while nothing sounds, while one note does, while a second is held next to it, and for
// eight notes of 16 partials.
//
// First as the server calls it: buffers, times and all, the renderer included. Then the renderer alone, again and again
// on one thread, so that all its data is in the processor's nearest memory; next to it a loop that only calls the C
// library's sine for each frame. The measurements alternate, so that disturbances of the machine affect all alike.
// Usage:
//   CallbackCost [TURNS]
// Exit code 1 if the callback takes more than 1.05 times as long for two notes as for one, or more than a tenth of the
// period for the eight.

import Foundation
import Pitch
import Sound

let turns = CommandLine.arguments.count > 1 ? Int(CommandLine.arguments[1]) ?? 60 : 60
let bar = 1.05
let shareBar = 0.10

/// The notes that sound.
enum Kind: String, CaseIterable {
  case silence
  case one = "one note"
  case two = "two notes"
  case partials = "eight notes of 16 partials"

  /// Returns the commands that begin it.
  func batch(epoch: UInt32) -> [SoundCommand] {
    let held = SoundCommand.note(
      role: .reference, epoch: epoch, start: .after(0), frames: 3_000, hertz: 440, gain: 1, sustain: 1)
    let tuned = SoundCommand.note(role: .tunable, epoch: epoch, start: .after(0), frames: .max, hertz: 441.27, gain: 1)
    return switch self {
    case .silence: []
    case .one: [tuned]
    case .two: [held, tuned]
    case .partials:
      (0..<8).map { index in
        let hertz = 110 * Double(index + 2) / 2
        return .note(
          role: .reference, epoch: epoch, start: .after(0), frames: .max, hertz: hertz, gain: 0.1, timbre: .string)
      }
    }
  }
}

/// Measurements of several subjects in the same turns, in ns, one value per turn.
struct Table {
  var title: String
  var names: [String]
  private var values: [String: [Double]] = [:]

  init(_ title: String, _ names: [String]) {
    self.title = title
    self.names = names
  }

  mutating func add(_ nanoseconds: Double, to name: String) { values[name, default: []].append(nanoseconds) }

  /// Returns the quartiles of the duration relative to `one` in the same turn.
  func ratios(of name: String) -> [Double] {
    let one = values[Kind.one.rawValue, default: []]
    return quartiles(zip(values[name, default: []], one).map { $0 / $1 })
  }

  /// Returns the median of the duration, in ns.
  func median(of name: String) -> Double { quartiles(values[name, default: []])[1] }

  func show() {
    print("\(title)\n| what | median, ns | times one note | middle half of the turns |\n|---|---|---|---|")
    for name in names {
      let ratios = ratios(of: name)
      let nanoseconds = Int(median(of: name))
      print(String(format: "| %@ | %d | %.3f | %.3f to %.3f |", name, nanoseconds, ratios[1], ratios[0], ratios[2]))
    }
  }
}

func quartiles(_ values: [Double]) -> [Double] {
  let sorted = values.sorted()
  return [1, 2, 3].map { sorted[sorted.count * $0 / 4] }
}

// As the server calls it.

let engine = try SoundEngine(rate: 48_000)
var controller = try engine.takeController()
let client = try WatchedClient(server: ProcessInfo.processInfo.environment["JACK_DEFAULT_SERVER"], engine: engine)
try engine.prepare(rate: client.rate)
client.run()
var called = Table("JACK's callback, in ns for \(client.period) frames", Kind.allCases.map(\.rawValue))
var epoch: UInt32 = 0
for turn in 0..<turns {
  for place in Kind.allCases.indices {
    // Each of them follows each other one equally often.
    let kind = Kind.allCases[(place * (turn % 2 + 1) + turn) % Kind.allCases.count]
    epoch += 1
    _ = controller.submit(kind.batch(epoch: epoch))
    try client.wait(for: 100)
    called.add(quartiles(try client.times(of: 300))[1], to: kind.rawValue)
    _ = controller.submit([.fade(epoch: epoch)])
    try client.wait(for: 50)
    controller.clearWake()
    while controller.nextEvent() != nil {}
  }
}
let period = client.period
let rate = client.rate
client.close()
called.show()
print()

// The renderer alone.

/// Returns a function that runs cycles of a new renderer in which `kind` sounds.
func renderer(_ kind: Kind) throws -> () -> Void {
  let engine = try SoundEngine(rate: 48_000)
  var controller = try engine.takeController()
  _ = controller.submit(kind.batch(epoch: 1))
  let left = UnsafeMutablePointer<Float>.allocate(capacity: period)
  let right = UnsafeMutablePointer<Float>.allocate(capacity: period)
  var time: Int64 = 0
  return {
    renderCycle(
      engine.realtimePointer, frames: UInt32(period), left: left, right: right, cycleStart: time, latency: 0)
    time += 1_333_333
  }
}

/// Returns a function that computes as many frames of one sine with the C library only.
func plainSine() -> () -> Void {
  let output = UnsafeMutablePointer<Float>.allocate(capacity: period)
  let step = 2 * Double.pi * 440 / 48_000
  var phase = 0.0
  return {
    for frame in 0..<period {
      output[frame] = Float(0.1 * sin(phase + Double(frame) * step))
    }
    phase = (phase + Double(period) * step).truncatingRemainder(dividingBy: 2 * .pi)
  }
}

let cycles = 500
// Without the eight notes: whatever was measured after them took a third longer.
let few = Kind.allCases.filter { $0 != .partials }
var subjects = try few.map { ($0.rawValue, try renderer($0)) }
subjects.append(("the C library's sine", plainSine()))
var alone = Table("the renderer alone, in ns for \(period) frames", subjects.map { $0.0 })
for turn in 0..<turns + 2 {
  for (name, cycle) in subjects {
    let start = WatchedClient.now()
    for _ in 0..<cycles { cycle() }
    let taken = Double(WatchedClient.now() - start) / Double(cycles)
    // By then their attacks are over.
    if turn >= 2 { alone.add(taken, to: name) }
  }
}
alone.show()

let ratio = called.ratios(of: Kind.two.rawValue)[1]
print(
  String(
    format: "\nthe callback with two notes takes %.3f times as long as with one, bar %.2f: %@", ratio, bar,
    ratio <= bar ? "met" : "NOT MET"))
let share = called.median(of: Kind.partials.rawValue) * 1e-9 * Double(rate) / Double(period)
print(
  String(
    format: "with eight notes of 16 partials it takes %.1f %% of the period, bar %.0f %%: %@", 100 * share,
    100 * shareBar, share <= shareBar ? "met" : "NOT MET"))
exit(ratio <= bar && share <= shareBar ? 0 : 1)
