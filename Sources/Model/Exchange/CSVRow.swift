/// One row of CSV: RFC 4180, lines ended by CRLF, LF or CR. A quotation mark within a value that does not begin with
/// one is refused, because the end of the value would be a guess.
enum CSVRow {
  /// The result of parsing the beginning of some bytes.
  enum Found {
    /// A row of this many values, those after the first `filled` being empty: a spreadsheet pads rows to one width.
    case row(length: Int, lines: Int, values: Int, filled: Int)
    /// Too few bytes to decide.
    case incomplete
    /// An unclosed or misplaced quotation mark in this value, counted from 0.
    case broken(value: Int)
  }

  private static let quote = UInt8(ascii: "\"")
  private static let comma = UInt8(ascii: ",")
  private static let newline = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  /// Appends `value` in quotation marks.
  static func quote(_ value: some Collection<UInt8>, to bytes: inout [UInt8]) {
    bytes.append(quote)
    for byte in value {
      if byte == quote { bytes.append(quote) }
      bytes.append(byte)
    }
    bytes.append(quote)
  }

  /// Reads the row at the beginning of `bytes` into `row`.
  /// - Parameters:
  ///   - isLast: whether `bytes` end the file.
  ///   - places: the place of each value; negative ones and further values are dropped.
  static func read(
    _ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool, places: [Int], into row: inout Row
  ) -> Found {
    row.clear()
    var at = 0
    var values = 0
    var filled = 0
    var lines = 0
    while true {
      let place = values < places.count ? places[values] : -1
      let start = row.valueStart
      let isQuoted = at < bytes.count && bytes[at] == quote
      if isQuoted {
        at += 1
        while true {
          let from = at
          while at < bytes.count, bytes[at] != quote {
            if bytes[at] == newline || bytes[at] == carriageReturn && at + 1 < bytes.count && bytes[at + 1] != newline {
              lines += 1
            }
            at += 1
          }
          if at > from { filled = values + 1 }
          if place >= 0 { row.append(bytes[from..<at]) }
          guard at < bytes.count else { return isLast ? .broken(value: values) : .incomplete }
          at += 1
          guard at < bytes.count, bytes[at] == quote else { break }
          if place >= 0 { row.append(quote) }
          at += 1
        }
      } else {
        let from = at
        while at < bytes.count, bytes[at] != comma, bytes[at] != newline, bytes[at] != carriageReturn,
          bytes[at] != quote
        { at += 1 }
        if at > from { filled = values + 1 }
        if place >= 0 { row.append(bytes[from..<at]) }
      }
      if at == bytes.count, !isLast { return .incomplete }
      if place >= 0 { row.endValue(from: start, at: place, isQuoted: isQuoted) }
      values += 1
      guard at < bytes.count else { return .row(length: at, lines: lines, values: values, filled: filled) }
      switch bytes[at] {
      case comma: at += 1
      case newline: return .row(length: at + 1, lines: lines + 1, values: values, filled: filled)
      case carriageReturn:
        // The CR may be the first half of a CRLF.
        if at + 1 == bytes.count, !isLast { return .incomplete }
        let isPair = at + 1 < bytes.count && bytes[at + 1] == newline
        return .row(length: at + (isPair ? 2 : 1), lines: lines + 1, values: values, filled: filled)
      default: return .broken(value: values - 1)
      }
    }
  }
}
