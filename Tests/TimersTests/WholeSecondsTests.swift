import Testing
import Time

@testable import Timers

struct WholeSecondsTests {
  @Test(
    "elapsed seconds and tenths are shown once they have passed, remaining ones from when they begin",
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

  @Test("spans beyond 292 years are shown as that many, and points in time end there")
  func beyond() {
    let long = Duration.nanoseconds(Int64.max) + .nanoseconds(Int64.max)
    #expect(long.nanoseconds == .max && (.zero - long - long).nanoseconds == .min)
    #expect(Duration.seconds(Int64.max).nanoseconds == .max && Duration.seconds(Int64.min).nanoseconds == .min)
    #expect(long.wholeSeconds == 9_223_372_036 && long.secondsLeft == 9_223_372_037 && long.seconds > 9e9)
    let (first, last) = (MonotonicTime(nanoseconds: .min), MonotonicTime(nanoseconds: .max))
    #expect(last + long == last && first - long == first && last - long == MonotonicTime(nanoseconds: 0))
    #expect(last - first == .nanoseconds(Int64.max) && first - last == .nanoseconds(Int64.min))
  }
}
