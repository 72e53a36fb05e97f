import Controllers
import TestSupport
import Testing
import Time

@testable import ALSASequencer

@Suite struct SendBudgetTests {
  private let one = PortID(client: 20, port: 0)
  private let other = PortID(client: 24, port: 0)
  private let start = MonotonicTime(nanoseconds: 1_000_000_000)

  @Test func `a burst is sent at once, and each port has its own budget`() {
    var budget = SendBudget()
    let burst = (0..<1001).map { _ in budget.spend(3, on: one, now: start) }
    #expect(burst == [Bool](repeating: true, count: 1000) + [false])
    let elsewhere = budget.spend(256, on: other, now: start)
    #expect(elsewhere)
  }

  @Test func `after a burst, bytes are sent at the speed of a cable`() {
    var budget = SendBudget()
    let steps: [(milliseconds: Int, bytes: Int, allowed: Bool)] = [
      (0, 3000, true), (10, 32, false), (10, 31, true), (900, 3000, false), (60_000, 3000, true), (60_000, 1, false),
    ]
    for step in steps {
      let allowed = budget.spend(step.bytes, on: one, now: start + .milliseconds(step.milliseconds))
      #expect(allowed == step.allowed, "\(step)")
    }
  }

  @Test func `the driver's buffer never overruns, however much is sent`() {
    var budget = SendBudget()
    var generator = SplitMix64(seed: 3)
    var now = start
    // A DIN cable empties the buffer meanwhile.
    var buffered = 0.0
    for _ in 0..<20_000 {
      let step = Int64.random(in: 0...5_000_000, using: &generator)
      now = now + .nanoseconds(step)
      buffered = max(0, buffered - Double(step) / 1e9 * 3125)
      let bytes = Int.random(in: 1...256, using: &generator)
      if budget.spend(bytes, on: one, now: now) { buffered += Double(bytes) }
      #expect(buffered <= 4096)
    }
  }
}
