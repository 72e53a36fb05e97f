import Exchange
import Foundation
import Testing
import Training

@testable import SQLiteStore

@Suite struct TimingMergeTests {
  private func merge(
    _ records: [ExerciseRecord], _ identity: RecordIdentity = .id, into store: SQLiteStore
  ) throws -> [RecordMerge.Outcome] {
    var outcomes: [RecordMerge.Outcome] = []
    try store.merge { merge in outcomes = try records.map { try merge.add($0, identity) } }
    return outcomes
  }

  @Test func `another program's answer is found by second, tempo, displacement and correctness`() throws {
    let store = try ScratchFolder().open()
    var own = try timingRecords(1)[0]
    (own.time, own.withdrawn) = (Date(timeIntervalSince1970: 1_700_000_000.789), false)
    (own.exercise.tempo, own.exercise.offset) = (80, 12_340_000)
    func copy(_ change: (inout TimingRecord) -> Void = { _ in }) -> ExerciseRecord {
      var record = own
      (record.id, record.time, record.isPartial) = (UUID(), Date(timeIntervalSince1970: 1_700_000_000), true)
      (record.exercise.offset, record.offsetText) = (12_300_000, "12.3")
      change(&record)
      return .timing(record)
    }
    let rows: [(ExerciseRecord, RecordMerge.Outcome)] = [
      (copy(), .duplicate), (copy(), .added), (copy { $0.exercise.offset = 12_440_000 }, .added),
      (copy { $0.exercise.offset *= -1 }, .added), (copy { $0.correct.toggle() }, .added),
      (copy { $0.time += 1 }, .added), (copy { $0.exercise.tempo = 81 }, .added),
    ]
    _ = try merge([.timing(own)], into: store)
    #expect(try merge(rows.map(\.0), .content, into: store) == rows.map(\.1))
    #expect(try merge(rows.map(\.0), .content, into: store) == Array(repeating: .duplicate, count: rows.count))
    // The whole one takes the place of a partial one, wherever it comes from.
    let other = try ScratchFolder().open()
    _ = try merge([copy()], .content, into: other)
    #expect(try merge([.timing(own)], into: other) == [.duplicate])
    #expect(try Content(other) == Content(comparisons: [], matching: [], timing: [own]))
    own.withdrawn = true
    #expect(try merge([.timing(own)], into: other) == [.duplicate])
    #expect(try Content(other).timing.map(\.withdrawn) == [true])
    #expect(try merge([copy()], .content, into: other) == [.added])
  }
}
