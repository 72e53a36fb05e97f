import Practice
import Testing
import Time

@testable import JACKOutput

struct OutputStateTests {
  static let description = SoundDescription(server: .jack, rate: 48000, period: 128, latency: 256, output: "system")

  private func time(_ milliseconds: Int64) -> MonotonicTime { MonotonicTime(nanoseconds: milliseconds * 1_000_000) }

  private func playing() -> OutputState {
    var state = OutputState(willRetry: false)
    _ = state.play(Self.description)
    return state
  }

  @Test(arguments: [(1499, false), (1500, true), (9000, true)])
  func aCycleIsMissedAfterHalfASecond(now: Int64, isLost: Bool) {
    var state = playing()
    let (status, mute, next) = state.watch(now: time(now), lastCycle: time(1000))
    #expect(status == (isLost ? .lost(.hung) : nil))
    #expect(mute == isLost)
    #expect(next == (isLost ? nil : time(1500)))
    #expect(state.watch(now: time(now + 1), lastCycle: time(1000)).status == (now == 1499 ? .lost(.hung) : nil))
  }

  @Test func aServerThatDoesNotAnswerIsToldOnce() {
    for willRetry in [true, false] {
      var state = OutputState(willRetry: willRetry)
      _ = state.ask(now: time(0))
      #expect(state.watch(now: time(2999), lastCycle: time(0)).next == time(3000))
      let expected = SoundStatus.failed(.unresponsive, willRetry: willRetry)
      #expect(state.watch(now: time(3000), lastCycle: time(0)).status == expected)
      #expect(state.watch(now: time(3001), lastCycle: time(0)).status == nil)
      #expect((state.phase == .ended) == !willRetry)
      // A late answer is an answer only to who still waits for it.
      #expect(state.play(Self.description) == (willRetry ? .ready(Self.description) : nil))
    }
  }

  @Test func aLossIsToldOnceAndTheSearchIsQuiet() {
    var state = playing()
    #expect(state.disconnect() == .lost(.disconnected))
    #expect(state.disconnect() == nil)
    #expect(state.lose() == nil)
    #expect(state.ask(now: time(0)) == nil)
    #expect(state.fail(.libraryMissing) == nil)
    #expect(state.phase == .resting)
    #expect(state.watch(now: time(9000), lastCycle: time(0)).status == nil)
    #expect(state.play(Self.description) == .ready(Self.description))
    #expect(state.lose() == .lost(.serverGone))
  }

  @Test func askingForAnotherOutputLeavesARunningServerWhereItStands() {
    var state = playing()
    _ = state.disconnect()
    _ = state.ask(now: time(0))
    #expect(state.phase == .disconnected)
    #expect(state.watch(now: time(9000), lastCycle: time(8990)).status == nil)
    #expect(state.play(Self.description) == .ready(Self.description))
    _ = state.ask(now: time(9000))
    #expect(state.phase == .playing)
  }

  @Test func aRetriedFailureIsToldWhenItChanges() {
    var state = OutputState(willRetry: true)
    #expect(state.fail(.libraryMissing) == .failed(.libraryMissing, willRetry: true))
    #expect(state.fail(.libraryMissing) == nil)
    #expect(state.fail(.noPlaybackPort) == .failed(.noPlaybackPort, willRetry: true))
  }

  @Test func nothingIsToldAfterTheEnd() {
    var state = playing()
    #expect(state.end() == nil)
    #expect(state.lose() == nil)
    #expect(state.play(Self.description) == nil)
    #expect(state.fail(.libraryMissing) == nil)
    #expect(state.change(Self.description) == nil)
    #expect(state.watch(now: time(9000), lastCycle: time(0)).status == nil)
  }
}
