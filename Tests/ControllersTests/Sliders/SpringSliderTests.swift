import Controllers
import TestSupport
import Testing
import Time

/// Wheels, joysticks, strips and pitch buttons, by named traces. Times are milliseconds, places −1…1.
struct SpringSliderTests {
  /// Plays a hand on a wheel that was untouched when the note began.
  private func play(
    _ wheel: Wheel = Wheel(), scan: Double = 1, tremor: Double = 0, transport: Transport = Transport(),
    range: Double = 100, _ hands: (inout Course) -> Void
  ) -> SliderPlayer {
    var course = Course(wheel, from: 1000, scan: scan, tremor: tremor)
    hands(&course)
    var generator = SplitMix64(seed: 1)
    var player = SliderPlayer()
    player.begin(range: range, at: 1000)
    player.play(transport.carry(course.changes, using: &generator))
    player.wait(until: course.time + 2000)
    return player
  }

  /// Led out to `place` and held there, then let go.
  private func snap(
    _ wheel: Wheel = Wheel(), from place: Double = 0.6, run: Double = 80, overshoot: Double = 0, scan: Double = 1,
    tremor: Double = 0, transport: Transport = Transport()
  ) -> SliderPlayer {
    play(wheel, scan: scan, tremor: tremor, transport: transport) {
      $0.lead(to: place, in: 300)
      $0.hold(300)
      $0.release(run: run, overshoot: overshoot)
    }
  }

  private func expect(_ player: SliderPlayer, commits value: Int, step: Double = 1) {
    #expect(player.releases == [.springBack])
    #expect(abs(player.held - player.cents(value)) <= 100 * step + 1e-6, "\(player.held) for \(player.cents(value))")
    #expect(player.commitDelay ?? 999 <= 75)
    // The renderer has been back on the value for two glides of 20 ms, or nearly.
    #expect(player.steadyBeforeRelease ?? 0 >= 35)
  }

  // MARK: Released

  @Test(arguments: [30.0, 60, 100, 150], [0.6, -0.6, 1, -1, 0.12]) func `a clean snap back commits`(
    run: Double, place: Double
  ) {
    let player = snap(from: place, run: run)
    expect(player, commits: Wheel().value(place), step: 0)
    #expect(player.held * place > 0)
  }

  @Test(arguments: [30.0, 80, 150], [0.05, 0.1, 0.15])
  func `overshoot past the centre and bouncing are part of a release`(
    run: Double, overshoot: Double
  ) {
    expect(snap(from: 0.8, run: run, overshoot: overshoot), commits: Wheel().value(0.8), step: 0)
  }

  @Test(arguments: [-0.03, 0.03]) func `a rest three per cent off the centre is a rest`(rest: Double) {
    for place in [-0.5, 0.5, 1, -1] {
      let wheel = Wheel(rest: rest)
      expect(snap(wheel, from: place, overshoot: 0.1), commits: wheel.value(place), step: 0)
    }
  }

  @Test(arguments: [-0.6, 0.3]) func `wheels of 128 steps commit`(place: Double) {
    let wheel = Wheel(steps: 128)
    expect(snap(wheel, from: place, overshoot: 0.1), commits: wheel.value(place), step: 0)
  }

  @Test(arguments: [1.0, 4, 8]) func `dropped and bunched messages do not hide a release`(bunching: Double) {
    let transport = Transport(thinning: 0.5, bunching: bunching)
    expect(
      snap(from: -0.7, run: 90, overshoot: 0.08, transport: transport), commits: Wheel().value(-0.7),
      step: Wheel().step)
  }

  @Test func `a release by a trembling hand commits`() {
    let player = snap(from: 0.5, run: 70, tremor: 0.01)
    #expect(player.releases == [.springBack])
    #expect(player.held >= player.cents(Wheel().value(0.49)) && player.held <= player.cents(Wheel().value(0.51)))
  }

  @Test func `a strip that jumps commits`() {
    let player = play {
      $0.lead(to: 0.2, in: 100)
      $0.lead(to: 0.7, in: 300)
      $0.hold(400)
      $0.jump(to: 0)
      $0.rest(500)
    }
    expect(player, commits: Wheel().value(0.7), step: 0)
    // One message, and nothing wrong was heard in between.
    #expect((player.commitDelay ?? 0).rounded() == 44)
  }

