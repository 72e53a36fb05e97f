import Foundation
import Pitch
import Testing
import Training

@testable import Exchange

@Suite("Peach's CSV, versions 1 to 3")
struct PeachVersionTests {
  private static let columns3 = """
    trainingType,timestamp,referenceNote,referenceNoteName,targetNote,targetNoteName,interval,tuningSystem,centOffset,\
    isCorrect,initialCentOffset,userCentError,tempoBPM,offsetMs,meanOffsetMs,meanOffsetMsPosition0,\
    meanOffsetMsPosition1,meanOffsetMsPosition2,meanOffsetMsPosition3
    """

  static let version1 = """
    # peach-export-format:1
    trainingType,timestamp,referenceNote,referenceNoteName,targetNote,targetNoteName,interval,tuningSystem,centOffset,isCorrect,initialCentOffset,userCentError
    pitchComparison,2026-03-01T10:00:00Z,60,C4,60,C4,P1,equalTemperament,-12.5,true,,
    pitchComparison,2026-03-01T10:00:05Z,60,C4,67,G4,P5,equalTemperament,8.25,false,,
    pitchMatching,2026-03-01T10:00:10Z,67,G4,60,C4,P5,justIntonation,,,-80.0,3.5
    pitchComparison,2026-03-01T10:00:15Z,128,G#9,60,C4,P1,equalTemperament,1.0,true,,
    absolutePitch,2026-03-01T10:00:20Z,60,C4,60,C4,P1,equalTemperament,1.0,true,,
    pitchComparison,2026-03-01T10:00:25Z,60,C4,60,C4,P1,equalTemperament,1.0,maybe,,
    pitchComparison,2026-03-01T10:00:30Z,60,C4,64,E4,M3,equalTemperament,4,true,,
    """

