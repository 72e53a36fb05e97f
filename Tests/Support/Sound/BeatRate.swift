import Glibc

/// The beats of two partials, measured in sound.
public enum BeatRate {
  /// Returns the beats per second, within `rates`, of the two partials about `hertz` in `samples` at `rate` frames a
  /// second. Everything else must be at least 80 Hz away. The squared envelope of two sines is a constant and one sine
  /// of their difference: its frequency is fitted by least squares.
  public static func measured(
    in samples: ArraySlice<Float>, rate: Double, at hertz: Double, within rates: ClosedRange<Double> = 0.5...13
  ) -> Double {
    let length = Int(0.1 * rate)
    let hop = Int(0.005 * rate)
    let window = (0..<length).map { Spectrum.window((Double($0) + 0.5) / Double(length)) }
    let values = Array(samples)
    var envelope: [(time: Double, power: Double)] = []
    for start in stride(from: 0, through: values.count - length, by: hop) {
      var (real, imaginary) = (0.0, 0.0)
      for index in 0..<length {
        let turns = Double(start + index) * hertz / rate
        let angle = 2 * .pi * (turns - turns.rounded(.down))
        let value = window[index] * Double(values[start + index])
        real += value * cos(angle)
        imaginary -= value * sin(angle)
      }
      envelope.append((Double(start) / rate, real * real + imaginary * imaginary))
    }
    let step = 0.02
    let coarse =
      stride(from: rates.lowerBound, through: rates.upperBound, by: step)
      .max { power(envelope, at: $0) < power(envelope, at: $1) } ?? rates.lowerBound
    var (low, high) = (coarse - step, coarse + step)
    // Ternary search: the power has one maximum between two steps of the grid.
    while high - low > 1e-6 {
      let (left, right) = (low + (high - low) / 3, high - (high - low) / 3)
      if power(envelope, at: left) < power(envelope, at: right) { low = left } else { high = right }
    }
    return (low + high) / 2
  }

  /// The part of the envelope's variance that a sine of this frequency explains.
  private static func power(_ envelope: [(time: Double, power: Double)], at rate: Double) -> Double {
    let count = Double(envelope.count)
    let rows = envelope.map { point in
      let angle = 2 * .pi * rate * point.time
      return (point.power, cos(angle), sin(angle))
    }
    let means = rows.reduce((0.0, 0.0, 0.0)) { ($0.0 + $1.0, $0.1 + $1.1, $0.2 + $1.2) }
    var (cc, ss, cs, cy, sy) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for row in rows {
      let (y, c, s) = (row.0 - means.0 / count, row.1 - means.1 / count, row.2 - means.2 / count)
      cc += c * c
      ss += s * s
      cs += c * s
      cy += c * y
      sy += s * y
    }
    let determinant = cc * ss - cs * cs
    return determinant > 0 ? (cy * cy * ss - 2 * cy * sy * cs + sy * sy * cc) / determinant : 0
  }
}
