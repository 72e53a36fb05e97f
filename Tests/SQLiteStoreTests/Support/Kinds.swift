import Foundation
import Training

@testable import SQLiteStore

/// Which records a test gives to a store.
enum Kinds: CaseIterable {
  /// Comparisons only.
  case comparison
  /// Matching only.
  case matching
  /// One of either in turn.
  case both
  /// Pairs that were only heard.
  case listening
  /// Early or late.
  case timing
  /// Patterns that were only heard.
  case timingListening
  /// Which beats faster.
  case beats

  /// Chords that were tuned.
  case chords
  /// Notes of temperaments.
  case temperaments

  /// Records of these kinds, `count` together.
  func kept(_ count: Int) throws -> Kept {
    let comparisons = try records(count)
    let matching = try matchingRecords(count)
    let listening = try listeningRecords(count)
    let timing = try timingRecords(count)
    let timingListening = try timingListeningRecords(count)
    let chords = try chordRecords(count)
    let temperaments = try temperamentRecords(count)
    let beats = try beatsRecords(count)
    return Kept(
      changes: (0..<count).map { index in
        switch self {
        case .comparison: .save(comparisons[index])
        case .matching: .save(matching[index])
        case .listening: .save(listening[index])
        case .timing: .save(timing[index])
        case .timingListening: .save(timingListening[index])
        case .chords: .save(chords[index])
        case .temperaments: .save(temperaments[index])
        case .beats: .save(beats[index])
        case .both: index % 2 == 0 ? .save(comparisons[index]) : .save(matching[index])
        }
      })
  }
}

/// Records of any kind, in the order in which they are given to a store.
struct Kept {
  var changes: [StoreChange]

  /// Their ids, in their order.
  var ids: [UUID] { changes.map(\.id) }

  /// What a store holds after them.
  var content: Content {
    Content(
      comparisons: changes.compactMap { if case .save(.comparison(let record)) = $0 { record } else { nil } },
      matching: changes.compactMap { if case .save(.matching(let record)) = $0 { record } else { nil } },
      listening: changes.compactMap { if case .save(.listening(let record)) = $0 { record } else { nil } },
      timing: changes.compactMap { if case .save(.timing(let record)) = $0 { record } else { nil } },
      timingListening: changes.compactMap {
        if case .save(.timingListening(let record)) = $0 { record } else { nil }
      },
      beats: changes.compactMap { if case .save(.beats(let record)) = $0 { record } else { nil } })
  }

  /// The first `count` of them.
  func first(_ count: Int) -> Kept { Kept(changes: Array(changes.prefix(count))) }

  /// The same with every answer counting.
  var counting: Kept {
    Kept(
      changes: changes.map { change in
        guard case .save(var record) = change else { return change }
        record.withdrawn = false
        return .save(record)
      })
  }

  /// All but the first `count`.
  func dropping(_ count: Int) -> Kept { Kept(changes: Array(changes.dropFirst(count))) }
}

/// All of a store's records, each kind in its order.
struct Content: Equatable {
  var comparisons: [ComparisonRecord] = []
  var matching: [MatchingRecord] = []
  var listening: [ListeningRecord] = []
  var timing: [TimingRecord] = []
  var timingListening: [TimingListeningRecord] = []
  var beats: [BeatsRecord] = []

  init(
    comparisons: [ComparisonRecord], matching: [MatchingRecord], listening: [ListeningRecord] = [],
    timing: [TimingRecord] = [], timingListening: [TimingListeningRecord] = [],
    beats: [BeatsRecord] = []
  ) {
    self.comparisons = comparisons
    self.matching = matching
    self.listening = listening
    self.timing = timing
    self.timingListening = timingListening
    self.beats = beats
  }

  init(_ store: SQLiteStore) throws {
    try store.readAll(.insertion) {
      switch $0 {
      case .comparison(let record): comparisons.append(record)
      case .matching(let record): matching.append(record)
      case .listening(let record): listening.append(record)
      case .timing(let record): timing.append(record)
      case .timingListening(let record): timingListening.append(record)
      case .beats(let record): beats.append(record)
      }
    }
  }
}

extension Content {
  /// The same, all of it with sines and without ratings.
  var sines: Content {
    var content = self
    for index in comparisons.indices { content.comparisons[index].isSure = nil }
    for index in comparisons.indices { content.comparisons[index].exercise.timbres = .sines }
    for index in matching.indices { content.matching[index].exercise.timbres = .sines }
    return content
  }
}

extension StoreChange {
  /// Of a record whose kind is known.
  static func save(_ record: some ListedRecord) -> StoreChange { .save(record.asExerciseRecord) }
}

extension SQLiteStore {
  /// Hands over `record`, whose kind is known.
  func save(_ record: some ListedRecord) { save(record.asExerciseRecord) }

  /// Hands over `records` as the loop would, one after the other.
  func save(_ records: Kept) {
    for change in records.changes {
      switch change {
      case .save(let record): save(record)
      case .withdraw(let id): withdraw(id)
      case .workout(let entry): save(entry.change, of: entry.workout, number: entry.number)
      }
    }
  }
}

extension LearnedProfile.Place {
  /// After this many rows of each.
  init(comparison: Int64, matching: Int64, timing: Int64 = 0, beats: Int64 = 0) {
    self.init { $0 == .comparison ? comparison : $0 == .matching ? matching : $0 == .timing ? timing : beats }
  }
}
