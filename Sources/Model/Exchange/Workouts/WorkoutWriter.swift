import Foundation
import Time
import Timers

/// Writes timed practices as a file, piece by piece: output gathers in `bytes` until the caller takes it. Each is one
/// row, followed by one for each set, which is followed by one for each of its rounds. Lines end with LF.
public struct WorkoutWriter: Sendable {
  private enum Value {
    /// Letters, digits, signs and spaces only: needs no quotation in CSV and no escaping in JSON.
    case word(String)
    case integer(Int)
    case time(Date)
    case span(Duration)
  }

  private typealias C = WorkoutColumn
  private let isJSON: Bool
  /// The bytes written since the last `removeBytes`.
  public private(set) var bytes: [UInt8] = []

  /// A file of `format`; its first lines are written at once. Nil for other programs' formats, which have no timed
  /// practice.
  public init?(_ format: ExchangeFormat) {
    switch format {
    case .csv:
      isJSON = false
      append("\(ExchangeFormat.workoutsMark)\(ExchangeFormat.workoutsVersion)\n")
      append(C.inCSV.map(\.name).joined(separator: ",") + "\n")
    case .jsonl: isJSON = true
    case .peach3: return nil
    }
  }

  /// Writes `workout`.
  public mutating func write(_ workout: Workout) {
    write(workout.id, Self.values(of: workout))
    for set in workout.sets {
      write(workout.id, Self.values(of: set))
      for round in set.rounds { write(workout.id, Self.values(of: round, in: set)) }
    }
  }

  /// Removes the bytes after the caller has stored them.
  public mutating func removeBytes() { bytes.removeAll(keepingCapacity: true) }

  // MARK: Values

  private static func values(of workout: Workout) -> [WorkoutColumn: Value] {
    var values: [WorkoutColumn: Value] = [
      .row: .word(WorkoutRowKind.workout.rawValue), .started: .time(workout.started), .changed: .time(workout.changed),
      .state: .word(workout.state.rawValue), .stage: .word(workout.position.stage.rawValue),
      .stageSet: .integer(workout.position.set), .stageElapsed: .span(workout.position.elapsed),
    ]
    values[.ended] = workout.ended.map(Value.time)
    return values.merging(Self.values(of: workout.configuration)) { value, _ in value }
  }

  private static func values(of configuration: TimerConfiguration) -> [WorkoutColumn: Value] {
    let cues = TimerCueGroup.allCases.filter(configuration.cues.contains).map(\.rawValue).joined(separator: " ")
    var values: [WorkoutColumn: Value] = [
      .kind: .word(configuration.kind.rawValue), .source: .word(configuration.source.rawValue),
      .sets: .integer(configuration.sets), .restSeconds: .integer(configuration.restSeconds),
      .cues: .word(cues.isEmpty ? C.noCues : cues),
    ]
    values[.countdownSeconds] = configuration.countdownSeconds.map(Value.integer)
    values[.rounds] = configuration.rounds.map(Value.integer)
    switch configuration.form {
    case .forTime(let cap, _): values[.capSeconds] = cap.map(Value.integer)
    case .amrap(let duration): values[.durationSeconds] = .integer(duration)
    case .emom(let slots, let seconds, _):
      values[.intervals] = .integer(slots)
      values[.intervalSeconds] = .integer(seconds)
    }
    return values
  }

  private static func values(of set: WorkoutSet) -> [WorkoutColumn: Value] {
    [
      .row: .word(WorkoutRowKind.set.rawValue), .set: .integer(set.number), .started: .time(set.started),
      .elapsed: .span(set.elapsed), .state: .word(set.state.rawValue),
    ]
  }

  private static func values(of round: Round, in set: WorkoutSet) -> [WorkoutColumn: Value] {
    var values: [WorkoutColumn: Value] = [
      .row: .word(WorkoutRowKind.round.rawValue), .set: .integer(set.number), .round: .integer(round.number),
      .began: .span(round.began), .done: .span(round.ended), .split: .span(round.split),
    ]
    values[.interval] = round.slot.map(Value.integer)
    return values
  }

  // MARK: Rows

  private mutating func write(_ id: UUID, _ values: [WorkoutColumn: Value]) {
    if isJSON { append("{\"\(C.version.name)\":\(ExchangeFormat.workoutsVersion)") }
    for column in C.inCSV {
      let value = column == .id ? .word(id.uuidString) : values[column]
      if isJSON {
        guard let value else { continue }
        append(",\"\(column.name)\":")
        switch value {
        case .word, .time:
          append("\"")
          write(value)
          append("\"")
        case .integer, .span: write(value)
        }
      } else {
        if column != .row { append(",") }
        if let value { write(value) }
      }
    }
    append(isJSON ? "}\n" : "\n")
  }

  private mutating func write(_ value: Value) {
    switch value {
    case .word(let word): append(word)
    case .integer(let number): append("\(number)")
    case .time(let date): CalendarTime.write(CalendarTime.milliseconds(of: date), withFraction: true, to: &bytes)
    case .span(let span): ExactSeconds.write(span, to: &bytes)
    }
  }

  private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }
}
