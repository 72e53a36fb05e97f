import Glibc

/// Two sines fitted to samples by least squares, frequencies included, and the residue.
public struct TwoSines {
  /// Their frequencies.
  public let hertz: (Double, Double)
  /// Their peak amplitudes.
  public let amplitudes: (Double, Double)
  /// Everything but the two against the first, in dB.
  public let residualDecibels: Double

  /// Fits to `samples` at `rate` frames a second, beginning with the frequencies `near`.
  public init(_ samples: ArraySlice<Float>, rate: Double, near hertz: (Double, Double)) {
    let values = samples.map(Double.init)
    let middle = Double(values.count - 1) / 2
    var omega = [2 * Double.pi * hertz.0 / rate, 2 * Double.pi * hertz.1 / rate]
    var found = [Double](repeating: 0, count: 6)
    for round in 0..<6 {
      let size = round == 0 ? 4 : 6
      var matrix = [[Double]](repeating: [Double](repeating: 0, count: 7), count: 6)
      for (index, value) in values.enumerated() {
        let time = Double(index) - middle
        var row = [cos(omega[0] * time), sin(omega[0] * time), cos(omega[1] * time), sin(omega[1] * time)]
        row.append(time / middle * (found[1] * row[0] - found[0] * row[1]))
        row.append(time / middle * (found[3] * row[2] - found[2] * row[3]))
        for i in 0..<size {
          for j in i..<size { matrix[i][j] += row[i] * row[j] }
          matrix[i][6] += row[i] * value
        }
      }
      for i in 0..<size { for j in 0..<i { matrix[i][j] = matrix[j][i] } }
      found = Analysis.solve(matrix, size: size)
      omega[0] += found[4] / middle
      omega[1] += found[5] / middle
    }
    var residual = 0.0
    for (index, value) in values.enumerated() {
      let time = Double(index) - middle
      let model =
        found[0] * cos(omega[0] * time) + found[1] * sin(omega[0] * time) + found[2] * cos(omega[1] * time) + found[3]
        * sin(omega[1] * time)
      residual += (value - model) * (value - model)
    }
    self.hertz = (omega[0] * rate / (2 * .pi), omega[1] * rate / (2 * .pi))
    amplitudes = (hypot(found[0], found[1]), hypot(found[2], found[3]))
    residualDecibels = 10 * log10(residual / Double(values.count) / (amplitudes.0 * amplitudes.0 / 2))
  }
}
