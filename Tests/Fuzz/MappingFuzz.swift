import Controllers
import Foundation
import TestSupport

/// Mapping files damaged by an editor, a disk or a cat.
struct MappingFuzz {
  let seed: UInt64
  private let files: [[UInt8]]

  /// The processor time that one file may take, in seconds: the size of a file is bounded, so its cost must be too. A
  /// debug build takes twenty times as long.
  static let longest = isDebug ? 10.0 : 0.5
  /// MiB that all of it may take.
  static let largest = 512
  /// Bytes that any file may have.
  static let sizeLimit = 65_536

  init(seed: UInt64) {
    self.seed = seed
    let names = (try? FileManager.default.contentsOfDirectory(atPath: mappingFolder)) ?? []
    files = names.filter { $0.hasSuffix(".yaml") }.sorted().compactMap {
      FileManager.default.contents(atPath: "\(mappingFolder)/\($0)").map(Array.init)
    }
  }

  /// Loads `count` changed files.
  func run(count: Int) throws -> String {
    guard !files.isEmpty else { throw Finding(description: "there are no mappings in \(mappingFolder)") }
    var good = 0
    var slowest = 0.0
    for round in 0..<count {
      let roundSeed = seed &+ UInt64(round)
      begin(round: round, seed: roundSeed)
      var mutation = Mutation(files: files, seed: roundSeed)
      let bytes = mutation.file()
      let before = processorTime()
      if MappingLibrary.mapping(in: bytes, file: "fuzz.yaml") != nil { good += 1 }
      let taken = processorTime() - before
      slowest = max(slowest, taken)
      guard taken < Self.longest else {
        throw Finding(description: "seed \(roundSeed): \(bytes.count) bytes took \(taken) s of processor time")
      }
    }
    guard mostMemory() < Self.largest else { throw Finding(description: "\(mostMemory()) MiB were needed") }
    return
      "\(count) mappings, \(good) of them good, the slowest took \((slowest * 1e3).rounded()) ms, \(mostMemory()) MiB"
  }
}

/// Whether this build is not optimised.
var isDebug: Bool {
  #if DEBUG
    true
  #else
    false
  #endif
}

/// The shipped mappings, found from this file.
let mappingFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().appendingPathComponent("config/controllers").path

/// One changed file.
struct Mutation {
  let files: [[UInt8]]
  var chance: SplitMix64

  init(files: [[UInt8]], seed: UInt64) {
    self.files = files
    chance = SplitMix64(seed: seed)
  }

  private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<max(bound, 1), using: &chance) }

  mutating func file() -> [UInt8] {
    var bytes = files[below(files.count)]
    for _ in 0...below(4) { change(&bytes) }
    return Array(bytes.prefix(MappingFuzz.sizeLimit + 1))
  }

  private mutating func change(_ bytes: inout [UInt8]) {
    switch below(12) {
    case 0: for _ in 0...below(20) where !bytes.isEmpty { bytes[below(bytes.count)] = UInt8(below(256)) }
    case 1: for _ in 0...below(8) where !bytes.isEmpty { bytes[below(bytes.count)] ^= UInt8(1 << below(8)) }
    case 2: lines(&bytes) { lines, chance in lines.remove(at: Int.random(in: lines.indices, using: &chance)) }
    case 3: lines(&bytes) { lines, chance in lines.insert(lines.randomElement(using: &chance) ?? [], at: 0) }
    case 4: lines(&bytes) { lines, chance in lines.shuffle(using: &chance) }
    case 5: bytes = splice(bytes, files[below(files.count)])
    case 6: bytes.removeLast(below(bytes.count))
    case 7: number(&bytes)
    case 8: nest(&bytes)
    case 9: bytes += bomb()
    case 10: indent(&bytes)
    default: repeatPart(&bytes)
    }
  }

  private mutating func lines(_ bytes: inout [UInt8], _ change: (inout [[UInt8]], inout SplitMix64) -> Void) {
    var lines = bytes.split(separator: 10, omittingEmptySubsequences: false).map(Array.init)
    change(&lines, &chance)
    bytes = Array(lines.joined(separator: [10]))
  }

  private mutating func splice(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
    Array(left.prefix(below(left.count))) + Array(right.suffix(below(right.count)))
  }

  /// Replaces a number by an absurd one.
  private mutating func number(_ bytes: inout [UInt8]) {
    let huge = [
      "-1", "128", "99999999999999999999", "1e309", "0x7fffffffffffffff", "9223372036854775807", "NaN", "-0-", "0-127",
    ]
    let digits = bytes.indices.filter { (48...57).contains(bytes[$0]) }
    guard !digits.isEmpty else { return }
    let place = digits[below(digits.count)]
    bytes.replaceSubrange(place...place, with: Array(huge[below(huge.count)].utf8))
  }

  /// Lists or maps within one another, as deep as a file can be long.
  private mutating func nest(_ bytes: inout [UInt8]) {
    let depth = 1 << below(16)
    let open: [UInt8] = below(2) == 0 ? [91] : Array("{a: ".utf8)
    let nested = Array(repeatElement(open, count: depth).joined())
    let closed = below(2) == 0 ? [UInt8](repeating: open[0] == 91 ? 93 : 125, count: depth) : []
    bytes.insert(contentsOf: nested + closed, at: below(bytes.count + 1))
  }

  /// Anchors and aliases, each ten times the one before; or merges.
  private mutating func bomb() -> [UInt8] {
    var text = "\na0: &a0 [x]\n"
    for level in 1...(1 + below(12)) {
      let aliases = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
      text += below(3) == 0 ? "? [\(aliases)]\n: &a\(level) 1\n" : "a\(level): &a\(level) [\(aliases)]\n"
    }
    return Array(text.utf8)
  }

  private mutating func indent(_ bytes: inout [UInt8]) {
    let place = below(bytes.count + 1)
    bytes.insert(contentsOf: [UInt8](repeating: below(4) == 0 ? 9 : 32, count: 1 << below(12)), at: place)
  }

  private mutating func repeatPart(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return }
    let start = below(bytes.count)
    let part = Array(bytes[start..<min(bytes.count, start + 1 + below(200))])
    bytes.insert(contentsOf: repeatElement(part, count: 1 + below(300)).joined(), at: start)
  }
}
