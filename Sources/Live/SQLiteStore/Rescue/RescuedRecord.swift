import Training

/// A record in a rescue file: its fields by their names.
struct RescuedRecord<Record: ListedRecord>: Hashable, Codable {
  var record: Record

  init(_ record: Record) { self.record = record }

  init(from decoder: any Decoder) throws {
    var reader = KeyReader(values: try decoder.container(keyedBy: FieldKey.self))
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

/// Reads the fields of a record by their names.
private struct KeyReader: PlainFieldReader {
  let values: KeyedDecodingContainer<FieldKey>

  mutating func plain<Value: PlainValue>(_ name: String) throws -> Value? {
    try values.decodeIfPresent(Value.self, forKey: FieldKey(stringValue: name))
  }
}
