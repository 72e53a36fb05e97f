import GRDB

/// Reads a row of one of our tables column by column, as the table has them. Looking each up by its name, as `Decodable`
/// does, takes ten times as long, which a million rows let one feel.
private struct ColumnReader {
  private let row: Row
  /// `number` comes first, and is none of a record's.
  private var index = 1

  init(_ row: Row) { self.row = row }

  mutating func next<Value: DatabaseValueConvertible & StatementColumnConvertible>() throws -> Value {
    defer { index += 1 }
    return try row.decode(Value.self, atIndex: index)
  }
}

extension ComparisonRow {
  /// Of all columns of `comparison`.
  init(row: Row) throws {
    var columns = ColumnReader(row)
    id = try columns.next()
    time = try columns.next()
    mode = try columns.next()
    referenceNote = try columns.next()
    referenceHertz = try columns.next()
    targetNote = try columns.next()
    targetHertz = try columns.next()
    cents = try columns.next()
    interval = try columns.next()
    tuning = try columns.next()
    concertPitch = try columns.next()
    noteDuration = try columns.next()
    noteGap = try columns.next()
    loudnessOffset = try columns.next()
    strategy = try columns.next()
    answer = try columns.next()
    correct = try columns.next()
    responseTime = try columns.next()
    controller = try columns.next()
    source = try columns.next()
    playbackLatency = try columns.next()
    withdrawn = try columns.next()
    exerciseIndex = try columns.next()
    epoch = try columns.next()
  }
}

extension MatchingRow {
  /// Of all columns of `matching`.
  init(row: Row) throws {
    var columns = ColumnReader(row)
    id = try columns.next()
    time = try columns.next()
    mode = try columns.next()
    referenceNote = try columns.next()
    referenceHertz = try columns.next()
    targetNote = try columns.next()
    targetHertz = try columns.next()
    interval = try columns.next()
    tuning = try columns.next()
    concertPitch = try columns.next()
    startHertz = try columns.next()
    startCents = try columns.next()
    rangeCents = try columns.next()
    finalHertz = try columns.next()
    cents = try columns.next()
    noteDuration = try columns.next()
    noteGap = try columns.next()
    loudnessOffset = try columns.next()
    gesture = try columns.next()
    control = try columns.next()
    centsPerStep = try columns.next()
    timeTaken = try columns.next()
    controller = try columns.next()
    source = try columns.next()
    playbackLatency = try columns.next()
    exerciseIndex = try columns.next()
    epoch = try columns.next()
  }
}
