import Foundation
import Texts
import Timers

/// Timed practices, newest first, as the History page lists them; sent as JSON.
struct HistoryPage: Encodable, Equatable {
  struct Entry: Encodable, Equatable {
    var id: String
    var kind: String
    var title: String
    var date: String
    var configuration: String
    var time: String
    var rounds: String
    var state: String
    var stateText: String
  }

  /// The details of an opened timed practice.
  struct Sets: Encodable, Equatable {
    var sets: [Part]
  }

  struct Part: Encodable, Equatable {
    var title: String
    var time: String
    var rounds: [Split]
  }

  struct Split: Encodable, Equatable {
    var number: Int
    var split: String
    var time: String
  }

  var workouts: [Entry]
  /// Whether there are older ones.
  var more: Bool

  /// The default and maximum number of entries in a reply.
  static let limit = 20

  /// Creates the page from up to `limit` workouts, plus one if there are more.
  init(_ workouts: [WorkoutSummary], limit: Int, now: Date, in zone: TimeZone = .current, _ catalogue: Catalogue) {
    self.workouts = workouts.prefix(limit).map { Entry($0, now: now, in: zone, catalogue) }
    more = workouts.count > limit
  }
}

/// The requested part of the history.
struct HistoryOrder: Hashable, Sendable {
  var before: UUID?
  var limit: Int

  /// Nil if a parameter is present and invalid.
  init?(before: Substring?, limit: Substring?) {
    if let before {
      guard let id = UUID(uuidString: String(before)) else { return nil }
      self.before = id
    }
    guard let limit else {
      self.limit = HistoryPage.limit
      return
    }
    guard let number = Int(limit), (1...HistoryPage.limit).contains(number) else { return nil }
    self.limit = number
  }
}

extension HistoryPage.Entry {
  init(_ workout: WorkoutSummary, now: Date, in zone: TimeZone, _ catalogue: Catalogue) {
    id = workout.id.uuidString
    kind = workout.configuration.kind.rawValue
    title = catalogue.name(of: workout.configuration.kind)
    date = catalogue.words(for: workout.started, now: now, in: zone)
    configuration = catalogue.words(workout.configuration)
    time = catalogue.digits(seconds: workout.practised.wholeSeconds)
    rounds = catalogue(.rounds, count: workout.rounds)
    state = workout.state.rawValue
    stateText = catalogue.name(of: workout.state)
  }
}

extension HistoryPage.Sets {
  init(_ workout: Workout, _ catalogue: Catalogue) {
    sets = workout.sets.map { set in
      HistoryPage.Part(
        title: catalogue.name(ofSet: set.number), time: catalogue.digits(seconds: set.elapsed.wholeSeconds),
        rounds: set.rounds.map {
          HistoryPage.Split(
            number: $0.number, split: catalogue.split(tenths: $0.split.wholeTenths),
            time: catalogue.digits(seconds: $0.ended.wholeSeconds))
        })
    }
  }
}
