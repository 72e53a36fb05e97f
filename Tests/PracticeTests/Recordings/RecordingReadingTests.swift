import Controllers
import Foundation
import Ports
import Sound
import Testing
import Training

@testable import Practice
@testable import Recordings

/// A bad recording is reported with line and column.
@Suite struct RecordingReadingTests {
  private typealias Reason = RecordingProblem.Reason
  private static let plugged = #"{"time":5,"input":"connected","from":"20:0","client":"Keys","port":"Keys MIDI 1"}"#

  private func problem(_ lines: [String]) -> RecordingProblem? {
    do throws(RecordingProblem) {
      _ = try Recording(Array(lines.map { $0 + "\n" }.joined().utf8))
      return nil
    } catch {
      return error
    }
  }

  @Test func `every mistake has its place`() {
    let wrong: [([String], RecordingProblem)] = [
      ([""], RecordingProblem(line: 1, reason: .empty)),
      ([#"{"recording":2}"#], RecordingProblem(line: 1, column: 2, reason: .format(found: 2, known: 1))),
      ([#"{"recording":0}"#], RecordingProblem(line: 1, column: 2, reason: .format(found: 0, known: 1))),
      (
        [Self.plugged, #"{"time":6,"input":"settings"}"#],
        RecordingProblem(line: 2, reason: .missing(key: "settings"))
      ),
      (
        [Self.plugged, #"{"time":6,"input":"intent","intent":"show","cue":"sing","from":"20:0"}"#],
        RecordingProblem(line: 2, column: 44, reason: .unexpected(key: "cue"))
      ),
      ([#"{"ear":"AAAA"}"#], RecordingProblem(line: 1, column: 2, reason: .unexpected(key: "ear"))),
      ([#"{"ear":"…"}"#], RecordingProblem(line: 1, column: 2, reason: .unexpected(key: "ear"))),
      (
        [Self.plugged, #"{"time":6,"input":"turn","date":-1}"#],
        RecordingProblem(line: 2, column: 26, reason: .unexpected(key: "date"))
      ),
      ([#"{"recording":1}"#], RecordingProblem(line: 1, reason: .missing(key: "program"))),
      ([#"{"what":1}"#], RecordingProblem(line: 1, reason: .unknownLine)),
      (["root:x:0:0:root:/root:/bin/bash"], RecordingProblem(line: 1, reason: .unknownLine)),
      (["", "Peach 3"], RecordingProblem(line: 2, reason: .unknownLine)),
      ([Self.plugged, #"{"time" 6}"#, ""], RecordingProblem(line: 2, column: 9, reason: .notJSON)),
      (
        [Self.plugged, #"{"time":6,"input":"sing"}"#],
        RecordingProblem(line: 2, column: 11, reason: .unexpected(key: "input"))
      ),
      ([Self.plugged, #"{"time":4,"input":"turn"}"#], RecordingProblem(line: 2, column: 2, reason: .timeGoesBack)),
      (
        [Self.plugged, #"{"time":-4,"input":"turn"}"#],
        RecordingProblem(line: 2, column: 2, reason: .unexpected(key: "time"))
      ),
      (
        [Self.plugged, #"{"time":99999999999999999,"input":"turn"}"#],
        RecordingProblem(line: 2, column: 2, reason: .unexpected(key: "time"))
      ),
      (
        [Self.plugged, #"{"time":6,"input":"midi","from":"21:0","bytes":"90 3c 64"}"#],
        RecordingProblem(line: 2, column: 26, reason: .unknownController(port: "21:0"))
      ),
      (
        [Self.plugged, #"{"time":6,"input":"midi","from":"20:0","bytes":"90 3c"}"#],
        RecordingProblem(line: 2, column: 40, reason: .unexpected(key: "bytes"))
      ),
      (
        [Self.plugged, #"{"time":6,"input":"midi","from":"20:0"}"#],
        RecordingProblem(line: 2, reason: .missing(key: "bytes"))
      ),
      ([#"{"time":6,"input":"sound-lost","reason":"hung"}"#], RecordingProblem(line: 1, reason: .noHeader)),
      (
        [#"{"mapping":"Keys","place":0,"text":"schema: 7"}"#],
        RecordingProblem(line: 1, column: 29, reason: .badMapping(name: "Keys"))
      ),
      (
        [Self.plugged, #"{"time":6,"input":"settings","settings":{"level":-20}}"#],
        RecordingProblem(line: 2, column: 42, reason: .unexpected(key: "level"))
      ),
    ]
    for (lines, expected) in wrong { #expect(problem(lines) == expected, "\(lines)") }
    #expect(problem([Self.plugged]) == nil)
  }

  @Test func `a file that is not text is not a recording`() {
    #expect(throws: RecordingProblem(line: 1, reason: .notUTF8)) { try Recording([0xFF, 0xFE]) }
    let lines = [Array(Self.plugged.utf8), [0xC3], Array(Self.plugged.utf8)]
    #expect(throws: RecordingProblem(line: 2, reason: .notUTF8)) { try Recording(Array(lines.joined(separator: [10]))) }
  }

  /// The power goes, or the disk is full, in the middle of an umlaut.
  @Test func `a last line that ends within a character is left out`() throws {
    let broken = #"{"time":6,"input":"connected","from":"21:0","client":"Schl"#
    let read = try Recording(Array((Self.plugged + "\n" + broken).utf8) + [0xC3])
    #expect(read.brokenOff == 2 && read.entries.count == 1)
  }

  /// An editor of another system has saved it.
  @Test func `lines may end with a carriage return too`() throws {
    let lines = [Self.plugged, #"{"time":6,"input":"turn"}"#, "", #"{"end":true}"#]
    let read = try Recording(Array(lines.map { $0 + "\r\n" }.joined().utf8))
    #expect(read.isWhole && read.entries.map(\.line) == [1, 2] && read.brokenOff == nil)
    #expect(problem(lines.map { $0 + "\r" } + ["[\r"])?.line == 5)
    for (mark, end) in [("\u{FEFF}", "\n"), ("", "\r"), ("\u{FEFF}", "\r\n")] {
      let read = try Recording(Array((mark + lines.map { $0 + end }.joined()).utf8))
      #expect(read.isWhole && read.entries.map(\.line) == [1, 2] && read.brokenOff == nil)
    }
  }

  @Test func `numbers remain within the limits of arithmetic`() {
    let frame = #"{"time":6,"input":"marker","epoch":1,"frame":99999999999999}"#
    #expect(
      problem([Self.plugged, frame]) == RecordingProblem(line: 2, column: 38, reason: .unexpected(key: "frame")))
    let night = #"{"time":6,"input":"turn","slept":1500000000000000000}"#
    #expect(
      problem([Self.plugged, night, night]) == RecordingProblem(line: 3, column: 26, reason: .unexpected(key: "slept")))
  }

  /// The words are those of `docs/playing/reference/recordings.md`.
  @Test func `a timer's tones are read as written`() throws {
    let words = ["low", "medium", "high", "start", "interval", "warning", "rest", "finish"]
    #expect(words.count == CueTone.allCases.count)
    for (tone, word) in zip(CueTone.allCases, words) {
      for isSounded in [true, false] {
        let line = #"{"time":6,"input":"cue","tone":"\#(word)","frame":77,"sounded":\#(isSounded)}"#
        let read = try JSONDecoder().decode(RecordedStep.self, from: Data(line.utf8))
        guard case .rendered(let event) = read.taken.step else {
          Issue.record("\(word) is no report of the renderer's")
          continue
        }
        #expect(event == .cue(tone, frame: 77, isSounded: isSounded))
        let written = try JSONSerialization.jsonObject(with: JSONEncoder().encode(read)) as? NSDictionary
        let expected = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? NSDictionary
        #expect(written == expected)
      }
    }
    for wrong in [#""tone":"loud","frame":1,"sounded":true"#, #""tone":"low","frame":-1,"sounded":true"#] {
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(RecordedStep.self, from: Data(#"{"time":6,"input":"cue",\#(wrong)}"#.utf8))
      }
    }
  }

  @Test func `the time of an utterance is read as written`() throws {
    let line = #"{"time":6,"input":"speaking","number":3,"limit":24600000000}"#
    let read = try JSONDecoder().decode(RecordedStep.self, from: Data(line.utf8))
    guard case .input(.speech(.begun(3, .milliseconds(24_600)))) = read.taken.step else {
      Issue.record("\(read.taken.step)")
      return
    }
    let written = try JSONSerialization.jsonObject(with: JSONEncoder().encode(read)) as? NSDictionary
    #expect(written == (try JSONSerialization.jsonObject(with: Data(line.utf8)) as? NSDictionary))
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(RecordedStep.self, from: Data(line.replacing("24600000000", with: "-1").utf8))
    }
  }

  @Test func `spoken text is limited in total`() {
    let said = #"{"time":6,"input":"utterance","number":1,"rate":768000,"frames":46080000}"#
    let lines = [String](repeating: said, count: 23)
    #expect(problem([Self.plugged] + lines) == nil)
    #expect(
      problem([Self.plugged] + lines + [said])
        == RecordingProblem(line: 25, column: 56, reason: .unexpected(key: "frames")))
  }
}
