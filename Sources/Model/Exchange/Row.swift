import Foundation
import Pitch
import Time
import Training

/// The values of one row by the places of their columns, parsed from CSV or JSON. One is reused for all rows.
struct Row {
  private struct Cell {
    var start: Int
    var end: Int
    /// Whether the value was quoted: an empty quoted value is a text, not a missing value.
    var isQuoted: Bool
  }

  private var bytes: [UInt8] = []
  private var cells: [Cell?]

  /// A row with this many columns, all without a value.
  init(columns: Int) {
    cells = Array(repeating: nil, count: columns)
    bytes.reserveCapacity(1024)
  }

  /// Removes all values.
  mutating func clear() {
    bytes.removeAll(keepingCapacity: true)
    for place in cells.indices { cells[place] = nil }
  }

  /// The start of the next value: the bytes appended from here to `endValue` form it.
  var valueStart: Int { bytes.count }

  mutating func append(_ part: some Collection<UInt8>) { bytes.append(contentsOf: part) }
  mutating func append(_ byte: UInt8) { bytes.append(byte) }

  /// Makes the bytes appended since `start` the value at `place`.
  mutating func endValue(from start: Int, at place: Int, isQuoted: Bool) {
    cells[place] = Cell(start: start, end: bytes.count, isQuoted: isQuoted)
  }

  /// Returns the value at `place` as a name, with invalid UTF-8 replaced.
  func name(at place: Int) -> String? {
    cells[place].map { String(decoding: bytes[$0.start..<$0.end], as: UTF8.self) }
  }

  /// Whether the row has the column at `place`.
  func stands(at place: Int) -> Bool { cells[place] != nil }

  /// Whether the column has a value that is not empty.
  func has(_ column: some ExchangeColumn) -> Bool {
    guard let cell = cells[column.place] else { return false }
    return cell.end > cell.start || cell.isQuoted
  }

  /// Returns all values as a line of CSV without its end, quoted as they were read.
  func line() throws(RowRefusal) -> String {
    var line: [UInt8] = []
    for (place, cell) in cells.enumerated() {
      if place > 0 { line.append(UInt8(ascii: ",")) }
      guard let cell else { continue }
      let value = bytes[cell.start..<cell.end]
      if cell.isQuoted { CSVRow.quote(value, to: &line) } else { line.append(contentsOf: value) }
    }
    guard let text = String(validating: line, as: UTF8.self) else { throw RowRefusal(.notUTF8, value: shown(line)) }
    guard !line.contains(0) else { throw RowRefusal(.nul) }
    return text
  }

  /// Returns `bytes` for display: cut short, with invalid UTF-8 replaced.
  private func shown(_ bytes: some Collection<UInt8>) -> String {
    String(String(decoding: bytes.prefix(240), as: UTF8.self).prefix(60))
  }

  /// Returns the value of `column` for display.
  private func shown(_ column: some ExchangeColumn) -> String? {
    cells[column.place].map { shown(bytes[$0.start..<$0.end]) }
  }

  /// The refusal of `column`'s value.
  func refusal(_ column: some ExchangeColumn, _ reason: RowProblem.Reason) -> RowRefusal {
    let value = reason == .missing ? nil : shown(column)
    return RowRefusal(reason, column: column.name, value: value)
  }

