import Testing
import Time

@testable import Timers

struct FrameAnchorTests {
  static let rates = [44_100, 48_000, 96_000]

  @Test("the nearest frame is taken, the later of two, on both sides of the anchor")
  func rounding() throws {
    let anchor = try #require(FrameAnchor(frame: Frame(100), instant: MonotonicTime(nanoseconds: 0), rate: 1_000))
    let table: [(Int64, Int64)] = [
      (0, 100), (499_999, 100), (500_000, 101), (1_000_000, 101), (-499_999, 100), (-500_000, 100), (-500_001, 99),
      (-1_000_000, 99), (-1_500_000, 99), (7_200_000_000_000, 7_200_100),
    ]
    for (nanoseconds, frame) in table {
      #expect(anchor.frame(at: MonotonicTime(nanoseconds: nanoseconds)).count == frame, "at \(nanoseconds) ns")
    }
  }

  @Test("numbers at the ends of their range do not trap")
  func extremes() throws {
    let early = MonotonicTime(nanoseconds: .min)
    let late = MonotonicTime(nanoseconds: .max)
    let anchor = try #require(FrameAnchor(frame: Frame(.max), instant: early, rate: 1_000_000))
    #expect(anchor.frame(at: late).count == .max && anchor.frame(at: early).count == .max)
    #expect(FrameAnchor(frame: Frame(0), instant: early, rate: 0) == nil)
    #expect(FrameAnchor(frame: Frame(0), instant: early, rate: .max) == nil)
  }

  /// Workouts of two hours, or of as much as a kind can last.
  static func long() throws -> [TimerConfiguration] {
    try [
      forTime(cap: 3_600, rounds: 999, sets: 2, rest: 0), amrap(690, sets: 10, rest: 30),
      emom(60, every: 60, rounds: 999, sets: 2, rest: 0), emom(47, every: 17, rounds: 999, sets: 8, rest: 60),
    ]
  }

  @Test("over two hours every cue sounds on its frame", arguments: rates)
  func framesOverTwoHours(rate: Int) throws {
    for configuration in try Self.long() {
      var driver = Driver()
      // An instant that lies on no frame, and a first frame far from zero.
      let start = Driver.origin + .nanoseconds(123_456_789)
      let anchor = try #require(FrameAnchor(frame: Frame(987_654_321), instant: start, rate: rate))
      driver.send(.start(configuration, id: Driver.id, at: start))
      driver.finish()
      #expect(driver.timer.phase == .finished)
      let frames = driver.placements.map { anchor.frame(at: $0.at).count - anchor.frame.count }
      // All of a plan's offsets are whole seconds: its frames are known without any arithmetic of ours.
      let planned = configuration.plan.map { Int64($0.offset.components.seconds) * Int64(rate) }
      #expect(frames == planned)
      #expect(driver.placements.map(\.cue) == configuration.plan.map(\.cue))
      #expect((planned.last ?? 0) >= 6_000 * Int64(rate))
    }
  }
}
