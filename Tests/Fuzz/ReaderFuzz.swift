import Commands
import Controllers
import Exchange
import Foundation
import Pitch
import Ports
import Recordings
import SQLiteStore
import TestSupport

/// Every reader of text with files that are nearly right: other line ends, marks, Unicode's spaces and separators,
/// parts left out, doubled or repeated thousands of times. Nothing may trap, and the time may grow with the size of the
/// file and no faster.
struct ReaderFuzz {
  let seed: UInt64
  private let readers = [
    Reader("settings", seeds: Self.settings, read: Self.readSettings),
    Reader("mappings", seeds: Self.mappings) { bytes, _ in
      MappingLibrary.mapping(in: bytes, file: "fuzz.yaml") != nil
    },
    Reader("scales", seeds: Self.scales) { bytes, _ in (try? ScalaScale(bytes)) != nil },
    Reader("keyboards", seeds: Self.keyboards) { bytes, _ in (try? ScalaKeyboardMap(bytes)) != nil },
    Reader("recordings", seeds: Self.recordings) { bytes, _ in (try? Recording(bytes)) != nil },
    Reader("tables", seeds: Self.tables, read: Self.readExchange),
    Reader("JSON Lines", seeds: Self.jsonLines, read: Self.readExchange),
    Reader("rescue files", seeds: Self.rescues) { bytes, _ in RescueFile.read(bytes) != nil },
  ]

  /// Processor seconds that a file of `bytes` may take: ten microseconds a byte, where readers take one or less. A
  /// debug build takes ten times as long.
  static func limit(_ bytes: Int) -> Double { (0.05 + Double(bytes) * 10e-6) * (isDebug ? 10 : 1) }
  /// Bytes of the largest files; one file in 500 may be so large.
  static let largest = 65_536
  /// MiB that all of it may take.
  static let mostMiB = 512

  /// Reads `count` changed files, each reader's in turn.
  func run(count: Int) throws -> String {
    var slowest: (perByte: Double, name: String) = (0, "")
    var bytes = 0
    var good: [String: Int] = [:]
    for round in 0..<count {
      let roundSeed = seed &+ UInt64(round)
      begin(round: round, seed: roundSeed)
      let reader = readers[Int(roundSeed % UInt64(readers.count))]
      var change = TextChange(seed: roundSeed)
      let file = change.file(of: reader.seeds)
      bytes += file.count
      let before = processorTime()
      if try reader.read(file, &change) { good[reader.name, default: 0] += 1 }
      let taken = processorTime() - before
      guard taken < Self.limit(file.count) else {
        throw Finding(description: "\(reader.name), seed \(roundSeed): \(file.count) bytes took \(taken) s")
      }
      let perByte = taken / Double(max(file.count, 1))
      if file.count > 8_192, perByte > slowest.perByte { slowest = (perByte, reader.name) }
    }
    let unread = readers.map(\.name).filter { good[$0] == nil }
    guard count < 1_000 || unread.isEmpty else {
      throw Finding(description: "not one file could be read: \(unread.joined(separator: ", "))")
    }
    guard mostMemory() < Self.mostMiB else { throw Finding(description: "\(mostMemory()) MiB were needed") }
    let worst = "\((slowest.perByte * 1e9).rounded()) ns a byte (\(slowest.name))"
    let read = readers.map { "\($0.name) \(good[$0.name] ?? 0)" }.joined(separator: ", ")
    return
      "\(count) readers' files of \(bytes >> 20) MiB, at most \(worst) in large ones, \(mostMemory()) MiB; read: \(read)"
  }

  /// One reader, with files that it can read.
  private struct Reader {
    var name: String
    var seeds: [[UInt8]]
    /// Whether something could be read.
    var read: ([UInt8], inout TextChange) throws -> Bool

    init(_ name: String, seeds: [String], read: @escaping ([UInt8], inout TextChange) throws -> Bool) {
      self.name = name
      self.seeds = seeds.map { Array($0.utf8) }
      self.read = read
    }
  }

