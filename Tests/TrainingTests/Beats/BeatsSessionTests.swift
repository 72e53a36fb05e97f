import Foundation
import Pitch
import Testing
import Time

@testable import Training

@Suite("Beats, as a reducer")
struct BeatsSessionTests {
  private func session(limit: Int? = nil, _ settings: TrainingSettings = .standard) -> BeatsSession {
    BeatsSession(
      settings: settings, strategy: EdgeBeatsStrategy(), generator: SeededGenerator(seed: 1), exerciseLimit: limit)
  }

  private static func answer(_ answer: Answer, at seconds: Double) -> SessionEvent {
    .answer(answer, at: time(seconds), source: .controller, controller: "pads")
  }

  private func played(_ effects: [BeatsSession.Effect]) throws -> (exercise: BeatsExercise, start: ExerciseStart) {
    for case .course(.play(let exercise, _, let start)) in effects { return (exercise, start) }
    throw CancellationError()
  }

  /// Starts practice, and lets its first second sound begin to be heard at 3 s.
  private func begun(_ session: inout BeatsSession) throws -> BeatsExercise {
    let (exercise, _) = try played(session.handle(.start(mode: .beats)))
    _ = session.handle(.referenceStarted(exercise.epoch, frame: Frame(0)))
    #expect(session.handle(.secondStarted(exercise.epoch, heard: time(3))) == [.enableAnswer(exercise.epoch)])
    return exercise
  }

  @Test func `the first exercise is 50 per cent apart`() throws {
    var session = session()
    let (exercise, start) = try played(session.handle(.start(mode: .beats)))
    #expect(abs(exercise.difference.magnitude - 50) < 1e-9 && start == .now && exercise.mode == .beats)
    #expect(exercise.interval == .third && exercise.timbre == .string && session.phase == .playingReference)
  }

  @Test func `an answer counts from the second sound's first frame, once`() throws {
    var session = session()
    let (exercise, _) = try played(session.handle(.start(mode: .beats)))
    _ = session.handle(.referenceStarted(exercise.epoch, frame: Frame(0)))
    #expect(session.handle(Self.answer(.higher, at: 1)) == [] && !session.view.isOpen)
    _ = session.handle(.secondStarted(exercise.epoch, heard: time(3)))
    #expect(session.handle(Self.answer(.higher, at: 2.999)) == [] && session.view.isOpen)
    guard case .answered(let given) = session.handle(Self.answer(.higher, at: 3)).first else {
      Issue.record("no answer")
      return
    }
    #expect(given.exercise == exercise && given.responseTime == .zero && given.controller == "pads")
    #expect(session.handle(Self.answer(.lower, at: 3.1)) == [])
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `Higher is right if the second beats faster`(seed: UInt64) throws {
    for answer in Answer.allCases {
      var session = BeatsSession(
        settings: .standard, strategy: EdgeBeatsStrategy(), generator: SeededGenerator(seed: seed))
      let exercise = try begun(&session)
      _ = session.handle(Self.answer(answer, at: 4))
      let isFaster = exercise.second.rate.magnitude > exercise.first.rate.magnitude
      #expect(session.view.feedback == AnswerFeedback(answer: answer, correct: (answer == .higher) == isFaster))
    }
  }

  @Test(arguments: [44_100, 48_000, 96_000])
  func `the next exercise begins on the frame where feedback ends`(rate: Int) throws {
    var session = session()
    let exercise = try begun(&session)
    _ = session.handle(Self.answer(.higher, at: 4))
    let (next, start) = try played(
      session.handle(.feedbackStarted(exercise.epoch, frame: Frame(123_457), rate: rate)))
    #expect(next.index == 2 && start == .at(Frame(123_457 + Int64(rate) * 2 / 5)))
  }

  @Test func `after the second sound the answer is still owed`() throws {
    var session = session()
    let exercise = try begun(&session)
    _ = session.handle(.secondEnded(exercise.epoch))
    #expect(session.phase == .awaitingAnswer && session.view.isOpen)
    #expect(session.handle(Self.answer(.higher, at: 60)).count == 2)
  }

  @Test func `a stop chord takes its answer back, and the strategy unlearns it`() throws {
    var session = session()
    let exercise = try begun(&session)
    _ = session.handle(Self.answer(.lower, at: 4))
    _ = session.handle(.feedbackStarted(exercise.epoch, frame: Frame(0), rate: 48_000))
    #expect(session.strategy.ear.answers == 1)
    guard case .withdrawn(let answer) = session.handle(.withdraw(pressedAt: time(4))).first else {
      Issue.record("nothing withdrawn")
      return
    }
    #expect(answer.answer == .lower && session.phase == .idle && session.strategy.ear.isCold)
  }

  @Test func `without learning, answers teach nothing`() throws {
    var session = session()
    session.learns = false
    let exercise = try begun(&session)
    _ = session.handle(Self.answer(.higher, at: 4))
    _ = session.handle(.feedbackStarted(exercise.epoch, frame: Frame(0), rate: 48_000))
    #expect(session.strategy.ear.isCold)
  }

  @Test func `practice ends with the last answer's feedback, and other modes are refused`() throws {
    var session = session(limit: 1)
    #expect(session.handle(.start(mode: .timing)) == [.course(.refused(.unsuitableMode(.timing)))])
    let exercise = try begun(&session)
    _ = session.handle(Self.answer(.higher, at: 4))
    _ = session.handle(.feedbackStarted(exercise.epoch, frame: Frame(0), rate: 48_000))
    #expect(session.handle(.feedbackEnded(exercise.epoch, frame: Frame(19_200))).last == .course(.finished))
  }

  @Test func `a record has everything that sounded, and writes what follows from it`() throws {
    var session = session()
    let exercise = try begun(&session)
    guard case .answered(let given) = session.handle(Self.answer(.higher, at: 4)).first else {
      Issue.record("no answer")
      return
    }
    let record = BeatsRecord(given, id: UUID(), time: Date(timeIntervalSince1970: 5), playbackLatency: 0.01)
    #expect(record.exercise == exercise && record.strategy == "edge" && record.responseTime == 1)
    var fields: [String: FieldValue?] = [:]
    record.forEachField { fields[$0] = $1 }
    #expect(fields["first_upper_hertz"] == .number(exercise.first.upperHertz(.third).value))
    #expect(fields["second_width"] == .number(exercise.second.width(.third).value))
    #expect(fields["difference_percent"] == .number(exercise.difference))
  }

  /// Files of other programs may have any rates.
  @Test(arguments: [(261.0, 1e-300), (1e-9, -1000), (1e9, 1000)])
  func `impossible sounds are written as numbers`(hertz: Double, rate: Double) {
    var record = BeatsRecord.blank
    record.exercise.first = BeatingNotes(bass: Note(literal: 60), bassHertz: Hertz(hertz), rate: rate)
    record.forEachField { name, value in
      if case .number(let number) = value { #expect(number.isFinite, "\(name)") }
    }
  }
}
