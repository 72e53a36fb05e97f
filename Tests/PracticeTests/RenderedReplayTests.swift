import Controllers
import Foundation
import Ports
import Testing

@testable import Practice
@testable import Recordings

/// Hands alone, played with sound rendered in virtual time.
@Suite struct RenderedReplayTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")

  private func events(_ recording: Recording) throws -> String {
    let events = InMemoryEvents()
    var replay = try RenderedReplay(recording, library: MappingLibrary(mappings: []), events: events)
    replay.run()
    let encoder = EventLine.encoder()
    return try events.all.map { String(decoding: try encoder.encode(EventLine($0)), as: UTF8.self) + "\n" }.joined()
  }

  @Test(arguments: ["keyboard", "wheel"]) func `the same presses lead to the same events`(name: String) throws {
    let recording = try Recording(Array(Data(contentsOf: Self.folder.appending(path: "\(name).jsonl"))))
    #expect(!recording.hasSound && recording.header == nil)
    let told = try events(recording)
    let golden = Self.folder.appending(path: "\(name).events.jsonl")
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" { try Data(told.utf8).write(to: golden) }
    #expect(try told == String(contentsOf: golden, encoding: .utf8))
    #expect(told.contains(name == "wheel" ? #""event":"committed""# : #""event":"answered""#))
  }

  /// A sequencer's clock arrives more often than a period, and sound continues all the same.
  @Test func `input denser than a period delays nothing`() throws {
    let recording = try Recording(Array(Data(contentsOf: Self.folder.appending(path: "dense-clock.jsonl"))))
    let kept = InMemoryEvents()
    var replay = try RenderedReplay(recording, library: MappingLibrary(mappings: []), events: kept)
    replay.run()
    var (begun, answered): ([Double], [Double]) = ([], [])
    for event in kept.all {
      switch event.kind {
      case .exerciseStarted: begun.append(Double(event.time.nanoseconds) / 1e9)
      case .answered: answered.append(Double(event.time.nanoseconds) / 1e9)
      default: break
      }
    }
    // A note begins within two periods of its press, and an answer counts when it is given.
    #expect(abs((begun.first ?? 0) - 3.07) < 0.01, "\(begun)")
    #expect(answered.count == 2 && zip(answered, [6, 9]).allSatisfy { abs($0 - $1) < 0.01 }, "\(answered)")
  }

  @Test func `a recording is replayed unchanged in every version`() throws {
    let recording = try Recording(Array(Data(contentsOf: Self.folder.appending(path: "session.jsonl"))))
    #expect(recording.isWhole && recording.header?.format == RecordingHeader.format)
    let outcome = try ReplayPractice(recording, events: InMemoryEvents()).run()
    #expect(outcome.difference == nil, "\(String(describing: outcome.difference))")
    #expect(outcome.same == 52)
  }

  /// A key was held in matching, and the recording has a year inserted between two lines: a stuck key stops stepping.
  @Test(arguments: [1, 10, 1_000]) func `a key held for days is replayed`(days: Int64) throws {
    let recording = InMemoryRecording()
    let practice = try PracticeHarness(recording: recording)
    practice.plug()
    practice.startMatching()
    #expect(practice.runUntilTunable())
    practice.press(72)
    practice.turn()
    let lines = try recording.text()
    let later = practice.time.now().nanoseconds + days * 86_400_000_000_000
    let text = lines + #"{"time":\#(later),"input":"turn"}"# + "\n"
    let outcome = try ReplayPractice(Recording(Array(text.utf8)), events: InMemoryEvents()).run()
    #expect(outcome.steps == lines.split(separator: "\n").count { $0.contains(#""input":"#) } + 1)
  }

  @Test func `a gap of a day is skipped`() throws {
    let day: Int64 = 86_000_000_000_000
    let lines = [
      #"{"time":1,"input":"connected","from":"20:0","client":"Keys","port":"Keys MIDI 1"}"#,
      #"{"time":\#(day),"input":"midi","from":"20:0","bytes":"90 48 64"}"#,
      #"{"time":\#(day + 60_000_000),"input":"midi","from":"20:0","bytes":"80 48 40"}"#,
    ]
    #expect(try events(Recording(Array(lines.joined(separator: "\n").utf8))).contains("sessionStarted"))
  }
}
