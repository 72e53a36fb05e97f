import Testing
import Time

@testable import Screen

@Suite("Signs of life")
struct HeartbeatTests {
  private static func at(_ seconds: Int64) -> MonotonicTime { MonotonicTime(nanoseconds: seconds * 1_000_000_000) }

  @Test(
    "are due one interval after the last message, and after each other; before any message from the first call"
  )
  func due() {
    var heartbeat = StreamHeartbeat(every: .seconds(10))
    /// When it is asked, whether something was sent just before, whether it is due then, and when it is due next.
    let turns: [(asked: Int64, isSent: Bool, isDue: Bool, next: Int64)] = [
      (100, false, false, 110), (109, false, false, 110), (110, false, true, 120), (112, true, false, 122),
      (121, false, false, 122), (122, false, true, 132), (200, false, true, 210), (200, true, false, 210),
    ]
    for turn in turns {
      if turn.isSent { heartbeat.sent(at: Self.at(turn.asked)) }
      var rings = 0
      #expect(heartbeat.beat(at: Self.at(turn.asked)) { rings += 1 } == Self.at(turn.next), "\(turn)")
      #expect(rings == (turn.isDue ? 1 : 0), "\(turn)")
    }
  }
}
