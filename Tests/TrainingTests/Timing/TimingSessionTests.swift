import Pitch
import Testing
import Time

@testable import Training

/// Always the same displacement.
struct FixedTiming: TimingStrategy {
  var name: StrategyName { .kazez }
  var offset: Int64

  func next(in space: TimingSpace, using generator: inout SeededGenerator) -> Int64 { offset }
  mutating func learn(_ answer: TimingAnswer) {}
}

@Suite("Early or late, as a reducer")
struct TimingSessionTests {
  private static let rate = 48_000
  private static let late: Int64 = 20_000_000

  private var settings = TrainingSettings(strategy: .kazez)

  private func session(offset: Int64 = late, settings: TrainingSettings? = nil, limit: Int? = nil) -> TimingSession {
    TimingSession(
      settings: settings ?? self.settings, strategy: FixedTiming(offset: offset), generator: SeededGenerator(seed: 1),
      exerciseLimit: limit)
  }

  private static func time(_ milliseconds: Int64) -> MonotonicTime {
    MonotonicTime(nanoseconds: milliseconds * 1_000_000)
  }

  private static func answer(_ answer: Answer, at milliseconds: Int64) -> SessionEvent {
    .answer(answer, at: time(milliseconds), source: .controller, controller: nil)
  }

  /// Starts practice, and lets its first pattern begin on `frame` and open at 1 s.
  private func begun(_ session: inout TimingSession, at frame: Int64 = 100) {
    _ = session.handle(.start(mode: .timing))
    _ = session.handle(.referenceStarted(Epoch(1), frame: Frame(frame)))
    _ = session.handle(.secondStarted(Epoch(1), heard: Self.time(1_000)))
  }

  @Test func `the pattern's first accent invites, and an answer counts once the displaced note could have been heard`()
  {
    var session = session()
    _ = session.handle(.start(mode: .timing))
    #expect(!session.view.isOpen && session.phase == .playingReference)
    #expect(session.handle(.referenceStarted(Epoch(1), frame: Frame(0))) == [.invite(Epoch(1))])
    #expect(session.view.isOpen && session.phase == .playingTarget)
    // Neither an answer nor what surfaces show changes with a note.
    #expect(session.handle(Self.answer(.higher, at: 500)) == [])
    let before = session.view
    #expect(session.handle(.secondStarted(Epoch(1), heard: Self.time(1_000))) == [.enableAnswer(Epoch(1))])
    #expect(session.view == before)
    #expect(session.handle(Self.answer(.higher, at: 999)) == [])
    let effects = session.handle(Self.answer(.higher, at: 1_000))
    guard case .answered(let given) = effects.first else {
      Issue.record("no answer")
      return
    }
    #expect(given.correct && given.loops == 1 && given.responseTime == .zero)
    // A second press does not count.
    #expect(session.handle(Self.answer(.lower, at: 1_001)) == [])
  }

  @Test(arguments: [(late, Answer.higher), (-late, .lower)])
  func `late is Higher, early is Lower`(offset: Int64, right: Answer) {
    for answer in Answer.allCases {
      var session = session(offset: offset)
      begun(&session)
      _ = session.handle(Self.answer(answer, at: 1_100))
      #expect(session.view.feedback == AnswerFeedback(answer: answer, correct: answer == right))
    }
  }

  /// At 80 beats a minute a beat lasts 750 ms.
  @Test(
    arguments: [
      (1_000, .unlimited, 1), (1_749, .unlimited, 1), (1_750, .unlimited, 2), (8_600, .unlimited, 11),
      (8_600, .three, 3),
    ] as [(Int64, TimingRepetitions, Int)])
  func `a record holds how often the displaced note was heard`(at: Int64, repetitions: TimingRepetitions, loops: Int) {
    var settings = settings
    settings.timing.repetitions = repetitions
    var session = session(settings: settings)
    begun(&session)
    guard case .answered(let given) = session.handle(Self.answer(.higher, at: at)).first else {
      Issue.record("no answer")
      return
    }
    #expect(given.loops == loops)
  }

  @Test func `after the last repetition the answer is still owed`() {
    var session = session()
    begun(&session)
    _ = session.handle(.secondEnded(Epoch(1)))
    #expect(session.phase == .awaitingAnswer && session.view.isOpen)
    #expect(session.handle(Self.answer(.higher, at: 60_000)).count == 2)
  }

