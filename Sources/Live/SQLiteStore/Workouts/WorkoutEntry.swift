import Foundation
import Time
import Timers

/// A change of a workout as queued, with its identity: the program run that made it, and its sequence number within
/// that run.
struct WorkoutEntry: Hashable, Sendable {
  /// The workout's id.
  var workout: UUID
  /// The run's own id.
  var writer: UUID
  /// The sequence number within the run.
  var place: Int
  /// The loop's number, for the report. Not stored.
  var number: Int
  /// The change itself.
  var change: WorkoutChange
}

/// Coding for a line of a rescue file.
extension WorkoutEntry: Codable {
  private enum Key: String, CodingKey { case workout, writer, place, date, change }

  /// The changes with names for all their values; spans in nanoseconds.
  private enum Kept: Codable {
    case begun(workout: Workout)
    case moved(position: WorkoutPosition, isPaused: Bool)
    case setBegun(set: Int)
    case round(round: Round, set: Int)
    case roundWithdrawn(set: Int)
    case setEnded(set: Int, elapsed: Int64, isComplete: Bool)
    case ended(isComplete: Bool)

    init(_ kind: WorkoutChange.Kind) {
      self =
        switch kind {
        case .begun(let workout): .begun(workout: workout)
        case .moved(let position, let isPaused): .moved(position: position, isPaused: isPaused)
        case .setBegun(let set): .setBegun(set: set)
        case .round(let round, let set): .round(round: round, set: set)
        case .roundWithdrawn(let set): .roundWithdrawn(set: set)
        case .setEnded(let set, let elapsed, let isComplete):
          .setEnded(set: set, elapsed: elapsed.nanoseconds, isComplete: isComplete)
        case .ended(let isComplete): .ended(isComplete: isComplete)
        }
    }

    var kind: WorkoutChange.Kind {
      switch self {
      case .begun(let workout): .begun(workout)
      case .moved(let position, let isPaused): .moved(position, isPaused: isPaused)
      case .setBegun(let set): .setBegun(set)
      case .round(let round, let set): .round(round, set: set)
      case .roundWithdrawn(let set): .roundWithdrawn(set: set)
      case .setEnded(let set, let elapsed, let isComplete):
        .setEnded(set, elapsed: .nanoseconds(elapsed), isComplete: isComplete)
      case .ended(let isComplete): .ended(isComplete: isComplete)
      }
    }
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    workout = try values.decode(UUID.self, forKey: .workout)
    writer = try values.decode(UUID.self, forKey: .writer)
    place = try values.decode(Int.self, forKey: .place)
    number = 0
    change = WorkoutChange(
      date: try values.decode(Date.self, forKey: .date), try values.decode(Kept.self, forKey: .change).kind)
  }

  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(workout, forKey: .workout)
    try values.encode(writer, forKey: .writer)
    try values.encode(place, forKey: .place)
    try values.encode(change.date, forKey: .date)
    try values.encode(Kept(change.kind), forKey: .change)
  }
}
