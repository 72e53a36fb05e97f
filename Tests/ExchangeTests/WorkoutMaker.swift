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
      timeIntervalSince1970: Double(Int.random(in: -62_167_219_200_000...253_402_300_799_999, using: &random)) / 1000)
  }

  private mutating func span() throws -> Duration {
    .nanoseconds(
      try pick([0, 1, 1_000_000_000, .max, .random(in: 0...7_200_000_000_000, using: &random)]))
  }

  private mutating func configuration() throws -> TimerConfiguration {
    let form: TimerConfiguration.Form = try pick([
      .forTime(capSeconds: nil, rounds: .random(in: 1...999, using: &random)),
      .forTime(capSeconds: .random(in: 30...600, using: &random), rounds: 1),
      .amrap(durationSeconds: .random(in: 30...600, using: &random)),
      .emom(
        intervals: .random(in: 1...10, using: &random), intervalSeconds: .random(in: 15...60, using: &random),
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
    let sets = try (0..<Int.random(in: 0...4, using: &random)).map { set in
      WorkoutSet(
        number: set + 1, started: time(), elapsed: try span(), state: try pick(Workout.State.allCases),
        rounds: try (0..<Int.random(in: 0...5, using: &random)).map { round in
          Round(
            number: round + 1, interval: try pick([nil, 1, 60]), began: try span(), ended: try span(),
            split: try span())
        })
    }
    return Workout(
      id: bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }, configuration: configuration,
      started: time(), ended: try pick([nil, time()]), changed: time(), state: try pick(Workout.State.allCases),
      position: WorkoutPosition(
        try pick(WorkoutPosition.Stage.allCases), set: .random(in: 1...10, using: &random), elapsed: try span()),
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
