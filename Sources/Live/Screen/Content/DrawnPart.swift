import Controllers

extension ControlDrawing: Encodable {
  /// Encodes the parts alone.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(parts.map(DrawnPart.init))
  }
}

/// A part of a controller's drawing, as sent to pages. Fields that a kind does not use are omitted.
struct DrawnPart: Encodable, Equatable {
  /// `keys`, `pads`, or the shape of a control.
  var kind: String
  /// The role it belongs to; `keys` are Higher's and Lower's.
  var role: String?
  /// The number of equal controls.
  var count: Int?
  /// Their notes.
  var notes: [Int]?
  /// Notes of pads, the top row first; null is a pad that does not belong to the part.
  var rows: [[Int?]]?
  /// The lowest and the highest key drawn, and the lowest key of Higher.
  var from: Int?
  var to: Int?
  var split: Int?
  var marks: [ControlDrawing.Mark]?

  init(_ part: ControlDrawing.Part) {
    switch part {
    case .control(let shape, let role, let count, let notes):
      kind = shape.rawValue
      self.role = role.rawValue
      self.count = count
      self.notes = notes.numbers.map { Int($0.rawValue) }
    case .pads(let half, let rows):
      kind = "pads"
      role = half.rawValue
      self.rows = rows
    case .keys(let range, let split, let marks):
      kind = "keys"
      (from, to, self.split) = (range.lowerBound, range.upperBound, split)
      self.marks = marks
    }
  }
}
