/// Reads a file of records, or of timed practices, piece by piece, in any of the formats: the first line names it.
/// Holds no more than one piece and one row, and any sequence of bytes ends in items or a problem.
///
/// ```
/// var reader = ExchangeReader()
/// reader.append(piece)                       // for each piece, `end()` after the last
/// while let item = try reader.next() { … }   // nil: the next piece, please
/// ```
public struct ExchangeReader: Sendable {
  /// The maximum length of a row in bytes.
  public static let longestRow = 1 << 16

  enum Stage {
    case beginning
    case header(Content)
    case rows(Content)
    case lines

    /// Whether the file has JSON Lines.
    var isOfLines: Bool { if case .lines = self { true } else { false } }
  }

  /// The content of a CSV file's rows.
  enum Content {
    /// Our own records.
    case records
    case workouts
    /// Peach's CSV in this version.
    case peach(Int)
  }

  var stage = Stage.beginning
  var buffer: [UInt8] = []
  var start = 0
  var line = 1
  var isLast = false
  /// Whether the rest of the current line is skipped.
  var isSkipping = false
  var row = Row(columns: 0)
  /// The names of the file's columns.
  var names: [String] = []
  /// The place of each column's value in `row`.
  var places: [Int] = []
  /// The assembly of timed practices, and its results not returned yet.
  private var assembly = WorkoutAssembly()
  private var found: [WorkoutAssembly.Found] = []
  /// For lines of JSON, in which timed practices may be mixed with records.
  var workoutRow = Row(columns: WorkoutColumn.allCases.count)
  /// A reader of a file from its beginning.
  public init() {}

  /// The number of bytes processed.
  public private(set) var bytesRead = 0
  /// The line that the last item began on, from 1.
  public internal(set) var itemLine = 1

  /// Appends the next bytes of the file.
  public mutating func append(_ bytes: some Collection<UInt8>) {
    buffer.removeSubrange(..<start)
    start = 0
    buffer.append(contentsOf: bytes)
  }

  /// Marks the end of the file.
  public mutating func end() { isLast = true }

  /// Returns the next row's item; nil if more bytes are needed, or at the end.
  public mutating func next() throws(ExchangeProblem) -> ExchangeItem? {
    while true {
      if !found.isEmpty {
        let first = found.removeFirst()
        itemLine = first.line
        return first.item
      }
      if isSkipping, !skipLine() { return nil }
      let next: Next
      switch stage {
      case .beginning:
        guard try readVersion() else { return nil }
        continue
      case .header(let content):
        guard try readHeader(content) else { return nil }
        continue
      case .rows(let content):
        let read = nextRow()
        guard case .row(let line) = read else {
          next = read
          break
        }
        next = item(content, line: line)
      case .lines: next = nextLine()
      }
      switch next {
      case .item(.refused(let problem)) where isOfWorkouts:
        found = assembly.refuse(problem, row: stage.isOfLines ? nil : row)
      case .item(let item): return item
      case .row(let line): found = assembly.add(workoutRow, line: line)
      case .none:
        guard isLast, start == buffer.count else { return nil }
        found = assembly.end()
        if found.isEmpty { return nil }
      }
    }
  }

  /// Returns the item for `row`, which begins on `line`.
  private mutating func item(_ content: Content, line: Int) -> Next {
    do throws(RowRefusal) {
      switch content {
      case .records: return .item(.record(try row.record(), .id))
      case .peach(let version): return .item(try row.peachItem(version: version))
      case .workouts:
        swap(&workoutRow, &row)
        return .row(line: line)
      }
    } catch {
      return .item(.refused(error.problem(line: line)))
    }
  }

  // MARK: Rows

  enum Next {
    case none
    case item(ExchangeItem)
    /// `row`, or `workoutRow`, has the values of the row that begins on this line.
    case row(line: Int)
  }

  private mutating func nextRow() -> Next {
    while start < buffer.count {
      let began = line
      itemLine = began
      switch scan() {
      case .row(let length, let lines, let count, let filled):
        advance(length)
        line += lines
        if filled == 0 { continue }
        guard count >= names.count, filled <= names.count else {
          // A row that is left out anyway is not an error.
          if isOfRhythm { return .item(.rhythm) }
          // The first missing column.
          let missing = count < names.count ? names[count] : nil
          let reason = RowProblem.Reason.wrongCount(found: count, expected: names.count)
          return .item(.refused(RowProblem(line: began, column: missing, value: nil, reason: reason)))
        }
        return .row(line: began)
      case .incomplete where buffer.count - start <= Self.longestRow: return .none
      case .incomplete:
        // One line is too long, or a quotation mark is never closed: only that line is lost.
        isSkipping = true
        let isOneLine = !buffer[start...].prefix(Self.longestRow).contains(where: Self.endsLine)
        let reason = isOneLine ? RowProblem.Reason.tooLong(limit: Self.longestRow) : .quotation
        return .item(.refused(RowProblem(line: began, column: nil, value: nil, reason: reason)))
      case .broken(let value):
        isSkipping = true
        let column = value < names.count ? names[value] : nil
        return .item(.refused(RowProblem(line: began, column: column, value: nil, reason: .quotation)))
      }
    }
    return .none
  }

  /// Whether `row`, as far as it was read, is a rhythm record.
  private var isOfRhythm: Bool {
    guard case .rows(.peach(let version)) = stage else { return false }
    return (try? PeachKind(row, version: version)) == .rhythm
  }

  /// Reads a row of CSV into `row`.
  mutating func scan() -> CSVRow.Found {
    // Copies for the duration of the call: the buffer is read while `row` is written.
    let (bytes, from, isLast, places) = (buffer, start, isLast, places)
    return bytes.withUnsafeBufferPointer {
      CSVRow.read(UnsafeBufferPointer(rebasing: $0[from...]), isLast: isLast, places: places, into: &row)
    }
  }

  /// Whether the last row, complete or not, belongs to a timed practice.
  private var isOfWorkouts: Bool {
    switch stage {
    case .rows(.workouts): true
    case .lines: row.stands(at: Self.workoutPlace)
    case .beginning, .header, .rows(.records), .rows(.peach): false
    }
  }

  // MARK: Bytes

  /// Whether `byte` ends a line: LF, or CR, optionally followed by LF.
  static func endsLine(_ byte: UInt8) -> Bool { byte == 10 || byte == 13 }

  /// Returns the index after the line end at `end`; nil if an LF may still follow.
  func next(after end: Int) -> Int? {
    guard buffer[end] == 13 else { return end + 1 }
    guard end + 1 < buffer.count else { return isLast ? end + 1 : nil }
    return buffer[end + 1] == 10 ? end + 2 : end + 1
  }

  /// Skips empty lines and spaces before the first letter of the next line; false if more may follow.
  mutating func skipSpace() -> Bool {
    while start < buffer.count, [9, 10, 13, 32].contains(buffer[start]) {
      guard Self.endsLine(buffer[start]) else {
        advance(1)
        continue
      }
      guard let next = next(after: start) else { return false }
      advance(next - start)
      line += 1
    }
    return true
  }

  mutating func advance(_ count: Int) {
    start += count
    bytesRead += count
  }

  /// Skips bytes to the end of the line; false if it has not arrived yet.
  private mutating func skipLine() -> Bool {
    guard let end = buffer[start...].firstIndex(where: Self.endsLine) else {
      advance(buffer.count - start)
      isSkipping = !isLast
      return isLast
    }
    guard let next = next(after: end) else {
      advance(end - start)
      return false
    }
    advance(next - start)
    line += 1
    isSkipping = false
    return true
  }
}
