/// The keys of sentences about the player's ear. The words in pictures are `PictureWord`s.
extension TextKey {
  // Titles and descriptions of pictures.
  package static let pictureTitle = Self("report.title")
  package static let previewTitle = Self("report.title.preview")
  package static let range = Self("report.range")

  // Comparison.
  package static let unison = Self("report.unison")
  package static let nothing = Self("report.nothing")
  package static let first = Self("report.first")
  package static let earThreshold = Self("report.threshold")
  package static let condition = Self("report.condition")
  package static let conditionOfSome = Self("report.condition.some")
  package static let sharedStrength = Self("report.shared")
  package static let otherCondition = Self("report.condition.other")
  package static let extremes = Self("report.extremes")
  package static let variation = Self("report.variation")
  package static let weak = Self("report.weak")
  package static let gaps = Self("report.gaps")
  package static let slips = Self("report.slips")
  package static let slipsAtLeast = Self("report.slips.at-least")
  package static let manySlips = Self("report.slips.many")
  package static let width = Self("report.width")
  package static let noWidth = Self("report.width.none")
  package static let trend = Self("report.trend")

  // Matching.
  package static let matching = Self("report.matching")
  package static let matchingSpread = Self("report.spread")
  package static let bothSpreads = Self("report.spread.both")
  package static let matchingEarly = Self("report.matching.early")
  package static let region = Self("report.region")

  // Early or late.
  package static let timingThreshold = Self("report.timing.threshold")
  package static let timingShareBelow = Self("report.timing.share.below")
  package static let timingShareAbove = Self("report.timing.share.above")
  package static let timingCondition = Self("report.timing.condition")
  package static let timingConditionOfSome = Self("report.timing.condition.some")
  package static let otherTimingCondition = Self("report.timing.condition.other")
  package static let onTimeLate = Self("report.timing.on-time.late")
  package static let onTimeEarly = Self("report.timing.on-time.early")

  // Beats.
  package static let beatsThreshold = Self("report.beats.threshold")
  package static let otherBeatsCondition = Self("report.beats.condition.other")
  package static let equalIfFaster = Self("report.beats.equal.faster")
  package static let equalIfSlower = Self("report.beats.equal.slower")

  // Sureness.
  package static let calibration = Self("report.sureness")
  package static let calibrationBasis = Self("report.sureness.basis")
  package static let calibrationChange = Self("report.sureness.trend")
  package static let calibrationMeaning = Self("report.sureness.meaning")

  // While records are learned.
  package static let learningProfile = Self("report.learning")

  // Notes in a sentence.
  package static let notes = Self("report.notes")
}
