import Foundation
import Pitch
import Testing
import Time

@testable import Training

/// Lays temperaments in a session, like a player who ends each note off the correct pitch.
struct Tuner {
  var session: MatchingSession
  /// The exercise to tune next; nil once practice has ended.
  var exercise: MatchingExercise?
  private var start = 0.0

  init(_ settings: TrainingSettings = .standard, seed: UInt64 = 3, limit: Int? = nil) throws {
    session = MatchingSession(seed: seed, settings: settings, limit: limit)
    exercise = try session.begin(.temperament)
  }

  /// Hears the exercise and ends it `error` cents off.
  @discardableResult
  mutating func lay(error: Double) throws -> MatchingAttempt {
    let exercise = try found(exercise)
    _ = session.hearAndCommit(exercise, start: start)
    let effects = session.fade(exercise, frame: Int64(start * 48_000) + 120_000, error: error)
    start += 5
    self.exercise = effects.played
    return try found(effects.kept)
  }

  /// Returns to the note before.
  mutating func stepBack() -> [MatchingSession.Effect] {
    let effects = session.handle(.stepBack())
    exercise = effects.played ?? exercise
    return effects
  }
}

@Suite("A temperament to lay")
struct TemperamentTests {
  private static let notes = [57, 64, 59, 66, 61, 68, 63, 58, 65, 60, 67, 62]

