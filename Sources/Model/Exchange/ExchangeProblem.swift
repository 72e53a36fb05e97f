/// The problem with a file that cannot be read at all.
public struct ExchangeProblem: Error, Hashable, Sendable {
  /// The reason a file cannot be read.
  public enum Reason: Hashable, Sendable {
    /// The file is empty.
    case empty
    /// Its first line does not name a format.
    case noVersionLine
    /// Its first line has an invalid version.
    case unreadableVersion(String)
    /// It has a later version; `known` is the newest supported.
    case newerVersion(name: String, found: Int, known: Int)
    /// Its text is not UTF-8 but UTF-16, which a spreadsheet calls Unicode.
    case utf16
    /// Its columns are not separated by commas.
    case separated(by: Separator)
    /// The line with the names of columns is missing.
    case noHeader
    /// The header lacks a column without which rows are meaningless.
    case missingColumn(String)
    /// The header names a column twice.
    case repeatedColumn(String)
  }

  /// A column separator, other than the comma, that spreadsheets use in some languages and formats. The raw values are
  /// the characters.
  public enum Separator: UInt8, Hashable, Sendable, CaseIterable {
    case semicolon = 0x3B
    case tab = 0x09
    case bar = 0x7C
  }

  /// The line, counted from 1.
  public var line: Int
  /// The reason the file cannot be read.
  public var reason: Reason
}

/// The problem with one row of a file. Other rows are still read.
public struct RowProblem: Error, Hashable, Sendable {
  /// The reason a row is refused.
  public enum Reason: Hashable, Sendable {
    /// The column has no value here, or the file does not have it.
    case missing
    /// The text is not a number with a decimal point.
    case notANumber
    /// The text is not a whole number.
    case notAnInteger
    /// A number outside of `low`…`high`.
    case outOfRange(low: Double, high: Double)
    /// A number that must be above zero.
    case notPositive
    /// A number that must not be below zero.
    case negative
    /// A number that must not be above zero.
    case aboveZero
    /// The value is zero, but its sign must show which answer is right.
    case zero
    /// The text is not one of these words.
    case notAWord([String])
    /// Neither `true` nor `false`.
    case notABoolean
    /// The text is not a time such as `2026-11-21T18:30:05Z`.
    case notATime
    /// A time outside the range of a computer's clock.
    case noClock
    /// The text is not seconds with up to nine decimals.
    case notASpan
    /// The number does not follow the previous one.
    case notInOrder(expected: Int)
    /// The row it belongs to is not above it.
    case orphan
    /// Values that are within range separately add up to more than `limit` seconds.
    case tooLongTogether(seconds: Int, limit: Int)
    /// The text is not a UUID.
    case notAnIdentifier
    /// The two notes are not this far apart.
    case notTheInterval(notes: String)
    /// The row has an unexpected number of values.
    case wrongCount(found: Int, expected: Int)
    /// A quotation mark is unclosed, or within a value.
    case quotation
    /// Longer than `limit` bytes.
    case tooLong(limit: Int)
    /// The file is not UTF-8.
    case notUTF8
    /// A NUL byte.
    case nul
    /// The line is not a JSON object of plain values.
    case notJSON
    /// A name occurs twice.
    case repeated
    /// A record of a later version.
    case newerVersion(known: Int)
  }

  /// The line that the row begins on, from 1.
  public var line: Int
  /// The column's name; nil for the whole row.
  public var column: String?
  /// The value, cut to 60 characters; nil for the whole row.
  public var value: String?
  /// The reason the row is refused.
  public var reason: Reason
}

/// The reason a row is refused, before its line is known.
struct RowRefusal: Error {
  var column: String?
  var value: String?
  var reason: RowProblem.Reason

  init(_ reason: RowProblem.Reason, column: String? = nil, value: String? = nil) {
    self.reason = reason
    self.column = column
    self.value = value
  }

  func problem(line: Int) -> RowProblem { RowProblem(line: line, column: column, value: value, reason: reason) }
}
