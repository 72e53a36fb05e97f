import Glibc

/// Converts recorded sound from one rate to another: a windowed sinc, as in Smith, "Digital Audio Resampling" (CCRMA):
/// the ideal low-pass between the two rates, cut off by a Kaiser window.
///
/// Flat within ± 0.02 dB up to 0.43 of the lower rate; above half of it, and in all images, at least 75 dB down. There
/// is no delay: frame n of the result is at the time of n / `to`. Pure; about 1 ms a second of speech between common
/// rates, so not for the loop's thread.
struct Resampler {
  /// Input and output rate, in frames a second.
  let from: Int
  let to: Int
  /// Zeros of the sinc on each side.
  private static let crossings = 48
  private static let stepsPerCrossing = 1_024
  /// The parameter of the Kaiser window, for 80 dB.
  private static let beta = 7.857
  /// Middle of the transition, as a share of half the lower rate: its end then lies at half the rate.
  private static let cutoff = 0.945
  /// One side of the windowed sinc at `stepsPerCrossing` points between two of its zeros, and one point more.
  private static let kernel: [Double] = {
    let norm = bessel(beta)
    return (0...(crossings * stepsPerCrossing + 1)).map { index in
      let x = Double(index) / Double(stepsPerCrossing)
      let share = x / Double(crossings)
      guard share < 1 else { return 0 }
      let sinc = index == 0 ? 1 : sin(.pi * x) / (.pi * x)
      return sinc * bessel(beta * (1 - share * share).squareRoot()) / norm
    }
  }()

  /// - Parameters: rates above 0.
  init(from: Int, to: Int) {
    self.from = max(from, 1)
    self.to = max(to, 1)
  }

  /// Resamples `samples`; returns them unchanged if the rates are equal.
  func resample(_ samples: [Float]) -> [Float] {
    guard from != to, !samples.isEmpty else { return samples }
    let count = (samples.count * to + from - 1) / from
    // The distance between zeros of the sinc, in input frames.
    let spacing = max(1, Double(from) / Double(to)) / Self.cutoff
    let reach = Int((spacing * Double(Self.crossings)).rounded(.up))
    // The frames from `reach` before a position to `reach` after it, in whole vectors.
    let vectors = (2 * reach + 1 + Vector.scalarCount - 1) / Vector.scalarCount
    // Silence on both sides, as far as the window reaches.
    let silence = [Float](repeating: 0, count: reach)
    let given = silence + samples + silence + [Float](repeating: 0, count: Vector.scalarCount)
    // Output frames at the same distance behind an input frame have the same weights: every `cycle`th.
    let divisor = Self.greatestCommonDivisor(from, to)
    let (step, cycle) = (from / divisor, to / divisor)
    return given.withUnsafeBytes { given in
      [Float](unsafeUninitializedCapacity: count) { made, initialized in
        var weights = [Vector](repeating: .zero, count: vectors)
        for first in 0..<min(cycle, count) {
          weigh(&weights, behind: Double(first * step % cycle) / Double(cycle), reach: reach, spacing: spacing)
          for index in stride(from: first, to: count, by: cycle) {
            var sum = Vector.zero
            var place = index * step / cycle * MemoryLayout<Float>.stride
            for vector in weights {
              sum += given.loadUnaligned(fromByteOffset: place, as: Vector.self) * vector
              place += MemoryLayout<Vector>.stride
            }
            made[index] = sum.sum()
          }
        }
        initialized = count
      }
    }
  }

  private typealias Vector = SIMD8<Float>

  /// Sets the weights of the frames from `reach` before the current one to `reach` after it, for a position `share` of
  /// a frame behind it.
  private func weigh(_ weights: inout [Vector], behind share: Double, reach: Int, spacing: Double) {
    for offset in 0...(2 * reach) {
      let place = (Double(offset - reach) - share).magnitude / spacing * Double(Self.stepsPerCrossing)
      let step = Int(place)
      // Linear interpolation between two points: within 2·10⁻⁶. Past the window's end the weight is 0.
      let weight =
        step + 1 < Self.kernel.count
        ? Self.kernel[step] + (Self.kernel[step + 1] - Self.kernel[step]) * (place - Double(step)) : 0
      weights[offset / Vector.scalarCount][offset % Vector.scalarCount] = Float(weight / spacing)
    }
  }

  private static func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int { b == 0 ? a : greatestCommonDivisor(b, a % b) }

  /// Returns the modified Bessel function of the first kind and order 0, by its power series.
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
