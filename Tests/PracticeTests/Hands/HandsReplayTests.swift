import Controllers
import Foundation
import Ports
import Testing
import Training

@testable import Practice
@testable import Recordings

/// What keyboards, pads and pedals really send, played with sound rendered in virtual time.
@Suite struct HandsReplayTests {
  /// A message this many milliseconds after the machine's start, from the keyboard or from another cable of it.
  typealias Line = (at: Double, bytes: String, from: String)

  private static func line(_ at: Double, _ bytes: String, _ from: String = "20:0") -> Line { (at, bytes, from) }

  /// A key that is pressed and let go.
  private static func tap(_ at: Double, _ note: String, for length: Double = 60) -> [Line] {
    [line(at, "90 \(note) 64"), line(at + length, "80 \(note) 40")]
  }

  private static func text(_ lines: [Line]) -> String {
    let ports = Set(lines.map(\.from)).sorted().map {
      #"{"time": 2000000000, "input": "connected", "client": "Keyboard", "port": "Keyboard MIDI 1", "from": "\#($0)"}"#
    }
    let sent = lines.sorted { $0.at < $1.at }.map {
      #"{"time": \#(Int64($0.at * 1e6)), "input": "midi", "bytes": "\#($0.bytes)", "from": "\#($0.from)"}"#
    }
    return (ports + sent).joined(separator: "\n") + "\n"
  }

  private static func fixture(_ name: String) throws -> String {
    try String(contentsOf: RenderedReplayTests.folder.appending(path: "\(name).jsonl"), encoding: .utf8)
  }

  private static func lines(_ name: String) throws -> [Line] {
    try fixture(name).split(separator: "\n").compactMap { line -> Line? in
      let fields = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      guard let time = fields?["time"] as? NSNumber, let bytes = fields?["bytes"] as? String else { return nil }
      return Self.line(time.doubleValue / 1e6, bytes)
    }
  }

  private func events(_ text: String) throws -> [PracticeEvent.Kind] {
    let events = InMemoryEvents()
    var replay = try RenderedReplay(
      Recording(Array(text.utf8)), library: MappingLibrary(mappings: []), events: events)
    replay.run()
    return events.all.map(\.kind)
  }

  private func answers(_ text: String) throws -> [Double] {
    try events(text).compactMap { kind in
      guard case .answered(_, _, _, _, let time, _) = kind else { return nil }
      return Double(time.nanoseconds) / 1e9
    }
  }

  private func commits(_ text: String) throws -> [Double] {
    try events(text).compactMap { if case .committed(let attempt) = $0 { attempt.error.value } else { nil } }
  }

  // MARK: Releases that never come

  @Test func `pads that never send a note-off answer each time`() throws {
    #expect(try answers(Self.fixture("no-note-off")) == [6, 10, 14])
  }

  /// What was held since an earlier exercise made a two-key hold with the next pad, which stopped practice.
  @Test func `two pads without note-offs in turn stop nothing`() throws {
    let lines =
      Self.tap(3_000, "48") + [6, 10, 14, 18].map { Self.line($0 * 1_000, $0 == 10 ? "90 30 64" : "90 48 64") }
    #expect(try answers(Self.text(lines)) == [6, 10, 14, 18])
  }

  /// The release of a key whose octave was moved comes for another note, or never.
  @Test(arguments: ["80 54 40", "80 3c 40", nil] as [String?])
  func `a key whose octave was moved still works`(release: String?) throws {
    var lines = Self.tap(3_000, "48") + [Self.line(6_000, "90 48 64")]
    if let release { lines.append(Self.line(6_100, release)) }
    lines += Self.tap(10_000, "48") + Self.tap(14_000, "54")
    #expect(try answers(Self.text(lines)) == [6, 10, 14])
  }

