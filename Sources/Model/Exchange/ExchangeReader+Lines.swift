/// Files of JSON Lines, in which timed practices may be mixed with records.
extension ExchangeReader {
  /// The place in a record's row that marks a line of a timed practice.
  static let workoutPlace = RecordColumn.all.count
  private static let keys: [[UInt8]: Int] = Dictionary(
    uniqueKeysWithValues: RecordColumn.all.map { (Array($0.name.utf8), $0.place) } + [
      (Array(WorkoutColumn.version.name.utf8), workoutPlace)
    ])
  private static let workoutKeys: [[UInt8]: Int] = Dictionary(
    uniqueKeysWithValues: WorkoutColumn.allCases.map { (Array($0.name.utf8), $0.place) })

  /// Reads the next line of JSON.
  mutating func nextLine() -> Next {
    while start < buffer.count {
      let began = line
      itemLine = began
      let limit = min(buffer.count, start + Self.longestRow + 1)
      let isEnd = isLast && limit == buffer.count
      guard let end = buffer[start..<limit].firstIndex(where: Self.endsLine) ?? (isEnd ? limit : nil) else {
        guard limit < buffer.count || limit - start > Self.longestRow else { return .none }
        isSkipping = true
        let reason = RowProblem.Reason.tooLong(limit: Self.longestRow)
        return .item(.refused(RowProblem(line: began, column: nil, value: nil, reason: reason)))
      }
      let range = start..<end
      guard let next = end < buffer.count ? next(after: end) : end else { return .none }
      advance(next - start)
      line += 1
      if buffer[range].allSatisfy({ [32, 9].contains($0) }) { continue }
      do throws(RowRefusal) {
        try Self.readObject(buffer[range], Self.keys, into: &row)
        if row.stands(at: Self.workoutPlace) {
          try Self.readObject(buffer[range], Self.workoutKeys, into: &workoutRow)
          let known = ExchangeFormat.workoutsVersion
          guard try workoutRow.integer(WorkoutColumn.version, in: 1 ... .max) <= known else {
            throw workoutRow.refusal(WorkoutColumn.version, .newerVersion(known: known))
          }
          return .row(line: began)
        }
        let known = ExchangeFormat.recordsVersion
        guard try row.integer(RecordColumn.version, in: 1 ... .max) <= known else {
          throw row.refusal(RecordColumn.version, .newerVersion(known: known))
        }
        return .item(.record(try row.record(), .id))
      } catch {
        return .item(.refused(error.problem(line: began)))
      }
    }
    return .none
  }

  /// Reads `bytes` as one JSON object.
  private static func readObject(
    _ bytes: ArraySlice<UInt8>, _ keys: [[UInt8]: Int], into row: inout Row
  ) throws(RowRefusal) {
    let refusal = bytes.withUnsafeBufferPointer { bytes -> RowRefusal? in
      do throws(RowRefusal) {
        try JSONRow.read(bytes, places: keys, into: &row)
        return nil
      } catch {
        return error
      }
    }
    if let refusal { throw refusal }
  }
}
