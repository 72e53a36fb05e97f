import TestSupport

/// Draws a text file damaged by an editor, a disk or a neighbour.
struct TextChange {
  private var chance: SplitMix64

  init(seed: UInt64) { chance = SplitMix64(seed: seed) }

  /// A number in 0 ..< `bound`.
  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<max(bound, 1), using: &chance) }

  /// One of `all`, which is not empty.
  mutating func one<Value>(of all: [Value]) -> Value { all[below(all.count)] }

  /// Line ends, marks, spaces and separators of Unicode, and characters that its readers treat as controls.
  private static let marks =
    [
      "\n", "\r\n", "\r", "\n\r", "\u{85}", "\u{2028}", "\u{2029}", "\u{B}", "\u{C}", "\u{0}", "\t", "\u{A0}",
      "\u{1680}",
      "\u{2003}", "\u{202F}", "\u{3000}", "\u{FEFF}", "\u{FFFE}", "\u{200B}", "\u{200E}", "\u{202E}", "\u{2066}",
      "\u{9B}",
      "\u{1B}[2J", "e\u{301}", "\u{301}", "👩‍🎤", "\u{E0041}", "\"", "'", "#", ": ", "- ", "...", "\n...\n", "---\n",
      "&a ", "*a",
      "!", "? ", "\\", ",", ";", "[", "]", "{", "}", "|\n", "0", "-", ".",
    ].map { Array($0.utf8) } + [[0xFF, 0xFE], [0xEF, 0xBB], [0xC3], [0x80]]

  /// A name as a device might have it.
  mutating func name() -> String {
    let parts = (0...below(3)).map { _ in
      String(decoding: one(of: Self.marks), as: UTF8.self) + one(of: ["a", "Ö", "1", ""])
    }
    return "x" + parts.joined()
  }

  /// One of `seeds`, changed; most are small, so that many can be read.
  mutating func file(of seeds: [[UInt8]]) -> [UInt8] {
    var bytes = one(of: seeds)
    if below(4) == 0 { lineEnds(&bytes) }
    if below(8) == 0 { bytes = [0xEF, 0xBB, 0xBF] + bytes }
    for _ in 0..<below(5) { change(&bytes) }
    if below(500) == 0 { grow(&bytes) }
    return Array(bytes.prefix(ReaderFuzz.largest + below(2)))
  }

  private mutating func lineEnds(_ bytes: inout [UInt8]) {
    let end = Self.marks[below(10)]
    bytes = Array(bytes.split(separator: 10, omittingEmptySubsequences: false).joined(separator: end))
  }

  private mutating func change(_ bytes: inout [UInt8]) {
    let place = below(bytes.count + 1)
    let length = min(bytes.count - place, 1 + below(24))
    let part = place..<place + length
    switch below(7) {
    case 0, 1, 2: bytes.insert(contentsOf: one(of: Self.marks), at: place)
    case 3: bytes.removeSubrange(part)
    case 4: bytes.insert(contentsOf: bytes[part], at: below(bytes.count + 1))
    case 5: bytes.replaceSubrange(part, with: one(of: Self.marks))
    default: if !part.isEmpty { bytes[place] = UInt8(below(256)) }
    }
  }

  /// Inserts a copy of a part, a mark or a new line, as often as the file has room.
  private mutating func grow(_ bytes: inout [UInt8]) {
    let place = below(bytes.count + 1)
    var part = below(2) == 0 ? one(of: Self.marks) : Array(bytes[place..<min(bytes.count, place + 1 + below(120))])
    if below(3) == 0 { part += one(of: Self.marks) }
    let room = below(ReaderFuzz.largest)
    guard !part.isEmpty else { return }
    // Some count, so that no two are alike.
    let counts = below(3) == 0
    var more: [UInt8] = []
    while more.count < room { more += part + (counts ? Array("k\(more.count)".utf8) : []) }
    bytes.insert(contentsOf: more, at: place)
  }
}