  @Test(arguments: [40, 80, 97, 133, 240], [44_100, 48_000, 96_000])
  func `every exercise of a thousand begins on a beat of the first one's grid`(tempo: Int, rate: Int) throws {
    var settings = settings
    settings.timing.tempo = tempo
    settings.timing.pattern = .triplets1
    var session = session(settings: settings)
    var generator = SeededGenerator(seed: UInt64(tempo))
    let origin = Frame(12_345)
    _ = session.handle(.start(mode: .timing))
    var begins = origin
    var beats: Int64 = 0
    for number in 1...1_000 as ClosedRange<UInt32> {
      let epoch = Epoch(number)
      _ = session.handle(.referenceStarted(epoch, frame: begins))
      _ = session.handle(.secondStarted(epoch, heard: Self.time(0)))
      _ = session.handle(Self.answer(.higher, at: 0))
      let answered = begins + Int64(generator.below(5 * rate))
      let effects = session.handle(.feedbackStarted(epoch, frame: answered, rate: rate))
      guard case .course(.play(let next, _, .at(let start))) = effects.first else {
        Issue.record("nothing follows exercise \(number)")
        return
      }
      let end = answered + FeedbackTime.frames(rate: rate)
      // Counted from the first beat, in exact arithmetic.
      beats = ((end - origin) * Int64(tempo) + 60 * Int64(rate) - 1) / (60 * Int64(rate))
      let exact = Double(60 * Int64(rate) * beats) / Double(tempo)
      #expect(abs(Double(start - origin) - exact) <= 0.5 && start >= end)
      #expect(next.grid?.beat(from: start) == beats)
      _ = session.handle(.feedbackEnded(epoch, frame: end))
      begins = start
    }
  }

  @Test func `another tempo begins another grid, and so does a pattern that began elsewhere`() {
    var session = session()
    begun(&session)
    _ = session.handle(Self.answer(.higher, at: 1_000))
    session.settings.timing.tempo = 100
    let changed = session.handle(.feedbackStarted(Epoch(1), frame: Frame(60_000), rate: Self.rate))
    guard case .course(.play(let next, _, .at(let start))) = changed.first else {
      Issue.record("nothing follows")
      return
    }
    #expect(next.grid == nil && start == Frame(60_000 + 19_200))
    _ = session.handle(.feedbackEnded(Epoch(1), frame: start))
    // An outage delays the pattern: the grid is where it sounds.
    _ = session.handle(.referenceStarted(Epoch(2), frame: Frame(90_001)))
    _ = session.handle(.secondStarted(Epoch(2), heard: Self.time(3_000)))
    _ = session.handle(Self.answer(.higher, at: 3_000))
    guard
      case .course(.play(let third, _, .at(let thirdStart))) =
        session.handle(.feedbackStarted(Epoch(2), frame: Frame(100_000), rate: Self.rate)).first
    else {
      Issue.record("nothing follows")
      return
    }
    #expect(third.grid?.origin == Frame(90_001) && (thirdStart - Frame(90_001)) % 28_800 == 0)
  }

  @Test func `no pattern begins on a beat that a timer has closed`() {
    var session = session()
    begun(&session, at: 0)
    _ = session.handle(Self.answer(.higher, at: 1_000))
    // Feedback ends on frame 79,200; the next beat is 108,000.
    _ = session.handle(.hold(from: Frame(100_000)))
    #expect(session.handle(.feedbackStarted(Epoch(1), frame: Frame(60_000), rate: Self.rate)) == [])
    #expect(
      session.handle(.feedbackEnded(Epoch(1), frame: Frame(79_200))) == [
        .course(.clearFeedback(Epoch(1), frame: Frame(79_200)))
      ])
    #expect(session.phase == .waiting)
    guard case .course(.play(_, _, .at(let start))) = session.handle(.resume(at: Frame(150_000))).first else {
      Issue.record("nothing follows")
      return
    }
    #expect(start == Frame(180_000))
  }

  @Test func `a stop chord takes its answer back`() {
    var session = session()
    begun(&session)
    _ = session.handle(Self.answer(.lower, at: 1_200))
    let effects = session.handle(.withdraw(pressedAt: Self.time(1_200)))
    guard case .withdrawn(let answer) = effects.first else {
      Issue.record("nothing withdrawn")
      return
    }
    #expect(answer.answer == .lower && session.phase == .idle)
  }

  @Test func `a pattern that is too fast is refused`() {
    var settings = settings
    settings.timing.pattern = .sextuplets
    settings.timing.tempo = 240
    var session = session(settings: settings)
    #expect(
      session.handle(.start(mode: .timing)) == [
        .course(.refused(.patternTooFast(.sextuplets, position: 3, tempo: 240)))
      ])
  }
}
