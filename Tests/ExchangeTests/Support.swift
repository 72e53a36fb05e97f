import Exchange
import Foundation
import Pitch
import TestSupport

@testable import Training

/// All items of a file that comes in pieces of `piece` bytes.
func items(of bytes: [UInt8], piece: Int = 4096) throws(ExchangeProblem) -> [ExchangeItem] {
  var reader = ExchangeReader()
  var items: [ExchangeItem] = []
  var rest = bytes[...]
  while true {
    while let item = try reader.next() { items.append(item) }
    if rest.isEmpty { break }
    reader.append(rest.prefix(piece))
    rest = rest.dropFirst(piece)
  }
  reader.end()
  while let item = try reader.next() { items.append(item) }
  return items
}

func items(of text: String, piece: Int = 4096) throws(ExchangeProblem) -> [ExchangeItem] {
  try items(of: Array(text.utf8), piece: piece)
}

/// Why the file `text` is not read; nil if it is.
func problem(of text: String) -> ExchangeProblem? {
  do throws(ExchangeProblem) {
    _ = try items(of: text)
    return nil
  } catch {
    return error
  }
}

/// `records` as a file.
func file(_ records: [ExerciseRecord], _ format: ExchangeFormat) -> [UInt8] {
  var writer = ExchangeWriter(format)
  for record in records { _ = writer.write(record) }
  return writer.bytes
}

extension ExchangeItem {
  var record: ExerciseRecord? { if case .record(let record, _) = self { record } else { nil } }
  var refused: RowProblem? { if case .refused(let problem) = self { problem } else { nil } }
}

/// Records of all kinds that differ in everything, with texts and numbers that are hard to write.
struct RecordMaker {
  var random: TestSupport.SplitMix64
  private struct Impossible: Error {}

  init(seed: UInt64) { random = TestSupport.SplitMix64(seed: seed) }

  mutating func records(_ count: Int) throws -> [ExerciseRecord] {
    try (1...count).map { index in
      switch Int.random(in: 0..<8, using: &random) {
      case 0: .comparison(try comparison(index))
      case 1: .matching(try matching(index))
      case 2: .timing(try timing(index))
      case 3: .timingListening(try timingListening(index))
      case 4: .matching(try chord(index))
      case 5: .beats(try beats(index))
      case 6: .matching(try temperament(index))
      default: .listening(try listening(index))
      }
    }
  }

  private mutating func pick<Value>(_ values: [Value]) throws -> Value {
    guard let value = values.randomElement(using: &random) else { throw Impossible() }
    return value
  }