  @Test("version 1: its word for comparison, without columns of rhythm")
  func one() throws {
    let found = try items(of: Self.version1)
    try #require(found.count == 7)
    #expect(
      found.compactMap(\.refused) == [
        RowProblem(line: 6, column: "referenceNote", value: "128", reason: .outOfRange(low: 0, high: 127)),
        RowProblem(
          line: 7, column: "trainingType", value: "absolutePitch",
          reason: .notAWord([
            "comparison", "pitchComparison", "pitchDiscrimination", "pitchMatching", "rhythmOffsetDetection",
            "rhythmMatching", "continuousRhythmMatching",
          ])),
        RowProblem(line: 8, column: "isCorrect", value: "maybe", reason: .notABoolean),
      ])
    guard case .record(.comparison(let first), let identity) = found[0],
      case .record(.comparison(let second), _) = found[1],
      case .record(.matching(let third), _) = found[2]
    else { throw problem(of: Self.version1) ?? ExchangeProblem(line: 0, reason: .empty) }
    #expect(identity == .content)
    #expect(first.time == Date(timeIntervalSince1970: 1_772_359_200))
    #expect(first.exercise.mode == .comparison && first.exercise.offset == Cents(-12.5))
    #expect(first.answer == .lower && first.correct && first.isPartial)
    #expect(second.exercise.mode == .intervalComparison && second.exercise.interval == .perfectFifthUp)
    #expect(second.answer == .lower && !second.correct)
    // Down a pure fifth: the direction is that of the notes.
    #expect(third.exercise.mode == .intervalMatching && third.exercise.interval.semitones == -7)
    #expect(third.tuning == "just" && third.error == Cents(3.5) && third.exercise.startOffset == Cents(-80))
    #expect(third.range == nil && third.isPartial)
  }

  static let version2 = """
    # peach-export-format:2
    trainingType,timestamp,referenceNote,referenceNoteName,targetNote,targetNoteName,interval,tuningSystem,centOffset,isCorrect,initialCentOffset,userCentError,tempoBPM,offsetMs,userOffsetMs
    pitchDiscrimination,2026-03-20T09:00:00Z,69,A4,69,A4,P1,equalTemperament,20.0,true,,,,,
    rhythmOffsetDetection,2026-03-20T09:00:05Z,,,,,,,,true,,,80,-12.5,
    rhythmMatching,2026-03-20T09:00:10Z,,,,,,,,,,,80,,4.25,and more
    pitchMatching,2026-03-20T09:00:15Z,69,A4,69,A4,P1,equalTemperament,,,12.0,,,,
    pitchDiscrimination,2026-03-20,69,A4,69,A4,P1,equalTemperament,20.0,true,,,,,
    pitchDiscrimination,2026-03-20T09:00:25Z,69,A4,69,A4,P1
    """

  @Test("version 2: early or late is read, other rows of rhythm are counted and are not mistakes")
  func two() throws {
    let found = try items(of: Self.version2)
    #expect(found.count == 6 && found[0].record != nil)
    guard case .record(.timing(let answer), .content) = found[1] else {
      Issue.record("\(found[1])")
      return
    }
    #expect(answer.isPartial && answer.exercise.tempo == 80 && answer.exercise.offset == -12_500_000)
    #expect(found[2] == .rhythm)
    #expect(
      found.dropFirst(3).compactMap(\.refused) == [
        RowProblem(line: 6, column: "userCentError", value: nil, reason: .missing),
        RowProblem(line: 7, column: "timestamp", value: "2026-03-20", reason: .notATime),
        RowProblem(line: 8, column: "tuningSystem", value: nil, reason: .wrongCount(found: 7, expected: 15)),
      ])
  }

  static let version3 = """
    # peach-export-format:3
    \(columns3)
    pitchDiscrimination,2026-04-08T08:00:00Z,60,C4,72,C5,P8,justIntonation,-3.75,false,,,,,,,,,
    continuousRhythmMatching,2026-04-08T08:00:01Z,,,,,,,,,,,90,,1.5,1.0,,2.0,
    pitchMatching,2026-04-08T08:00:05Z,60,C4,60,C4,P1,equalTemperament,,,-17.25,0,,,,,,,
    pitchDiscrimination,2026-04-08T08:00:10Z,60,C4,60,C4,P5,equalTemperament,5.0,true,,,,,,,,,
    pitchDiscrimination,2026-04-08T08:00:15Z,60,C4,80,G#5,P8,equalTemperament,5.0,true,,,,,,,,,
    pitchDiscrimination,2026-04-08T08:00:20Z,60,C4,60,C4,P1,wellTemperament,5.0,true,,,,,,,,,
    pitchDiscrimination,2026-04-08T08:00:25Z,60,C4,60,C4,P1,equalTemperament,0.0,true,,,,,,,,,
    pitchDiscrimination,2026-04-08T08:00:30Z,60,C4,60,C4,P1,equalTemperament,"5,000",true,,,,,,,,,
    pitchDiscrimination,2026-04-08T08:00:35Z,60,C4,60,C4,P1,equalTemperament,2500,true,,,,,,,,,
    pitchDiscrimination,2026-04-08T08:00:40Z,60.5,C4,60,C4,P1,equalTemperament,5.0,true,,,,,,,,,
    chordRecognition,2026-04-08T08:00:45Z,60,C4,60,C4,P1,equalTemperament,5.0,true,,,,,,,,,
    pitchMatching,2026-04-08T08:00:50Z,60,C4,60,C4,P1,equalTemperament,,,1.0,2.0,,,,,,,,9,
    pitchMatching,2026-04-08T08:00:55Z,60,C4,60,C4,P1,equal"Temperament,,,1.0,2.0,,,,,,,
    pitchMatching,2026-04-08T08:01:00Z,60,C4,60,C4,P1,equalTemperament,,,1.0,2.0,,,,,,,
    """

  @Test("version 3: every mistake with its line, column and value, and only the mistakes left out")
  func three() throws {
    let found = try items(of: Self.version3)
    #expect(found.count == 14 && found.compactMap(\.record).count == 3)
    #expect(found[13].record != nil)
    // Disciplines that are not ours.
    let lines = Self.version3.split(separator: "\n").map(String.init)
    let start = Date(timeIntervalSince1970: 1_775_635_200)
    #expect(found[1] == .foreign(ForeignRow(time: start + 1, line: lines[3])))
    #expect(found[10] == .foreign(ForeignRow(time: start + 45, line: lines[12])))
    func bad(_ line: Int, _ column: String, _ value: String?, _ reason: RowProblem.Reason) -> RowProblem {
      RowProblem(line: line, column: column, value: value, reason: reason)
    }
    #expect(
      found.compactMap(\.refused) == [
        bad(6, "interval", "P5", .notTheInterval(notes: "P1")),
        bad(7, "targetNote", "80", .outOfRange(low: 48, high: 72)),
        bad(8, "tuningSystem", "wellTemperament", .notAWord(["equalTemperament", "justIntonation"])),
        bad(9, "centOffset", "0.0", .zero),
        bad(10, "centOffset", "5,000", .notANumber),
        bad(11, "centOffset", "2500", .outOfRange(low: -2400, high: 2400)),
        bad(12, "referenceNote", "60.5", .notAnInteger),
        RowProblem(line: 14, column: nil, value: nil, reason: .wrongCount(found: 21, expected: 19)),
        bad(15, "tuningSystem", nil, .quotation),
      ])
  }

  @Test("columns are found by name: in any order, some missing, some unknown")
  func columns() throws {
    let plain = try items(of: Self.version3).compactMap(\.record)
    // Each line's values turned round.
    let turned = Self.version3.split(separator: "\n").map { line in
      line.hasPrefix("#")
        ? line + ",,,"
        : line.split(separator: ",", omittingEmptySubsequences: false).reversed()
          .joined(separator: ",")[...]
    }
    let good = [0, 1, 2, 4].map { turned[$0] }
    #expect(try items(of: good.joined(separator: "\n")).compactMap(\.record) == Array(plain.prefix(2)))
    let few = """
      # peach-export-format:3
      colour,timestamp,trainingType,targetNote,referenceNote,isCorrect,centOffset
      red,2026-04-08T08:00:00Z,pitchDiscrimination,53,60,true,5
      "a
      b",2026-04-08T08:00:05Z,pitchDiscrimination,60,60,true,x
      blue,2026-04-08T08:00:10Z,pitchMatching,60,60,,
      """
    let found = try items(of: few)
    guard case .record(.comparison(let record), _)? = found.first else {
      Issue.record("\(found)")
      return
    }
    // Without the column of intervals the notes say it; without that of tunings it is the equal one.
    #expect(record.exercise.interval.semitones == -7 && record.tuning == "equal")
    #expect(
      found.compactMap(\.refused) == [
        RowProblem(line: 4, column: "centOffset", value: "x", reason: .notANumber),
        RowProblem(line: 6, column: "initialCentOffset", value: nil, reason: .missing),
      ])
  }

  @Test("the same row has the same id in any file, another row another one")
  func identifiers() throws {
    let all = try items(of: Self.version1).compactMap(\.record).map(\.id)
    #expect(try items(of: Self.version1).compactMap(\.record).map(\.id) == all && Set(all).count == all.count)
    #expect(all[0].uuidString == "9D2631C8-6563-8CD8-BBBA-ABA377EA1353")
  }

  @Test(
    "an unreadable file is refused with its reason",
    arguments: [
      ("", 1, ExchangeProblem.Reason.empty), ("\n\r\n", 3, .empty),
      ("trainingType\n", 1, .noVersionLine), ("trainingType,timestamp,tempoBPM\n", 1, .noVersionLine),
      ("\u{89}PNG\u{1a}\u{0}", 1, .noVersionLine),
      ("# something:1\n", 1, .noVersionLine),
      ("# peach-export-format:4\nx\n", 1, .newerVersion(name: "peach-export-format", found: 4, known: 3)),
      ("# peach-records:2\nx\n", 1, .newerVersion(name: "peach-records", found: 2, known: 1)),
      ("# peach-export-format:three\n", 1, .unreadableVersion("three")),
      ("# peach-export-format:-1\n", 1, .unreadableVersion("-1")),
      ("# peach-export-format:", 1, .unreadableVersion("")),
      ("# peach-export-format:99999999999999999999\n", 1, .unreadableVersion("99999999999999999999")),
      ("# peach-export-format:3\n", 2, .noHeader), ("# peach-export-format:3\n\"abc", 2, .noHeader),
      ("# peach-export-format:3\ntrainingType,note\n", 2, .missingColumn("timestamp")),
      ("# peach-records:1\ntime,mode\n", 2, .missingColumn("id")),
      ("# peach-export-format:3\ntimestamp,trainingType,timestamp\n", 2, .repeatedColumn("timestamp")),
    ])
  func refusedFiles(text: String, line: Int, reason: ExchangeProblem.Reason) {
    #expect(problem(of: text) == ExchangeProblem(line: line, reason: reason))
  }
}
