import Foundation
import Ports
import Sound
import Testing
import Time
import Timers
import Training

@testable import Practice

/// Cues of a timer while sound comes and goes, in virtual time and by the real renderer.
@Suite struct OutageCueTests {
  /// An outage of the server, and its report.
  enum Outage: CaseIterable {
    /// Reported at once, and ready after a cycle was rendered.
    case told
    /// Reported as a hang, after half a second.
    case hung
    /// Ready before anything was rendered.
    case readyTooEarly
    /// Too short for anybody to notice.
    case unnoticed
    /// As short, and counted by the server.
    case xrun
  }

  @Test(arguments: Outage.allCases) func `cues sound when they are shown or not at all`(outage: Outage) throws {
    let outages = ProcessInfo.processInfo.environment["PEACH_OUTAGES"].flatMap { Int($0) } ?? 6
    let configuration = try TimerConfiguration(
      .emom(slots: 60, slotSeconds: outages > 40 ? 60 : 15, rounds: 1), source: .free, countdownSeconds: 10)
    let practice = try TimerPracticeTests.practice(configuration, keepsSound: false)
    var random = SeededGenerator(seed: 16)
    practice.intent(.timer(.quickStart(.emom)))
    practice.intent(.timer(.confirm))
    let begun = practice.time.now()
    var apart: [Double] = []
    var seen = 0
    var sounded = 0
    func look() {
      let events = practice.events.all
      defer { seen = events.count }
      for event in events[seen...] {
        guard case .cueStarted(_, let frame, true) = event.kind,
          let heard = practice.engine.clock.cycle?.heard(at: frame)
        else { continue }
        // Shown at full seconds after the lead.
        let seconds = (heard - begun - PracticeTimer.lead).seconds
        apart.append(abs(seconds - seconds.rounded()))
        sounded += 1
      }
    }
    func run(_ duration: Duration) {
      let end = practice.time.now() + duration
      while practice.time.now() < end {
        practice.cycle()
        look()
      }
    }
    for _ in 0..<outages {
      run(.seconds(Double.random(in: 0.5...16, using: &random)))
      let length = Duration.seconds(Double.random(in: 0.6...20, using: &random))
      switch outage {
      case .unnoticed, .xrun:
        practice.standStill(for: .milliseconds(Int.random(in: 25...450, using: &random)))
        if outage == .xrun { practice.output.inject(.xruns(1)) }
      case .told, .hung, .readyTooEarly:
        if outage == .hung { practice.standStill(for: .milliseconds(500)) }
        practice.output.inject(.lost(.hung))
        practice.engine.forgetCycle()
        practice.standStill(for: length)
        // As `JACKOutput` does it.
        try practice.engine.prepare(rate: 48_000)
        if outage != .readyTooEarly { practice.cycle() }
        practice.output.inject(.ready(practice.output.description))
      }
      practice.turn()
    }
    run(.seconds(16))
    // Slots of a minute have about a cue for two outages; where few sound, little is judged.
    #expect(sounded > outages / 3)
    #expect(apart.allSatisfy { $0 <= 0.020 }, "the worst by \(apart.max() ?? 0) s")
  }
}
