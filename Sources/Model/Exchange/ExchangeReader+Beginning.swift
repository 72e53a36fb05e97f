/// The first two lines of a file: its format, and the names of its columns. A spreadsheet may have put quotation marks
/// around them, or separators after them.
extension ExchangeReader {
  /// Reads the first line; false if it is incomplete.
  mutating func readVersion() throws(ExchangeProblem) -> Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    guard buffer.count >= mark.count || isLast else { return false }
    if line == 1, start == 0 {
      if buffer.starts(with: mark) { advance(mark.count) }
      if buffer.starts(with: [0xFF, 0xFE]) || buffer.starts(with: [0xFE, 0xFF]) { throw problem(.utf16) }
    }
    guard skipSpace() else { return false }
    guard start < buffer.count else {
      if isLast { throw problem(.empty) }
      return false
    }
    if buffer[start] == UInt8(ascii: "{") {
      row = Row(columns: RecordColumn.all.count + 1)
      stage = .lines
      return true
    }
    guard let bytes = wholeLine() else { return false }
    let first = String(decoding: bytes.prefix(200).drop(while: Self.isPadding), as: UTF8.self)
    func version(_ name: String, known: Int) throws(ExchangeProblem) -> Int? {
      first.hasPrefix(name) ? try self.version(first.dropFirst(name.count), name: name, known: known) : nil
    }
    if try version(ExchangeFormat.recordsMark, known: ExchangeFormat.recordsVersion) != nil {
      stage = .header(.records)
    } else if try version(ExchangeFormat.workoutsMark, known: ExchangeFormat.workoutsVersion) != nil {
      stage = .header(.workouts)
    } else if let version = try version(ExchangeFormat.peachMark, known: ExchangeFormat.peachVersion) {
      stage = .header(.peach(version))
    } else if isOldest(bytes) {
      stage = .header(.peach(1))
      return true
    } else {
      throw problem(.noVersionLine)
    }
    isSkipping = true
    return true
  }

  /// Whether a file that begins with this line predates versions: it begins with the names of columns, without those
  /// that came with version 2.
  private func isOldest(_ line: ArraySlice<UInt8>) -> Bool {
    let separators = [UInt8(ascii: ",")] + ExchangeProblem.Separator.allCases.map(\.rawValue)
    return separators.contains { separator in
      let names = Self.names(line, separator)
      return names.contains(PeachColumn.trainingType.name) && names.contains(PeachColumn.timestamp.name)
        && !names.contains(PeachColumn.tempo.name)
    }
  }

  private func version(_ text: Substring, name: String, known: Int) throws(ExchangeProblem) -> Int {
    let said = text.utf8.reversed().drop(while: Self.isPadding).reversed().drop(while: Self.isPadding)
    let digits = String(decoding: Array(said), as: UTF8.self)
    guard let version = Int(digits), version > 0 else { throw problem(.unreadableVersion(String(digits.prefix(60)))) }
    guard version <= known else {
      throw problem(.newerVersion(name: String(name.dropFirst(2).dropLast()), found: version, known: known))
    }
    return version
  }

  private func problem(_ reason: ExchangeProblem.Reason) -> ExchangeProblem {
    ExchangeProblem(line: line, reason: reason)
  }

  /// Reads the line with the names of columns; false if it is incomplete.
  mutating func readHeader(_ content: Content) throws(ExchangeProblem) -> Bool {
    let most = 512
    row = Row(columns: most)
    places = Array(0..<most)
    names = []
    guard skipSpace(), let bytes = wholeLine() else { return false }
    switch scan() {
    case .row(let length, let lines, _, filled: 0) where length > 0:
      advance(length)
      line += lines
      return try readHeader(content)
    case .incomplete where buffer.count - start <= Self.longestRow: return false
    case .incomplete, .broken:
      try refuseSeparators(bytes, content)
      throw problem(.noHeader)
    case .row(let length, let lines, _, let filled):
      names = (0..<min(filled, most)).map { row.name(at: $0) ?? "" }
      guard names.contains(where: { !$0.isEmpty }) else { throw problem(.noHeader) }
      try refuseSeparators(bytes, content)
      // Before `take`, so that a problem names the line of the header, not the line after it.
      switch content {
      case .records: try layOut(RecordColumn.inCSV, RecordColumn.required)
      case .workouts: try layOut(WorkoutColumn.inCSV, WorkoutColumn.required)
      case .peach: try layOut(PeachColumn.allCases, PeachColumn.required)
      }
      advance(length)
      line += lines
      stage = .rows(content)
      return true
    }
  }

  /// Refuses a file whose columns are not separated by commas, given the header line.
  private func refuseSeparators(_ line: ArraySlice<UInt8>, _ content: Content) throws(ExchangeProblem) {
    let required =
      switch content {
      case .records: RecordColumn.required.map(\.name)
      case .workouts: WorkoutColumn.required.map(\.name)
      case .peach: PeachColumn.required.map(\.name)
      }
    for separator in ExchangeProblem.Separator.allCases {
      let names = Self.names(line, separator.rawValue)
      if required.allSatisfy(names.contains) { throw problem(.separated(by: separator)) }
    }
  }

  /// Returns the plain names in a header line.
  private static func names(_ line: ArraySlice<UInt8>, _ separator: UInt8) -> [String] {
    line.split(separator: separator).map { name in
      String(decoding: name.filter { !isPadding($0) }, as: UTF8.self)
    }
  }

  /// Whether `byte` is a quotation mark, a space or a separator.
  private static func isPadding(_ byte: UInt8) -> Bool {
    [UInt8(ascii: "\""), UInt8(ascii: " "), UInt8(ascii: ",")].contains(byte)
      || ExchangeProblem.Separator(rawValue: byte) != nil
  }

  /// Returns the line that begins here, up to the maximum length of a row; nil if it is incomplete.
  private func wholeLine() -> ArraySlice<UInt8>? {
    let bytes = buffer[start...].prefix(Self.longestRow)
    if let end = bytes.firstIndex(where: Self.endsLine) { return bytes[..<end] }
    return isLast || buffer.count - start > Self.longestRow ? bytes : nil
  }

  private mutating func layOut<Column: ExchangeColumn>(
    _ columns: some Collection<Column>, _ required: [Column]
  ) throws(ExchangeProblem) {
    for column in columns where names.count(where: { $0 == column.name }) > 1 {
      throw problem(.repeatedColumn(column.name))
    }
    for column in required where !names.contains(column.name) { throw problem(.missingColumn(column.name)) }
    row = Row(columns: columns.count)
    places = names.map { name in columns.first { $0.name == name }?.place ?? -1 }
  }
}
