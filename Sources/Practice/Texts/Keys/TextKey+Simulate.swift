/// The keys of the texts of `peach simulate`.
extension TextKey {
  // Purposes of the command and its options.
  package static let simulate = Self("help.simulate")
  package static let simulatedMode = Self("help.simulate.mode")
  package static let strategy = Self("help.simulate.strategy")
  package static let lapse = Self("help.simulate.lapse")
  package static let slope = Self("help.simulate.slope")
  package static let lean = Self("help.simulate.lean")
  package static let spread = Self("help.simulate.spread")
  package static let learning = Self("help.simulate.learning")
  package static let fatigue = Self("help.simulate.fatigue")
  package static let sure = Self("help.simulate.sure")
  package static let listeners = Self("help.simulate.listeners")
  package static let answers = Self("help.simulate.answers")
  package static let perDay = Self("help.simulate.per-day")

  // Errors.
  package static let optionOutOfRange = Self("usage.simulate.range")
  package static let optionOnlyForComparison = Self("usage.simulate.mode")
  package static let unknownStrategy = Self("usage.simulate.strategy")

  // The table.
  package static let heading = Self("simulate.title")
  package static let progress = Self("simulate.progress")
  package static let about = Self("simulate.about")
  package static let columnStrategy = Self("simulate.column.strategy")
  package static let columnRight = Self("simulate.column.right")
}
