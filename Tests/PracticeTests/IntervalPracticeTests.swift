import Controllers
import Foundation
import MIDI
import Pitch
import Ports
import Sound
import Testing
import Time

@testable import Practice
@testable import Training

/// Interval modes of both practices.
@Suite struct IntervalPracticeTests {
  private static let intervals = [-7, 3, 4, 7, 12].compactMap { DirectedInterval(semitones: $0) }

  private func harness(seed: UInt64 = 1) throws -> PracticeHarness {
    try PracticeHarness(training: TrainingSettings(noteDuration: 0.3, intervals: Self.intervals), seed: seed)
  }

  /// Returns the interval asked and the size heard in the last exercise.
  private func told(_ practice: PracticeHarness) throws -> (interval: DirectedInterval, size: Cents) {
    if let exercise = practice.matchingExercise {
      return (exercise.interval, Cents(from: exercise.referenceHertz, to: exercise.targetHertz))
    }
    let exercise = try #require(practice.exercise)
    let correct = exercise.targetHertz.transposed(by: Cents(-exercise.offset.value))
    return (exercise.interval, Cents(from: exercise.referenceHertz, to: correct))
  }

  @Test(arguments: [Mode.intervalComparison, .intervalMatching])
  func `the interval is shown from the start and the next one within feedback`(mode: Mode) throws {
    let practice = try harness()
    practice.intent(.start(mode))
    // Before the first frame of the reference.
    #expect(practice.view.interval != nil)
    #expect(practice.view.nextInterval == nil)
    var asked: Set<DirectedInterval> = []
    for _ in 0..<8 {
      #expect(practice.run(until: { practice.view.canTune || practice.view.canAnswer }))
      practice.run(for: .milliseconds(20))
      let (interval, size) = try told(practice)
      #expect(practice.view.interval == interval)
      #expect(abs(size.value - Double(interval.semitones) * 100) < 1e-6)
      asked.insert(interval)
      if mode == .intervalMatching { practice.match(error: 0) } else { practice.intent(.answer(.higher, epoch: nil)) }
      #expect(practice.runUntilResult())
      practice.cycle()
      practice.cycle()
      // Within feedback the old one is still the subject, and the next is known.
      #expect(practice.view.interval == interval)
      let next = try #require(practice.view.nextInterval)
      #expect(practice.run(until: { practice.view.phase == .reference }))
      #expect(practice.view.interval == next)
      #expect(practice.view.nextInterval == nil)
    }
    #expect(asked.count > 2)
  }

  @Test(arguments: [Mode.comparison, .matching]) func `unison shows no interval`(mode: Mode) throws {
    let practice = try harness()
    practice.intent(.start(mode))
    #expect(practice.run(until: { practice.view.canTune || practice.view.canAnswer }))
    practice.run(for: .milliseconds(20))
    #expect(practice.view.interval == nil)
    if mode == .matching { practice.match(error: 0) } else { practice.intent(.answer(.higher, epoch: nil)) }
    #expect(practice.runUntilResult())
    practice.run(for: .milliseconds(50))
    #expect(practice.view.nextInterval == nil)
  }

  @Test(arguments: [Mode.intervalComparison, .intervalMatching])
  func `intervals missing from the tuning are refused with the reason`(mode: Mode) throws {
    let practice = try PracticeHarness(training: .withoutExercises())
    practice.intent(.start(mode))
    #expect(practice.view.notices == [.refused(.notInTuning("primes", mode: mode, intervals: [.perfectFifthUp]))])
    #expect(practice.view.phase == .hub)
    #expect(practice.view.mode == nil)
    let sessions = practice.kinds.filter { if case .sessionStarted = $0 { true } else { false } }
    #expect(sessions.isEmpty)
    practice.run(for: .seconds(1))
    #expect(practice.starts(of: .reference).isEmpty)
    // The unison of the same practice has exercises, and takes the line away.
    practice.intent(.start(mode.discipline == .comparison ? .comparison : .matching))
    #expect(practice.view.notices.isEmpty)
    #expect(practice.run(until: { practice.starts(of: .reference).count == 1 }))
  }

  @Test func `the error of interval matching is measured from the correct interval`() throws {
    let practice = try harness(seed: 5)
    practice.plug()
    practice.press(48)
    practice.run(for: .milliseconds(900))
    practice.release(48)
    #expect(practice.runUntilTunable())
    let exercise = try #require(practice.matchingExercise)
    let aim = exercise.startOffset.value > 0 ? 8.0 : -8.0
    practice.matchByWheel(practice.wheel(for: aim))
    #expect(practice.runUntilResult())
    let record = try #require(practice.store.matchingRecords.last)
    #expect(record.exercise.mode == .intervalMatching)
    #expect(abs(record.error.value - aim) < 4)
    let heard = Cents(from: exercise.referenceHertz, to: record.finalHertz)
    #expect(abs(heard.value - Double(exercise.interval.semitones) * 100 - record.error.value) < 1e-6)
  }
}
