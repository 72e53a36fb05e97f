import Pitch
import Testing

@testable import Training

/// Adaptive matching against simulated players, whose errors are normal and end within reach of the control.
struct MatchingSpreadTests {
  /// A practice of `count` exercises by a player with errors of this `spread`; gives the ranges that were asked.
  private func ranges(
    _ session: inout MatchingSession, exercises count: Int, spread: Double, seed: UInt64
  ) throws -> [Double] {
    // The listener's σ is the spread; see `SimulatedListener.finalError`.
    let threshold = Cents(spread * SimulatedListener.thresholdPerSigma)
    var player = try found(SimulatedListener(threshold: threshold, seed: seed))
    var exercise = try session.begin()
    var all: [Double] = []
    for step in 0..<count {
      all.append(exercise.range.value)
      let error = player.finalError(of: exercise).value
      exercise = try found(session.complete(exercise, start: Double(step) * 5, error: error))
    }
    _ = session.handle(.stop)
    return all
  }

  private func session(seed: UInt64, range: Double = 200) throws -> MatchingSession {
    MatchingSession(
      seed: seed, settings: TrainingSettings(matchingRange: Cents(range), matchingAdaptive: true))
  }

  private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  @Test(arguments: [5.0, 15, 40])
  func `the range settles near three spreads`(spread: Double) throws {
    var settled: [Double] = []
    for seed in 0..<40 {
      var session = try session(seed: UInt64(seed))
      let ranges = try ranges(&session, exercises: 200, spread: spread, seed: UInt64(seed) + 1_000)
      #expect(ranges.first == 200)
      settled += ranges.suffix(100)
    }
    let typical = median(settled) / (3 * spread)
    #expect((0.9...1.1).contains(typical), "median of the settled ranges, in three spreads")
    let inBand = settled.filter { (0.5...2).contains($0 / (3 * spread)) }.count
    #expect(Double(inBand) > 0.98 * Double(settled.count))
  }

  @Test func `a new player starts with the full range and reaches the right one within fifty exercises`() throws {
    var after: [Double] = []
    for seed in 0..<40 {
      var session = try session(seed: UInt64(seed), range: 100)
      let ranges = try ranges(&session, exercises: 51, spread: 5, seed: UInt64(seed) + 2_000)
      #expect(ranges.first == 100)
      after.append(ranges[50])
    }
    #expect(median(after) < 20)
  }

  @Test func `it widens again when the player gets worse`() throws {
    var before: [Double] = []
    var after: [Double] = []
    for seed in 0..<40 {
      var session = try session(seed: UInt64(seed), range: 100)
      before.append(try found(ranges(&session, exercises: 150, spread: 5, seed: UInt64(seed) + 3_000).last))
      after.append(try found(ranges(&session, exercises: 80, spread: 40, seed: UInt64(seed) + 4_000).last))
    }
    #expect(median(before) < 20 && median(after) > 80)
  }

  @Test func `a player who never moves gets the full range again`() throws {
    var session = try session(seed: 5, range: 100)
    _ = try ranges(&session, exercises: 150, spread: 4, seed: 9)
    var exercise = try session.begin()
    #expect(exercise.range.value < 25)
    for step in 0..<120 {
      let offset = exercise.startOffset.value
      exercise = try found(session.complete(exercise, start: Double(step) * 5, error: offset))
    }
    #expect(exercise.range.value > 80)
  }

  @Test func `a lucky run of six changes the range by up to six steps, and as many misses restore it`() throws {
    var spread = MatchingSpread()
    let exercise = try matchingExercise()
    for _ in 0..<3 { spread.learn(exercise, error: .zero) }
    let before = spread.range(in: .matching, held: false, limit: Cents(200)).value
    for _ in 0..<6 { spread.learn(exercise, error: .zero) }
    let lucky = spread.range(in: .matching, held: false, limit: Cents(200)).value
    #expect(lucky > before * 0.63 && lucky < before)
    // However wild: one match is one step.
    for _ in 0..<6 { spread.learn(exercise, error: Cents(1e9)) }
    #expect(abs(spread.range(in: .matching, held: false, limit: Cents(200)).value - before) < 1e-9)
  }

  @Test func `the range stays between ten cents and the setting, however long the series`() throws {
    let exercise = try matchingExercise()
    var spread = MatchingSpread()
    for _ in 0..<1_000 { spread.learn(exercise, error: .zero) }
    #expect(spread.range(in: .matching, held: false, limit: Cents(100)).value == 10)
    // What was reached is left at once: nothing has to be undone first.
    spread.learn(exercise, error: Cents(30))
    #expect(spread.range(in: .matching, held: false, limit: Cents(100)).value > 10.7)
    for _ in 0..<1_000 { spread.learn(exercise, error: Cents(300)) }
    #expect(spread.range(in: .matching, held: false, limit: Cents(100)).value == 100)
    // No more than the range of the exercises could show, and one step.
    #expect(abs(spread.range(in: .matching, held: false, limit: Cents(200)).value - 108) < 1e-9)
    let wide = try matchingExercise(range: 200)
    for _ in 0..<1_000 { spread.learn(wide, error: Cents(300)) }
    #expect(spread.range(in: .matching, held: false, limit: Cents(200)).value == 200)
    #expect(spread.range(in: .matching, held: false, limit: Cents(10)).value == 10)
  }

  @Test func `unison and intervals each have a spread`() throws {
    var spread = MatchingSpread()
    for _ in 0..<20 { spread.learn(try matchingExercise(), error: .zero) }
    #expect(spread.range(in: .matching, held: false, limit: Cents(100)).value < 30)
    #expect(spread.range(in: .intervalMatching, held: false, limit: Cents(100)).value == 100)
    for _ in 0..<5 { spread.learn(try matchingExercise(mode: .intervalMatching), error: .zero) }
    let interval = spread.range(in: .intervalMatching, held: false, limit: Cents(100)).value
    #expect(interval < 100 && interval > 60)
  }

  @Test func `history and the current practice teach the same`() throws {
    var session = try session(seed: 3)
    var records: [MatchingRecord] = []
    var exercise = try session.begin()
    for (step, error) in [3.0, -60, 12, 0, 45, -2, 7].enumerated() {
      records.append(matchingRecord(exercise, error: error))
      exercise = try found(session.complete(exercise, start: Double(step) * 5, error: error))
    }
    let resumed = MatchingSession(settings: session.settings, generator: SeededGenerator(seed: 1), history: records)
    #expect(resumed.spread == session.spread && resumed.spread != MatchingSpread())
  }

  @Test func `a start too near the end of the range teaches nothing`() throws {
    var spread = MatchingSpread()
    let cramped = try matchingExercise(startOffset: -78)
    spread.learn(cramped, error: .zero)
    spread.learn(cramped, error: Cents(-60))
    #expect(spread == MatchingSpread())
    spread.learn(try matchingExercise(startOffset: -77), error: .zero)
    #expect(spread != MatchingSpread())
  }

  @Test func `an undefined number teaches nothing`() throws {
    var spread = MatchingSpread()
    spread.learn(try matchingExercise(), error: Cents(.nan))
    spread.learn(try matchingExercise(range: .nan), error: Cents(3))
    #expect(spread == MatchingSpread())
  }

  @Test func `without adaptation the range is the setting, whatever was learned`() throws {
    var session = MatchingSession(settings: TrainingSettings(matchingRange: Cents(70)))
    var exercise = try session.begin()
    for step in 0..<20 {
      #expect(exercise.range.value == 70)
      exercise = try found(session.complete(exercise, start: Double(step) * 5, error: 0))
    }
  }
}
