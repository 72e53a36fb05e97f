import Testing
import Time

@testable import Controllers

struct SensingWatchTests {
  @Test func `a controller without active sensing never falls silent`() {
    var watch = SensingWatch()
    watch.hear(on(60), at: milliseconds(0))
    #expect(watch.deadline == nil)
    #expect(watch.hasEnded(by: milliseconds(10_000)) == false)
  }

  @Test func `the end of active sensing is reported once, and any message postpones it`() {
    var watch = SensingWatch()
    watch.hear(.system(0xFE), at: milliseconds(1_000))
    watch.hear(on(60), at: milliseconds(1_300))
    #expect(watch.deadline == milliseconds(1_700))
    // Stamps may run backwards.
    watch.hear(off(60), at: milliseconds(1_200))
    #expect(watch.hasEnded(by: milliseconds(1_699)) == false)
    #expect(watch.hasEnded(by: milliseconds(1_700)) == true)
    #expect(watch.deadline == nil)
    #expect(watch.hasEnded(by: milliseconds(3_000)) == false)
    watch.hear(on(61), at: milliseconds(3_000))
    #expect(watch.deadline == nil)
    watch.hear(.system(0xFE), at: milliseconds(3_100))
    #expect(watch.deadline == milliseconds(3_500))
  }
}