  @Test func `each note is tuned against one laid before, at the pitch of its commit`() throws {
    var tuner = try Tuner(TrainingSettings(noteGap: 1, matchingReference: .first))
    var sounding = Hertz(220)
    for (number, pair) in zip(Self.notes, Self.notes.dropFirst()).enumerated() {
      let exercise = try found(tuner.exercise)
      #expect(exercise.mode == .temperament && exercise.heldLevel == 0 && exercise.chord == nil)
      #expect(exercise.reference.number == pair.0 && exercise.target.number == pair.1)
      #expect(exercise.askedInterval?.semitones == pair.1 - pair.0)
      #expect(exercise.temperament?.step == number + 1 && exercise.temperament?.order == "fifths-from-a")
      #expect(exercise.referenceHertz == sounding)
      #expect(
        abs(Cents(from: sounding, to: exercise.targetHertz).value - 100 * Double(pair.1 - pair.0)) < 1e-9)
      #expect(exercise.startOffset.magnitude.value <= 100 && exercise.range.value == 100)
      #expect(exercise.timbres == TimbrePair(.string, .string))
      #expect(tuner.session.steps == 11)
      let attempt = try tuner.lay(error: Double(number) - 5)
      #expect(abs(attempt.error.value - (Double(number) - 5)) < 1e-9 && (attempt.laid == nil) == (number < 10))
      sounding = attempt.finalHertz
    }
    // The next temperament begins at the note that is there.
    let next = try found(tuner.exercise)
    #expect(next.referenceHertz == Hertz(220) && next.temperament?.step == 1 && next.index == 12)
    #expect(tuner.session.handle(.hearAgain(at: time(1_000))) == [])
  }

  @Test(arguments: Tuning.temperaments)
  func `laid without errors it is the temperament, and closes`(temperament: Tuning) throws {
    let concertPitch = try found(ConcertPitch(Hertz(430)))
    for order in TemperamentOrder.all {
      var tuner = try Tuner(
        TrainingSettings(concertPitch: concertPitch, temperament: temperament, temperamentOrder: order))
      var last: MatchingAttempt?
      for step in order.steps {
        last = try tuner.lay(error: 0)
        let hertz = try found(last?.finalHertz)
        #expect(
          Cents(from: temperament.reference(step.note, concertPitch: concertPitch), to: hertz).magnitude.value < 1e-6)
      }
      let result = try found(last?.laid)
      #expect(result.temperament == temperament.name && result.rows.map(\.note) == order.steps.map(\.note))
      for row in result.rows + [try found(result.closing)] {
        #expect(abs(row.cents) < 1e-6)
        #expect(abs(try found(row.beats) - found(row.targetBeats)) < 1e-6)
      }
      #expect(last?.feedback.laid == result && tuner.session.laid == result)
    }
  }

  @Test func `its result has each note's error from the first, and the circle all of them`() throws {
    var tuner = try Tuner()
    let errors = [2.0, -1, 0, 4, -3, 1, 1, -2, 0.5, 1.5, -1]
    var result: TemperamentResult?
    for error in errors { result = try tuner.lay(error: error).laid }
    let rows = try found(result).rows
    var sum = 0.0
    for (row, error) in zip(rows, errors) {
      sum += error
      #expect(abs(row.cents - sum) < 1e-9)
    }
    let closing = try found(result?.closing)
    #expect(closing.reference.number == 62 && closing.note.number == 57 && abs(closing.cents + sum) < 1e-9)
    // E4 over A3 by theory: 2·E4 − 3·A3, and D4 over A3: 3·D4 − 4·A3.
    let e4 = 220 * exp2(7.02 / 12)
    #expect(abs(try found(rows[0].beats) - (2 * e4 - 660)) < 1e-6)
    #expect(abs(try found(rows[0].targetBeats) - (2 * 220 * exp2(7.0 / 12) - 660)) < 1e-6)
    let d4 = 220 * exp2((5 + sum / 100) / 12)
    #expect(abs(try found(closing.beats) - (3 * d4 - 880)) < 1e-6)
  }

  @Test func `a wolf counts its beats as a fifth`() throws {
    var tuner = try Tuner(TrainingSettings(temperament: try found(Tuning.temperaments.last)))
    for _ in 0..<5 { try tuner.lay(error: 0) }
    // G sharp 4 to D sharp 4, a fourth down of 462 cents.
    let wolf = try found(tuner.exercise)
    #expect(wolf.reference.number == 68 && wolf.target.number == 63)
    #expect(wolf.beatingPartials == BeatingPartials(lower: 4, upper: 3))
    let theory = 3 * wolf.referenceHertz.value - 4 * wolf.targetHertz.value
    #expect(abs(try found(wolf.targetBeats) - theory) < 1e-8 && theory < -10)
  }

  @Test func `beats of a fourth down are those of the tuned note below, and need its partials`() throws {
    var tuner = try Tuner()
    try tuner.lay(error: 0)
    var exercise = try found(tuner.exercise)
    #expect(exercise.interval.semitones == -5)
    let final = exercise.targetHertz.transposed(by: Cents(-3))
    let theory = 3 * exercise.referenceHertz.value - 4 * final.value
    // A lower note widens the fourth.
    #expect(abs(try found(exercise.beats(at: final)) - theory) < 1e-8)
    let target = try found(exercise.targetBeats)
    #expect(theory > target)
    // The lower, tuned note beats with its fourth partial, the upper one with its third.
    exercise.timbres = TimbrePair(.reed, .string)
    #expect(exercise.targetBeats != nil)
    exercise.timbres = TimbrePair(.string, .reed)
    #expect(exercise.targetBeats == nil)
  }

  @Test func `a file's order is laid, whatever the range of notes is`() throws {
    let order = try TemperamentOrder(name: "thirds.txt", Array("E3 C3\nG3 C3\nC4 C3".utf8))
    let settings = TrainingSettings(
      lowest: try note(80), highest: try note(92), temperament: Tuning.temperaments[4], temperamentOrder: order)
    var tuner = try Tuner(settings)
    #expect(tuner.exercise?.interval.semitones == 4)
    #expect(
      abs(
        Cents(from: try found(tuner.exercise).referenceHertz, to: try found(tuner.exercise).targetHertz).value
          - 386.3137) < 1e-3)
    for _ in 0..<2 { #expect(try tuner.lay(error: 1).laid == nil) }
    let result = try found(try tuner.lay(error: 1).laid)
    #expect(result.rows.map(\.reference.number) == [48, 48, 48] && result.closing == nil)
    #expect(tuner.exercise?.temperament?.step == 1 && tuner.exercise?.reference.number == 48)
  }

  @Test func `is refused in a tuning that lacks one of its intervals`() throws {
    // Only white keys have a pitch.
    let map = try ScalaKeyboardMap(
      Array("12\n0\n127\n60\n69\n440\n7\n0\nx\n1\nx\n2\n3\nx\n4\nx\n5\nx\n6".utf8))
    let scale = try ScalaScale(Array("x\n7\n200.\n400.\n500.\n700.\n900.\n1100.\n2/1".utf8))
    let tuning = try Tuning(temperament: "white.scl", scale: scale, map: map)
    var session = MatchingSession(settings: TrainingSettings(temperament: tuning))
    let effects = session.handle(.start(mode: .temperament))
    guard case .course(.refused(.notInTuning("white.scl", .temperament, let intervals))) = effects.first else {
      Issue.record("\(effects)")
      return
    }
    #expect(intervals.map(\.semitones) == [-5, 7])
  }

  @Test func `changed settings begin another temperament at the next note, others do not`() throws {
    var tuner = try Tuner()
    try tuner.lay(error: 0)
    let run = try found(tuner.exercise?.temperament?.run)
    tuner.session.settings.noteDuration = 2
    try tuner.lay(error: 0)
    #expect(tuner.exercise?.temperament == TemperamentPlace(order: "fifths-from-a", step: 3, run: run))
    tuner.session.settings.temperamentOrder = .fifthsFromC
    try tuner.lay(error: 0)
    let place = try found(tuner.exercise?.temperament)
    #expect(place.order == "fifths-from-c" && place.step == 1 && place.run != run)
  }

  @Test func `stopping ends it, and the next practice begins another`() throws {
    var tuner = try Tuner()
    for _ in 0..<11 { try tuner.lay(error: 0) }
    let run = try found(tuner.exercise?.temperament?.run)
    _ = tuner.session.handle(.stop)
    let next = try tuner.session.begin(.temperament)
    #expect(next.temperament?.step == 1 && next.temperament?.run != run && tuner.session.laid == nil)
  }

  @Test func `the seed alone decides starts and ids`() throws {
    func exercises(_ seed: UInt64) throws -> [MatchingExercise] {
      var tuner = try Tuner(seed: seed)
      return try (0..<15).map { _ in
        defer { _ = try? tuner.lay(error: 2) }
        return try found(tuner.exercise)
      }
    }
    #expect(try exercises(3) == exercises(3))
    #expect(try exercises(3).map(\.startOffset) != exercises(4).map(\.startOffset))
    #expect(Set(try exercises(3).map(\.temperament?.run)).count == 2)
  }

  // MARK: Step back

  @Test func `stepping back tunes the last note again, from elsewhere, against the same reference`() throws {
    var tuner = try Tuner()
    for error in [1.0, 2, 3] { try tuner.lay(error: error) }
    let open = try found(tuner.exercise)
    _ = tuner.session.handle(.referenceStarted(open.epoch, frame: Frame(1)))
    _ = tuner.session.handle(.secondStarted(open.epoch, heard: time(100)))
    let effects = tuner.stepBack()
    #expect(effects[1] == .course(.discard(open.epoch)) && effects.names == ["take back", "discard", "play now"])
    let again = try found(tuner.exercise)
    #expect(again.temperament?.step == 3 && again.temperament?.run == open.temperament?.run)
    #expect(again.target.number == 66 && again.reference.number == 59 && again.epoch > open.epoch)
    // Late events of the discarded exercise change nothing.
    #expect(tuner.session.handle(.commit(commit(at: 101), believed: Hertz(440))) == [])
    #expect(tuner.session.fade(open, frame: 9) == [])
    // Twice in a row goes two notes back.
    _ = tuner.stepBack()
    #expect(tuner.exercise?.target.number == 59)
    try tuner.lay(error: -4)
    try tuner.lay(error: 5)
    for _ in 0..<8 { try tuner.lay(error: 0) }
    // The last record of each step counts: 1, −4, 5.
    let rows = try found(tuner.session.laid).rows
    #expect(zip(rows.prefix(4), [1.0, -3, 2, 2]).allSatisfy { abs($0.cents - $1) < 1e-9 })
  }

  @Test func `stepping back is ignored at the first note, in other modes, and while a pitch is not known`() throws {
    var tuner = try Tuner()
    #expect(tuner.stepBack() == [])
    try tuner.lay(error: 0)
    let exercise = try found(tuner.exercise)
    _ = tuner.session.hearAndCommit(exercise, start: 20)
    #expect(tuner.stepBack() == [])
    #expect(tuner.session.fade(exercise, frame: 99).kept != nil)
    var chords = MatchingSession()
    _ = try chords.begin(.chords)
    #expect(chords.handle(.stepBack()) == [])
    var idle = MatchingSession()
    #expect(idle.handle(.stepBack()) == [])
  }

  @Test func `during feedback it replaces the next exercise, on the frame where that would have begun`() throws {
    var tuner = try Tuner()
    for _ in 0..<10 { try tuner.lay(error: 0) }
    // Even after the last note, whose temperament has been shown.
    let last = try tuner.lay(error: 30)
    let (first, shown) = (try found(tuner.exercise), try found(last.laid))
    #expect(first.temperament?.step == 1 && tuner.session.laid == shown)
    let effects = tuner.stepBack()
    #expect(effects.names == ["take back", "discard", "play at"] && effects[1] == .course(.discard(first.epoch)))
    #expect(tuner.exercise?.temperament == last.exercise.temperament && tuner.session.phase == .showingFeedback)
    let better = try found(try tuner.lay(error: 1).laid)
    #expect(abs(try found(better.rows.last).cents - 1) < 1e-9 && tuner.session.laid == better)
    #expect(tuner.exercise?.temperament?.step == 1)
  }

  @Test func `speech before the next note is for the note stepped back to`() throws {
    var tuner = try Tuner()
    try tuner.lay(error: 0)
    tuner.session.holdsReference = true
    let exercise = try found(tuner.exercise)
    _ = tuner.session.hearAndCommit(exercise, start: 20)
    let next = try found(tuner.session.fade(exercise, frame: 1_000).ready)
    let ready = try found(tuner.session.handle(.stepBack()).ready)
    #expect(ready.target == exercise.target && ready.epoch > next.epoch)
    #expect(tuner.session.handle(.proceed(next.epoch)) == [])
    #expect(tuner.session.handle(.proceed(ready.epoch)).played == ready)
  }

  @Test func `between a timer's slots the note stepped back to waits`() throws {
    var tuner = try Tuner()
    for _ in 0..<2 { try tuner.lay(error: 0) }
    let exercise = try found(tuner.exercise)
    _ = tuner.session.handle(.referenceStarted(exercise.epoch, frame: Frame(500_000)))
    _ = tuner.session.handle(.hold(from: Frame(600_000)))
    #expect(tuner.session.handle(.stepBack()) == [.takeBack, .course(.discard(exercise.epoch))])
    #expect(tuner.session.phase == .waiting && tuner.session.handle(.stepBack()) == [.takeBack])
    let resumed = try found(tuner.session.handle(.resume(at: Frame(900_000))).played)
    #expect(resumed.temperament?.step == 1)
  }

  @Test func `reports whether there is a note to step back to`() throws {
    var tuner = try Tuner(limit: 24)
    #expect(!tuner.session.stepsBack)
    try tuner.lay(error: 0)
    #expect(tuner.session.stepsBack)
    for _ in 0..<10 { try tuner.lay(error: 0) }
    // The first note of the next temperament.
    #expect(tuner.exercise?.temperament?.step == 1 && tuner.session.stepsBack)
    // Changed settings begin another temperament: there is no way back to this one, unless they are restored.
    tuner.session.settings.temperamentOrder = .fifthsFromC
    #expect(!tuner.session.stepsBack && tuner.stepBack() == [])
    tuner.session.settings.temperamentOrder = .fifthsFromA
    for _ in 0..<11 {
      #expect(tuner.session.stepsBack)
      #expect(!tuner.stepBack().isEmpty)
    }
    // The result stays, and its notes are taken back.
    #expect(tuner.exercise?.temperament?.step == 1 && tuner.session.laid != nil)
    #expect(!tuner.session.stepsBack && tuner.stepBack() == [])
    let exercise = try found(tuner.exercise)
    _ = tuner.session.hearAndCommit(exercise, start: 900)
    #expect(!tuner.session.stepsBack)
    tuner.exercise = tuner.session.fade(exercise, frame: 99).played
    let next = try found(tuner.exercise)
    // A commit whose pitch is not known yet hides nothing: it is over at once.
    _ = tuner.session.hearAndCommit(next, start: 910)
    #expect(tuner.session.stepsBack && tuner.session.handle(.stepBack()) == [])
    _ = tuner.session.handle(.stop)
    #expect(!tuner.session.stepsBack)
  }

  @Test func `steps back for the control as it is now`() throws {
    for seed in 1...8 as ClosedRange<UInt64> {
      var tuner = try Tuner(seed: seed)
      try tuner.lay(error: 0)
      let reach = TuningReach(opensUpwards: false, opensDownwards: true, springsBack: false)
      let again = try found(tuner.session.handle(.stepBack(reach: reach)).played)
      #expect(again.startOffset.value > 0)
    }
  }

  @Test func `ends after the requested number of notes, with the result shown`() throws {
    var tuner = try Tuner(limit: 11)
    for _ in 0..<10 { try tuner.lay(error: 0) }
    let last = try tuner.lay(error: 0)
    #expect(last.laid != nil && tuner.exercise == nil)
    #expect(tuner.session.handle(.stepBack()) == [])
    #expect(
      tuner.session.handle(.feedbackEnded(last.exercise.epoch, frame: Frame(9_999_999))).names == ["clear", "finished"])
  }

  @Test func `a note that is tuned again counts once towards the requested number`() throws {
    var tuner = try Tuner(limit: 11)
    try tuner.lay(error: 9)
    _ = tuner.stepBack()
    for _ in 0..<5 { try tuner.lay(error: 0) }
    for _ in 0..<2 { _ = tuner.stepBack() }
    for _ in 0..<7 { try tuner.lay(error: 0) }
    #expect(tuner.exercise != nil)
    let last = try tuner.lay(error: 0)
    #expect(last.laid != nil && tuner.exercise == nil)
  }

  // MARK: Records and the profile

  @Test func `a record has its place`() throws {
    var tuner = try Tuner(TrainingSettings(temperament: Tuning.temperaments[2]))
    try tuner.lay(error: 0)
    let record = MatchingRecord(try tuner.lay(error: 2), id: UUID(), time: .distantPast, playbackLatency: 0)
    var fields: [String: FieldValue?] = [:]
    record.forEachField { fields[$0] = .some($1) }
    #expect(fields["mode"] == .text("temperament") && fields["tuning"] == .text("vallotti"))
    #expect(fields["temperament_order"] == .text("fifths-from-a") && fields["temperament_step"] == .number(2))
    #expect(fields["temperament_run"] == .text(try found(record.exercise.temperament).run.uuidString))
    #expect(fields["chord"] == .some(nil))
    #expect(fields["target_beats"] == .number(try found(record.targetBeats)))
    var pair: [String: FieldValue?] = [:]
    matchingRecord(try matchingExercise(), error: 2).forEachField { pair[$0] = .some($1) }
    for name in TemperamentPlace.fields { #expect(pair[name] == .some(nil)) }
  }

  /// The report on temperaments of a tuner with `drift` cents a fifth, after `temperaments`.
  private func report(
    drift: Double, spread: Double, temperaments: Int, seed: UInt64, settings: TrainingSettings = .standard
  ) throws -> MatchingReport {
    var tuner = try Tuner(settings, seed: seed)
    var generator = SeededGenerator(seed: seed &* 7_919)
    var profile = PerceptualProfile()
    for index in 0..<temperaments * settings.temperamentOrder.steps.count {
      let sign = Double(try found(tuner.exercise?.interval.stepOfFifths))
      let attempt = try tuner.lay(error: sign * drift + spread * generator.normal())
      profile.learn(
        MatchingRecord(
          attempt, id: UUID(), time: Date(timeIntervalSince1970: 1.7e9 + Double(index) * 20), playbackLatency: 0))
    }
    #expect(profile.answeredModes == [.temperament])
    let reports = profile.report(
      over: .standard, now: Date(timeIntervalSince1970: 1.71e9), calendar: Calendar(identifier: .gregorian)
    ).matchings
    #expect(reports.count == 1 && reports.first?.isTemperament == true)
    if seed == 1 {
      let restored = try found(PerceptualProfile(snapshot: profile.snapshot))
      #expect(restored == profile)
    }
    return try found(reports.first)
  }

  @Test func `after six temperaments drift and spread are separated, in nine of ten simulated tuners`() throws {
    let (drift, spread) = (1.5, 3.0)
    var (near, held) = (0, 0)
    for seed in 1...500 {
      let report = try report(drift: drift, spread: spread, temperaments: 6, seed: UInt64(seed))
      let (bias, scatter) = (try found(report.bias), try found(report.spread))
      if abs(bias.value - drift) <= 0.7, abs(scatter.value / spread - 1) <= 0.2 { near += 1 }
      if bias.band.contains(drift), scatter.band.contains(spread) { held += 1 }
    }
    #expect(near >= 450, "\(near) of 500 within 0.7 cents and 20 %")
    // Two bands of 90 %.
    #expect(held >= 380, "\(held) of 500 bands hold both")
  }

  @Test func `drift follows the fifths, in whichever direction they are laid`() throws {
    // Down from C: a note too low makes its fifth too wide.
    let down = try TemperamentOrder(name: "down.txt", Array("F4 C4\nBb3 F4\nEb4 Bb3\nAb3 Eb4".utf8))
    let settings = TrainingSettings(temperamentOrder: down)
    let wide = try report(drift: 4, spread: 1, temperaments: 10, seed: 2, settings: settings)
    #expect(abs(try found(wide.bias).value - 4) < 0.7)
    let narrow = try report(drift: -4, spread: 1, temperaments: 4, seed: 2)
    #expect(abs(try found(narrow.bias).value + 4) < 0.7)
    // Before there is evidence there are no numbers.
    let early = try report(drift: 4, spread: 1, temperaments: 1, seed: 2, settings: settings)
    #expect(early.matches == 4 && early.bias == nil && early.spread == nil)
  }

  @Test func `thirds and octaves of a temperament teach no drift`() throws {
    var profile = PerceptualProfile()
    var exercise = try matchingExercise(mode: .temperament)
    exercise.interval = try found(DirectedInterval(semitones: 4))
    for _ in 0..<20 { profile.learn(matchingRecord(exercise, error: 5)) }
    #expect(
      profile.report(over: .standard, now: Date(), calendar: Calendar(identifier: .gregorian)).matchings.isEmpty)
  }

  @Test func `the adaptive range is the tuner's own, apart from intervals and chords`() throws {
    var exercise = try matchingExercise(startOffset: 10, mode: .temperament)
    exercise.heldLevel = 0
    let known = (0..<60).map { _ in matchingRecord(exercise, error: 2) }
    let session = MatchingSession(settings: TrainingSettings(matchingAdaptive: true), history: known)
    #expect(session.nextRange(in: .temperament).value < 50)
    #expect(session.nextRange(in: .chords).value == 100 && session.nextRange(in: .intervalMatching).value == 100)
  }
}
