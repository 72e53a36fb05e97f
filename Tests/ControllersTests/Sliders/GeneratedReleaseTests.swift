import Controllers
import Foundation
import TestSupport
import Testing

/// Ten thousand times let go, and ten thousand times not. For another seed:
/// `PEACH_TRACE_SEED=7 scripts/run-tests --filter GeneratedReleaseTests`.
struct GeneratedReleaseTests {
  private static let seed = ProcessInfo.processInfo.environment["PEACH_TRACE_SEED"].flatMap(UInt64.init) ?? 1
  private static let count = 10_000
  /// Each part has its own generator, so that parts can run in parallel.
  private static let parts = 4

  private struct Tally: CustomStringConvertible {
    var wrong = 0
    var missed = 0
    var falsely = 0
    /// Committed later than 95 ms after the last message, or before the renderer had 35 ms to be back on the plateau.
    var late = 0
    var hasty = 0
    /// Committed with another value than that of the very moment of letting go: tremor, for information only.
    var beside = 0
    /// Not committed, and something else is held than where the wheel was heard last.
    var lost = 0

    var description: String {
      "wrong \(wrong), missed \(missed), false \(falsely), late \(late), hasty \(hasty), lost \(lost);"
        + " \(beside) more than a step beside the moment of letting go"
    }

    static func + (left: Tally, right: Tally) -> Tally {
      Tally(
        wrong: left.wrong + right.wrong, missed: left.missed + right.missed, falsely: left.falsely + right.falsely,
        late: left.late + right.late, hasty: left.hasty + right.hasty, beside: left.beside + right.beside,
        lost: left.lost + right.lost)
    }
  }

  private static func play(_ trace: GeneratedTrace, withoutLast: Bool = false) -> SliderPlayer {
    var player = SliderPlayer()
    player.play(trace.history)
    player.begin(at: GeneratedTrace.start)
    player.play(withoutLast ? trace.samples.dropLast() : trace.samples)
    player.wait(until: player.lastInput + 1000)
    return player
  }

  /// Returns whether the held value is one of `values`, or one step off.
  private static func holds(_ player: SliderPlayer, _ trace: GeneratedTrace, _ values: ClosedRange<Int>) -> Bool {
    let step = Int((16383 / Double(trace.wheel.steps - 1)).rounded(.up))
    return player.held >= player.cents(values.lowerBound - step) - 1e-9
      && player.held <= player.cents(values.upperBound + step) + 1e-9
  }

  private static func judge(_ trace: GeneratedTrace, _ player: SliderPlayer, _ tally: inout Tally) {
    // A wheel whose first value came from far out is left alone until it has rested.
    if player.releases.isEmpty, !player.events.isEmpty, let last = player.lastValue,
      abs(player.held - player.cents(last)) > 1e-9
    {
      tally.lost += 1
    }
    guard trace.kind == .release else {
      if !player.releases.isEmpty { tally.falsely += 1 }
      return
    }
    guard player.releases == [.springBack] else { return tally.missed += 1 }
    if !holds(player, trace, trace.held) { tally.wrong += 1 }
    if !holds(player, trace, trace.atRelease...trace.atRelease) { tally.beside += 1 }
    if let delay = player.commitDelay, delay > 95 { tally.late += 1 }
    if let steady = player.steadyBeforeRelease, steady < 35 { tally.hasty += 1 }
  }

  /// Plays `kinds` in turn, in parts that run beside one another.
  private static func run(_ kinds: [GeneratedTrace.Kind], count: Int, withoutLast: Bool = false) async -> Tally {
    await withTaskGroup(of: Tally.self) { group in
      for part in 0..<parts {
        group.addTask {
          var tally = Tally()
          var generator = SplitMix64(seed: seed &* 1000 &+ UInt64(part))
          for index in 0..<count / parts {
            let trace = GeneratedTrace(kinds[index % kinds.count], using: &generator)
            judge(trace, play(trace, withoutLast: withoutLast), &tally)
          }
          return tally
        }
      }
      return await group.reduce(Tally()) { $0 + $1 }
    }
  }

  @Test func `releases are distinguished from tuning`() async {
    let tally = await Self.run([.release, .slowReturn, .release, .crossing, .release, .stop], count: 2 * Self.count)
    print("generated traces, seed \(Self.seed): \(tally)")
    #expect(Double(tally.wrong) <= 0.005 * Double(Self.count), "seed \(Self.seed): \(tally)")
    #expect(Double(tally.missed) <= 0.005 * Double(Self.count), "seed \(Self.seed): \(tally)")
    #expect(Double(tally.falsely) <= 0.001 * Double(Self.count), "seed \(Self.seed): \(tally)")
    #expect(tally.late == 0 && tally.hasty == 0 && tally.lost == 0, "seed \(Self.seed): \(tally)")
  }

  /// The value at which the wheel came to rest never arrives: no wrong value is committed. If the release is not
  /// recognised, the value follows the wheel, so a commit by hand always gives one that was heard.
  @Test func `releases without a last value are recognised`() async {
    let tally = await Self.run([.release], count: Self.count, withoutLast: true)
    print("generated traces without the last value, seed \(Self.seed): \(tally)")
    #expect(Double(tally.wrong) <= 0.001 * Double(Self.count), "seed \(Self.seed): \(tally)")
    #expect(tally.lost == 0, "seed \(Self.seed): \(tally)")
    #expect(tally.missed > 0, "some wheels never came to rest")
  }

  /// Being asked late, or only when the next message comes, changes nothing.
  @Test func `late polling changes nothing`() {
    var generator = SplitMix64(seed: Self.seed)
    for index in 0..<400 {
      let trace = GeneratedTrace(GeneratedTrace.Kind.allCases[index % 4], using: &generator)
      let timely = Self.play(trace)
      var late = SliderPlayer()
      late.isLate = true
      late.play(trace.history)
      late.begin(at: GeneratedTrace.start)
      late.play(trace.samples)
      late.wait(until: late.lastInput + 1000)
      #expect(timely.events == late.events, "seed \(Self.seed), trace \(index)")
    }
  }

  /// For any trace, the committed value is the last one reported, is within the range, and nothing is reported after
  /// it.
  @Test func `nothing is reported after a release`() {
    var generator = SplitMix64(seed: Self.seed &+ 1)
    for index in 0..<400 {
      let player = Self.play(GeneratedTrace(GeneratedTrace.Kind.allCases[index % 4], using: &generator))
      for (place, event) in player.events.enumerated() {
        switch event {
        case .moved(let cents, _): #expect(abs(cents) <= 100)
        case .released: #expect(place == player.events.count - 1, "seed \(Self.seed), trace \(index)")
        }
      }
    }
  }
}
