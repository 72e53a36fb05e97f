import Exchange
import Foundation
import TestSupport
import Time
import Timers

/// Timed practices that differ in everything.
struct WorkoutMaker {
  var random: SplitMix64
  private struct Impossible: Error {}

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func workouts(_ count: Int) throws -> [Workout] { try (1...count).map { _ in try workout() } }

  private mutating func pick<Value>(_ values: [Value]) throws -> Value {
    guard let value = values.randomElement(using: &random) else { throw Impossible() }
    return value
  }

  private mutating func time() -> Date {
    Date(
      timeIntervalSince1970: Double(Int.random(in: 0...9_214_646_400_000, using: &random)) / 1000)
  }

  /// One in `range`, often at an end.
  mutating func span(in range: ClosedRange<Duration>) throws -> Duration {
    let (low, high) = (range.lowerBound.nanoseconds, range.upperBound.nanoseconds)
    return .nanoseconds(try pick([low, min(low + 1, high), high, .random(in: low...high, using: &random)]))
  }

  private mutating func configuration() throws -> TimerConfiguration {
    let form: TimerConfiguration.Form = try pick([
      .forTime(capSeconds: nil, rounds: .random(in: 1...999, using: &random)),
      .forTime(capSeconds: .random(in: 30...600, using: &random), rounds: 1),
      .amrap(durationSeconds: .random(in: 30...600, using: &random)),
      .emom(
        slots: .random(in: 1...10, using: &random), slotSeconds: .random(in: 15...60, using: &random),
        rounds: .random(in: 1...999, using: &random)),
    ])
    return try TimerConfiguration(
      form, source: try pick(RoundSource.allCases), sets: .random(in: 1...10, using: &random),
      restSeconds: try pick([0, 10, 120]), countdownSeconds: try pick([nil, 3, 60]),
      cues: Set(TimerCueGroup.allCases.filter { _ in Bool.random(using: &random) }))
  }

  mutating func workout() throws -> Workout {
    let bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
    let configuration = try configuration()
    let slots = configuration.slots
    let sets = try (0..<min(Int.random(in: 0...4, using: &random), configuration.sets)).map { set in
      WorkoutSet(
        number: set + 1, started: time(), elapsed: try span(in: .zero...configuration.longestSet),
        state: try pick(Workout.State.allCases),
        rounds: try (0..<min(Int.random(in: 0...5, using: &random), configuration.mostRounds)).map { round in
          let began = try span(in: .zero...configuration.longestSet)
          let ended = try span(in: began...Round.longest)
          return Round(
            number: round + 1, slot: try slots.map { try pick([1, $0]) }, began: began, ended: ended,
            split: try span(in: .zero...ended))
        })
    }
    return Workout(
      id: bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }, configuration: configuration,
      started: time(), ended: try pick([nil, time()]), changed: time(), state: try pick(Workout.State.allCases),
      position: WorkoutPosition(
        try pick(WorkoutPosition.Stage.allCases), set: .random(in: 1...configuration.sets, using: &random),
        elapsed: try span(in: .zero ... .seconds(TimerConfiguration.longest))),
      sets: sets)
  }
}

/// `workouts` as a file.
func workoutFile(_ workouts: [Workout], _ format: ExchangeFormat) -> [UInt8] {
  guard var writer = WorkoutWriter(format) else { return [] }
  for workout in workouts { writer.write(workout) }
  return writer.bytes
}

extension ExchangeItem {
  var workout: Workout? { if case .workout(let workout) = self { workout } else { nil } }
}
