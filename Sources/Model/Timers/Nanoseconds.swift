import Foundation
import Time

// As they are kept: times within a set as whole nanoseconds, so that nothing is rounded on the way.

extension WorkoutPosition: Codable {
  private enum Key: String, CodingKey { case stage, set, elapsed }

  /// Reads it.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    stage = try values.decode(Stage.self, forKey: .stage)
    set = try values.decode(Int.self, forKey: .set)
    elapsed = try values.decodeNanoseconds(.elapsed)
  }

  /// Writes it.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(stage, forKey: .stage)
    try values.encode(set, forKey: .set)
    try values.encode(elapsed.nanoseconds, forKey: .elapsed)
  }
}

extension WorkoutSet: Codable {
  private enum Key: String, CodingKey { case number, started, elapsed, state, rounds }

  /// Reads it.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    number = try values.decode(Int.self, forKey: .number)
    started = try values.decode(Date.self, forKey: .started)
    elapsed = try values.decodeNanoseconds(.elapsed)
    state = try values.decode(Workout.State.self, forKey: .state)
    rounds = try values.decode([Round].self, forKey: .rounds)
  }

  /// Writes it.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(number, forKey: .number)
    try values.encode(started, forKey: .started)
    try values.encode(elapsed.nanoseconds, forKey: .elapsed)
    try values.encode(state, forKey: .state)
    try values.encode(rounds, forKey: .rounds)
  }
}

extension Round: Codable {
  private enum Key: String, CodingKey { case number, interval, began, ended, split }

  /// Reads it.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    number = try values.decode(Int.self, forKey: .number)
    interval = try values.decodeIfPresent(Int.self, forKey: .interval)
    began = try values.decodeNanoseconds(.began)
    ended = try values.decodeNanoseconds(.ended)
    split = try values.decodeNanoseconds(.split)
  }

  /// Writes it.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(number, forKey: .number)
    try values.encodeIfPresent(interval, forKey: .interval)
    try values.encode(began.nanoseconds, forKey: .began)
    try values.encode(ended.nanoseconds, forKey: .ended)
    try values.encode(split.nanoseconds, forKey: .split)
  }
}

extension KeyedDecodingContainer {
  fileprivate func decodeNanoseconds(_ key: Key) throws -> Duration {
    .nanoseconds(try decode(Int64.self, forKey: key))
  }
}
