import Exchange
import Foundation
import Testing
import Training

@Suite("Another program reads our Peach CSV")
struct IndependentPeachTests {
  @Test("a parser written from the description alone finds every record", arguments: [1, 2, 3], ["\n", "\r\n"])
  func accepted(seed: UInt64, lineEnd: String) throws {
    var maker = RecordMaker(seed: seed)
    let records = try maker.peachRecords(200)
    let text = String(decoding: file(records, .peach3), as: UTF8.self).replacing("\n", with: lineEnd)
    #expect(try parsePeachFile(text) == records.map(expected))
  }

  @Test("an export without records is also a file")
  func empty() throws {
    #expect(try parsePeachFile(String(decoding: file([], .peach3), as: UTF8.self)) == [])
  }

  private struct NotInPeach: Error {}

  private func expected(_ record: ExerciseRecord) throws -> PeachRow {
    let time = Date(timeIntervalSince1970: record.time.timeIntervalSince1970.rounded(.down))
    switch record {
    case .comparison(let record):
      let exercise = record.exercise
      return PeachRow(
        type: "pitchDiscrimination", time: time, notes: [exercise.reference.number, exercise.target.number],
        interval: exercise.interval.abbreviation, tuning: tuning(record.tuning, exercise.interval == .prime),
        cents: [exercise.offset.value], isCorrect: record.correct)
    case .matching(let record):
      let exercise = record.exercise
      return PeachRow(
        type: "pitchMatching", time: time, notes: [exercise.reference.number, exercise.target.number],
        interval: exercise.interval.abbreviation, tuning: tuning(record.tuning, exercise.interval == .prime),
        cents: [exercise.startOffset.value, record.error.value])
    case .timing(let record):
      return PeachRow(
        type: "rhythmOffsetDetection", time: time, notes: [], interval: "", tuning: "", cents: [],
        isCorrect: record.correct, tempo: record.exercise.tempo, milliseconds: Double(record.exercise.offset) / 1e6)
    case .listening, .timingListening, .beats: throw NotInPeach()
    }
  }

  private func tuning(_ name: String, _ isPrime: Bool) -> String {
    name == "just" && !isPrime ? "justIntonation" : "equalTemperament"
  }

  /// Without these the parser above would prove nothing.
  @Test(
    "the parser is strict",
    arguments: [
      ("# peach-export-format:3", "# peach-export-format:2"), ("trainingType,timestamp", "timestamp,trainingType"),
      (",60,C4,", ",60,Db4,"), (",P5,", ",P4,"), (",true,", ",yes,"), ("Z,60", ",60"), ("-12.5", "-12,5"),
      ("-12.5", "\"-12.5"), ("08:00:05Z", "07:00:05Z"), ("pitchMatching", "pitchComparison"),
      ("justIntonation", "just"), (",3.5,,", ",3.5,"), (",3.5,,", ",3.5,7,"),
      (",80,-3.125,", ",80.5,-3.125,"), (",80,-3.125,", ",80,,"), (",80,-3.125,", ",80,-3.125,1"),
      (",,,,true,,,80", ",60,C4,,true,,,80"),
    ])
  func strict(text: String, replacement: String) throws {
    let header = String(decoding: file([], .peach3), as: UTF8.self)
    let good =
      header + """
        pitchDiscrimination,2026-04-08T08:00:00Z,60,C4,67,G4,P5,justIntonation,-12.5,true,,,,,,,,,
        pitchMatching,2026-04-08T08:00:05Z,60,C4,60,C4,P1,equalTemperament,,,-80,3.5,,,,,,,
        rhythmOffsetDetection,2026-04-08T08:00:10Z,,,,,,,,true,,,80,-3.125,,,,,

        """
    #expect(try parsePeachFile(good).count == 3)
    try #require(good.contains(text))
    #expect(throws: PeachFileError.self) { try parsePeachFile(good.replacing(text, with: replacement)) }
  }
}
