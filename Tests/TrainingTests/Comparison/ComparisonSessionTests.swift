import Foundation
import Pitch
import Testing
import Time

@testable import Training

struct ComparisonSessionTests {
  @Test func `the start itself schedules the first exercise`() throws {
    var session = ComparisonSession()
    let effects = session.handle(.start(mode: .comparison))
    let exercise = try found(effects.played)
    #expect(effects == [.course(.play(exercise, timing: NoteTiming(duration: 1, gap: 0), start: .now))])
    #expect(exercise.epoch == Epoch(1) && exercise.index == 1 && exercise.mode == .comparison)
    #expect(exercise.offset.magnitude.value == 100)
  }

  @Test(arguments: [44_100, 48_000, 96_000])
  func `the next reference starts on the frame where feedback ends`(rate: Int) throws {
    var session = ComparisonSession()
    let first = try found(session.handle(.start(mode: .comparison)).played)
    _ = session.hearAndAnswer(first, start: 0)
    let effects = session.handle(.feedbackStarted(first.epoch, frame: Frame(123_457), rate: rate))
    let next = try found(effects.played)
    let end = Frame(123_457 + Int64(rate) * 2 / 5)
    #expect(effects == [.course(.play(next, timing: NoteTiming(duration: 1, gap: 0), start: .at(end)))])
    #expect(next.epoch == Epoch(2) && next.index == 2)
    #expect(
      session.handle(.feedbackEnded(first.epoch, frame: end)) == [.course(.clearFeedback(first.epoch, frame: end))])
  }

  @Test func `the first report of marker and reference ends feedback, once`() throws {
    for markerFirst in [true, false] {
      var session = ComparisonSession()
      let first = try found(session.handle(.start(mode: .comparison)).played)
      _ = session.hearAndAnswer(first, start: 0)
      let next = try found(session.handle(.feedbackStarted(first.epoch, frame: Frame(0), rate: 48_000)).played)
      let marker = SessionEvent.feedbackEnded(first.epoch, frame: Frame(19_200))
      let reference = SessionEvent.referenceStarted(next.epoch, frame: Frame(19_200))
      let reported = markerFirst ? [marker, reference] : [reference, marker]
      let effects = session.handle(reported[0]) + session.handle(reported[1])
      #expect(effects == [.course(.clearFeedback(first.epoch, frame: Frame(19_200)))])
      #expect(session.phase == .playingReference)
    }
  }

  @Test func `an answer includes the heard notes and its time`() throws {
    let settings = TrainingSettings(noteDuration: 0.5, noteGap: 0.2)
    var session = ComparisonSession(settings: settings)
    let asked = try found(session.handle(.start(mode: .comparison)).played)
    let effects = session.hearAndAnswer(asked, start: 2, with: asked.correctAnswer.opposite)
    let answer = try found(effects.answered)
    #expect(answer.exercise == asked && !answer.correct)
    #expect(answer.responseTime == .milliseconds(300) && answer.inputTime == time(3.3))
    #expect(answer.source == .controller && answer.controller == "pads")
    #expect(effects.last == .feedback(asked.epoch, AnswerFeedback(answer: answer.answer, correct: false)))

    let record = ComparisonRecord(answer, id: UUID(), time: Date(timeIntervalSince1970: 5), playbackLatency: 0.01)
    #expect(record.exercise == asked && record.answer == answer.answer && !record.correct && !record.withdrawn)
    #expect(record.noteDuration == 0.5 && record.noteGap == 0.2 && record.tuning == "equal")
    #expect(record.concertPitch.value == 440 && record.strategy == "kazez")
    #expect(abs(record.responseTime - 0.3) < 1e-12 && record.playbackLatency == 0.01)
  }

  @Test func `higher means above the correct pitch in every mode`() throws {
    for mode in [Mode.comparison, .intervalComparison] {
      var session = ComparisonSession(settings: TrainingSettings(intervals: DirectedInterval.all))
      var exercise = try found(session.handle(.start(mode: mode)).played)
      for step in 0..<40 {
        let correct = Tuning.equal.target(
          from: exercise.reference, at: exercise.referenceHertz, interval: exercise.interval)
        #expect(exercise.correctAnswer == (exercise.targetHertz > correct ? .higher : .lower))
        #expect(exercise.reference.transposed(by: exercise.interval) == exercise.target)
        #expect(abs((Cents(from: correct, to: exercise.targetHertz) - exercise.offset).value) < 1e-9)
        exercise = try found(session.complete(exercise, start: Double(step) * 5))
      }
    }
  }

  @Test(arguments: DirectedInterval.all)
  func `higher is sharp of the interval, upwards and downwards`(interval: DirectedInterval) throws {
    var asked: Set<Answer> = []
    for seed in 0..<12 {
      var session = ComparisonSession(seed: UInt64(seed), settings: TrainingSettings(intervals: [interval]))
      let exercise = try found(session.handle(.start(mode: .intervalComparison)).played)
      let sounding = Cents(from: exercise.referenceHertz, to: exercise.targetHertz).value
      let isSharp = sounding > Double(interval.semitones) * 100
      let effects = session.hearAndAnswer(exercise, start: 0, with: .higher)
      #expect(try found(effects.answered).correct == isSharp)
      asked.insert(exercise.correctAnswer)
    }
    #expect(asked.count == 2)
  }

  @Test func `loudness varies on the target by up to the setting times ten decibels`() throws {
    var offsets: [Double] = []
    for seed in 0..<400 {
      var session = ComparisonSession(
        seed: UInt64(seed), settings: TrainingSettings(loudnessVariation: 0.6))
      offsets.append(try found(session.handle(.start(mode: .comparison)).played).loudnessOffset)
    }
    #expect(offsets.allSatisfy { abs($0) <= 6 })
    #expect(try found(offsets.max()) > 5.5 && (try found(offsets.min())) < -5.5)
    let mean = offsets.reduce(0, +) / 400
    #expect(abs(mean) < 0.87)
  }

  @Test func `loudness variation does not shift what a seed chooses`() throws {
    func exercises(_ variation: Double) throws -> [ComparisonExercise] {
      var session = ComparisonSession(seed: 4, settings: TrainingSettings(loudnessVariation: variation))
      var all = [try found(session.handle(.start(mode: .comparison)).played)]
      for step in 0..<20 { all.append(try found(session.complete(all[step], start: Double(step) * 5))) }
      return all
    }
    let quiet = try exercises(0)
    #expect(quiet.allSatisfy { $0.loudnessOffset == 0 })
    let loud = try exercises(1)
    #expect(loud.map(\.reference) == quiet.map(\.reference))
    #expect(loud.map(\.offset) == quiet.map(\.offset))
  }

  @Test func `practice ends after the last feedback of the requested number of exercises`() throws {
    var session = ComparisonSession(limit: 3)
    var exercise = try found(session.handle(.start(mode: .comparison)).played)
    for step in 0..<2 { exercise = try found(session.complete(exercise, start: Double(step) * 5)) }
    _ = session.hearAndAnswer(exercise, start: 10)
    #expect(session.handle(.feedbackStarted(exercise.epoch, frame: Frame(0), rate: 48_000)).isEmpty)
    let effects = session.handle(.feedbackEnded(exercise.epoch, frame: Frame(19_200)))
    #expect(effects == [.course(.clearFeedback(exercise.epoch, frame: Frame(19_200))), .course(.finished)])
    #expect(session.view == SessionView<AnswerFeedback>(phase: .idle, isOpen: false))
  }

  @Test func `withdrawing an answer restores the strategy and drops the next exercise`() throws {
    var session = ComparisonSession()
    let first = try found(session.handle(.start(mode: .comparison)).played)
    let second = try found(session.complete(first, start: 0))
    let before = try found(session.strategy as? KazezStrategy)
    let third = try found(session.complete(second, start: 5))
    #expect(session.strategy as? KazezStrategy != before)
    _ = session.handle(.referenceStarted(third.epoch, frame: Frame(0)))
    let effects = session.handle(.withdraw(pressedAt: time(6.3)))
    #expect(effects.names == ["withdrawn", "silence"])
    #expect(session.strategy as? KazezStrategy == before)
    #expect(session.handle(.secondStarted(third.epoch, heard: time(8))).isEmpty)
    // Only one state is kept, and only once.
    #expect(session.handle(.withdraw(pressedAt: time(1.3))).isEmpty)
    #expect(session.strategy as? KazezStrategy == before)
  }

  @Test func `a chord whose key gave no answer withdraws none`() throws {
    var session = ComparisonSession()
    let first = try found(session.handle(.start(mode: .comparison)).played)
    _ = session.complete(first, start: 0)
    let learned = session.strategy as? KazezStrategy
    #expect(session.handle(.withdraw(pressedAt: time(1.2999))).names == ["silence"])
    #expect(session.strategy as? KazezStrategy == learned)
  }

  @Test func `the last answer of a finished practice can still be withdrawn until the next start`() throws {
    var finished = ComparisonSession(limit: 1)
    let only = try found(finished.handle(.start(mode: .comparison)).played)
    #expect(finished.complete(only, start: 0) == nil)
    var restarted = finished
    #expect(finished.handle(.withdraw(pressedAt: time(1.3))).names == ["withdrawn"])
    #expect(finished.strategy as? KazezStrategy == KazezStrategy())
    _ = restarted.handle(.start(mode: .comparison))
    #expect(restarted.handle(.withdraw(pressedAt: time(1.3))).names == ["silence"])
  }

  @Test func `epochs continue across practices and leave room for others`() throws {
    var session = ComparisonSession()
    #expect(session.handle(.start(mode: .comparison)).played?.epoch == Epoch(1))
    _ = session.handle(.stop)
    session.skipEpochs(before: Epoch(9))
    session.skipEpochs(before: Epoch(3))
    let again = try found(session.handle(.start(mode: .comparison)).played)
    #expect(again.epoch == Epoch(9) && again.index == 1)
    #expect(session.nextEpoch == Epoch(10))
  }

  @Test func `the same seed gives the same practice`() throws {
    func practice(_ seed: UInt64) throws -> [ComparisonExercise] {
      var session = ComparisonSession(seed: seed, settings: TrainingSettings(loudnessVariation: 1))
      var all = [try found(session.handle(.start(mode: .intervalComparison)).played)]
      for step in 0..<20 { all.append(try found(session.complete(all[step], start: Double(step) * 5))) }
      return all
    }
    #expect(try practice(6) == practice(6))
    #expect(try practice(6) != practice(7))
  }

  /// Computed with an independent implementation of the generator, from the documented order of draws: interval,
  /// branch, note, direction, loudness. A change here means that every `--seed` means something else.
  @Test(arguments: [
    (0, 55, -100, 4.659935581139802), (1, 61, -100, 3.94356833119923), (42, 62, 100, 9.836078285642056),
    (2026, 64, 100, 6.240705818656965),
  ])
  func `seeds keep their first exercise`(seed: UInt64, reference: Int, offset: Double, loudness: Double) throws {
    var session = ComparisonSession(seed: seed, settings: TrainingSettings(loudnessVariation: 1))
    let first = try found(session.handle(.start(mode: .comparison)).played)
    #expect(first.reference.number == reference && first.offset.value == offset)
    #expect(abs(first.loudnessOffset - loudness) < 1e-12)
  }
}
