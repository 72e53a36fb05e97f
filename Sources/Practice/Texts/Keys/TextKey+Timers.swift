/// The keys of the texts of practice timers. The keys of kinds, cues and the like are made from their words:
/// `timer.name.amrap`.
extension TextKey {
  // The configuration.
  package static let labelRounds = Self("timer.label.rounds")
  package static let labelRoundsEach = Self("timer.label.rounds-each")
  package static let labelCap = Self("timer.label.cap")
  package static let labelDuration = Self("timer.label.duration")
  package static let labelSlots = Self("timer.label.slots")
  package static let labelSlotLength = Self("timer.label.slot-length")
  package static let labelType = Self("timer.label.type")
  package static let valueAtMost = Self("timer.value.at-most")
  package static let labelTotal = Self("timer.label.total")
  package static let labelSource = Self("timer.label.source")
  package static let labelSets = Self("timer.label.sets")
  package static let labelRest = Self("timer.label.rest")
  package static let labelCountdown = Self("timer.label.countdown")
  package static let groupPractice = Self("timer.group.practice")
  package static let groupSets = Self("timer.group.sets")
  package static let labelCues = Self("timer.label.cues")
  package static let valueNone = Self("timer.value.none")
  package static let valueSomeCues = Self("timer.value.some-cues")
  package static let shortCap = Self("timer.short.cap")
  package static let shortNoCap = Self("timer.short.no-cap")
  package static let shortRest = Self("timer.short.rest")

  // The state.
  package static let lineConfirming = Self("timer.line.confirming")
  package static let lineCountdown = Self("timer.line.countdown")
  package static let lineTraining = Self("timer.line.training")
  package static let lineFree = Self("timer.line.free")
  package static let lineWaiting = Self("timer.line.waiting")
  package static let linePaused = Self("timer.line.paused")
  package static let lineResting = Self("timer.line.resting")
  package static let lineComplete = Self("timer.line.complete")
  package static let lineIncomplete = Self("timer.line.incomplete")
  package static let roundsOf = Self("timer.rounds-of")
  package static let slot = Self("timer.slot")
  package static let slotOf = Self("timer.slot-of")
  package static let set = Self("timer.set")
  package static let setOf = Self("timer.set-of")

  // The one big number.
  package static let timeGone = Self("timer.time.gone")
  package static let timeLeft = Self("timer.time.left")
  package static let timeSlot = Self("timer.time.slot")
  package static let timeCountdown = Self("timer.time.countdown")
  package static let timeRest = Self("timer.time.rest")
  package static let timePractised = Self("timer.time.practised")
  package static let spokenLeft = Self("timer.spoken.left")
  package static let tenths = Self("timer.tenths")

  // Dates.
  package static let today = Self("timer.date.today")
  package static let yesterday = Self("timer.date.yesterday")
  package static let day = Self("timer.date.day")

  // Values out of range.
  package static let outsideCap = Self("timer.outside.cap")
  package static let outsideDuration = Self("timer.outside.duration")
  package static let outsideSlots = Self("timer.outside.slots")
  package static let outsideSlotLength = Self("timer.outside.slot-length")
  package static let outsideRounds = Self("timer.outside.rounds")
  package static let outsideSets = Self("timer.outside.sets")
  package static let outsideRest = Self("timer.outside.rest")
  package static let outsideCountdown = Self("timer.outside.countdown")
  package static let outsideSlotsTooLong = Self("timer.outside.slots-too-long")
  package static let outsideTooLong = Self("timer.outside.too-long")
  package static let noHistory = Self("timer.no-history")
}

/// Counted texts about timers, like `PluralKey`.
extension PluralKey {
  package static let rounds = Self("timer.rounds")
  package static let roundsEach = Self("timer.rounds-each")
  package static let slotsOf = Self("timer.slots-of")
  package static let sets = Self("timer.sets")
  package static let hours = Self("timer.hours")
  package static let minutes = Self("timer.minutes")
  package static let seconds = Self("timer.seconds")
}