  @Test func `ramped pitch buttons commit`() {
    // nanoKEY2, ramp "Fast": the button goes to its end and back at one speed.
    let held = play {
      $0.ramp(to: 1, in: 120)
      $0.hold(200)
      $0.ramp(to: 0, in: 120)
      $0.rest(500)
    }
    expect(held, commits: 16383, step: 0)
    // Released on its way: the value reached is kept.
    let tapped = play {
      $0.ramp(to: -0.4, in: 50)
      $0.ramp(to: 0, in: 50)
      $0.rest(500)
    }
    expect(tapped, commits: Wheel().value(-0.4), step: 0)
    // Ramp "Slow" is no spring: its way home is heard, and only the explicit control commits.
    let slow = play {
      $0.ramp(to: 1, in: 600)
      $0.hold(200)
      $0.ramp(to: 0, in: 600)
      $0.rest(500)
    }
    #expect(slow.releases.isEmpty && slow.held == 0)
  }

  @Test func `a sweep released without a plateau commits its extreme`() {
    let player = play {
      $0.lead(to: 0.65, in: 150)
      $0.release(run: 70, overshoot: 0.05)
    }
    expect(player, commits: Wheel().value(0.65), step: Wheel().step)
  }

  @Test(arguments: [800.0, 1500]) func `a wheel released on a steady way home commits`(duration: Double) {
    let player = play {
      $0.lead(to: -0.8, in: 300)
      $0.hold(200)
      $0.ramp(to: -0.4, in: duration)
      $0.release(run: 80, overshoot: 0.1)
    }
    expect(player, commits: Wheel().value(-0.4), step: 0.01)
  }

  @Test func `a second release changes nothing`() {
    let player = play {
      $0.lead(to: 0.6, in: 200)
      $0.hold(200)
      $0.release(run: 80)
      $0.lead(to: -0.6, in: 200)
      $0.release(run: 80)
    }
    expect(player, commits: Wheel().value(0.6), step: 0)
  }

  // MARK: Tuning

  @Test(arguments: [260.0, 400, 1000]) func `a slow return through the centre is tuning`(duration: Double) {
    for target in [0.0, -0.5] {
      let player = play {
        $0.lead(to: 0.6, in: 300)
        $0.hold(200)
        $0.lead(to: target, in: duration)
        $0.hold(500)
      }
      #expect(player.releases.isEmpty)
      #expect(player.held == player.cents(Wheel().value(target)))
    }
  }

  @Test(arguments: [60.0, 100, 200]) func `fast tuning across the centre is tuning`(duration: Double) {
    let player = play {
      $0.lead(to: 0.6, in: 300)
      $0.hold(200)
      $0.lead(to: -0.6, in: duration)
      $0.hold(500)
    }
    #expect(player.releases.isEmpty)
    #expect(player.held == player.cents(Wheel().value(-0.6)))
  }

  @Test func `a wheel grabbed again during the snap does not commit`() {
    let player = play {
      $0.lead(to: 0.8, in: 300)
      $0.hold(200)
      $0.release(run: 100, for: 30)
      $0.hold(600)
    }
    #expect(player.releases.isEmpty)
    #expect(player.held == player.cents(player.lastValue ?? 0) && player.held > 10)
  }

  @Test func `a knock is not a plateau`() {
    let player = play {
      $0.lead(to: 0.06, in: 20)
      $0.release(run: 40, overshoot: 0.1)
    }
    #expect(player.releases.isEmpty && player.held == 0)
  }

  @Test(arguments: [0.0, -0.03, 0.03]) func `tremor at rest does not tune`(rest: Double) {
    let player = play(Wheel(rest: rest), tremor: 0.01) { $0.rest(2000) }
    #expect(player.events.isEmpty)
  }

  @Test func `no movement at all reports nothing`() {
    let player = play { _ in }
    #expect(player.events.isEmpty && player.recognizer.deadline == nil)
  }

  /// The plateau holds from its first suspicious message; small steps heard before are taken back.
  @Test func `a suspected run is not heard`() {
    let player = snap(from: 0.8, run: 80, overshoot: 0.1)
    let plateau = player.cents(Wheel().value(0.8))
    let after = zip(player.events, player.emitted).filter { $0.1 > 1600 }.compactMap { event, _ in
      if case .moved(let cents, _) = event { cents } else { nil }
    }
    #expect(after.allSatisfy { plateau - $0 < 3 }, "\(after)")
    #expect(after.last ?? plateau == plateau)
  }

  // MARK: The start of the note

