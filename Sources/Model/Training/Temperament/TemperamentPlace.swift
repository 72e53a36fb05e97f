import Foundation
import Pitch

/// The place of a match in the laying of a temperament.
public struct TemperamentPlace: Hashable, Sendable {
  /// The name of the order.
  public var order: String
  /// The number of the step in the order, counted from 1. A step that is tuned again keeps its number.
  public var step: Int
  /// The id of the temperament being laid, the same for all its matches.
  public var run: UUID

  /// Memberwise.
  public init(order: String, step: Int, run: UUID) {
    self.order = order
    self.step = step
    self.run = run
  }
}

extension TemperamentPlace {
  /// The names of its fields in records.
  static let fields = ["temperament_order", "temperament_step", "temperament_run"]
}

extension FieldVisitor {
  /// The place in a temperament, or none: all its fields are then empty.
  mutating func temperament(_ place: inout TemperamentPlace?) throws(Failure) {
    let names = TemperamentPlace.fields
    var (order, step, run) = (place?.order, place.map { Double($0.step) }, place?.run.uuidString)
    try text(names[0], &order)
    try number(names[1], &step, .step)
    try text(names[2], &run)
    guard let order, let step = step.flatMap({ Int(exactly: $0) }), let run = run.flatMap(UUID.init) else {
      place = nil
      return
    }
    place = TemperamentPlace(order: order, step: step, run: run)
  }
}
