import Exchange
import Foundation
import Pitch
import Testing

@testable import Training

@Suite("The row of a chord")
struct ChordRowTests {
  private let record = {
    var record = MatchingRecord.blank
    record.time = Date(timeIntervalSince1970: 1_790_000_000)
    record.exercise.mode = .chords
    (record.exercise.chord, record.exercise.heldLevel, record.exercise.companionHertz) = (.majorThird, 0, Hertz(330))
    record.exercise.interval = Chord.majorThird.interval
    record.exercise.target = Note(literal: 64)
    record.exercise.timbres = TimbrePair(.string, .string)
    record.exercise.range = Cents(100)
    (record.beats, record.targetBeats) = (-1.25, 0)
    return record
  }()

  private func lines(_ change: (String) -> String) -> String {
    change(String(decoding: file([.matching(record)], .jsonl), as: UTF8.self))
  }

  @Test("is read again by both of our formats")
  func roundTrip() throws {
    for format in [ExchangeFormat.csv, .jsonl] {
      #expect(try items(of: file([.matching(record)], format)).map(\.record) == [.matching(record)])
    }
    #expect(lines { $0 }.contains(#""chord":"major-third""#) && lines { $0 }.contains(#""beats":-1.25"#))
  }

  @Test(
    "is refused if chord, mode and interval do not belong together",
    arguments: [
      (#""chord":"major-third","#, ""), (#""mode":"chords""#, #""mode":"interval-matching""#),
      (#""chord":"major-third""#, #""chord":"fifth""#), (#""chord":"major-third""#, #""chord":"ninth""#),
      (#""beats":-1.25"#, #""beats":"fast""#), (#""companion_hertz":330.0"#, #""companion_hertz":-330.0"#),
    ])
  func refused(old: String, new: String) throws {
    let changed = lines { $0.replacing(old, with: new) }
    #expect(changed != lines { $0 })
    let found = try items(of: changed)
    #expect(found.count == 1 && found[0].refused != nil)
  }

  @Test("has no place in Peach's CSV")
  func peach() {
    var writer = ExchangeWriter(.peach3)
    #expect(writer.write(.matching(record)) == .chord)
  }
}
