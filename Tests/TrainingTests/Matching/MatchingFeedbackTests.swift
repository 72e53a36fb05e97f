import Pitch
import Testing

@testable import Training

struct MatchingFeedbackTests {
  /// Rounded half away from zero first, banded then: 9.5 is 10 and moderate, 30.4 is 30 and still moderate.
  @Test(arguments: [
    (0, 0, MatchingFeedback.Band.deadCentre), (0.49, 0, .deadCentre), (0.5, 1, .close), (1, 1, .close),
    (1.49, 1, .close), (1.5, 2, .close), (2.5, 3, .close), (9, 9, .close), (9.49, 9, .close), (9.5, 10, .moderate),
    (10, 10, .moderate), (30, 30, .moderate), (30.4, 30, .moderate), (30.49, 30, .moderate), (30.5, 31, .far),
    (31, 31, .far), (100, 100, .far), (200, 200, .far), (400, 400, .far),
  ])
  func `errors are rounded before they are banded`(error: Double, cents: Int, band: MatchingFeedback.Band) {
    let sharp = MatchingFeedback(error: Cents(error))
    #expect(sharp.cents == cents && sharp.band == band)
    let flat = MatchingFeedback(error: Cents(-error))
    #expect(flat.cents == -cents && flat.band == band)
  }

  @Test func `bands are numbered from the centre`() {
    #expect(MatchingFeedback.Band.allCases.map(\.number) == [0, 1, 2, 3])
  }

  @Test func `an infinite error is far and never dead centre`() {
    #expect(MatchingFeedback(error: Cents(.infinity)).band == .far)
    #expect(MatchingFeedback(error: Cents(-.infinity)).cents == -1_000_000)
    #expect(MatchingFeedback(error: Cents(.nan)).cents == 0)
  }
}
