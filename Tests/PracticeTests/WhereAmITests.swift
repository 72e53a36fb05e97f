import Controllers
import Foundation
import Pitch
import Ports
import Sound
import Testing
import Time
import Timers

@testable import Practice
@testable import Training

/// The status can be asked for in every state, and is never spoken over a note.
@Suite struct WhereAmITests {
  private func harness(
    speaks: Bool = true, voice: InMemorySpeech? = InMemorySpeech(), intervals: [DirectedInterval] = [.perfectFifthUp]
  ) throws -> PracticeHarness {
    try PracticeHarness(
      training: TrainingSettings(noteDuration: 0.3, intervals: intervals), voice: voice ?? InMemorySpeech(),
      speaks: speaks)
  }

  private func told(_ practice: PracticeHarness) -> [SpokenStatus] {
    (practice.voice?.said ?? []).flatMap { $0.announcements }
      .compactMap { if case .here(let here) = $0 { here } else { nil } }
  }

  private func shown(_ practice: PracticeHarness) -> [SpokenStatus] {
    practice.view.notices.compactMap { if case .here(let here, _) = $0 { here } else { nil } }
  }

  /// Ends the last utterance.
  private func finish(_ practice: PracticeHarness) throws {
    let number = try #require(practice.voice?.said.last?.number)
    practice.voice?.inject(.ended(number))
    practice.turn()
  }

  @Test func `at the hub the status comes at once, and again on request`() throws {
    let practice = try harness()
    practice.intent(.whereAmI)
    #expect(told(practice) == [SpokenStatus(level: -20)] && shown(practice) == told(practice))
    try finish(practice)
    practice.intent(.whereAmI)
    #expect(told(practice).count == 2 && shown(practice).count == 1)
  }

  @Test func `two keys held down request the status`() throws {
    let practice = try harness()
    practice.plug()
    practice.press(48)
    practice.press(72)
    practice.run(for: .milliseconds(1_950))
    #expect(told(practice).isEmpty)
    practice.run(for: .milliseconds(100))
    #expect(told(practice).count == 1)
  }

  @Test func `a status requested over a note comes after both notes, and an answer cuts it off`() throws {
    let practice = try harness()
    practice.intent(.start(.intervalComparison))
    try finish(practice)
    #expect(practice.run(until: { practice.view.phase == .reference && practice.starts(of: .reference).count == 1 }))
    practice.run(for: .milliseconds(50))
    practice.intent(.whereAmI)
    #expect(practice.run(until: { practice.view.phase == .target }))
    #expect(told(practice).isEmpty && shown(practice).isEmpty)
    #expect(practice.run(until: { practice.view.phase == .awaitingAnswer }))
    practice.run(for: .milliseconds(20))
    let here = SpokenStatus(mode: .intervalComparison, interval: .perfectFifthUp, level: -20)
    #expect(told(practice) == [here] && shown(practice) == [here])
    practice.run(for: .seconds(1))
    let hushes = practice.voice?.hushes ?? 0
    practice.intent(.answer(.higher, epoch: practice.view.epoch))
    #expect(practice.voice?.hushes == hushes + 1 && shown(practice).isEmpty)
    // Practice continues as if nothing had been said.
    #expect(practice.run(until: { practice.starts(of: .reference).count == 2 }, limit: .milliseconds(500)))
  }

  @Test func `a status requested over a note that is answered comes before the next reference, which waits`() throws {
    let practice = try harness(speaks: false)
    practice.intent(.start(.comparison))
    #expect(practice.runUntilAnswerable() && practice.view.phase == .target)
    practice.intent(.whereAmI)
    practice.intent(.answer(.higher, epoch: practice.view.epoch))
    #expect(practice.run(until: { practice.view.phase == .feedback }))
    practice.run(for: .seconds(1))
    // With speech off it is shown alone, and nothing waits.
    #expect(told(practice).isEmpty && practice.starts(of: .reference).count == 2)

    let speaking = try harness()
    speaking.intent(.start(.comparison))
    try finish(speaking)
    #expect(speaking.runUntilAnswerable() && speaking.view.phase == .target)
    speaking.intent(.whereAmI)
    speaking.intent(.answer(.higher, epoch: speaking.view.epoch))
    #expect(speaking.run(until: { !told(speaking).isEmpty }))
    let feedback = try #require(told(speaking).first?.result)
    guard case .comparison(let last) = feedback else { throw CancellationError() }
    #expect(last.answer == .higher)
    speaking.run(for: .seconds(2))
    #expect(speaking.starts(of: .reference).count == 1)
    try finish(speaking)
    #expect(speaking.run(until: { speaking.starts(of: .reference).count == 2 }, limit: .milliseconds(20)))
    // Once.
    #expect(told(speaking).count == 1)
  }

  @Test func `with notes of a second the wait in comparison is no longer than both notes`() throws {
    var longest = Duration.zero
    for moment in stride(from: 0, through: 2_000, by: 125) {
      let practice = try PracticeHarness(
        training: TrainingSettings(noteDuration: 1, strategy: .kazez), voice: InMemorySpeech(), speaks: true,
        keepsSound: false)
      practice.intent(.start(.comparison))
      try finish(practice)
      #expect(practice.run(until: { practice.starts(of: .reference).count == 1 }))
      practice.run(for: .milliseconds(moment))
      let asked = practice.time.now()
      practice.intent(.whereAmI)
      #expect(practice.run(until: { !told(practice).isEmpty }, limit: .seconds(5)))
      longest = max(longest, practice.time.now() - asked)
    }
    #expect(longest > .milliseconds(1_900) && longest <= .milliseconds(2_005), "\(longest)")
  }