  @Test func `a wheel held since before the note neither tunes nor commits until it has rested`() {
    var course = Course(from: 1000)
    course.lead(to: 0.6, in: 200)
    course.hold(300)  // The note begins at 1400.
    course.lead(to: 0.3, in: 300)
    course.hold(200)
    course.release(run: 80, overshoot: 0.1)
    let rested = course.time
    course.lead(to: -0.4, in: 300)
    course.hold(200)
    course.release(run: 80, overshoot: 0.1)
    let changes = course.changes
    var player = SliderPlayer()
    player.play(changes.filter { $0.time < 1400 })
    player.begin(at: 1400)
    player.play(changes.filter { $0.time >= 1400 && $0.time < rested })
    player.wait(until: rested)
    #expect(player.events.isEmpty)
    player.play(changes.filter { $0.time >= rested })
    player.wait(until: course.time + 1000)
    expect(player, commits: Wheel().value(-0.4), step: 0)
  }

  @Test func `a release that began before the note does not commit it`() {
    var course = Course(from: 1000)
    course.lead(to: 0.8, in: 200)
    course.hold(200)
    course.release(run: 100, overshoot: 0.15)
    for begin in stride(from: 1380.0, through: 1700, by: 7) {
      var player = SliderPlayer()
      player.play(course.changes.filter { $0.time < begin })
      player.begin(at: begin)
      player.play(course.changes.filter { $0.time >= begin })
      player.wait(until: 3000)
      #expect(player.releases.isEmpty && player.held == 0, "\(begin)")
    }
  }

  @Test func `the first value of an unknown position changes nothing`() {
    for value in [8250, 12_000, 0] {
      var player = SliderPlayer()
      player.begin(at: 0)
      player.move(to: value, at: 100)
      player.wait(until: 2000)
      #expect(player.events.isEmpty)
    }
  }

  @Test func `between notes nothing is reported`() {
    var course = Course(from: 1000)
    course.lead(to: 0.6, in: 200)
    course.release(run: 80)
    var player = SliderPlayer()
    player.play(course.changes)
    player.wait(until: 5000)
    #expect(player.events.isEmpty)
    player.begin(at: 5000)
    player.recognizer.end()
    player.move(to: 12_000, at: 5100)
    #expect(player.events.isEmpty)
  }

  // MARK: Learned values

  @Test(arguments: [Wheel(), Wheel(steps: 128), Wheel(rest: 0.03), Wheel(ends: -0.98...0.97)])
  func `full deflection reaches the whole range`(wheel: Wheel) {
    for (end, cents) in [(1.0, 50.0), (-1, -50)] {
      let player = play(wheel, range: 50) {
        $0.lead(to: end, in: 300)
        $0.hold(100)
      }
      #expect(player.held == cents)
    }
  }

  @Test func `seven-bit wheels that end at 16256 reach the end`() {
    var player = SliderPlayer()
    player.begin(at: 0)
    for step in 64...127 { player.move(to: step << 7, at: Double(step) * 5) }
    #expect(player.held == 100)
    #expect(abs((player.recognizer.centsPerStep ?? 0) - 1.75) < 0.2)
  }

  @Test func `ends reached early are learned`() {
    let wheel = Wheel(ends: -0.74...0.74)
    var course = Course(wheel, from: 0)
    for _ in 0..<3 {
      for end in [1.0, -1] {
        course.lead(to: end, in: 300)
        course.hold(200)
        course.release(run: 80)
      }
    }
    var player = SliderPlayer()
    player.play(course.changes)
    player.begin(at: course.time + 500)
    var note = Course(wheel, from: course.time + 500)
    note.lead(to: 1, in: 300)
    player.play(note.changes)
    #expect(player.held == 100)
  }

  @Test func `the rest position is learned from snap backs`() {
    let wheel = Wheel(rest: 0.03)
    var course = Course(wheel, from: 0)
    course.lead(to: 0.5, in: 200)
    course.release(run: 80)
    var player = SliderPlayer()
    player.play(course.changes)
    player.begin(at: 2000)
    // 4 % below its rest is movement now, though it is 1 % from the nominal centre.
    player.move(to: wheel.value(-0.01), at: 2100)
    #expect(player.held < 0)
  }

  @Test func `two sliders are two recognisers, and only the tuning one's release counts`() {
    var wheel = SliderPlayer()
    var other = SliderPlayer()
    wheel.begin(at: 0)
    other.begin(at: 0)
    var course = Course(from: 0)
    course.lead(to: 0.5, in: 200)
    course.hold(200)
    let held = course.changes
    course.release(run: 80)
    wheel.play(course.changes)
    other.play(held)
    wheel.wait(until: 2000)
    other.wait(until: 2000)
    #expect(wheel.releases == [.springBack])
    #expect(other.releases.isEmpty && other.held == wheel.held)
  }
}
