import Foundation
import Pitch
import TestSupport

@testable import SQLiteStore
@testable import Training

/// Returns records that differ in every field. Their times are whole milliseconds, because the store keeps no more.
func records(_ count: Int, seed: UInt64 = 1) throws -> [ComparisonRecord] {
  var random = TestSupport.SplitMix64(seed: seed)
  struct Impossible: Error {}
  func pick<Value>(_ values: [Value]) throws -> Value {
    guard let value = values.randomElement(using: &random) else { throw Impossible() }
    return value
  }
  return try (1...count).map { index in
    guard let reference = Note(.random(in: 0...127, using: &random)),
      let target = Note(.random(in: 0...127, using: &random)),
      let interval = DirectedInterval(semitones: .random(in: -12...12, using: &random))
    else { throw Impossible() }
    let exercise = ComparisonExercise(
      epoch: Epoch(.random(in: 0 ... .max, using: &random)), index: index,
      mode: try pick([.comparison, .intervalComparison]), reference: reference,
      referenceHertz: Hertz(.random(in: 8...13000, using: &random)), target: target,
      offset: Cents(.random(in: 0.01...200, using: &random) * (Bool.random(using: &random) ? 1 : -1)),
      targetHertz: Hertz(.random(in: 8...13000, using: &random)), interval: interval,
      loudnessOffset: .random(in: -10...10, using: &random),
      timbres: TimbrePair(try pick(Timbre.allCases), try pick(Timbre.allCases)))
    return ComparisonRecord(
      id: UUID(),
      time: Date(timeIntervalSince1970: Double(Int.random(in: 0...4_000_000_000_000, using: &random)) / 1000),
      exercise: exercise, tuning: try pick(["equal", "just", "Vallotti's \"own\" – ½"]),
      concertPitch: Hertz(.random(in: 380...500, using: &random)), noteDuration: .random(in: 0.3...3, using: &random),
      noteGap: .random(in: 0...5, using: &random), strategy: try pick(["kazez", "edge"]),
      answer: try pick(Answer.allCases), correct: .random(using: &random),
      responseTime: .random(in: 0...30, using: &random), isSure: [nil, true, false][index % 3],
      controller: try pick([nil, "LPD8", "Überklavier 🎹"]),
      source: try pick(InputSource.allCases), playbackLatency: .random(in: 0...0.1, using: &random),
      withdrawn: .random(using: &random))
  }
}

/// Matching records that differ in everything, likewise.
func matchingRecords(_ count: Int, seed: UInt64 = 1) throws -> [MatchingRecord] {
  var random = TestSupport.SplitMix64(seed: seed)
  struct Impossible: Error {}
  func pick<Value>(_ values: [Value]) throws -> Value {
    guard let value = values.randomElement(using: &random) else { throw Impossible() }
    return value
  }
  return try (1...count).map { index in
    guard let reference = Note(.random(in: 0...127, using: &random)),
      let target = Note(.random(in: 0...127, using: &random)),
      let interval = DirectedInterval(semitones: .random(in: -12...12, using: &random))
    else { throw Impossible() }
    let exercise = MatchingExercise(
      epoch: Epoch(.random(in: 0 ... .max, using: &random)), index: index,
      mode: try pick([.matching, .intervalMatching]), reference: reference,
      referenceHertz: Hertz(.random(in: 8...13000, using: &random)), target: target,
      targetHertz: Hertz(.random(in: 8...13000, using: &random)), interval: interval,
      startOffset: Cents(.random(in: -200...200, using: &random)),
      startHertz: Hertz(.random(in: 8...13000, using: &random)), range: Cents(.random(in: 10...200, using: &random)),
      loudnessOffset: .random(in: -10...10, using: &random), heldLevel: try pick([nil, 0, -3, -30]),
      timbres: TimbrePair(try pick(Timbre.allCases), try pick(Timbre.allCases)))
    return MatchingRecord(
      id: UUID(),
      time: Date(timeIntervalSince1970: Double(Int.random(in: 0...4_000_000_000_000, using: &random)) / 1000),
      exercise: exercise, tuning: try pick(["equal", "just", "Vallotti's \"own\" – ½"]),
      concertPitch: Hertz(.random(in: 380...500, using: &random)), noteDuration: .random(in: 0.3...3, using: &random),
      noteGap: .random(in: 0...5, using: &random), finalHertz: Hertz(.random(in: 8...13000, using: &random)),
      // Dead centre is no special case.
      error: Cents(try pick([0, .random(in: -400...400, using: &random)])), gesture: try pick(CommitGesture.allCases),
      control: try pick([nil, "pitch-bend", "cc 48", "keys"]),
      centsPerStep: try pick([nil, .random(in: 0.001...5, using: &random)]),
      timeTaken: .random(in: 0...300, using: &random), repeats: try pick([0, 0, 1, 12]),
      controller: try pick([nil, "LPD8", "Überklavier 🎹"]),
      source: try pick(InputSource.allCases), playbackLatency: .random(in: 0...0.1, using: &random))
  }
}

