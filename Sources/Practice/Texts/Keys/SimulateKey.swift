/// The texts of `peach simulate`, by their keys in the catalogues.
public enum SimulateKey: String, CaseIterable, Sendable {
  // What the command and its options are for.
  case simulate = "help.simulate"
  case strategy = "help.simulate.strategy"
  case lapse = "help.simulate.lapse"
  case slope = "help.simulate.slope"
  case lean = "help.simulate.lean"
  case spread = "help.simulate.spread"
  case learning = "help.simulate.learning"
  case fatigue = "help.simulate.fatigue"
  case listeners = "help.simulate.listeners"
  case answers = "help.simulate.answers"
  case perDay = "help.simulate.per-day"

  // What can be wrong with them.
  case optionOutOfRange = "usage.simulate.range"
  case unknownStrategy = "usage.simulate.strategy"

  // The table.
  case heading = "simulate.title"
  case progress = "simulate.progress"
  case about = "simulate.about"
  case columnStrategy = "simulate.column.strategy"
  case columnRight = "simulate.column.right"
}

extension Catalogue {
  /// The text of `key`, with `{name}` replaced by `values["name"]`.
  public func callAsFunction(_ key: SimulateKey, _ values: [String: String] = [:]) -> String {
    text(key.rawValue, values)
  }
}
