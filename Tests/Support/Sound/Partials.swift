import Glibc

/// The partials of a steady note, found by windowed Fourier sums at the multiples of its frequency, and the residue.
public struct Partials {
  /// One of them.
  public struct Partial {
    /// Frequency, from the phases of two halves of the samples.
    public var hertz: Double
    /// Peak amplitude.
    public var amplitude: Double
  }

  /// The partials 1, 2, 3 ….
  public let partials: [Partial]
  /// Everything else (distortion, noise, hum, lines between them), in dB of all partials.
  public let residualDecibels: Double

  /// Finds the first `count` partials of `hertz` in `samples` at `rate` frames a second. They must be at least 16 / n
  /// times the rate apart, n being the number of samples.
  public init(_ samples: ArraySlice<Float>, rate: Double, fundamental hertz: Double, count: Int) {
    let values = samples.map(Double.init)
    let half = values.count / 2
    let window = (0..<half).map { Spectrum.window((Double($0) + 0.5) / Double(half)) }
    let sum = window.reduce(0, +)
    var model = [Double](repeating: 0, count: values.count)
    var power = 0.0
    partials = (1...count).map { number in
      let turn = Double(number) * hertz / rate
      let halves = [0, half].map { start in
        var (real, imaginary) = (0.0, 0.0)
        Self.turn(by: turn, from: start, count: half) { index, cosine, sine in
          real += window[index] * values[start + index] * cosine
          imaginary -= window[index] * values[start + index] * sine
        }
        return (real: 2 * real / sum, imaginary: 2 * imaginary / sum)
      }
      let (first, second) = (halves[0], halves[1])
      var drift = atan2(second.imaginary, second.real) - atan2(first.imaginary, first.real)
      drift -= (drift / (2 * .pi)).rounded() * 2 * .pi
      let amplitude = hypot(first.real, first.imaginary)
      let phase = atan2(first.imaginary, first.real)
      Self.turn(by: turn, from: 0, count: values.count) { index, cosine, sine in
        model[index] += amplitude * (cos(phase) * cosine - sin(phase) * sine)
      }
      power += amplitude * amplitude / 2
      return Partial(
        hertz: Double(number) * hertz + drift / (2 * .pi) * rate / Double(half), amplitude: amplitude)
    }
    let residue = zip(values, model).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    residualDecibels = 10 * log10(residue / Double(values.count) / power)
  }

  /// Calls `body` with the cosine and the sine of `turn` circles times the frame, for each from `start`.
  private static func turn(
    by turn: Double, from start: Int, count: Int, _ body: (_ index: Int, _ cosine: Double, _ sine: Double) -> Void
  ) {
    let (stepCosine, stepSine) = (cos(2 * .pi * turn), sin(2 * .pi * turn))
    var (cosine, sine) = (1.0, 0.0)
    for index in 0..<count {
      if index % 256 == 0 {
        let turns = Double(start + index) * turn
        let angle = 2 * .pi * (turns - turns.rounded(.down))
        (cosine, sine) = (cos(angle), sin(angle))
      }
      body(index, cosine, sine)
      (cosine, sine) = (cosine * stepCosine - sine * stepSine, sine * stepCosine + cosine * stepSine)
    }
  }
}
