import TestSupport
import Testing
import Time

/// A machine with the two clocks, which may stand still for its thread, or sleep, before any reading of them.
private final class Machine {
  /// What comes before a reading.
  enum Pause {
    /// The thread waits, the machine runs.
    case stall(Duration)
    case sleep(Duration)
  }

  private(set) var slept = Duration.zero
  private var running = Duration.seconds(1_000)
  /// By the number of the reading, 0 for the first from now on.
  private var pauses: [Int: Pause] = [:]
  private var count = 0

  func suspended(_ pauses: [Int: Pause] = [:]) -> Suspension {
    self.pauses = pauses
    count = 0
    return Suspension(running: { read(.zero) }, total: { read(slept) })
  }

  func sleep(_ duration: Duration) { slept += duration }

  /// What a clock shows that is `ahead` of the running time.
  private func read(_ ahead: @autoclosure () -> Duration) -> Int64 {
    running += .nanoseconds(40)
    switch pauses[count] {
    case .stall(let duration): running += duration
    case .sleep(let duration): slept += duration
    case nil: break
    }
    count += 1
    return (running + ahead()).nanoseconds
  }
}

@Suite("Suspensions of the machine")
struct SuspensionTests {
  /// More readings than are ever taken at once.
  private static let many = 0..<100

  /// One stall before any of the first readings, and one before each of all.
  private static let stalls: [[Int: Machine.Pause]] =
    (0..<6).map { [$0: .stall(.milliseconds(800))] }
    + [Dictionary(uniqueKeysWithValues: many.map { ($0, .stall(.milliseconds(800))) })]

  @Test("a thread that was stopped between two readings has not slept", arguments: stalls)
  fileprivate func stalled(_ pauses: [Int: Machine.Pause]) {
    let machine = Machine()
    machine.sleep(.seconds(3_600))
    for isDisturbedAtFirst in [false, true] {
      var watch = SuspensionWatch(machine.suspended(isDisturbedAtFirst ? pauses : [:]))
      for pauses in [pauses, [:], pauses, pauses, [:]] {
        #expect(watch.slept(by: machine.suspended(pauses)) == .zero)
      }
    }
  }

  @Test("a sleep is reported once, whatever the thread did while it was noticed", arguments: stalls + [[:]])
  fileprivate func asleep(_ pauses: [Int: Machine.Pause]) {
    for length in [Duration.milliseconds(1_700), .seconds(30), .seconds(86_400)] {
      let machine = Machine()
      var watch = SuspensionWatch(machine.suspended())
      machine.sleep(length)
      let told = [watch.slept(by: machine.suspended(pauses)), watch.slept(by: machine.suspended())]
      #expect(told.filter { $0 > .zero }.count == 1)
      let sum = told.reduce(.zero, +)
      #expect(sum <= length && sum > length - .milliseconds(1_700))
      #expect(watch.slept(by: machine.suspended()) == .zero)
    }
  }

  @Test("a sleep between two readings of the clocks is reported by the next at the latest", arguments: 0..<3)
  func between(reading: Int) {
    let machine = Machine()
    var watch = SuspensionWatch(machine.suspended())
    let told = [
      watch.slept(by: machine.suspended([reading: .sleep(.seconds(30))])), watch.slept(by: machine.suspended()),
      watch.slept(by: machine.suspended()),
    ]
    #expect(told.filter { $0 > .zero }.count == 1)
    #expect(abs((told.reduce(.zero, +) - .seconds(30)).seconds) < 1e-3)
  }

  @Test("whatever happens, no more is reported than the sleep, and the next sleep is reported", arguments: 1...200)
  func anything(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let machine = Machine()
    var watch = SuspensionWatch(machine.suspended())
    var told = Duration.zero
    for _ in 0..<200 {
      if Int.random(in: 0..<20, using: &random) == 0 {
        machine.sleep(.milliseconds(Int.random(in: 501...100_000, using: &random)))
      }
      var pauses: [Int: Machine.Pause] = [:]
      for reading in Self.many where Int.random(in: 0..<4, using: &random) == 0 {
        let long = Duration.milliseconds(Int.random(in: 1...5_000, using: &random))
        pauses[reading] = Int.random(in: 0..<50, using: &random) == 0 ? .sleep(long) : .stall(long)
      }
      let reading = machine.suspended(pauses)
      #expect(reading.atLeast <= reading.atMost && reading.atLeast <= machine.slept)
      told += watch.slept(by: reading)
      #expect(told <= machine.slept)
    }
    // Whatever the watch has made of that, it reports the next sleep.
    told += watch.slept(by: machine.suspended())
    #expect(told > .zero && told <= machine.slept)
    machine.sleep(.seconds(60))
    #expect(abs((watch.slept(by: machine.suspended()) - .seconds(60)).seconds) < 1e-3)
  }

  @Test("a reading smaller than the one before reports nothing, and neither does the next")
  func falling() {
    var watch = SuspensionWatch(Suspension(.seconds(10)))
    for milliseconds in [9_000, 10_000, 2_000, 9_600, 10_000, 10_400] {
      #expect(watch.slept(by: Suspension(.milliseconds(milliseconds))) == .zero)
    }
    #expect(watch.slept(by: Suspension(.seconds(12))) == .milliseconds(1_600))
    #expect(watch.slept(by: Suspension(.seconds(12))) == .zero)
  }

  @Test("sleeps of half a second do not count, and do not add up")
  func short() {
    let machine = Machine()
    var watch = SuspensionWatch(machine.suspended())
    for _ in 0..<10 {
      machine.sleep(.milliseconds(499))
      #expect(watch.slept(by: machine.suspended()) == .zero)
    }
  }
}
