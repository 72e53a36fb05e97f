import Foundation
import Pitch
import Training

/// The answers that practice continued from, limited to the values that affect later exercises: no times, no
/// controllers. Each is a short list, oldest first.
public struct RecordedHistory: Codable, Hashable, Sendable {
  var comparison: [Comparison]
  var matching: [Matching]

  /// The mode, the reference's MIDI number, the offset in cents, whether the answer was right.
  struct Comparison: Hashable, Sendable {
    var mode: Mode
    var reference: Note
    var cents: Double
    var correct: Bool
  }

  /// The mode; the range (nil: unknown), the start offset in it and the error, all in cents; the level of a held
  /// reference, in dB, and the chord, if it was one.
  struct Matching: Hashable, Sendable {
    var mode: Mode
    var range: Double?
    var start: Double
    var error: Double
    var heldLevel: Double?
    var chord: Chord?
  }

  private enum CodingKeys: String, CodingKey {
    case comparison = "history"
    case matching
  }

  /// Withdrawn answers are left out, as they teach nothing.
  init(_ comparison: [ComparisonRecord], _ matching: [MatchingRecord]) {
    self.comparison = comparison.filter { !$0.withdrawn }.map {
      Comparison(
        mode: $0.exercise.mode, reference: $0.exercise.reference, cents: $0.exercise.offset.value, correct: $0.correct)
    }
    self.matching = matching.map {
      Matching(
        mode: $0.exercise.mode, range: $0.range?.value, start: $0.exercise.startOffset.value,
        error: $0.error.value, heldLevel: $0.exercise.heldLevel, chord: $0.exercise.chord)
    }
  }

  var isEmpty: Bool { comparison.isEmpty && matching.isEmpty }

  /// The records restored, with invented values for the fields that a recording does not keep.
  var comparisonRecords: [ComparisonRecord] {
    comparison.map { answer in
      let exercise = ComparisonExercise(
        epoch: Epoch(0), index: 0, mode: answer.mode, reference: answer.reference, referenceHertz: Hertz(440),
        target: answer.reference, offset: Cents(answer.cents), targetHertz: Hertz(440), interval: .prime,
        loudnessOffset: 0)
      return ComparisonRecord(
        id: UUID(), time: .distantPast, exercise: exercise, tuning: "", concertPitch: Hertz(440), noteDuration: 1,
        noteGap: 0, strategy: "", answer: exercise.correctAnswer, correct: answer.correct, responseTime: 0,
        controller: nil, source: .controller, playbackLatency: 0)
    }
  }

  /// The records restored, with invented values for the fields that a recording does not keep.
  var matchingRecords: [MatchingRecord] {
    matching.map { match in
      let exercise = MatchingExercise(
        epoch: Epoch(0), index: 0, mode: match.mode, reference: Note(literal: 60), referenceHertz: Hertz(440),
        target: Note(literal: 60), targetHertz: Hertz(440), interval: .prime, startOffset: Cents(match.start),
        startHertz: Hertz(440), range: match.range.map { Cents($0) } ?? .zero, loudnessOffset: 0,
        heldLevel: match.heldLevel, chord: match.chord)
      var record = MatchingRecord(
        id: UUID(), time: .distantPast, exercise: exercise, tuning: "", concertPitch: Hertz(440), noteDuration: 1,
        noteGap: 0, finalHertz: Hertz(440), error: Cents(match.error), gesture: .simulated, control: nil,
        centsPerStep: nil, timeTaken: 0, controller: nil, source: .controller, playbackLatency: 0)
      record.isPartial = match.range == nil
      return record
    }
  }
}

extension RecordedHistory.Comparison: Codable {
  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    mode = try list.word()
    reference = try list.note()
    cents = try list.decode(Double.self)
    correct = try list.decode(Bool.self)
  }

  func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    try list.encode(mode.rawValue)
    try list.encode(reference.number)
    try list.encode(cents)
    try list.encode(correct)
  }
}

extension RecordedHistory.Matching: Codable {
  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    mode = try list.word()
    range = try list.decode(Double?.self)
    start = try list.decode(Double.self)
    error = try list.decode(Double.self)
    heldLevel = list.isAtEnd ? nil : try list.decode(Double.self)
    chord = list.isAtEnd ? nil : try list.word()
  }

  func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    try list.encode(mode.rawValue)
    try list.encode(range)
    try list.encode(start)
    try list.encode(error)
    if let heldLevel { try list.encode(heldLevel) }
    if let chord { try list.encode(chord.rawValue) }
  }
}

extension UnkeyedDecodingContainer {
  fileprivate mutating func word<Word: RawRepresentable<String>>() throws -> Word {
    guard let word = Word(rawValue: try decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: self, debugDescription: "")
    }
    return word
  }

  fileprivate mutating func note() throws -> Note {
    guard let note = Note(try decode(Int.self)) else {
      throw DecodingError.dataCorruptedError(in: self, debugDescription: "")
    }
    return note
  }
}
