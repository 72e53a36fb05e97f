import Foundation
import Training

/// A line of a rescue file: coded as the word of its kind, and its content under another. A line of an unknown kind
/// counts as damaged, so that the file stays in place.
extension StoreChange: Codable {
  private static let withdraw = FieldKey(stringValue: "withdraw")
  private static let workout = FieldKey(stringValue: "workout")
  private static let record = FieldKey(stringValue: "record")
  private static let id = FieldKey(stringValue: "id")
  private static let entry = FieldKey(stringValue: "entry")

  /// Returns the key for a saved record.
  private static func save(_ discipline: Discipline) -> FieldKey { FieldKey(stringValue: discipline.rawValue) }

  init(from decoder: any Decoder) throws {
    let line = try decoder.container(keyedBy: FieldKey.self)
    func read<Value: Decodable>(_ word: FieldKey, _ what: FieldKey) throws -> Value? {
      guard line.contains(word) else { return nil }
      return try line.nestedContainer(keyedBy: FieldKey.self, forKey: word).decode(Value.self, forKey: what)
    }
    func readRecord<Record: ListedRecord>(_: Record.Type) throws -> ExerciseRecord? {
      let rescued: RescuedRecord<Record>? = try read(Self.save(Record.discipline), Self.record)
      return rescued?.record.asExerciseRecord
    }
    for discipline in Discipline.allCases {
      if let record = try readRecord(discipline.records) {
        self = .save(record)
        return
      }
    }
    if let id: UUID = try read(Self.withdraw, Self.id) {
      self = .withdraw(id)
    } else if let entry: WorkoutEntry = try read(Self.workout, Self.entry) {
      self = .workout(entry)
    } else {
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no known kind"))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var line = encoder.container(keyedBy: FieldKey.self)
    func write(_ value: some Encodable, _ word: FieldKey, _ what: FieldKey) throws {
      var content = line.nestedContainer(keyedBy: FieldKey.self, forKey: word)
      try content.encode(value, forKey: what)
    }
    func writeRecord(_ record: some ListedRecord, _ word: FieldKey) throws {
      try write(RescuedRecord(record), word, Self.record)
    }
    switch self {
    case .save(let record): try writeRecord(record.listed, Self.save(record.discipline))
    case .withdraw(let id): try write(id, Self.withdraw, Self.id)
    case .workout(let entry): try write(entry, Self.workout, Self.entry)
    }
  }
}

/// A record in a rescue file, with its fields by name.
struct RescuedRecord<Record: ListedRecord>: Hashable, Codable {
  var record: Record

  init(_ record: Record) { self.record = record }

  init(from decoder: any Decoder) throws {
    var reader = NamedFieldReader(values: try decoder.container(keyedBy: FieldKey.self))
    record = .blank
    try record.visitFields(&reader)
  }

  func encode(to encoder: any Encoder) throws {
    var fields: [(FieldKey, FieldValue)] = []
    record.forEachField { name, value in
      if let value { fields.append((FieldKey(stringValue: name), value)) }
    }
    var values = encoder.container(keyedBy: FieldKey.self)
    for (key, value) in fields {
      switch value {
      case .text(let text): try values.encode(text, forKey: key)
      case .number(let number): try values.encode(number, forKey: key)
      case .integer(let number): try values.encode(number, forKey: key)
      case .flag(let flag): try values.encode(flag, forKey: key)
      case .time(let time): try values.encode(Timestamp.text(time), forKey: key)
      }
    }
  }
}

/// The name of a field.
private struct FieldKey: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// Reads the fields of a record by name.
private struct NamedFieldReader: PlainFieldReader {
  let values: KeyedDecodingContainer<FieldKey>

  mutating func plain<Value: PlainValue>(_ name: String) throws -> Value? {
    try values.decodeIfPresent(Value.self, forKey: FieldKey(stringValue: name))
  }

  func absent(_: String) {}
}
