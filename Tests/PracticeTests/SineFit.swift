import Foundation

/// The sine that fits best to recorded samples, by least squares over amplitude, phase and frequency (the four-parameter
/// fit of IEEE 1057 without its offset). On a pure sine it is exact but for the samples' own rounding.
struct SineFit {
  /// Frequency in hertz.
  let hertz: Double
  /// Peak amplitude.
  let amplitude: Double
  /// Root mean square of what the sine leaves over, as a share of its amplitude.
  let residual: Double

  /// Fits to `samples` at `rate` frames a second, beginning with the frequency `near`. Nil where there is no sine.
  init?(_ samples: ArraySlice<Float>, near: Double, rate: Double = 48_000) {
    var omega = 2 * Double.pi * near / rate
    var (inPhase, quadrature) = (0.0, 0.0)
    let middle = Double(samples.count - 1) / 2
    for round in 0..<8 {
      var matrix = [[Double]](repeating: [Double](repeating: 0, count: 4), count: 3)
      for (index, sample) in samples.enumerated() {
        let time = Double(index) - middle
        let (cosine, sine) = (cos(omega * time), sin(omega * time))
        // Amplitude and phase first: what the frequency must change by needs them.
        let slope = round == 0 ? 0 : time * (quadrature * cosine - inPhase * sine)
        let row = [cosine, sine, slope]
        for line in 0..<3 {
          for column in 0..<3 { matrix[line][column] += row[line] * row[column] }
          matrix[line][3] += row[line] * Double(sample)
        }
      }
      if round == 0 { matrix[2] = [0, 0, 1, 0] }
      guard let solution = Self.solve(matrix) else { return nil }
      (inPhase, quadrature) = (solution[0], solution[1])
      omega += solution[2]
    }
    amplitude = (inPhase * inPhase + quadrature * quadrature).squareRoot()
    guard amplitude > 0 else { return nil }
    var rest = 0.0
    for (index, sample) in samples.enumerated() {
      let time = Double(index) - middle
      let difference = Double(sample) - inPhase * cos(omega * time) - quadrature * sin(omega * time)
      rest += difference * difference
    }
    hertz = omega * rate / (2 * .pi)
    residual = (rest / Double(samples.count)).squareRoot() / amplitude
  }

  /// Solves three equations by elimination with pivots; nil if they do not determine the unknowns.
  private static func solve(_ equations: [[Double]]) -> [Double]? {
    var rows = equations
    for column in 0..<3 {
      guard let pivot = (column..<3).max(by: { abs(rows[$0][column]) < abs(rows[$1][column]) }),
        rows[pivot][column] != 0
      else { return nil }
      rows.swapAt(column, pivot)
      for row in 0..<3 where row != column {
        let factor = rows[row][column] / rows[column][column]
        for place in 0..<4 { rows[row][place] -= factor * rows[column][place] }
      }
    }
    return (0..<3).map { rows[$0][3] / rows[$0][$0] }
  }
}