  /// Returns a number in `range`, with all its bits, or one of the ends; 0 rather than −0, which compares equal to it.
  mutating func number(_ range: ClosedRange<Double>) -> Double {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: range.lowerBound + 0
    case 1: range.upperBound + 0
    default: .random(in: range, using: &random)
    }
  }

  /// A number that `rule` takes.
  mutating func number(_ rule: NumberRule) -> Double {
    let value = number(rule.range)
    return rule.excludesZero && value == 0 ? Double.leastNonzeroMagnitude : value
  }

  private mutating func text() throws -> String {
    try pick([
      "equal", "Vallotti's \"own\" – ½", "a,b", "two\nlines", "two\r\nlines", "\"", "", " ", "\u{1}\t\\",
      "Überklavier 🎹",
      "e\u{301}", "null", "NaN",
    ])
  }

  private mutating func time() -> Date {
    Date(
      timeIntervalSince1970: Double(Int.random(in: 0...9_214_646_400_000, using: &random)) / 1000)
  }

  private mutating func identifier() -> UUID {
    let bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }

  /// Two notes that practice can ask for, and how far they are apart.
  private mutating func notes() throws -> (reference: Note, target: Note, interval: DirectedInterval) {
    let interval = try pick(DirectedInterval.all)
    guard let reference = Note(.random(in: 12...115, using: &random)), let target = reference.transposed(by: interval)
    else { throw Impossible() }
    return (reference, target, interval)
  }

  private mutating func hertz() -> Hertz { Hertz(number(.positive(upTo: 1e9))) }
  private mutating func concertPitch() -> Hertz { Hertz(number(.within(380...500))) }

  private mutating func timbres() throws -> TimbrePair {
    TimbrePair(try pick(Timbre.allCases), try pick(Timbre.allCases))
  }

  mutating func comparison(_ index: Int) throws -> ComparisonRecord {
    let notes = try notes()
    let exercise = ComparisonExercise(
      epoch: Epoch(.random(in: 0 ... .max, using: &random)), index: try pick([index, 0, Int(Int32.max)]),
      mode: try pick([.comparison, .intervalComparison]), reference: notes.reference, referenceHertz: hertz(),
      target: notes.target, offset: Cents(number(.distinctCents)), targetHertz: hertz(), interval: notes.interval,
      loudnessOffset: number(-10...10), timbres: try timbres())
    return ComparisonRecord(
      id: identifier(), time: time(), exercise: exercise, tuning: try text(), concertPitch: concertPitch(),
      noteDuration: number(0.3...3), noteGap: number(0...5), strategy: try text(), answer: try pick(Answer.allCases),
      correct: .random(using: &random), responseTime: number(-604_800...604_800),
      isSure: [nil, true, false][index % 3], controller: try pick([nil, try text()]),
      source: try pick(InputSource.allCases),
      playbackLatency: number(0...1), withdrawn: .random(using: &random))
  }

  private mutating func listening(_ index: Int) throws -> ListeningRecord {
    let record = try comparison(index)
    var exercise = record.exercise
    exercise.mode = exercise.mode.asksIntervals ? .intervalListening : .listening
    return ListeningRecord(
      id: record.id, time: record.time, exercise: exercise, tuning: record.tuning, concertPitch: record.concertPitch,
      noteDuration: record.noteDuration, noteGap: record.noteGap, strategy: record.strategy)
  }

  private mutating func matching(_ index: Int) throws -> MatchingRecord {
    let notes = try notes()
    let exercise = MatchingExercise(
      epoch: Epoch(.random(in: 0 ... .max, using: &random)), index: index,
      mode: try pick([.matching, .intervalMatching]), reference: notes.reference, referenceHertz: hertz(),
      target: notes.target, targetHertz: hertz(), interval: notes.interval, startOffset: Cents(number(.cents)),
      startHertz: hertz(), range: Cents(number(.reach)), loudnessOffset: number(-10...10),
      heldLevel: try pick([nil, number(-30...0)]), timbres: try timbres())
    return MatchingRecord(
      id: identifier(), time: time(), exercise: exercise, tuning: try text(), concertPitch: concertPitch(),
      noteDuration: number(0.3...3), noteGap: number(0...5), finalHertz: hertz(), error: Cents(number(.cents)),
      gesture: try pick(CommitGesture.allCases), control: try pick([nil, try text()]),
      centsPerStep: try pick([nil, number(.reach)]), timeTaken: number(0...604_800),
      repeats: try pick([0, 1, Int(Int32.max)]), controller: try pick([nil, try text()]),
      source: try pick(InputSource.allCases), playbackLatency: number(0...1))
  }

  private mutating func chord(_ index: Int) throws -> MatchingRecord {
    var record = try matching(index)
    let chord = try pick(Chord.allCases)
    guard let target = record.exercise.reference.transposed(by: chord.interval) else { return try self.chord(index) }
    (record.exercise.mode, record.exercise.chord, record.exercise.heldLevel) = (.chords, chord, 0)
    (record.exercise.interval, record.exercise.target) = (chord.interval, target)
    record.exercise.companionHertz = chord.companion.map { _ in hertz() }
    record.beats = try pick([nil, number(-1e9...1e9)])
    record.targetBeats = try pick([nil, 0, number(-1e9...1e9)])
    return record
  }

  private mutating func temperament(_ index: Int) throws -> MatchingRecord {
    var record = try matching(index)
    let place = TemperamentPlace(
      order: try pick(["fifths-from-a", "Mine, \"odd\".txt"]), step: .random(in: 1...127, using: &random), run: UUID())
    (record.exercise.mode, record.exercise.temperament, record.exercise.heldLevel) = (.temperament, place, 0)
    record.beats = try pick([nil, number(-1e9...1e9)])
    return record
  }

  mutating func beats(_ index: Int) throws -> BeatsRecord {
    func notes() throws -> BeatingNotes {
      guard let bass = Note(.random(in: 0...127, using: &random)) else { throw Impossible() }
      return BeatingNotes(
        bass: bass, bassHertz: hertz(), rate: number(NumberRule(range: -1000...1000, excludesZero: true)))
    }
    let first = try notes()
    var second = try notes()
    // Equal rates are refused.
    if second.rate.magnitude == first.rate.magnitude { second.rate *= 0.75 }
    return BeatsRecord(
      id: identifier(), time: time(),
      exercise: BeatsExercise(
        epoch: Epoch(.random(in: 0 ... .max, using: &random)), index: index,
        interval: try pick(BeatsInterval.allCases), timbre: try pick(Timbre.allCases), first: first, second: second),
      strategy: try text(), answer: try pick(Answer.allCases), correct: .random(using: &random),
      responseTime: number(-604_800...604_800), isSure: [nil, true, false][index % 3],
      controller: try pick([nil, try text()]),
      source: try pick(InputSource.allCases), playbackLatency: number(0...1), withdrawn: .random(using: &random))
  }

  mutating func timing(_ index: Int) throws -> TimingRecord {
    let pattern = try pick(TimingPattern.allCases)
    let (position, tempo) = (
      Int.random(in: pattern.positions, using: &random), Int.random(in: 1...1000, using: &random)
    )
    let gap = Int64(min(TimingSpace.gap(pattern, position, tempo: tempo) * 1e6, 3e9))
    return TimingRecord(
      id: identifier(), time: time(),
      exercise: TimingExercise(
        epoch: Epoch(.random(in: 0 ... .max, using: &random)), index: index, pattern: pattern, position: position,
        tempo: tempo, repetitions: try pick([nil, 1, 2, 10]),
        offset: try pick([1, -1, .random(in: 1...gap, using: &random), -.random(in: 1...gap, using: &random)]),
        grid: nil),
      loops: try pick([1, 7, Int(Int32.max)]), strategy: try text(), answer: try pick(Answer.allCases),
      correct: .random(using: &random), responseTime: number(-604_800...604_800),
      isSure: [nil, true, false][index % 3], controller: try pick([nil, try text()]),
      source: try pick(InputSource.allCases),
      playbackLatency: number(0...1), withdrawn: .random(using: &random))
  }

  mutating func timingListening(_ index: Int) throws -> TimingListeningRecord {
    let answer = try timing(index)
    var exercise = answer.exercise
    (exercise.mode, exercise.repetitions) = (.timingListening, try pick([1, 2, 10]))
    return TimingListeningRecord(id: answer.id, time: answer.time, exercise: exercise, strategy: answer.strategy)
  }

  /// Records that Peach's CSV can say, sorted by time.
  mutating func peachRecords(_ count: Int) throws -> [ExerciseRecord] {
    var records: [ExerciseRecord] = []
    var milliseconds = 1_600_000_000_000
    for index in 1...count {
      milliseconds += .random(in: 900...90_000, using: &random)
      let time = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
      if index % 4 == 0 {
        var record = try timing(index)
        // No line ends in its texts: a test changes those of the file.
        (record.time, record.controller, record.strategy, record.withdrawn) = (time, "LPD8", "edge", false)
        record.correct = record.answer == record.exercise.correctAnswer
        records.append(.timing(record))
        continue
      }
      let interval = try pick(DirectedInterval.all)
      guard let reference = Note(.random(in: 24...96, using: &random)),
        let target = reference.transposed(by: interval)
      else { throw Impossible() }
      let tuning: Tuning = try pick([.equal, .just])
      let hertz = tuning.reference(reference, concertPitch: .standard)
      let cents = Cents(.random(in: 0.01...100, using: &random) * (Bool.random(using: &random) ? 1 : -1))
      let start = Cents(.random(in: -100...100, using: &random))
      func pitch(_ offset: Cents) -> Hertz {
        tuning.target(from: reference, at: hertz, interval: interval, offset: offset)
      }
      if Bool.random(using: &random) {
        var exercise = ComparisonExercise(
          epoch: Epoch(UInt32(index)), index: index, mode: interval == .prime ? .comparison : .intervalComparison,
          reference: reference, referenceHertz: hertz, target: target, offset: cents, targetHertz: pitch(cents),
          interval: interval, loudnessOffset: 3)
        exercise.loudnessOffset = number(-10...10)
        exercise.timbres = try timbres()
        let answer = try pick(Answer.allCases)
        records.append(
          .comparison(
            ComparisonRecord(
              id: identifier(), time: time, exercise: exercise, tuning: tuning.name, concertPitch: Hertz(440),
              noteDuration: 0.7, noteGap: 0.2, strategy: "edge", answer: answer,
              correct: answer == exercise.correctAnswer, responseTime: 1.5, controller: "LPD8", source: .controller,
              playbackLatency: 0.01)))
      } else {
        let exercise = MatchingExercise(
          epoch: Epoch(UInt32(index)), index: index, mode: interval == .prime ? .matching : .intervalMatching,
          reference: reference, referenceHertz: hertz, target: target, targetHertz: pitch(.zero), interval: interval,
          startOffset: start, startHertz: pitch(start), range: Cents(100), loudnessOffset: 0)
        records.append(
          .matching(
            MatchingRecord(
              id: identifier(), time: time, exercise: exercise, tuning: tuning.name, concertPitch: Hertz(440),
              noteDuration: 0.7, noteGap: 0.2, finalHertz: pitch(cents), error: cents, gesture: .touch,
              control: "pitch-bend", centsPerStep: 0.1, timeTaken: 2, controller: "LPD8", source: .controller,
              playbackLatency: 0.01)))
      }
    }
    return records
  }
}
