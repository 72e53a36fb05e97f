import Controllers
import Testing
import Time

@testable import ALSASequencer

@Suite struct WaitingPortsTests {
  private let port = PortID(client: 20, port: 0)

  private func seconds(_ value: Double) -> MonotonicTime {
    MonotonicTime(nanoseconds: Int64(value * 1e9))
  }

  @Test func `a new port is checked again soon, one that has waited for long seldom`() {
    var waiting = WaitingPorts()
    #expect(waiting.untilTick(at: seconds(0)) == .seconds(1))
    waiting.add(port, since: seconds(10))
    #expect(waiting.untilTick(at: seconds(10)) == .milliseconds(20))
    #expect(waiting.untilTick(at: seconds(12.9)) == .milliseconds(20))
    #expect(waiting.untilTick(at: seconds(13)) == .seconds(1))
    waiting.add(PortID(client: 24, port: 0), since: seconds(14))
    #expect(waiting.untilTick(at: seconds(14)) == .milliseconds(20))
  }

  @Test func `a waiting port keeps the time since which it waits`() {
    var waiting = WaitingPorts()
    waiting.add(port, since: seconds(10))
    #expect(waiting.ports == [port])
    let (first, second) = (waiting.remove(port), waiting.remove(port))
    #expect(first == seconds(10))
    #expect(second == nil)
    #expect(waiting.ports.isEmpty)
  }
}
