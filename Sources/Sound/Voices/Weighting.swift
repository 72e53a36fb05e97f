import Glibc

/// A-weighting, the ear's relative sensitivity at a frequency: the A curve of IEC 61672-1, annex E.
enum Weighting {
  /// Returns the weighting in dB, 0 at 1 kHz.
  static func decibels(_ hertz: Double) -> Double {
    let f = hertz * hertz
    let poles = (20.6 * 20.6, 107.7 * 107.7, 737.9 * 737.9, 12_194.0 * 12_194.0)
    let gain =
      poles.3 * f * f / ((f + poles.0) * ((f + poles.1) * (f + poles.2)).squareRoot() * (f + poles.3))
    return 20 * log10(gain) + 2.0
  }

  /// Returns the weighting of noise with equal power over `band`, in dB.
  static func mean(of band: ClosedRange<Double>) -> Double {
    let count = 100
    let width = (band.upperBound - band.lowerBound) / Double(count)
    let powers = (0..<count).map { pow(10, decibels(band.lowerBound + (Double($0) + 0.5) * width) / 10) }
    return 10 * log10(powers.reduce(0, +) / Double(count))
  }
}