/// Chords that differ in everything, likewise.
func chordRecords(_ count: Int, seed: UInt64 = 1) throws -> [MatchingRecord] {
  try matchingRecords(count, seed: seed).enumerated().map { index, record in
    var record = record
    let chord = Chord.allCases[index % Chord.allCases.count]
    (record.exercise.mode, record.exercise.chord, record.exercise.heldLevel) = (.chords, chord, 0)
    record.exercise.interval = chord.interval
    record.exercise.companionHertz = chord.companion.map { _ in record.exercise.startHertz }
    record.beats = index % 3 == 0 ? nil : Double(index) - 4.5
    record.targetBeats = record.beats.map { _ in Double(index % 2) }
    return record
  }
}

/// Notes of temperaments, likewise.
func temperamentRecords(_ count: Int, seed: UInt64 = 1) throws -> [MatchingRecord] {
  try matchingRecords(count, seed: seed).enumerated().map { index, record in
    var record = record
    record.exercise.mode = .temperament
    record.exercise.temperament = TemperamentPlace(
      order: index % 2 == 0 ? "fifths-from-a" : "mine.txt", step: 1 + index % 11, run: record.id)
    record.exercise.heldLevel = 0
    record.beats = index % 3 == 0 ? nil : Double(index) - 4.5
    record.targetBeats = record.beats.map { _ in Double(index % 2) }
    return record
  }
}

/// Records of listening that differ in everything, likewise.
func listeningRecords(_ count: Int, seed: UInt64 = 1) throws -> [ListeningRecord] {
  try records(count, seed: seed).map { record in
    var exercise = record.exercise
    exercise.mode = exercise.mode.asksIntervals ? .intervalListening : .listening
    return ListeningRecord(
      id: UUID(), time: record.time, exercise: exercise, tuning: record.tuning, concertPitch: record.concertPitch,
      noteDuration: record.noteDuration, noteGap: record.noteGap, strategy: record.strategy)
  }
}

