import Foundation

/// Quantiles for 90 % bands, of the three distributions that estimates of a mean and a spread follow.
enum Quantiles {
  /// Φ⁻¹(0.95): a 90 % band of a normal estimate reaches this many standard errors either way.
  static let normal = 1.6448536269514722

  /// The 95 % quantile of Student's t, within 0.1 % from 6 degrees of freedom and 0.6 % from 3; below 3, the value for
  /// 3. Expansion of Fisher & Cornish (1960), as in Abramowitz & Stegun 26.7.5.
  static func student(degrees: Double) -> Double {
    let (x, n) = (normal, degrees > 3 ? degrees : 3)
    let square = x * x
    let first = (square + 1) * x / 4
    let second = ((5 * square + 16) * square + 3) * x / 96
    let third = (((3 * square + 19) * square + 17) * square - 15) * x / 384
    let fourth = ((((79 * square + 776) * square + 1_482) * square - 1_920) * square - 945) * x / 92_160
    return x + (first + (second + (third + fourth / n) / n) / n) / n
  }

  /// The factors for a standard deviation estimated with `degrees` of freedom that give the ends of its 90 % band:
  /// √(n/χ²) at 95 and 5 %. Wilson & Hilferty (1931), as in Abramowitz & Stegun 26.4.17; within 1.5 % from 4 degrees of
  /// freedom upwards; below 4 the value for 4.
  static func deviationBand(degrees: Double) -> ClosedRange<Double> {
    let spread = 2 / (9 * (degrees > 4 ? degrees : 4))
    func factor(_ normal: Double) -> Double { pow(1 - spread + normal * spread.squareRoot(), -1.5) }
    return factor(normal)...factor(-normal)
  }

  /// ln Φ(x); −∞ far below.
  static func logNormalCumulative(_ x: Double) -> Double { log(0.5 * erfc(-x / 2.0.squareRoot())) }
}

extension Banded {
  /// The estimate with the ends of its band in any order; nil unless all three are numbers. The value is held within.
  init?(_ value: Double, between one: Double, and other: Double) {
    guard value.isFinite, one.isFinite, other.isFinite else { return nil }
    let band = min(one, other)...max(one, other)
    self.init(min(max(value, band.lowerBound), band.upperBound), band)
  }
}
