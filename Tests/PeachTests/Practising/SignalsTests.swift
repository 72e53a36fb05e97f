import Glibc
import Ports
import Testing

@testable import Commands

/// Each runs as a separate process, because the test checks how it ends.
@Suite("A program that was signalled to leave and hangs", .serialized)
struct SignalsTests {
  @Test("is ended by a second signal")
  func second() async {
    await #expect(processExitsWith: .signal(SIGHUP)) { hangAndSignal(SIGHUP) }
    await #expect(processExitsWith: .signal(SIGINT)) { hangAndSignal(SIGINT) }
    await #expect(processExitsWith: .signal(SIGTERM)) { hangAndSignal(SIGTERM) }
  }

  @Test("is not ended by the two signals of a terminal that is closed")
  func both() async {
    await #expect(processExitsWith: .exitCode(7)) {
      let signals = Signals(limit: .seconds(3_600))
      guard signals.next() == nil else { exit(1) }
      // To this very thread: both have come when this returns.
      for _ in 0..<2 { raise(SIGHUP) }
      guard signals.next() == .hangup, signals.next() == nil else { exit(2) }
      exit(7)
    }
  }

  @Test("is ended when the time for an orderly end is over, by the first signal")
  func limit() async {
    await #expect(processExitsWith: .signal(SIGTERM)) {
      _ = Signals(limit: .milliseconds(500))
      kill(getpid(), SIGTERM)
      while true { usleep(20_000) }
    }
  }

  @Test("first does the work that every end needs")
  func lastAct() async {
    await #expect(processExitsWith: .exitCode(9)) {
      _ = Signals(limit: .milliseconds(1), atForcedEnd: { _exit(9) })
      kill(getpid(), SIGTERM)
      while true { usleep(20_000) }
    }
  }

  @Test("reports every signal once, as its reason")
  func reasons() async {
    await #expect(processExitsWith: .exitCode(7)) {
      let signals = Signals(limit: .seconds(3_600))
      let expected: [(Int32, StopReason)] = [
        (SIGTSTP, .paused), (SIGINT, .interrupt), (SIGHUP, .hangup), (SIGTERM, .terminate), (SIGTSTP, .paused),
      ]
      for (number, reason) in expected {
        kill(getpid(), number)
        var ready = pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&ready, 1, 5_000) == 1, signals.next() == reason, signals.next() == nil else { exit(1) }
      }
      exit(7)
    }
  }
}

/// Signals this process again and again, whose loop hangs and takes none.
private func hangAndSignal(_ number: Int32) {
  _ = Signals(limit: .seconds(3_600))
  while true {
    kill(getpid(), number)
    usleep(20_000)
  }
}
