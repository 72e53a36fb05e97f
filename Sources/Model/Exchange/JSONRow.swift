/// One JSON object of plain values (RFC 8259): text, numbers, `true`, `false`, `null`.
struct JSONRow {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var at = 0

  /// Reads `bytes`, all of them, into `row`: each value goes to the place of its key; keys without a place are not
  /// kept.
  static func read(
    _ bytes: UnsafeBufferPointer<UInt8>, places: [[UInt8]: Int], into row: inout Row
  ) throws(RowRefusal) {
    row.clear()
    var reader = JSONRow(bytes: bytes)
    try reader.read(places, &row)
  }

  private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  private mutating func read(_ places: [[UInt8]: Int], _ row: inout Row) throws(RowRefusal) {
    try expect("{")
    skipSpace()
    if !skip("}") {
      var key: [UInt8] = []
      repeat {
        skipSpace()
        key.removeAll(keepingCapacity: true)
        try text { key.append($0) }
        let place = places[key]
        if let place, row.stands(at: place) {
          throw RowRefusal(.repeated, column: String(decoding: key, as: UTF8.self))
        }
        try expect(":")
        skipSpace()
        try value(at: place, &row)
        skipSpace()
      } while skip(",")
      try expect("}")
    }
    skipSpace()
    guard at == bytes.count else { throw RowRefusal(.notJSON) }
  }

  private mutating func value(at place: Int?, _ row: inout Row) throws(RowRefusal) {
    guard at < bytes.count else { throw RowRefusal(.notJSON) }
    let start = row.valueStart
    if bytes[at] == UInt8(ascii: "\"") {
      if let place {
        try text { row.append($0) }
        row.endValue(from: start, at: place, isQuoted: true)
      } else {
        try text { _ in }
      }
      return
    }
    let from = at
    while at < bytes.count, Self.isOfWord(bytes[at]) { at += 1 }
    let word = UnsafeBufferPointer(rebasing: bytes[from..<at])
    if word.elementsEqual("null".utf8) { return }
    guard word.elementsEqual("true".utf8) || word.elementsEqual("false".utf8) || DecimalNumber(word) != nil else {
      throw RowRefusal(.notJSON)
    }
    guard let place else { return }
    row.append(word)
    row.endValue(from: start, at: place, isQuoted: false)
  }

  /// Whether `byte` is a letter, digit, sign or point, as in numbers and the three words.
  private static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122, 43, 45, 46: true
    default: false
    }
  }

  /// Reads the text that begins here, byte by byte.
  private mutating func text(_ take: (UInt8) -> Void) throws(RowRefusal) {
    guard skip("\"") else { throw RowRefusal(.notJSON) }
    while at < bytes.count {
      let byte = bytes[at]
      at += 1
      switch byte {
      case UInt8(ascii: "\""): return
      case UInt8(ascii: "\\"): try escape(take)
      case 0..<32: throw RowRefusal(.notJSON)
      default: take(byte)
      }
    }
    throw RowRefusal(.notJSON)
  }

  private mutating func escape(_ take: (UInt8) -> Void) throws(RowRefusal) {
    guard at < bytes.count else { throw RowRefusal(.notJSON) }
    let byte = bytes[at]
    at += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): take(byte)
    case UInt8(ascii: "b"): take(8)
    case UInt8(ascii: "f"): take(12)
    case UInt8(ascii: "n"): take(10)
    case UInt8(ascii: "r"): take(13)
    case UInt8(ascii: "t"): take(9)
    case UInt8(ascii: "u"):
      let first = try unit()
      var code = UInt32(first)
      if first & 0xFC00 == 0xD800 {
        guard skip("\\"), skip("u") else { throw RowRefusal(.notJSON) }
        let second = try unit()
        guard second & 0xFC00 == 0xDC00 else { throw RowRefusal(.notJSON) }
        code = 0x10000 + (UInt32(first & 0x3FF) << 10 | UInt32(second & 0x3FF))
      }
      // Half of a surrogate pair is not a character.
      guard let scalar = Unicode.Scalar(code) else { throw RowRefusal(.notJSON) }
      for byte in UTF8.encode(scalar) ?? .init() { take(byte) }
    default: throw RowRefusal(.notJSON)
    }
  }

  private mutating func unit() throws(RowRefusal) -> UInt16 {
    guard at + 4 <= bytes.count else { throw RowRefusal(.notJSON) }
    var value: UInt16 = 0
    for byte in bytes[at..<at + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw RowRefusal(.notJSON) }
      value = value << 4 | UInt16(digit)
    }
    at += 4
    return value
  }

  private mutating func skipSpace() {
    while at < bytes.count, [32, 9, 13, 10].contains(bytes[at]) { at += 1 }
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard at < bytes.count, bytes[at] == UInt8(ascii: character) else { return false }
    at += 1
    return true
  }

  private mutating func expect(_ character: Unicode.Scalar) throws(RowRefusal) {
    skipSpace()
    guard skip(character) else { throw RowRefusal(.notJSON) }
  }
}
