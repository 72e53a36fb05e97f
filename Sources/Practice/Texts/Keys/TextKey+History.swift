/// The keys of the texts of `peach history`, and of files of timed practices beyond the keys of exchange.
extension TextKey {
  package static let noTimers = Self("history.empty")
  package static let olderWorkouts = Self("history.older")
  package static let workoutTitle = Self("history.title")
  package static let workoutLine = Self("history.line")
  package static let setLine = Self("history.set")
  package static let roundLine = Self("history.round")
  package static let slotRoundLine = Self("history.slot-round")

  package static let noTimersToExport = Self("export.timers-nothing")

  // Problems of a row.
  package static let notASpan = Self("import.not-a-span")
  package static let notInOrder = Self("import.not-in-order")
  package static let orphan = Self("import.orphan")
  package static let tooLongTogether = Self("import.too-long-together")

  // `--help` and usage errors.
  package static let historyHelp = Self("help.history")
  package static let helpLimit = Self("help.history-limit")
  package static let helpSplits = Self("help.history-splits")
  package static let helpTimers = Self("help.export-timers")
  package static let usageLimit = Self("usage.history-limit")
  package static let usageTimersFormat = Self("usage.timers-format")
}

/// Counted texts about timed practice, like `PluralKey`.
extension PluralKey {
  package static let exported = Self("export.timers")
  package static let imported = Self("import.timers")
  package static let leftOut = Self("import.timers-left-out")
}