  @Test(arguments: TimerKind.allCases)
  func `in a timer's rest the status comes at once, and never into the next set`(kind: TimerKind) throws {
    let form: TimerConfiguration.Form =
      switch kind {
      case .forTime: .forTime(capSeconds: nil, rounds: 1)
      case .amrap: .amrap(durationSeconds: 30)
      case .emom: .emom(slots: 1, slotSeconds: 15, rounds: 1)
      }
    let practice = try harness()
    practice.intent(.timer(.choose(try TimerConfiguration(form, sets: 2, restSeconds: 10))))
    try finish(practice)
    practice.intent(.timer(.confirm))
    var isResting: Bool { practice.view.timer?.phase == .resting }
    while practice.run(until: { practice.view.canAnswer || isResting }, limit: .seconds(60)), !isResting {
      practice.run(for: .milliseconds(20))
      practice.intent(.answer(.higher, epoch: practice.view.epoch))
    }
    #expect(isResting)
    practice.run(for: .seconds(1))
    let asked = practice.time.now()
    practice.intent(.whereAmI)
    #expect(practice.run(until: { !told(practice).isEmpty }, limit: .seconds(1)))
    #expect(practice.time.now() - asked <= .milliseconds(5))
    let here = try #require(told(practice).first)
    #expect(here.mode == .comparison && here.timer?.phase == .resting)
    let (hushes, references) = (practice.voice?.hushes ?? 0, practice.starts(of: .reference).count)
    // A voice that is still saying it when the rest is over gives way.
    #expect(practice.run(until: { practice.starts(of: .reference).count > references }, limit: .seconds(20)))
    #expect(practice.voice?.hushes == hushes + 1)
  }

  @Test func `in matching the status waits for the commit and includes its result`() throws {
    let practice = try harness()
    practice.intent(.start(.matching))
    try finish(practice)
    #expect(practice.runUntilTunable())
    practice.intent(.whereAmI)
    practice.run(for: .seconds(3))
    #expect(told(practice).isEmpty)
    practice.match(error: 4)
    #expect(practice.runUntilResult())
    practice.run(for: .milliseconds(50))
    #expect(told(practice).map(\.result) == [.matching(MatchingFeedback(error: Cents(4)))])
  }

  @Test(arguments: [Mode.comparison, .matching])
  func `without a voice the status is shown over a note, too`(mode: Mode) throws {
    let practice = try harness(speaks: false)
    practice.intent(.start(mode))
    #expect(practice.run(until: { practice.view.phase == .reference }))
    practice.intent(.whereAmI)
    #expect(shown(practice).map(\.mode) == [mode] && told(practice).isEmpty)
  }

  @Test func `the hub's status disappears when practice or a timer begins`() throws {
    let practice = try harness(speaks: false)
    practice.intent(.whereAmI)
    practice.intent(.start(.comparison))
    #expect(shown(practice).isEmpty)
    practice.intent(.stop)
    practice.intent(.whereAmI)
    #expect(shown(practice).count == 1)
    practice.intent(.timer(.quickStart(.amrap)))
    #expect(shown(practice).isEmpty)
  }

  @Test func `a status requested in practice and then stopped comes at the hub`() throws {
    let practice = try harness()
    practice.intent(.start(.comparison))
    try finish(practice)
    #expect(practice.run(until: { practice.view.phase == .target }))
    practice.intent(.whereAmI)
    practice.intent(.stop)
    practice.run(for: .milliseconds(200))
    #expect(told(practice).map(\.mode) == [nil])
  }

  @Test func `no speech ever overlaps a note, whatever the time of the request`() throws {
    for seed in UInt64(1)...12 {
      let practice = try harness()
      practice.intent(.start(seed % 2 == 0 ? .comparison : .intervalMatching))
      try finish(practice)
      var said = practice.voice?.said.count ?? 0
      /// Lets time pass. Anything said then falls into silence, or into the fade at the start of feedback, and takes
      /// 0.3 s.
      func pass(_ milliseconds: Int) throws {
        var ends: [Int] = []
        for cycle in 0..<milliseconds {
          practice.cycle()
          if practice.voice?.said.count ?? 0 > said {
            said = practice.voice?.said.count ?? 0
            #expect(practice.core.sound.sounding == 0 || practice.view.phase == .feedback, "seed \(seed)")
            ends.append(cycle + 225)
          }
          if ends.first == cycle {
            ends.removeFirst()
            try finish(practice)
          }
        }
        if !ends.isEmpty { try finish(practice) }
      }
      for _ in 0..<25 {
        try pass(Int(37 * seed % 230 + 20))
        practice.intent(.whereAmI)
        try pass(20)
        if practice.view.canTune { practice.match(error: 2) }
        if practice.view.canAnswer, seed % 3 != 0 { practice.intent(.answer(.lower, epoch: practice.view.epoch)) }
      }
      #expect(!told(practice).isEmpty, "seed \(seed)")
    }
  }
}
