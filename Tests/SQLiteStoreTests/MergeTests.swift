import Exchange
import Foundation
import GRDB
import Pitch
import TestSupport
import Testing
import Training

@testable import SQLiteStore

@Suite("Merging records")
struct MergeTests {
  private func mixed(_ count: Int, seed: UInt64 = 1) throws -> [ExerciseRecord] {
    let comparisons = try records(count, seed: seed)
    let matches = try matchingRecords(count, seed: seed)
    let heard = try listeningRecords(count, seed: seed)
    let timing = try timingRecords(count, seed: seed)
    let patterns = try timingListeningRecords(count, seed: seed)
    let beats = try beatsRecords(count, seed: seed)
    return (0..<count).flatMap {
      [
        .comparison(comparisons[$0]), .matching(matches[$0]), .listening(heard[$0]), .timing(timing[$0]),
        .timingListening(patterns[$0]), .beats(beats[$0]),
      ]
    }
  }

  private func merge(
    _ records: [ExerciseRecord], _ identity: RecordIdentity = .id, into store: SQLiteStore
  ) throws -> [RecordMerge.Outcome] {
    var outcomes: [RecordMerge.Outcome] = []
    try store.merge { merge in outcomes = try records.map { try merge.add($0, identity) } }
    return outcomes
  }

  private func content(_ records: [ExerciseRecord]) -> Content {
    Content(
      comparisons: records.compactMap { if case .comparison(let record) = $0 { record } else { nil } },
      matching: records.compactMap { if case .matching(let record) = $0 { record } else { nil } },
      listening: records.compactMap { if case .listening(let record) = $0 { record } else { nil } },
      timing: records.compactMap { if case .timing(let record) = $0 { record } else { nil } },
      timingListening: records.compactMap { if case .timingListening(let record) = $0 { record } else { nil } },
      beats: records.compactMap { if case .beats(let record) = $0 { record } else { nil } })
  }

  @Test("all fields of a record are stored, in the order of the file; the second time it exists already")
  func twice() throws {
    let store = try ScratchFolder().open()
    let records = try mixed(40)
    #expect(try merge(records, into: store) == Array(repeating: .added, count: 240))
    #expect(try merge(records, into: store) == Array(repeating: .duplicate, count: 240))
    #expect(try Content(store) == content(records))
    #expect(try store.recordCount() == 240)
  }

  @Test("a record's fields are the columns of its table, and merging stores the same as saving")
  func columns() throws {
    let store = try ScratchFolder().open()
    for (table, names) in [
      ("comparison", ComparisonRecord.fieldNames), ("matching", MatchingRecord.fieldNames),
      ("listening", ListeningRecord.fieldNames), ("timing", TimingRecord.fieldNames),
      ("timing_listening", TimingListeningRecord.fieldNames), ("beats", BeatsRecord.fieldNames),
    ] {
      let columns = try store.database.read { try $0.columns(in: table).map(\.name) }
      #expect((["number"] + names).sorted() == columns.sorted())
    }
    let (first, second) = (try ScratchFolder(), try ScratchFolder())
    let (saved, merged) = (try first.open(), try second.open())
    let kept = try Kinds.both.kept(30)
    saved.save(kept)
    #expect(saved.close(within: testLimit) == .complete)
    let reopened = try first.open()
    _ = try merge(kept.content, into: merged)
    #expect(try Content(reopened) == Content(merged))
  }

