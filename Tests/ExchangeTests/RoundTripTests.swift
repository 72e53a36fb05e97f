import Exchange
import Foundation
import Pitch
import Testing
import Training

@Suite("Written files are read again")
struct RoundTripTests {
  @Test("our own formats lose nothing", arguments: [ExchangeFormat.csv, .jsonl], [1, 2, 3])
  func own(format: ExchangeFormat, seed: UInt64) throws {
    var maker = RecordMaker(seed: seed)
    let records = try maker.records(300)
    let found = try items(of: file(records, format))
    #expect(found == records.map { .record($0, .id) })
    // Equality takes −0 for 0 and nothing else for the same.
    #expect(file(found.compactMap(\.record), format) == file(records, format))
  }

  @Test("records survive any division into pieces", arguments: ExchangeFormat.allCases, [1, 2, 3, 61, 100_000])
  func pieces(format: ExchangeFormat, piece: Int) throws {
    var maker = RecordMaker(seed: 9)
    let records = format == .peach3 ? try maker.peachRecords(20) : try maker.records(20)
    let bytes = file(records, format)
    let whole = try items(of: bytes)
    #expect(whole.count == 20 && whole.allSatisfy { $0.record != nil })
    #expect(try items(of: bytes, piece: piece) == whole)
  }

  @Test(
    "lines may end with CR and LF, and the last one with nothing", arguments: [ExchangeFormat.csv, .jsonl, .peach3])
  func lineEnds(format: ExchangeFormat) throws {
    var maker = RecordMaker(seed: 4)
    let records = try maker.peachRecords(20)
    let text = String(decoding: file(records, format), as: UTF8.self)
    let expected = try items(of: text)
    #expect(try items(of: text.replacing("\n", with: "\r\n")) == expected)
    #expect(try items(of: "\u{FEFF}\n" + String(text.dropLast()).replacing("\n", with: "\n\n")) == expected)
    #expect(expected.count == 20)
  }

  @Test("Peach's CSV keeps the fields that it has columns for, to the second and to the bit", arguments: [1, 2, 3])
  func peach(seed: UInt64) throws {
    var maker = RecordMaker(seed: seed)
    let records = try maker.peachRecords(300)
    let found = try items(of: file(records, .peach3)).compactMap(\.record)
    try #require(found.count == records.count)
    for (before, after) in zip(records, found) {
      #expect(after.time.timeIntervalSince1970 == before.time.timeIntervalSince1970.rounded(.down))
      switch (before, after) {
      case (.comparison(let before), .comparison(let after)):
        var exercise = before.exercise
        // A prime is the same in every tuning, and the file says "equal".
        #expect(after.tuning == (exercise.interval == .prime ? "equal" : before.tuning))
        #expect(after.answer == before.answer && after.correct == before.correct && !after.withdrawn)
        (exercise.epoch, exercise.index, exercise.loudnessOffset) = (Epoch(0), 0, 0)
        exercise.timbres = .sines
        (exercise.referenceHertz, exercise.targetHertz) = (after.exercise.referenceHertz, after.exercise.targetHertz)
        #expect(after.exercise == exercise && after.isPartial)
      case (.matching(let before), .matching(let after)):
        let (exercise, other) = (before.exercise, after.exercise)
        #expect(after.error == before.error && other.startOffset == exercise.startOffset && other.mode == exercise.mode)
        #expect(other.reference == exercise.reference && other.target == exercise.target)
        #expect(other.interval == exercise.interval && after.isPartial && after.range == nil)
      case (.timing(let before), .timing(let after)):
        #expect(after.exercise.tempo == before.exercise.tempo && after.exercise.offset == before.exercise.offset)
        #expect(after.answer == before.answer && after.correct == before.correct && !after.withdrawn && after.isPartial)
      default: Issue.record("another kind")
      }
    }
    // Our own formats say of it what there is, and no more.
    for format in [ExchangeFormat.csv, .jsonl] {
      #expect(try items(of: file(found, format)) == found.map { .record($0, .id) })
    }
    #expect(!String(decoding: file(found, .jsonl), as: UTF8.self).contains("note_duration"))
    // Written again it is the same file: nothing creeps.
    #expect(file(found, .peach3) == file(records, .peach3))
  }

  @Test("records that Peach's CSV cannot hold are left out and reported")
  func leftOut() throws {
    var maker = RecordMaker(seed: 5)
    let records = try maker.peachRecords(60)
    var writer = ExchangeWriter(.peach3)
    let empty = writer.bytes
    for record in records {
      guard case .comparison(var record) = record else { continue }
      record.withdrawn = true
      #expect(writer.write(.comparison(record)) == .withdrawn)
      record.withdrawn = false
      record.tuning = "meantone"
      let isPrime = record.exercise.interval == .prime
      #expect(writer.write(.comparison(record)) == (isPrime ? nil : .tuning("meantone")))
      if isPrime { writer = ExchangeWriter(.peach3) }
    }
    for record in try maker.records(60) {
      if !record.discipline.teaches { #expect(writer.write(record) == .listening) }
      if case .matching(let match) = record, match.exercise.heldLevel != nil {
        #expect(writer.write(record) == (match.exercise.mode.playsTogether ? .chord : .held))
      }
      if case .timing(var answer) = record {
        answer.withdrawn = true
        #expect(writer.write(.timing(answer)) == .withdrawn)
      }
    }
    #expect(writer.bytes == empty)
  }

  @Test(
    "the file's ending decides between our formats",
    arguments: [
      ("a.jsonl", ExchangeFormat.jsonl), ("A.NDJSON", .jsonl), ("a.csv", .csv), ("a", .csv), ("-", .csv),
      ("jsonl.txt", .csv),
    ])
  func ending(name: String, format: ExchangeFormat) {
    #expect(ExchangeFormat(fileName: name) == format)
  }
}