  /// Parses the value's bytes with `body`, without surrounding spaces unless it is a text.
  private func parse<Column: ExchangeColumn, Value>(
    _ column: Column, _ reason: RowProblem.Reason, isText: Bool = false, _ body: (UnsafeBufferPointer<UInt8>) -> Value?
  ) throws(RowRefusal) -> Value {
    guard has(column), var cell = cells[column.place] else { throw refusal(column, .missing) }
    func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 }
    if !isText {
      while cell.start < cell.end, isSpace(bytes[cell.start]) { cell.start += 1 }
      while cell.start < cell.end, isSpace(bytes[cell.end - 1]) { cell.end -= 1 }
    }
    let value = bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[cell.start..<cell.end])) }
    guard let value else { throw refusal(column, reason) }
    return value
  }

  func number(_ column: some ExchangeColumn) throws(RowRefusal) -> DecimalNumber {
    try parse(column, .notANumber) { DecimalNumber($0) ?? DecimalNumber(decimalComma: $0) }
  }

  func double(_ column: some ExchangeColumn, _ rule: NumberRule) throws(RowRefusal) -> Double {
    let value = try number(column).value
    let range = rule.range
    if rule.excludesZero, value == 0 { throw refusal(column, range.lowerBound == 0 ? .notPositive : .zero) }
    if range.contains(value) { return value }
    if range.lowerBound == 0, value < 0 { throw refusal(column, rule.excludesZero ? .notPositive : .negative) }
    if range.upperBound == 0, value > 0 { throw refusal(column, .aboveZero) }
    throw refusal(column, .outOfRange(low: range.lowerBound, high: range.upperBound))
  }

  func integer(_ column: some ExchangeColumn, in range: ClosedRange<Int>) throws(RowRefusal) -> Int {
    let value = try parse(column, .notAnInteger) { bytes -> Int? in
      var place = 0
      let isNegative = bytes.first == UInt8(ascii: "-")
      if isNegative { place = 1 }
      guard place < bytes.count else { return nil }
      var value = 0
      while place < bytes.count {
        guard bytes[place] &- 48 < 10 else { return nil }
        let (product, isOver) = value.multipliedReportingOverflow(by: 10)
        let (sum, isOverToo) = product.subtractingReportingOverflow(Int(bytes[place] &- 48))
        guard !isOver, !isOverToo else { return nil }
        value = sum
        place += 1
      }
      // Counted downwards, as the lowest number has no counterpart above zero.
      return isNegative ? value : value == .min ? nil : -value
    }
    guard range.contains(value) else {
      throw refusal(column, .outOfRange(low: Double(range.lowerBound), high: Double(range.upperBound)))
    }
    return value
  }

  func note(_ column: some ExchangeColumn) throws(RowRefusal) -> Note {
    guard let note = Note(try integer(column, in: 0...127)) else {
      throw refusal(column, .outOfRange(low: 0, high: 127))
    }
    return note
  }

  func flag(_ column: some ExchangeColumn) throws(RowRefusal) -> Bool {
    try parse(column, .notABoolean) { bytes in
      if bytes.elementsEqual("true".utf8) { return true }
      if bytes.elementsEqual("false".utf8) { return false }
      // Spreadsheets write booleans in capitals, and in their own language; databases as numbers.
      return switch String(decoding: bytes, as: UTF8.self).lowercased() {
      case "true", "wahr", "1": true
      case "false", "falsch", "0": false
      default: nil
      }
    }
  }

  func text(_ column: some ExchangeColumn) throws(RowRefusal) -> String {
    let text = try parse(column, .notUTF8, isText: true) { String(validating: $0, as: UTF8.self) }
    guard !text.utf8.contains(0) else { throw refusal(column, .nul) }
    return text
  }

  func optionalText(_ column: some ExchangeColumn) throws(RowRefusal) -> String? {
    has(column) ? try text(column) : nil
  }

  func word<Word: RawRepresentable<String> & CaseIterable>(_ column: some ExchangeColumn) throws(RowRefusal) -> Word {
    let text = try parse(column, .notUTF8) { String(validating: $0, as: UTF8.self) }
    guard let word = Word(rawValue: text) else {
      throw refusal(column, .notAWord(Word.allCases.map(\.rawValue)))
    }
    return word
  }

  /// Returns milliseconds since 1970, within the range of a computer's clock.
  func time(_ column: some ExchangeColumn) throws(RowRefusal) -> Int {
    let time = try parse(column, .notATime) { CalendarTime.parse($0) ?? SpreadsheetTime.parse($0) }
    guard CalendarTime.clock.contains(time) else { throw refusal(column, .noClock) }
    return time
  }

  /// Seconds to the nanosecond, in `range`.
  func span(_ column: some ExchangeColumn, in range: ClosedRange<Duration>) throws(RowRefusal) -> Duration {
    let span = try parse(column, .notASpan) { bytes in
      ExactSeconds.span(bytes)
        ?? DecimalNumber.pointed(bytes).flatMap { $0.withUnsafeBufferPointer { ExactSeconds.span($0) } }
    }
    guard span >= .zero else { throw refusal(column, .negative) }
    guard range.contains(span) else {
      throw refusal(column, .outOfRange(low: range.lowerBound.seconds, high: range.upperBound.seconds))
    }
    return span
  }

  func identifier(_ column: some ExchangeColumn) throws(RowRefusal) -> UUID {
    try parse(column, .notAnIdentifier) { UUID(hexadecimal: $0) }
  }
}

extension UUID {
  /// The UUID of 32 hexadecimal digits with dashes after 8, 12, 16 and 20 of them. Foundation's initialiser needs a
  /// string first and takes four times as long.
  init?(hexadecimal bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count == 36 else { return nil }
    var value: UInt128 = 0
    for (place, byte) in bytes.enumerated() {
      switch (place, byte) {
      case (8, _), (13, _), (18, _), (23, _):
        guard byte == UInt8(ascii: "-") else { return nil }
      case (_, 48...57): value = value << 4 | UInt128(byte - 48)
      case (_, 65...70): value = value << 4 | UInt128(byte - 55)
      case (_, 97...102): value = value << 4 | UInt128(byte - 87)
      default: return nil
      }
    }
    self.init(number: value)
  }

  /// The UUID with the bits of `number`, highest first.
  init(number: UInt128) {
    self = withUnsafeBytes(of: number.bigEndian) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}
