import Foundation
import Pitch
import Testing
import Time

@testable import Training

@Suite("A reference that is repeated")
struct RepeatTests {
  private func opened(_ settings: TrainingSettings = .standard) throws -> (MatchingSession, MatchingExercise) {
    var session = MatchingSession(settings: settings)
    let exercise = try session.begin()
    _ = session.handle(.secondStarted(exercise.epoch, heard: time(1)))
    return (session, exercise)
  }

  @Test("starts the exercise again unchanged, and its note can be tuned once that sounds again")
  func goesOn() throws {
    let settings = TrainingSettings(noteDuration: 0.7, noteGap: 0.2)
    var (session, exercise) = try opened(settings)
    #expect(
      session.handle(.hearAgain(at: time(2))) == [.hearAgain(exercise, timing: settings.noteTiming, at: time(2))])
    #expect(session.view == SessionView<MatchingFeedback>(phase: .playingReference, isOpen: false))
    #expect(session.handle(.referenceStarted(exercise.epoch, frame: Frame(90_000))) == [])
    #expect(session.handle(.secondStarted(exercise.epoch, heard: time(3))) == [.enableTuning(exercise, heard: time(3))])
    #expect(session.view == SessionView<MatchingFeedback>(phase: .playingTunable, isOpen: true))
  }

  @Test("takes no commit while it sounds, nor one from before its note is heard again")
  func commits() throws {
    var (session, exercise) = try opened()
    _ = session.handle(.hearAgain(at: time(2)))
    #expect(session.handle(.commit(commit(at: 2.5), believed: exercise.startHertz)) == [])
    _ = session.handle(.secondStarted(exercise.epoch, heard: time(3)))
    #expect(session.handle(.commit(commit(at: 2.9), believed: exercise.startHertz)) == [])
    #expect(
      session.handle(.commit(commit(at: 3), believed: exercise.startHertz)) == [.fade(exercise.epoch, commit(at: 3))])
  }

  @Test("is counted with the match, whose time began when its note was first heard")
  func counted() throws {
    var (session, exercise) = try opened()
    for start in [2.0, 4, 6] {
      #expect(session.handle(.hearAgain(at: time(start))).names == ["again"])
      _ = session.handle(.secondStarted(exercise.epoch, heard: time(start + 1)))
    }
    _ = session.handle(.commit(commit(at: 8), believed: exercise.startHertz))
    let effects = session.fade(exercise, frame: 400_000)
    let attempt = try found(effects.kept)
    #expect(attempt.repeats == 3 && attempt.timeTaken == .seconds(7))
    #expect(MatchingRecord(attempt, id: UUID(), time: .distantPast, playbackLatency: 0).repeats == 3)
    // The next one is another exercise.
    let next = try found(effects.played)
    _ = session.hearAndCommit(next, start: 9)
    let second = try found(session.fade(next, frame: 600_000).kept)
    #expect(second.repeats == 0 && second.timeTaken == .milliseconds(1_500))
  }

  @Test("is available while its note can be tuned, and at no other time")
  func refused() throws {
    var session = MatchingSession()
    let ask = SessionEvent.hearAgain(at: time(2))
    #expect(session.handle(ask) == [])
    let exercise = try session.begin()
    #expect(session.handle(ask) == [])
    _ = session.handle(.secondStarted(exercise.epoch, heard: time(2.001)))
    // The key went down before the note was heard.
    #expect(session.handle(ask) == [])
    #expect(session.handle(.hearAgain(at: time(2.1))).names == ["again"])
    #expect(session.handle(.hearAgain(at: time(2.2))) == [])
    _ = session.handle(.secondStarted(exercise.epoch, heard: time(3.1)))
    _ = session.handle(.commit(commit(at: 4), believed: exercise.startHertz))
    #expect(session.handle(.hearAgain(at: time(4.1))) == [])
    let effects = session.fade(exercise, frame: 200_000)
    #expect(session.handle(.hearAgain(at: time(4.2))) == [])
    #expect(try found(effects.kept).repeats == 1)
  }

  @Test("ends with practice, and is not affected by a timer that holds the next exercise")
  func ends() throws {
    var (session, exercise) = try opened()
    _ = session.handle(.hearAgain(at: time(2)))
    #expect(session.handle(.hold(from: Frame(90_000))) == [])
    #expect(session.handle(.secondStarted(exercise.epoch, heard: time(3))) == [.enableTuning(exercise, heard: time(3))])
    _ = session.handle(.hearAgain(at: time(4)))
    #expect(session.handle(.stop) == [.course(.silence)])
    #expect(session.phase == .idle)
    #expect(session.handle(.secondStarted(exercise.epoch, heard: time(5))) == [])
  }
}