  @Test("rows of other programs' disciplines are stored once, replaced only by their like, and read by time")
  func foreignRows() throws {
    let folder = try ScratchFolder()
    defer { withExtendedLifetime(folder) {} }
    let store = try folder.open()
    let records = try mixed(3)
    _ = try merge(records, into: store)
    let times = records.map(\.time).sorted()
    func row(_ place: Int, _ text: String) -> ForeignRow {
      ForeignRow(time: Date(timeIntervalSince1970: times[place].timeIntervalSince1970.rounded(.down) - 1), line: text)
    }
    func add(_ rows: [ForeignRow], replacing: Bool = false) throws -> [RecordMerge.Outcome] {
      var outcomes: [RecordMerge.Outcome] = []
      try store.merge(replacing: replacing) { merge in outcomes = try rows.map { try merge.add($0) } }
      return outcomes
    }
    func all() throws -> [ForeignRow] {
      var all: [ForeignRow] = []
      var newest = Date.distantPast
      func take(_ time: Date) {
        #expect(time >= newest)
        newest = time
      }
      try store.readAll(
        .time,
        foreign: {
          take($0.time)
          all.append($0)
        }
      ) { take($0.time) }
      return all
    }
    let (early, late) = (row(0, "a,ä"), row(5, "b,\"x\ny\""))
    #expect(try add([late, early, late]) == [.added, .added, .duplicate])
    #expect(try add([early]) == [.duplicate])
    #expect(try all() == [early, late])
    #expect(try store.foreignRowCount() == 2 && store.recordCount() == 18)
    #expect(throws: Interrupted.self) {
      try store.readAll(.time, foreign: { _ in throw Interrupted() }) { _ in }
    }
    #expect(try add([late], replacing: true) == [.added])
    #expect(try all() == [late] && store.recordCount() == 18)
    #expect(try merge(records, into: store).allSatisfy { $0 == .duplicate })
  }

  private func merge(_ content: Content, into store: SQLiteStore) throws -> [RecordMerge.Outcome] {
    try merge(
      content.comparisons.map(ExerciseRecord.comparison) + content.matching.map(ExerciseRecord.matching), into: store)
  }

  @Test("another store's records are added to the existing ones, and after exchange both stores are equal")
  func twoStores() throws {
    let (first, second) = (try ScratchFolder().open(), try ScratchFolder().open())
    let (mine, yours, ours) = (try mixed(10, seed: 1), try mixed(10, seed: 2), try mixed(10, seed: 3))
    _ = try merge(mine + ours, into: first)
    _ = try merge(ours + yours, into: second)
    func all(_ store: SQLiteStore) throws -> [ExerciseRecord] {
      var all: [ExerciseRecord] = []
      try store.readAll(.insertion) { all.append($0) }
      return all
    }
    let added = try merge(all(second), into: first).filter { $0 == .added }.count
    #expect(added == 60)
    _ = try merge(all(first), into: second)
    #expect(try Set(all(first)) == Set(all(second)) && all(first).count == 180)
  }

  @Test("an answer withdrawn on one side is withdrawn")
  func withdrawn() throws {
    let store = try ScratchFolder().open()
    var record = try records(1)[0]
    record.withdrawn = false
    _ = try merge([.comparison(record)], into: store)
    record.withdrawn = true
    #expect(try merge([.comparison(record)], into: store) == [.duplicate])
    #expect(try stored(store).map(\.withdrawn) == [true])
    record.withdrawn = false
    #expect(try merge([.comparison(record)], into: store) == [.duplicate])
    #expect(try stored(store).map(\.withdrawn) == [true])
  }

  @Test("records without ids are found by their content, in the store and in their own file")
  func byContent() throws {
    let store = try ScratchFolder().open()
    var own = try records(1)[0]
    own.time = Date(timeIntervalSince1970: 1_700_000_000.789)
    (own.exercise.offset, own.withdrawn) = (Cents(12.34), false)
    _ = try merge([.comparison(own)], into: store)
    func copy(_ change: (inout ComparisonRecord) -> Void = { _ in }) -> ExerciseRecord {
      var record = own
      record.id = UUID()
      record.time = Date(timeIntervalSince1970: 1_700_000_000)
      (record.exercise.offset, record.isPartial) = (Cents(12.3), true)
      change(&record)
      return .comparison(record)
    }
    let other = Note(own.exercise.reference.number == 60 ? 61 : 60)
    var match = try matchingRecords(1)[0]
    match.time = Date(timeIntervalSince1970: 1_700_000_000)
    (match.exercise.reference, match.exercise.target, match.error, match.isPartial) = (
      own.exercise.reference, own.exercise.target, Cents(12.3), true
    )
    var begunElsewhere = match
    begunElsewhere.exercise.startOffset = Cents(match.exercise.startOffset.value + 1)
    let rows: [(ExerciseRecord, RecordMerge.Outcome)] = [
      (copy(), .duplicate),
      // What says the same twice in one file was answered twice.
      (copy(), .added),
      // With another decimal it says something else.
      (copy { $0.exercise.offset = Cents(12.44) }, .added),
      (copy { $0.exercise.offset = Cents(-12.3) }, .added), (copy { $0.correct.toggle() }, .added),
      (copy { $0.time += 1 }, .added),
      (copy { $0.exercise.reference = other ?? $0.exercise.reference }, .added),
      (
        copy { $0.exercise.target = other ?? $0.exercise.target },
        own.exercise.target == other ? .duplicate : .added
      ),
      // Another kind is another record; a match that began elsewhere is another match.
      (.matching(match), .added), (.matching(begunElsewhere), .added),
    ]
    var outcomes: [RecordMerge.Outcome] = []
    try store.merge { merge in outcomes = try rows.map { try merge.add($0.0, .content) } }
    #expect(outcomes == rows.map(\.1))
    // Again, as a separate merge: nothing is left of the table that knew them.
    try store.merge { merge in outcomes = try rows.map { try merge.add($0.0, .content) } }
    #expect(outcomes == Array(repeating: .duplicate, count: rows.count))
  }

  @Test("a whole record replaces an equal partial one, with few decimals too, and once")
  func wholeOfPartial() throws {
    let store = try ScratchFolder().open()
    var own = try records(1)[0]
    own.time = Date(timeIntervalSince1970: 1_700_000_000.789)
    (own.exercise.offset, own.withdrawn) = (Cents(12.34), false)
    func partial(_ cents: Double) -> ExerciseRecord {
      var partial = ComparisonRecord.partial(
        id: UUID(), time: Date(timeIntervalSince1970: 1_700_000_000), mode: own.exercise.mode,
        reference: own.exercise.reference, target: own.exercise.target, interval: own.exercise.interval,
        tuning: own.tuning, cents: Cents(cents))
      (partial.answer, partial.correct) = (own.answer, own.correct)
      return .comparison(partial)
    }
    // 12.33 is no 12.34, however it was rounded.
    #expect(try merge([partial(12.3), partial(12.33)], .content, into: store) == [.added, .added])
    try store.bringProfileForward()
    #expect(try merge([.comparison(own)], into: store) == [.duplicate])
    #expect(try stored(store).filter { !$0.isPartial } == [own] && store.recordCount() == 2)
    var straight = PerceptualProfile()
    for record in try stored(store) { straight.learn(record) }
    #expect(try store.profile().snapshot == straight.snapshot)
    // Another answer of that second is another.
    own.id = UUID()
    #expect(try merge([.comparison(own)], into: store) == [.added])
    // One that was taken back is in no such file.
    (own.id, own.time, own.withdrawn) = (UUID(), own.time - 1, true)
    #expect(try merge([.comparison(own)], into: store) == [.added])
    var same = own
    (same.id, same.withdrawn, same.isPartial) = (UUID(), false, true)
    #expect(try merge([.comparison(same)], .content, into: store) == [.added])
  }

  @Test("a partial record after a whole one with the same content in one file is a duplicate")
  func partialBehindWhole() throws {
    let store = try ScratchFolder().open()
    var (own, other) = (try records(1)[0], try records(1, seed: 2)[0])
    (own.withdrawn, other.withdrawn, other.isPartial) = (false, false, true)
    var partial = own
    (partial.id, partial.isPartial) = (UUID(), true)
    // The first partial record brings the comparison by content.
    let rows: [ExerciseRecord] = [.comparison(other), .comparison(own), .comparison(partial)]
    #expect(try merge(rows, .content, into: store) == [.added, .added, .duplicate])
    #expect(try store.recordCount() == 2)
  }

  @Test(
    "it makes no difference whether the rounded or the exact number of an answer comes first", arguments: [true, false])
  func rounded(exactFirst: Bool) throws {
    let store = try ScratchFolder().open()
    var exact = try records(1)[0]
    (exact.exercise.offset, exact.withdrawn, exact.isPartial) = (Cents(12.345678), false, true)
    var rounded = exact
    (rounded.exercise.offset, rounded.id) = (Cents(12.3), UUID())
    for (record, outcome) in zip(
      exactFirst ? [exact, rounded] : [rounded, exact], [RecordMerge.Outcome.added, .duplicate])
    {
      for identity in [RecordIdentity.content, .id] {
        #expect(try merge([.comparison(record)], identity, into: store) == [identity == .id ? .duplicate : outcome])
      }
    }
  }

  private struct Interrupted: Error {}

  @Test("an interrupted merge changes nothing", arguments: [false, true])
  func interrupted(replacing: Bool) throws {
    let folder = try ScratchFolder()
    let store = try folder.open()
    let (before, more) = (try mixed(10, seed: 1), try mixed(10, seed: 2))
    _ = try merge(before, into: store)
    #expect(throws: Interrupted.self) {
      try store.merge(replacing: replacing) { merge in
        for record in more { _ = try merge.add(record, .content) }
        throw Interrupted()
      }
    }
    #expect(try Content(store) == content(before))
    #expect(try merge(more, .content, into: store) == Array(repeating: .added, count: 60))
  }

  @Test("replacing keeps a copy of the old records, and everything other than records")
  func replacing() throws {
    let folder = try ScratchFolder()
    let store = try folder.open()
    let (before, after) = (try mixed(10, seed: 1), try mixed(10, seed: 2))
    _ = try merge(before, into: store)
    try store.database.write { try $0.execute(sql: "INSERT INTO split VALUES ('LPK25', 55)") }
    let backup = try #require(
      try store.merge(replacing: true) { merge in for record in after { _ = try merge.add(record, .id) } })
    #expect(try Content(store) == content(after))
    #expect(try store.splits() == ["LPK25": 55])
    #expect(try folder.names().contains(URL(filePath: backup).lastPathComponent))
    let copy = try SQLiteStore(path: backup, options: folder.options)
    #expect(try Content(copy) == content(before))
  }

  @Test("a record that breaks a rule of its table is refused, and the others are stored")
  func refused() throws {
    let store = try ScratchFolder().open()
    var bad = try records(3)
    bad[1].concertPitch = Hertz(0)
    let outcomes = try merge(bad.map(ExerciseRecord.comparison), into: store)
    #expect(outcomes[0] == .added && outcomes[2] == .added)
    guard case .refused(let reason) = outcomes[1] else {
      Issue.record("\(outcomes[1])")
      return
    }
    #expect(reason.contains("concert_pitch"))
    #expect(try store.recordCount() == 2)
  }

  @Test(
    "old history merged last is sorted in, and the profile is learned again",
    arguments: [false, true])
  func order(oldComesLast: Bool) throws {
    let all = try mixed(60).sorted { $0.time < $1.time }
    let (old, new) = (Array(all[..<60]), Array(all[60...]))
    let store = try ScratchFolder().open()
    func snapshots() throws -> Int? {
      try store.database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM profile_snapshot") }
    }
    _ = try merge(oldComesLast ? new : old, into: store)
    try store.bringProfileForward()
    #expect(try snapshots() == 1)
    _ = try merge(oldComesLast ? old : new, into: store)
    #expect(try snapshots() == (oldComesLast ? 0 : 1))
    #expect(try Content(store) == content(all))
    let straight = try ScratchFolder().open()
    _ = try merge(all, into: straight)
    #expect(try store.profile().snapshot == straight.profile().snapshot)
  }

  @Test("reading by time sorts across kinds; reading by insertion keeps each kind's order")
  func orders() throws {
    let store = try ScratchFolder().open()
    let records = try mixed(100)
    _ = try merge(records, into: store)
    var byTime: [ExerciseRecord] = []
    try store.readAll(.time) { byTime.append($0) }
    #expect(byTime.map(\.time) == records.map(\.time).sorted() && Set(byTime) == Set(records))
    var byInsertion: [ExerciseRecord] = []
    try store.readAll(.insertion) { byInsertion.append($0) }
    #expect(content(byInsertion) == content(records) && byInsertion.count == 600)
    #expect(throws: Interrupted.self) { try store.readAll(.time) { _ in throw Interrupted() } }
  }
}
