import Training

/// A number with its name, as it stands over a picture.
public struct Statistic: Hashable, Sendable {
  /// What it counts.
  public var name: String
  /// With its unit; a dash for what is not known.
  public var value: String
  /// The band, or nothing.
  public var note: String?
}

extension ComparisonReport {
  /// How much the curve varies over its notes, in the unit in which everything else stands: standard deviation in
  /// cents; nil while nothing is known.
  var deviationInCents: Double? {
    guard deviation != nil, !curve.isEmpty else { return nil }
    let values = curve.map(\.threshold.value)
    let mean = values.reduce(0, +) / Double(values.count)
    return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)).squareRoot()
  }

  /// Its numbers; dashes for what is not known, and no trend where there is none.
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
    if let lapse {
      statistics.append(
        Statistic(
          name: words(.guesses), value: words(.percent, ["value": words.number((lapse.value * 100).rounded())]),
          note: words(
            .percent,
            [
              "value": words.between(
                (lapse.band.lowerBound * 100).rounded()...(lapse.band.upperBound * 100).rounded())
            ])))
    }
    if let width {
      statistics.insert(
        Statistic(name: words(.width), value: words.width(width.value), note: words.between(widths: width)), at: 1)
    }
    if let trend { statistics.append(Statistic(name: words(.trend), value: words(PictureWord(trend)))) }
    return statistics
  }

  /// The same, and how many answers they rest on: while these are too few for a threshold, that is told with their
  /// number.
  func countedStatistics(_ words: PictureWords) -> [Statistic] {
    statistics(words) + (threshold == nil ? [] : [countedAnswers(words)])
  }

  /// How many answers there are, and how many of them were given in what the numbers hold for.
  public func countedAnswers(_ words: PictureWords) -> Statistic {
    Statistic(
      name: words(.answers), value: "\(answers)",
      note: answersHere == answers ? nil : words(.answersHere, ["count": "\(answersHere)"]))
  }
}
