import Training

/// A number with its name, as shown over a picture.
public struct Statistic: Hashable, Sendable {
  /// The name of the number.
  public var name: String
  /// The value with its unit; a dash if unknown.
  public var value: String
  /// The band, or nothing.
  public var note: String?
}

extension Statistic {
  /// A lapse rate.
  init(slips lapse: Banded, _ words: PictureWords) {
    self.init(
      name: words(.slips), value: words(.percent, ["value": words.number((lapse.value * 100).rounded())]),
      note: words.percent(between: lapse.band))
  }

  /// A trend.
  init(_ trend: Trend, _ words: PictureWords) { self.init(name: words(.trend), value: words(PictureWord(trend))) }

  /// The number of answers, and the number given in the condition of the numbers.
  init(answers: Int, here: Int, _ words: PictureWords) {
    self.init(
      name: words(.answers), value: "\(answers)",
      note: here == answers ? nil : words(.answersHere, ["count": "\(here)"]))
  }
}

extension ComparisonReport {
  /// The variation of the curve over its notes as a standard deviation in cents, the unit of the other numbers; nil if
  /// unknown.
  var deviationInCents: Double? {
    guard deviation != nil, !curve.isEmpty else { return nil }
    let values = curve.map(\.threshold.value)
    let mean = values.reduce(0, +) / Double(values.count)
    return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)).squareRoot()
  }

  /// The numbers of the report; dashes for unknown ones, and no trend without evidence.
  public func statistics(_ words: PictureWords) -> [Statistic] {
    let unknown = words(.unknown)
    var statistics = [
      Statistic(
        name: words(.threshold), value: threshold.map { words.cents($0.value) } ?? unknown,
        note: threshold.map { words.between($0.band) }),
      Statistic(
        name: words(.variation),
        value: deviationInCents.map { words.cents($0) } ?? unknown),
    ]
    if let lapse { statistics.append(Statistic(slips: lapse, words)) }
    if let width {
      statistics.insert(
        Statistic(name: words(.width), value: words.width(width.value), note: words.between(widths: width)), at: 1)
    }
    if let trend { statistics.append(Statistic(trend, words)) }
    return statistics
  }

  /// The same, and the number of answers they rest on; while there are too few for a threshold, the text that says so
  /// contains that number.
  func countedStatistics(_ words: PictureWords) -> [Statistic] {
    statistics(words) + (threshold == nil ? [] : [countedAnswers(words)])
  }

  /// Returns the number of answers, and the number given in the condition of the numbers.
  public func countedAnswers(_ words: PictureWords) -> Statistic {
    Statistic(answers: answers, here: answersHere, words)
  }
}
