import Foundation
import Pitch
import TestSupport
import Testing

/// The note of a MIDI number.
func note(_ number: Int) throws -> Note {
  try #require(Note(number))
}

/// The Scala files that come with Peach, found from this file.
enum Shipped {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "config/tunings")

  /// Their names, sorted.
  static let files: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { $0 != "README.md" }.sorted()

  static func bytes(_ file: String) throws -> Data { try Data(contentsOf: folder.appending(path: file)) }

  /// The tuning of `name.scl` and, where there is one, `name.kbm`.
  static func tuning(_ name: String) throws -> Tuning {
    let map = files.contains("\(name).kbm") ? try ScalaKeyboardMap(bytes("\(name).kbm")) : nil
    return try Tuning(name: "\(name).scl", scale: ScalaScale(bytes("\(name).scl")), map: map)
  }
}

/// Seeded bytes and numbers.
struct Noise {
  private var generator: SplitMix64

  init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  /// A number of `range`.
  mutating func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &generator) }

  /// A number of `range`.
  mutating func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &generator) }

  /// At most `count` bytes drawn from `alphabet`.
  mutating func bytes(of alphabet: some Sequence<UInt8>, count: Int) -> [UInt8] {
    let alphabet = Array(alphabet)
    return (0..<number(0...count)).map { _ in alphabet[number(0...alphabet.count - 1)] }
  }
}
