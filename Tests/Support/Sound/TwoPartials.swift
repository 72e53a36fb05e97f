import Glibc

/// The frequencies of two partials close to each other among others farther away: a windowed least-squares fit in two
/// halves of the samples, and the phases' advance from one to the other.
public struct TwoPartials {
  /// Their frequencies.
  public let hertz: (Double, Double)
  /// The beats between them, positive if the second is the higher.
  public var beats: Double { hertz.1 - hertz.0 }

  /// Fits to `samples` at `rate` frames a second. The partials are within half a beat of `near`, at least 2 · rate / n
  /// apart and 8 · rate / n from all others, n being half the number of samples.
  public init(_ samples: ArraySlice<Float>, rate: Double, near hertz: (Double, Double)) {
    let half = samples.count / 2
    let middle = Double(half - 1) / 2
    let omega = [hertz.0, hertz.1].map { 2 * Double.pi * $0 / rate }
    let phases = (0..<2).map { part in
      let start = samples.startIndex + part * half
      var matrix = [[Double]](repeating: [Double](repeating: 0, count: 5), count: 4)
      for index in 0..<half {
        let time = Double(index) - middle
        let weight = Spectrum.window((Double(index) + 0.5) / Double(half))
        let row = omega.flatMap { [cos($0 * time), sin($0 * time)] }
        for i in 0..<4 {
          for j in 0..<4 { matrix[i][j] += weight * row[i] * row[j] }
          matrix[i][4] += weight * row[i] * Double(samples[start + index])
        }
      }
      let found = Analysis.solve(matrix, size: 4)
      return [atan2(-found[1], found[0]), atan2(-found[3], found[2])]
    }
    let found = (0..<2).map { number in
      let turns = omega[number] * Double(half) / (2 * .pi)
      var drift = (phases[1][number] - phases[0][number]) / (2 * .pi) - (turns - turns.rounded())
      drift -= drift.rounded()
      return (turns + drift) / Double(half) * rate
    }
    self.hertz = (found[0], found[1])
  }
}