  // MARK: Readers

  /// Reads settings and changes one of them: the problems of all others stay, and the new value is read back.
  private static func readSettings(_ bytes: [UInt8], _ change: inout TextChange) throws -> Bool {
    let file = SettingsFile(path: "/fuzz/settings.yaml")
    guard let text = String(validating: bytes, as: UTF8.self) else { return false }
    let before = file.read(text)
    let key = change.one(of: SettingKey.allCases)
    var wanted = Settings()
    // A name is taken without the blanks around it, or not at all.
    if key == .output { try? wanted.set(.output, change.name()) }
    let value = wanted.text(of: key)
    guard let edited = try? before.changed(key, to: value).text else { return false }
    let after = file.read(edited)
    let others = SettingKey.allCases.filter { $0 != key && $0 != .noteRangeLow && $0 != .noteRangeHigh }
    for other in others where before.settings.text(of: other) != after.settings.text(of: other) {
      throw Finding(description: "\(key) changed \(other): \(text.debugDescription)")
    }
    guard key != .output || after.settings.output == wanted.output else {
      throw Finding(description: "\(value.debugDescription) is not read back: \(edited.debugDescription)")
    }
    return true
  }

  /// In pieces, as from a disk or a pipe.
  private static func readExchange(_ bytes: [UInt8], _ change: inout TextChange) -> Bool {
    var reader = ExchangeReader()
    var rest = bytes[...]
    var records = 0
    func take() throws(ExchangeProblem) {
      while let item = try reader.next() {
        if case .record = item { records += 1 }
      }
    }
    do throws(ExchangeProblem) {
      while !rest.isEmpty {
        let count = 1 + change.below(rest.count)
        reader.append(rest.prefix(count))
        rest = rest.dropFirst(count)
        try take()
      }
      reader.end()
      try take()
    } catch {
      return false
    }
    return records > 0
  }
}

// MARK: Files

extension ReaderFuzz {
  private static let settings = [
    "# mine\nlevel: -22 # quiet\ntick: off\nintervals:\n  - P5 up\n  - m3 down\noutput: \"a: b\"\n",
    "{level: -30, tick: off}\n", "---\ntuning: just\nnote-range-low: 40\nnote-range-high: 80\n...\n",
  ]
  private static let mappings = [
    """
    schema: 1
    name: Box
    mode: any
    sources: [a]
    match: {clients: ["Box*"], usb: ["1234:0001-0003"]}
    halves: [{keyboard: {split: 60}}]
    feedback: {colours: {dark: 0}, lights: {x: [{notes: 1}]}, cues: {trouble: [{light: x, colour: dark}]}}
    exit: [{cc: 1, value: 2, confidence: unsure}]

    """
  ]
  private static let scales = ["! a.scl\n!\nname é\n 3\n!\n 386.31 third\n 3/2\n 2/1\n", "x\n2\n-5.0\n1200.0\n"]
  private static let keyboards = ["! a\n3\n0\n127\n60\n69\n440.0\n3\n! map\n0\nx\n2\n", "0\n0\n127\n60\n69\n432.\n0\n"]
  private static let recordings = [
    """
    {"time":5,"input":"connected","from":"20:0","client":"Keys","port":"Keys MIDI 1"}
    {"time":6,"input":"turn"}
    {"end":true}

    """
  ]
  private static let tables = [ExchangeFormat.csv, .peach3].map(answers)
  private static let jsonLines = [answers(.jsonl)]
  private static func answers(_ format: ExchangeFormat) -> String {
    var writer = ExchangeWriter(format)
    for index in 1...3 { _ = writer.write(.comparison(RecordingFuzz.answer(index))) }
    return String(decoding: writer.bytes, as: UTF8.self)
  }
  private static let rescues = [
    """
    {"database":"/data/peach.sqlite","peach_unsaved":1}
    {"withdraw":{"id":"00000000-0000-0000-0000-00000000000A"}}
    {"withdraw":{"id":"00000000-0000-0000-0000-00000000000B"}}

    """
  ]
}
