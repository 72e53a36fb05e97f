import Glibc

/// The most that response times can add to answers: their logarithm falls by `slope` with each σ of evidence, whatever
/// the answer, and deviates normally. Both are known.
struct ResponseTimeBound {
  /// The fall of the natural logarithm of the response time with each σ of evidence.
  var slope: Double
  /// The standard deviation of that logarithm about its line.
  var deviation: Double
  /// The share of answers that are guesses; their response times are those of noise alone.
  var lapse: Double

  private static let step = 0.05
  private static let evidence = stride(from: -6.0, through: 8, by: step).map { $0 + step / 2 }

  /// The ratio of the threshold's error with response times to that without, at detectability `z`: the square root of
  /// the ratio of the Fisher informations.
  func ratio(at z: Double) -> Double {
    func density(_ x: Double) -> Double { exp(-x * x / 2) / (2 * Double.pi).squareRoot() }
    func information(probability: Double, derivative: Double) -> Double { derivative * derivative / probability }
    var (timed, plain) = (0.0, 0.0)
    for sign in [1.0, -1] {
      let answers = Self.evidence.filter { $0 * sign > 0 }
      var (probability, derivative) = (lapse / 2, 0.0)
      for x in answers {
        probability += (1 - lapse) * Self.step * density(x - z)
        derivative += (1 - lapse) * Self.step * density(x - z) * (x - z)
      }
      plain += information(probability: probability, derivative: derivative)
      let step = Self.step * deviation
      for time in stride(from: -8 * slope - 5 * deviation, through: 5 * deviation, by: step) {
        (probability, derivative) = (0, 0)
        for x in answers {
          let heard = Self.step * density((time + slope * x.magnitude) / deviation) / deviation
          probability += heard * (lapse * density(x) + (1 - lapse) * density(x - z))
          derivative += heard * (1 - lapse) * density(x - z) * (x - z)
        }
        if probability > 1e-12 { timed += step * information(probability: probability, derivative: derivative) }
      }
    }
    return (plain / timed).squareRoot()
  }
}
