import Testing

@testable import Timers

struct WholeSecondsTests {
  @Test(
    "a second and a tenth are shown once they have passed, what is left from when it has begun",
    arguments: [
      (0, 0, 0, 0), (1, 0, 0, 1), (99_999_999, 0, 0, 1), (100_000_000, 0, 1, 1), (999_999_999, 0, 9, 1),
      (1_000_000_000, 1, 10, 1), (1_000_000_001, 1, 10, 2), (7_199_999_999_999, 7_199, 71_999, 7_200),
    ] as [(Int64, Int, Int, Int)])
  func shown(nanoseconds: Int64, seconds: Int, tenths: Int, left: Int) {
    let span = Duration.nanoseconds(nanoseconds)
    #expect(span.wholeSeconds == seconds)
    #expect(span.wholeTenths == tenths)
    #expect(span.secondsLeft == left)
  }
}