  @Test(arguments: ["b0 7b 00", "b0 78 00", "ff"])
  func `keys released by a message for all are not held`(message: String) throws {
    let lines =
      Self.tap(3_000, "48") + [Self.line(6_000, "90 48 64"), Self.line(6_200, message)]
      + Self.tap(10_000, "30", for: 1_500) + Self.tap(14_000, "48")
    #expect(try answers(Self.text(lines)) == [6, 10, 14])
  }

  @Test func `keys held when active sensing stopped are not held`() throws {
    let sensing = stride(from: 2_500.0, to: 6_300, by: 270).map { Self.line($0, "fe") }
    let lines =
      Self.tap(3_000, "48") + [Self.line(6_000, "90 48 64")] + Self.tap(10_000, "30", for: 1_500)
      + Self.tap(14_000, "48")
    #expect(try answers(Self.text(lines + sensing)) == [6, 10, 14])
  }

  @Test func `active sensing does not count as a hand`() throws {
    let sensing = stride(from: 2_500.0, to: 200_000, by: 290).map { Self.line($0, "fe") }
    #expect(
      try events(Self.text(Self.tap(3_000, "48") + sensing)).contains {
        if case .sessionStopped(.idle) = $0 { true } else { false }
      })
  }

  @Test func `a wavering pedal does not count as a hand`() throws {
    let pedal = stride(from: 2_500.0, to: 200_000, by: 100).enumerated().map {
      Self.line($0.element, "b0 40 \(["3f", "40", "41", "40"][$0.offset % 4])")
    }
    let isLeft = try events(Self.text(Self.tap(3_000, "48") + pedal)).contains {
      if case .sessionStopped(.idle) = $0 { true } else { false }
    }
    #expect(isLeft)
  }

  // MARK: Deeds that arrive twice

  @Test func `a layered keyboard commits the same as a single one`() throws {
    let single = try commits(Self.fixture("single-keys"))
    #expect(single.count == 1)
    #expect(abs((single.first ?? 0) - 27.339) < 0.001)
    #expect(try commits(Self.fixture("layered-keys")) == single)
  }

  @Test(arguments: [3, 7.5, 10], ["24:0", "20:1"])
  func `a keyboard on two cables commits the same as on one`(late: Double, from: String) throws {
    let single = try Self.lines("single-keys")
    let copies = single.map { Self.line($0.at + late, $0.bytes, from) }
    #expect(try commits(Self.text(single + copies)) == commits(Self.text(single)))
  }

  @Test func `a pedal on two channels is one pedal`() throws {
    // The soft pedal sounds the reference again: twice is another thing than once.
    var lines = Self.tap(3_000, "30")
    for (at, value) in [(6_000.0, "7f"), (6_300, "00")] {
      lines += [Self.line(at, "b0 43 \(value)"), Self.line(at + 0.7, "b1 43 \(value)")]
    }
    let heard = try events(Self.text(lines)).count { if case .heardAgain = $0 { true } else { false } }
    #expect(heard <= 1)
  }

  // MARK: Noise

  @Test func `a wavering pedal at its middle commits nothing by itself`() throws {
    #expect(try commits(Self.fixture("pedal-wavers")).count <= 1)
  }

  /// One step of a worn wheel between the keys of the chord, or before they are let go, was kept with the first key's
  /// step.
  @Test(arguments: [9_020.0, 9_100]) func `a worn wheel does not disturb the commit chord`(at: Double) throws {
    let tuned =
      Self.tap(3_000, "30")
      + [40, 41, 42, 43, 44].enumerated().map {
        Self.line(6_000 + Double($0.offset) * 100, "b0 01 \($0.element)")
      } + Self.tap(9_000, "48", for: 200) + Self.tap(9_050, "30", for: 150)
    let noise = [Self.line(at, "b0 01 45"), Self.line(at + 15, "b0 01 44"), Self.line(at + 25, "b0 01 45")]
    let quiet = try commits(Self.text(tuned))
    #expect(quiet.count == 1)
    #expect(try commits(Self.text(tuned + noise)) == quiet)
  }
}
