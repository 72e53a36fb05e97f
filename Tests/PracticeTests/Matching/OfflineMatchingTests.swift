import Controllers
import Pitch
import Ports
import Sound
import TestSupport
import Testing
import Time

@testable import Practice
@testable import Training

/// Matching rendered offline: a simulated hand tunes, rests and lets go.
@Suite struct OfflineMatchingTests {
  private struct Run {
    var samples: [Float] = []
    var events: [PracticeEvent] = []
    var records: [MatchingRecord] = []

    func frames(_ frame: (PracticeEvent.Kind) -> Frame?) -> [Frame] { events.compactMap { frame($0.kind) } }
  }

  private func render(_ mode: Mode, seed: UInt64, threshold: Double = 5) throws -> Run {
    let events = InMemoryEvents()
    let store = InMemoryStore()
    let configuration = PracticeConfiguration(
      settings: PracticeSettings(Settings(training: TrainingSettings(noteDuration: 0.3))),
      library: MappingLibrary(mappings: []), startMode: mode,
      exercises: 3, seed: seed)
    var practice = try OfflinePractice(
      configuration: configuration, listener: #require(SimulatedListener(threshold: Cents(threshold), seed: seed)),
      answeringAfter: .milliseconds(300), events: events, store: store)
    var run = Run()
    practice.run { run.samples.append(contentsOf: $0) }
    run.events = events.all
    run.records = store.matchingRecords
    return run
  }

  @Test(arguments: [Mode.matching, .intervalMatching]) func `the same seed is the same sound`(mode: Mode) throws {
    let first = try render(mode, seed: 4)
    let second = try render(mode, seed: 4)
    let other = try render(mode, seed: 5)
    #expect(first.samples == second.samples)
    #expect(first.samples != other.samples)
    #expect(first.records.map(\.error) == second.records.map(\.error))
  }

  @Test(arguments: [Mode.matching, .intervalMatching]) func `the hand lets go after one and a half seconds`(mode: Mode)
    throws
  {
    let run = try render(mode, seed: 2)
    #expect(run.records.count == 3)
    for record in run.records {
      #expect(abs(record.timeTaken - 1.5) < 1e-6)
      #expect(record.gesture == .simulated && record.source == .simulated)
      #expect(record.control == nil && record.centsPerStep == nil)
      // The simulated listener matches as closely as its threshold allows.
      #expect(abs(record.error.value) < 60)
    }
    let fades = run.frames { if case .resultStarted(_, let frame) = $0 { frame } else { nil } }
    let references = run.frames { if case .noteStarted(.reference, _, let frame) = $0 { frame } else { nil } }
    let tunables = run.frames { if case .noteStarted(.tunable, _, let frame) = $0 { frame } else { nil } }
    #expect(fades.count == 3 && references.count == 3)
    #expect(zip(fades, references.dropFirst()).allSatisfy { $1 - $0 == 19_200 })
    // 1.5 s, and at most the period in which it is noticed and the one in which it is applied.
    #expect(zip(tunables, fades).allSatisfy { (72_000...72_000 + 256).contains($1 - $0) })
  }

  @Test func `the sound holds the stored pitch`() throws {
    let run = try render(.matching, seed: 9, threshold: 20)
    let fades = run.frames { if case .resultStarted(_, let frame) = $0 { frame } else { nil } }
    for (record, fade) in zip(run.records, fades) {
      let end = Int(fade.count)
      let fit = Analysis.fitSine(run.samples[end - 9_600..<end], rate: 48_000, near: record.finalHertz.value)
      #expect(abs(Cents(from: record.finalHertz, to: Hertz(fit.hertz)).value) <= 0.01)
      #expect(fit.residualDecibels < -77)
    }
    // A listener who hears nothing of 20 cents does not end on the target each time.
    #expect(run.records.contains { abs($0.error.value) > 1 })
  }
}
