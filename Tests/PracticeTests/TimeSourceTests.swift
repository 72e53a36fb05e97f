import Ports
import Testing
import Time

@Suite("The machine's clocks")
struct TimeSourceTests {
  @Test("agree with each other: no suspension while this runs")
  func system() {
    let time = SystemTime()
    var watch = SuspensionWatch(time.suspended())
    for _ in 0..<1_000 {
      let reading = time.suspended()
      #expect(reading.atLeast <= reading.atMost)
      #expect(watch.slept(by: reading) == .zero)
    }
  }
}
