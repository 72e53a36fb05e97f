/// What is told of a player's ear in sentences, by the keys in the catalogues. The words in pictures are `PictureWord`s.
public enum ProfileKey: String, CaseIterable, Sendable {
  // What pictures are called, and what is to be seen in them.
  case pictureTitle = "report.title"
  case previewTitle = "report.title.preview"
  case range = "report.range"

  // What is known of comparing.
  case unison = "report.unison"
  case nothing = "report.nothing"
  case first = "report.first"
  case earThreshold = "report.threshold"
  case extremes = "report.extremes"
  case variation = "report.variation"
  case weak = "report.weak"
  case gaps = "report.gaps"
  case guesses = "report.guesses"
  case trend = "report.trend"

  // What is known of matching.
  case matching = "report.matching"
  case matchingSpread = "report.spread"
  case matchingEarly = "report.matching.early"
  case region = "report.region"

  // While rows are learnt.
  case learningProfile = "report.learning"

  // Notes in a sentence.
  case notes = "report.notes"
}

extension Catalogue {
  /// The text of `key`, with `{name}` replaced by `values["name"]`.
  public func callAsFunction(_ key: ProfileKey, _ values: [String: String] = [:]) -> String {
    text(key.rawValue, values)
  }
}
