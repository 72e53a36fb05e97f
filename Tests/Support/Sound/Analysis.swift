import Glibc

/// What ears and instruments would find in samples. Written apart from the renderer: nothing here uses its code.
public enum Analysis {
  /// A sine fitted to samples by least squares, and the residue.
  public struct Fit {
    /// Frequency.
    public var hertz: Double
    /// Peak amplitude.
    public var amplitude: Double
    /// Everything but the sine (distortion, noise, hum, offset) against the sine, in dB.
    public var residualDecibels: Double
  }

  /// Fits a·cos + b·sin + offset, refining the frequency until it no longer moves (four-parameter fit of IEEE 1057).
  public static func fitSine(_ samples: ArraySlice<Float>, rate: Double, near hertz: Double) -> Fit {
    let values = samples.map(Double.init)
    let middle = Double(values.count - 1) / 2
    var omega = 2 * Double.pi * hertz / rate
    var solution = [0.0, 0, 0, 0]
    for _ in 0..<8 {
      var matrix = [[Double]](repeating: [0, 0, 0, 0, 0], count: 4)
      for (index, value) in values.enumerated() {
        let time = Double(index) - middle
        let cosine = cos(omega * time)
        let sine = sin(omega * time)
        // The fourth column is the slope of the model against the frequency, at the amplitudes found before.
        let slope = (time / middle) * (solution[1] * cosine - solution[0] * sine)
        let row = [cosine, sine, 1, slope]
        for i in 0..<4 {
          for j in 0..<4 { matrix[i][j] += row[i] * row[j] }
          matrix[i][4] += row[i] * value
        }
      }
      let isFirst = solution[0] == 0 && solution[1] == 0
      solution = solve(matrix, size: isFirst ? 3 : 4)
      let step = solution[3] / middle
      omega += step
      if !isFirst, abs(step) < 1e-15 { break }
    }
    var residual = 0.0
    for (index, value) in values.enumerated() {
      let time = Double(index) - middle
      let model = solution[0] * cos(omega * time) + solution[1] * sin(omega * time)
      residual += (value - model) * (value - model)
    }
    let power = solution[0] * solution[0] + solution[1] * solution[1]
    return Fit(
      hertz: omega * rate / (2 * .pi), amplitude: power.squareRoot(),
      residualDecibels: 10 * log10(residual / Double(values.count) / (power / 2)))
  }

  /// Gauss elimination of the first `size` rows, whose last column is the right side; unknowns beyond `size` are 0.
  static func solve(_ rows: [[Double]], size: Int) -> [Double] {
    var matrix = rows
    for column in 0..<size {
      let pivot = (column..<size).max { abs(matrix[$0][column]) < abs(matrix[$1][column]) } ?? column
      matrix.swapAt(column, pivot)
      for row in 0..<size where row != column {
        let factor = matrix[row][column] / matrix[column][column]
        for index in column..<matrix[row].count { matrix[row][index] -= factor * matrix[column][index] }
      }
    }
    return matrix.indices.map { $0 < size ? matrix[$0][matrix.count] / matrix[$0][$0] : 0 }
  }

  /// The energy above `hertz` in a Hann-windowed piece of `length` frames centred on `centre`, against all of the
  /// piece's energy, in dB.
  public static func energy(
    above hertz: Double, in samples: [Float], centre: Int, length: Int = 4_800, rate: Double
  ) -> Double {
    let size = 8_192
    var real = [Double](repeating: 0, count: size)
    var imaginary = [Double](repeating: 0, count: size)
    for index in 0..<length {
      let position = centre - length / 2 + index
      guard samples.indices.contains(position) else { continue }
      let window = 0.5 - 0.5 * cos(2 * Double.pi * (Double(index) + 0.5) / Double(length))
      real[index] = Double(samples[position]) * window
    }
    return 10 * log10(share(of: hertz...(.infinity), inReal: &real, imaginary: &imaginary, rate: rate))
  }

  /// The share of energy within `band`, of everything, in samples of any length.
  public static func share(of band: ClosedRange<Double>, in samples: ArraySlice<Float>, rate: Double) -> Double {
    var size = 1
    while size < samples.count { size *= 2 }
    var real = samples.map(Double.init) + [Double](repeating: 0, count: size - samples.count)
    var imaginary = [Double](repeating: 0, count: size)
    return share(of: band, inReal: &real, imaginary: &imaginary, rate: rate)
  }

  /// The share of energy within `band`, of everything, in as many samples as a power of two; these are transformed.
  private static func share(
    of band: ClosedRange<Double>, inReal real: inout [Double], imaginary: inout [Double], rate: Double
  ) -> Double {
    let size = real.count
    transform(&real, &imaginary)
    var total = 0.0
    var within = 0.0
    for bin in 0...(size / 2) {
      let energy = real[bin] * real[bin] + imaginary[bin] * imaginary[bin]
      total += energy
      if band.contains(Double(bin) * rate / Double(size)) { within += energy }
    }
    return within / total
  }

  /// Cooley and Tukey's fast Fourier transform in place; the count is a power of two.
  public static func transform(_ real: inout [Double], _ imaginary: inout [Double]) {
    let count = real.count
    var reversed = 0
    for index in 1..<count {
      var bit = count >> 1
      while reversed & bit != 0 {
        reversed ^= bit
        bit >>= 1
      }
      reversed |= bit
      if index < reversed {
        real.swapAt(index, reversed)
        imaginary.swapAt(index, reversed)
      }
    }
    var length = 2
    while length <= count {
      let half = length / 2
      let twiddles = (0..<half).map { step in
        let angle = -2 * Double.pi * Double(step) / Double(length)
        return (cos(angle), sin(angle))
      }
      for start in stride(from: 0, to: count, by: length) {
        for step in 0..<half {
          let (cosine, sine) = twiddles[step]
          let upper = start + step + half
          let lower = start + step
          let turnedReal = real[upper] * cosine - imaginary[upper] * sine
          let turnedImaginary = real[upper] * sine + imaginary[upper] * cosine
          real[upper] = real[lower] - turnedReal
          imaginary[upper] = imaginary[lower] - turnedImaginary
          real[lower] += turnedReal
          imaginary[lower] += turnedImaginary
        }
      }
      length *= 2
    }
  }

  /// Where notes begin: the last silent frame before each sound. A note's own first frame is silent (a sine begins at
  /// 0), and so is the frame before it; a sounding sine passes through 0 on single frames at most.
  public static func onsets(_ samples: [Float]) -> [Int] {
    samples.indices.dropFirst(2).compactMap { index in
      samples[index] != 0 && samples[index - 1] == 0 && samples[index - 2] == 0 ? index - 1 : nil
    } + (samples.count > 1 && samples[0] == 0 && samples[1] != 0 ? [0] : [])
  }
}
