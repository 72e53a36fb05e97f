import Foundation
import Testing
import Training

@testable import Exchange

/// Answers to beats in our own formats; Peach's has no place for them.
@Suite struct BeatsRowTests {
  @Test(arguments: [ExchangeFormat.csv, .jsonl])
  func `every answer is read as it was written`(format: ExchangeFormat) throws {
    var maker = RecordMaker(seed: 7)
    let records = try (1...300).map { ExerciseRecord.beats(try maker.beats($0)) }
    let bytes = file(records, format)
    #expect(try items(of: String(decoding: bytes, as: UTF8.self)) == records.map { .record($0, .id) })
  }

  @Test func `Peach's format has no place for them`() throws {
    var maker = RecordMaker(seed: 8)
    var record = try maker.beats(1)
    record.withdrawn = false
    var writer = ExchangeWriter(.peach3)
    let head = writer.bytes
    #expect(writer.write(.beats(record)) == .beats && writer.bytes == head)
    record.withdrawn = true
    #expect(writer.write(.beats(record)) == .withdrawn)
  }

  @Test func `equal rates are refused`() throws {
    var maker = RecordMaker(seed: 9)
    var record = try maker.beats(1)
    record.exercise.second.rate = -record.exercise.first.rate
    let refused = try items(of: String(decoding: file([.beats(record)], .jsonl), as: UTF8.self)).map(\.refused)
    #expect(refused.count == 1 && refused[0]?.column == "difference_percent" && refused[0]?.reason == .zero)
  }

  /// The columns that follow from others are for readers with other programs.
  @Test func `written values that follow from others do not change a record`() throws {
    var maker = RecordMaker(seed: 10)
    let record = ExerciseRecord.beats(try maker.beats(1))
    let line = String(decoding: file([record], .jsonl), as: UTF8.self)
    let changed = line.replacing(/"first_upper_hertz":[^,]*,/, with: "\"first_upper_hertz\":7,")
    #expect(changed != line)
    #expect(try items(of: changed) == [.record(record, .id)])
  }
}