/// Answers to early or late that differ in everything, likewise.
func timingRecords(_ count: Int, seed: UInt64 = 1) throws -> [TimingRecord] {
  var random = TestSupport.SplitMix64(seed: seed)
  struct Impossible: Error {}
  func pick<Value>(_ values: [Value]) throws -> Value {
    guard let value = values.randomElement(using: &random) else { throw Impossible() }
    return value
  }
  return try (1...count).map { index in
    let pattern = try pick(TimingPattern.allCases)
    let position = Int.random(in: pattern.positions, using: &random)
    let tempo = Int.random(in: TimingSettings.tempos, using: &random)
    let reach = Int64(TimingSpace.gap(pattern, position, tempo: tempo) * 0.45e6)
    return TimingRecord(
      id: UUID(),
      time: Date(timeIntervalSince1970: Double(Int.random(in: 0...4_000_000_000_000, using: &random)) / 1000),
      exercise: TimingExercise(
        epoch: Epoch(.random(in: 0 ... .max, using: &random)), index: index, pattern: pattern, position: position,
        tempo: tempo, repetitions: try pick([nil, 1, 2, 3, 5, 10]),
        offset: .random(in: 1...reach, using: &random) * (Bool.random(using: &random) ? 1 : -1), grid: nil),
      loops: .random(in: 1...20, using: &random), strategy: try pick(["kazez", "edge"]),
      answer: try pick(Answer.allCases), correct: .random(using: &random),
      responseTime: .random(in: 0...30, using: &random), isSure: [nil, true, false][index % 3],
      controller: try pick([nil, "LPD8", "Überklavier 🎹"]),
      source: try pick(InputSource.allCases), playbackLatency: .random(in: 0...0.1, using: &random),
      withdrawn: .random(using: &random))
  }
}

/// Records of listening to early or late that differ in everything, likewise.
func timingListeningRecords(_ count: Int, seed: UInt64 = 1) throws -> [TimingListeningRecord] {
  try timingRecords(count, seed: seed).map { record in
    var exercise = record.exercise
    (exercise.mode, exercise.repetitions) = (.timingListening, exercise.repetitions ?? 2)
    return TimingListeningRecord(id: UUID(), time: record.time, exercise: exercise, strategy: record.strategy)
  }
}

/// Answers to beats that differ in everything, likewise.
func beatsRecords(_ count: Int, seed: UInt64 = 1) throws -> [BeatsRecord] {
  var random = TestSupport.SplitMix64(seed: seed)
  struct Impossible: Error {}
  func pick<Value>(_ values: [Value]) throws -> Value {
    guard let value = values.randomElement(using: &random) else { throw Impossible() }
    return value
  }
  func notes() throws -> BeatingNotes {
    guard let bass = Note(.random(in: 0...127, using: &random)) else { throw Impossible() }
    return BeatingNotes(
      bass: bass, bassHertz: Hertz(.random(in: 80...2000, using: &random)),
      rate: .random(in: 1...12, using: &random) * (Bool.random(using: &random) ? 1 : -1))
  }
  return try (1...count).map { index in
    BeatsRecord(
      id: UUID(),
      time: Date(timeIntervalSince1970: Double(Int.random(in: 0...4_000_000_000_000, using: &random)) / 1000),
      exercise: BeatsExercise(
        epoch: Epoch(.random(in: 0 ... .max, using: &random)), index: index,
        interval: try pick(BeatsInterval.allCases), timbre: try pick(Timbre.allCases), first: try notes(),
        second: try notes()),
      strategy: "edge", answer: try pick(Answer.allCases), correct: .random(using: &random),
      responseTime: .random(in: 0...30, using: &random), isSure: [nil, true, false][index % 3],
      controller: try pick([nil, "LPD8", "Überklavier 🎹"]),
      source: try pick(InputSource.allCases), playbackLatency: .random(in: 0...0.1, using: &random),
      withdrawn: .random(using: &random))
  }
}

/// The same answers to early or late as Peach's CSV has them.
func partialTimingRecords(_ count: Int, seed: UInt64 = 1) throws -> [TimingRecord] {
  try timingRecords(count, seed: seed).map { record in
    var partial = TimingRecord.blank
    (partial.isPartial, partial.id, partial.time) = (true, UUID(), record.time)
    (partial.exercise.tempo, partial.exercise.offset) = (record.exercise.tempo, record.exercise.offset)
    (partial.offsetText, partial.answer, partial.correct) = (
      "\(record.exercise.offset)e-6", record.answer, record.correct
    )
    return partial
  }
}

/// The comparisons in a store, in its order.
func stored(_ store: SQLiteStore) throws -> [ComparisonRecord] { try Content(store).comparisons }
