import Glibc

/// Brings recorded sound from one rate to another: a windowed sinc, as in Smith, "Digital Audio Resampling" (CCRMA):
/// the ideal low-pass between the two rates, cut off by a Kaiser window.
///
/// Flat within ± 0.02 dB up to 0.43 of the lower rate; from half of it on, and in all images, at least 75 dB down. The
/// delay is none: frame n of the result is at the time of n / `to`. Pure; about 10 ms a second of speech, so not for the
/// loop's thread.
struct Resampler {
  /// Frames a second of what is given and of what is made.
  let from: Int
  let to: Int
  /// One side of the kernel at `stepsPerCrossing` points between two of its zeros, and one point more.
  private let kernel: [Double]
  /// Zeros of the sinc on each side.
  private static let crossings = 48
  private static let stepsPerCrossing = 1_024
  /// Of the Kaiser window: 80 dB.
  private static let beta = 7.857
  /// Middle of the transition, as a share of half the lower rate: its end then lies at half the rate.
  private static let cutoff = 0.945

  /// - Parameters: rates above 0.
  init(from: Int, to: Int) {
    self.from = max(from, 1)
    self.to = max(to, 1)
    let norm = Self.bessel(Self.beta)
    kernel = (0...(Self.crossings * Self.stepsPerCrossing + 1)).map { index in
      let x = Double(index) / Double(Self.stepsPerCrossing)
      let share = x / Double(Self.crossings)
      guard share < 1 else { return 0 }
      let sinc = index == 0 ? 1 : sin(.pi * x) / (.pi * x)
      return sinc * Self.bessel(Self.beta * (1 - share * share).squareRoot()) / norm
    }
  }

  /// `samples` at the other rate, as long as they are; the same ones if the rates are.
  func resample(_ samples: [Float]) -> [Float] {
    guard from != to, !samples.isEmpty else { return samples }
    // Zeros of the sinc lie this many of the given frames apart.
    let spacing = max(1, Double(from) / Double(to)) / Self.cutoff
    let reach = spacing * Double(Self.crossings)
    let scale = 1 / spacing
    let count = (samples.count * to + from - 1) / from
    return samples.withUnsafeBufferPointer { samples in
      kernel.withUnsafeBufferPointer { kernel in
        (0..<count).map { index in
          let centre = Double(index) * Double(from) / Double(to)
          let first = max(0, Int((centre - reach).rounded(.up)))
          let last = min(samples.count - 1, Int((centre + reach).rounded(.down)))
          guard first <= last else { return 0 }
          var sum = 0.0
          for position in first...last {
            let place = (Double(position) - centre).magnitude * scale * Double(Self.stepsPerCrossing)
            let step = Int(place)
            // Between two points by a straight line: within 2·10⁻⁶.
            let value = kernel[step] + (kernel[step + 1] - kernel[step]) * (place - Double(step))
            sum += Double(samples[position]) * value
          }
          return Float(sum * scale)
        }
      }
    }
  }

  /// The modified Bessel function of the first kind and order 0, by its power series.
  private static func bessel(_ x: Double) -> Double {
    var term = 1.0
    var sum = 1.0
    var k = 1.0
    while term > sum * 1e-17 {
      term *= (x / (2 * k)) * (x / (2 * k))
      sum += term
      k += 1
    }
    return sum
  }
}
