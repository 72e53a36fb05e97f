import Foundation
import Synchronization
import TestSupport
import Testing

extension SoundingProgramTests {
  /// The program among clients that mean it harm. Its memory is judged from outside: in a test's own process, what the
  /// test framework keeps of every error that is thrown grows with it.
  @Suite struct HostileProgramTests {
    /// As many as `PEACH_HOSTILE` says: `make soak` sends 100,000.
    static let count = ProcessInfo.processInfo.environment["PEACH_HOSTILE"].flatMap { Int($0) } ?? 3_000
    /// The number of requests, of every kind, until the allocator of the program has all the memory it needs.
    static let warmUp = 3_000
    /// How much its memory may grow after that, however many there are: whatever kept a byte of each would show.
    static let mostGrowth = 4 << 20

    @Test func `thousands of requests cost no memory, and practice continues`() throws {
      let peach = try RunningPeach(PracticeProgramTests.dummy + ["--screen", "0", "--mode", "comparison"])
      #expect(peach.wait(for: "soundReady"), "\(peach.complained)")
      let page = try #require(PageClient(peach), "\(peach.shown)")
      let player = try #require(PagePlayer(page))
      player.start()
      #expect(peach.wait(for: "recordSaved"))

      let all = HostileRequests.all.map { Array($0.bytes.replacing("{port}", with: "\(page.port)").utf8) }
      var served = 0
      func attack(_ range: Range<Int>) throws {
        for number in range {
          // Half of them come from another user of the computer, if the test may switch users.
          let isStranger = OtherUser.isPossible && number % 2 == 1
          let client = try RawClient(
            port: page.port, isAbrupt: true, user: isStranger ? uid_t(OtherUser.id) : nil)
          client.send(all[number / 2 % all.count])
          // Some do not wait for an answer.
          if number % 3 != 0 { client.read(limit: .seconds(5)) { !$0.isEmpty } }
          if isStranger, !client.received.isEmpty { served += 1 }
        }
      }
      try attack(0..<Self.warmUp)
      let before = try #require(peach.resident)
      let sockets = peach.sockets
      let answersBefore = peach.events("recordSaved").count
      let start = ContinuousClock.now
      try attack(0..<Self.count)
      let seconds = (ContinuousClock.now - start) / .seconds(1)
      let after = try #require(peach.resident)
      let answers = peach.events("recordSaved").count - answersBefore
      // The page's stream is still open: its player answers what it shows.
      #expect(peach.wait(for: "recordSaved", count: answersBefore + answers + 1))
      let (good, bad, slowest) = player.stop()
      #expect(eventually { peach.sockets <= sockets })

      print(
        "\(Self.count) hostile requests in \(Int(seconds)) s: \(before >> 10) KiB before, \(after >> 10) KiB after; "
          + "\(good) good requests, the slowest \(slowest); \(answers) answers; "
          + "\(served) of another user served")
      #expect(served == 0)
      #expect(after - before < Self.mostGrowth, "\(before >> 10) KiB before, \(after >> 10) KiB after")
      #expect(bad == 0 && good > 20, "\(good) good, \(bad) bad")
      #expect(slowest < .seconds(3))
      // An exercise takes 2.4 seconds and the answer.
      #expect(Double(answers) >= (seconds / 4).rounded(.down))
      #expect(peach.events("sessionStarted").count == 1 && peach.events("sessionStopped").isEmpty)
      peach.signal(SIGTERM)
      #expect(peach.end() == 0)
      #expect(peach.events("answered").allSatisfy { $0["source"] as? String == "page" })
    }
  }
}

/// A player at a page, who answers each exercise and reads the texts in between, on a separate thread.
private final class PagePlayer: Sendable {
  private let page: PageClient
  private let states: PageStates
  private let isOver = Atomic(false)
  private let isDone = DispatchSemaphore(value: 0)
  private let requests = Mutex<(good: Int, bad: Int, slowest: Duration)>((0, 0, .zero))

  init?(_ page: PageClient) {
    guard let states = PageStates(page) else { return nil }
    self.page = page
    self.states = states
  }

  func start() {
    Thread.detachNewThread { [self] in
      while !isOver.load(ordering: .acquiring) {
        note { page.get("/texts")?.status == 200 }
        if let state = states.newest, state["canAnswer"] as? Bool == true, let epoch = state["epoch"] as? Int {
          // Repeats the answer until it counts: answers before the target is heard, or after the exercise, are dropped.
          note { (try? page.post(["intent": "answer", "answer": "higher", "epoch": epoch])) == 204 }
        }
        // Two hundred a second: more than practice needs, less than the pages refuse.
        poll(nil, 0, 5)
      }
      isDone.signal()
    }
  }

  /// How many of its requests were answered as they should, how many were not, and how long the slowest took.
  func stop() -> (good: Int, bad: Int, slowest: Duration) {
    isOver.store(true, ordering: .releasing)
    isDone.wait()
    return requests.withLock(\.self)
  }

  private func note(_ isGood: () -> Bool) {
    let start = ContinuousClock.now
    let isGood = isGood()
    let time = ContinuousClock.now - start
    requests.withLock { requests in
      if isGood { requests.good += 1 } else { requests.bad += 1 }
      requests.slowest = max(requests.slowest, time)
    }
  }
}
