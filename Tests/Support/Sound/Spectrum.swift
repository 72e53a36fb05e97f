import Glibc

/// The spectrum of complex samples under a window whose own side lobes lie below −170 dB, 0 dB being a tone of
/// amplitude ½: what one half of a real sine of amplitude 1 has.
public struct Spectrum {
  private let decibels: [Double]
  private let step: Double

  /// Of samples (real, imaginary) at `rate` a second.
  public init(_ samples: [(Float, Float)], rate: Double) {
    var size = 1
    while size < samples.count { size *= 2 }
    var real = [Double](repeating: 0, count: size)
    var imaginary = real
    var sum = 0.0
    for (index, sample) in samples.enumerated() {
      let window = Self.window(Double(index) / Double(samples.count))
      real[index] = Double(sample.0) * window
      imaginary[index] = Double(sample.1) * window
      sum += window
    }
    Analysis.transform(&real, &imaginary)
    let reference = sum * sum / 4
    decibels = zip(real, imaginary).map { real, imaginary in
      let power: Double = real * real + imaginary * imaginary
      return 10 * log10(power / reference + 1e-30)
    }
    step = rate / Double(size)
  }

  /// The highest line in a range of frequencies, which may be negative, among those that are looked at.
  public func loudest(
    from range: ClosedRange<Double>, where isLookedAt: (Double) -> Bool
  ) -> (hertz: Double, decibels: Double) {
    var loudest = (hertz: 0.0, decibels: -1_000.0)
    for (bin, value) in decibels.enumerated() {
      let hertz = Double(bin <= decibels.count / 2 ? bin : bin - decibels.count) * step
      if value > loudest.decibels, range.contains(hertz), isLookedAt(hertz) { loudest = (hertz, value) }
    }
    return loudest
  }

  /// The 7-term Blackman–Harris window at a share of its length.
  static func window(_ share: Double) -> Double {
    let terms = [
      0.271_051_400_693_42, -0.433_297_939_234_48, 0.218_122_999_543_11, -0.065_925_446_388_03, 0.010_811_742_098_37,
      -0.000_776_584_825_22, 0.000_013_887_217_35,
    ]
    return terms.enumerated().reduce(0) { $0 + $1.element * cos(2 * .pi * Double($1.offset) * share) }
  }
}
