import Training

/// The ratio of the errors of two contestants, with its confidence limit.
struct ErrorRatio: Hashable, Sendable {
  /// RMS of ours over RMS of theirs.
  var ratio: Double
  /// The upper end of its 95 % interval.
  var limit: Double

  /// Creates the ratio of the squared errors of the same listeners, in the same order, by a bootstrap that draws
  /// listeners: percentile intervals (Efron & Tibshirani 1993, chapter 13). Equal seeds give equal limits.
  init(
    squaredErrors ours: [Double], of theirs: [Double], resamples: Int = 2_000, seed: UInt64 = 1
  ) {
    let count = min(ours.count, theirs.count)
    ratio = (ours.reduce(0, +) / theirs.reduce(0, +)).squareRoot()
    var generator = SeededGenerator(seed: seed)
    var ratios = (0..<resamples).map { _ in
      var (above, below) = (0.0, 0.0)
      for _ in 0..<count {
        let index = generator.below(count)
        above += ours[index]
        below += theirs[index]
      }
      return (above / below).squareRoot()
    }
    ratios.sort()
    limit = ratios.isEmpty ? ratio : ratios[min(ratios.count - 1, Int(0.975 * Double(ratios.count)))]
  }
}
