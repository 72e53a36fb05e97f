import Exchange
import Foundation
import Pitch
import Testing

@testable import Training

@Suite("The row of a note of a temperament")
struct TemperamentRowTests {
  private let record = {
    var record = MatchingRecord.blank
    record.time = Date(timeIntervalSince1970: 1_790_000_000)
    record.exercise.mode = .temperament
    record.exercise.temperament = TemperamentPlace(
      order: "fifths-from-a", step: 3, run: UUID(uuidString: "0C7E4F0E-7C7B-4B0D-9F5C-0B1E4B7C1A55") ?? UUID())
    record.exercise.heldLevel = 0
    (record.exercise.interval, record.exercise.target) = (.perfectFifthUp, Note(literal: 67))
    record.exercise.range = Cents(100)
    (record.beats, record.targetBeats) = (-1.25, -0.75)
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
    #expect(lines { $0 }.contains(#""temperament_order":"fifths-from-a""#))
  }

  @Test(
    "is refused if place and mode do not belong together, or the place is not one",
    arguments: [
      (#""temperament_order":"fifths-from-a","#, ""), (#""mode":"temperament""#, #""mode":"interval-matching""#),
      (#""mode":"temperament""#, #""mode":"chords""#), (#""temperament_run":"0C7E4F0E"#, #""temperament_run":"nine"#),
      (#""temperament_step":3"#, #""temperament_step":0"#), (#""temperament_step":3"#, #""temperament_step":2.5"#),
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
