import Training

/// A column of a format, with a place in a `Row`.
protocol ExchangeColumn {
  /// The index of its value in a `Row`.
  var place: Int { get }
  /// The name in a file.
  var name: String { get }
}

/// The columns of a format, as cases in the order of their places.
protocol ListedColumn: ExchangeColumn, RawRepresentable<Int>, CaseIterable {
  /// The names in the order of the places.
  static var names: [String] { get }
}

extension ListedColumn {
  var place: Int { rawValue }
  var name: String { Self.names[rawValue] }
}

/// The columns of our own formats: the fields of all kinds of records. Kinds share a column for the same field. A
/// column is empty if the kind does not have the field.
struct RecordColumn: ExchangeColumn {
  let place: Int
  let name: String

  /// The columns of a CSV file.
  static let inCSV = Discipline.allCases.map { $0.records.fieldNames }.reduce([], merged).enumerated().map {
    RecordColumn(place: $0.offset, name: $0.element)
  }
  /// The version, only in JSON Lines: each line has one.
  static let version = RecordColumn(place: inCSV.count, name: "peach_record")
  static let all = inCSV + [version]
  private static let ofRecords = Dictionary(
    uniqueKeysWithValues: Discipline.allCases.map { ($0, $0.records.fieldNames.map(column)) })
  /// Returns the columns of `discipline`, in the order of its fields.
  static func of(_ discipline: Discipline) -> ArraySlice<RecordColumn> { (ofRecords[discipline] ?? [])[...] }
  /// The kind of record.
  static let mode = column("mode")
  /// Returns the column that has a value in whole records of `discipline` and none in partial ones; nil if it has none.
  static func whole(of discipline: Discipline) -> RecordColumn? { discipline.records.wholeField.map(column) }
  /// The interval between the two notes.
  static let interval = column("interval")
  /// The chord that was tuned.
  static let chord = column("chord")
  /// The order in which a temperament was laid.
  static let temperament = column("temperament_order")
  /// The displacement of early or late.
  static let offset = column("offset_ns")
  /// The difference of beats, which follows from the rates.
  static let beatsDifference = column("difference_percent")
  /// The columns without which a row is meaningless.
  static let required = ["time", "mode", "id"].map(column)

  /// Returns the column of a field of some record.
  private static func column(_ name: String) -> RecordColumn {
    guard let column = inCSV.first(where: { $0.name == name }) else {
      preconditionFailure("No record has the field \(name).")
    }
    return column
  }

  /// Returns both lists merged in their orders; between two common names, those of the first list come first.
  private static func merged(_ first: [String], _ second: [String]) -> [String] {
    var merged: [String] = []
    var rest = second[...]
    for name in first {
      if let place = rest.firstIndex(of: name) {
        merged += rest[..<place]
        rest = rest[(place + 1)...]
      }
      merged.append(name)
    }
    return merged + rest
  }
}

/// The columns of Peach's CSV, version 3, in the order in which they are written. Names of notes and all columns after
/// the offset are only stored, for rows of other programs' disciplines.
enum PeachColumn: Int, ListedColumn {
  case trainingType, timestamp, referenceNote, referenceNoteName, targetNote, targetNoteName, interval, tuningSystem
  case centOffset, isCorrect, initialCentOffset, userCentError, tempo, offset
  case meanOffset, meanOffset0, meanOffset1, meanOffset2, meanOffset3

  /// The columns without which a row is meaningless.
  static let required: [PeachColumn] = [.trainingType, .timestamp]
  static let names = [
    "trainingType", "timestamp", "referenceNote", "referenceNoteName", "targetNote", "targetNoteName", "interval",
    "tuningSystem", "centOffset", "isCorrect", "initialCentOffset", "userCentError", "tempoBPM", "offsetMs",
    "meanOffsetMs", "meanOffsetMsPosition0", "meanOffsetMsPosition1", "meanOffsetMsPosition2",
    "meanOffsetMsPosition3",
  ]
}
