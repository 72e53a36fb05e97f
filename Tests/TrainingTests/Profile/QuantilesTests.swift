import Testing

@testable import Training

/// Against published tables (Abramowitz & Stegun 26.8 and 26.10).
struct QuantilesTests {
  @Test(arguments: [
    (3.0, 2.353, 0.006), (6, 1.943, 0.001), (10, 1.812, 0.001), (20, 1.725, 0.001), (120, 1.658, 0.001),
    (1e9, 1.6449, 0.001),
  ])
  func `Student's quantile agrees with the tables`(degrees: Double, quantile: Double, error: Double) {
    #expect(abs(Quantiles.student(degrees: degrees) / quantile - 1) < error)
  }

  @Test(arguments: [(4.0, 9.488, 0.711), (10, 18.307, 3.940), (30, 43.773, 18.493), (100, 124.342, 77.929)])
  func `a deviation's band agrees with the tables`(degrees: Double, high: Double, low: Double) {
    let band = Quantiles.deviationBand(degrees: degrees)
    #expect(abs(band.lowerBound / (degrees / high).squareRoot() - 1) < 0.015)
    #expect(abs(band.upperBound / (degrees / low).squareRoot() - 1) < 0.015)
  }

  @Test(arguments: [-1.0, 0, 1, .nan]) func `few degrees of freedom give wide bands, never an empty one`(
    degrees: Double
  ) {
    #expect(Quantiles.student(degrees: degrees) == Quantiles.student(degrees: 3))
    #expect(Quantiles.deviationBand(degrees: degrees) == Quantiles.deviationBand(degrees: 4))
  }

  @Test func `a band contains its value and is finite`() {
    #expect(Banded(2, between: 3, and: 1)?.band == 1...3)
    #expect(Banded(4, between: 3, and: 1)?.value == 3)
    #expect(Banded(.nan, between: 3, and: 1) == nil)
    #expect(Banded(2, between: -.infinity, and: 1) == nil)
  }
}
