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
  /// Its numbers; dashes for what is not known, and no trend where there is none.
  public func statistics(_ words: PictureWords) -> [Statistic] {
    let unknown = words(.unknown)
    var statistics = [
      Statistic(
        name: words(.threshold), value: threshold.map { words.cents($0.value) } ?? unknown,
        note: threshold.map { words.between($0.band) }),
      Statistic(
        name: words(.variation),
        value: deviation.map { words(.factor, ["value": words.factor($0)]) } ?? unknown),
      Statistic(
        name: words(.guesses),
        value: lapse.map { words(.percent, ["value": words.number($0.value * 100)]) } ?? unknown,
        note: lapse.map { words.between($0.band.lowerBound * 100...$0.band.upperBound * 100) }),
    ]
    if let trend { statistics.append(Statistic(name: words(.trend), value: words(PictureWord(trend)))) }
    return statistics
  }
}
