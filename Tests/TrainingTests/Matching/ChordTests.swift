import Foundation
import Pitch
import Testing
import Time

@testable import Training

@Suite("A chord to tune")
struct ChordTests {
  private static let everyChord = Chord.allCases

  /// The exercises of one run in mode `chords`, each ending `error` off, with the attempts kept.
  private func run(
    _ count: Int, _ settings: TrainingSettings, seed: UInt64 = 5, error: Double = 3
  ) throws -> (exercises: [MatchingExercise], attempts: [MatchingAttempt]) {
    var session = MatchingSession(seed: seed, settings: settings)
    var exercises = [try session.begin(.chords)]
    var attempts: [MatchingAttempt] = []
    for number in 0..<count {
      let exercise = try found(exercises.last)
      _ = session.hearAndCommit(exercise, start: Double(number) * 5)
      let effects = session.fade(exercise, frame: Int64(number) * 240_000, error: error)
      attempts.append(try found(effects.kept))
      exercises.append(try found(effects.played))
    }
    return (exercises, attempts)
  }

  @Test func `each chord has its own interval, between one and twelve semitones, and a companion apart from it`() {
    #expect(Set(Chord.allCases.map(\.interval)).count == Chord.allCases.count)
    for chord in Chord.allCases {
      #expect((1...12).contains(chord.interval.semitones) && chord.companion != chord.interval)
      #expect(Chord(tuning: chord.interval) == chord)
    }
    #expect(Chord.allCases.map(\.interval) == Chord.allCases.map(\.interval).sorted())
    #expect(Chord(tuning: .prime) == nil)
  }

  @Test(arguments: Chord.allCases)
  func `all its notes are in the range, pure over the bass by default`(chord: Chord) throws {
    let settings = TrainingSettings(lowest: try note(50), highest: try note(64), chords: [chord])
    for exercise in try run(60, settings).exercises {
      #expect(exercise.mode == .chords && exercise.chord == chord && exercise.askedInterval == chord.interval)
      #expect(exercise.reference.number >= 50 && exercise.target.number <= 64)
      #expect(exercise.target.number - exercise.reference.number == chord.interval.semitones)
      #expect(exercise.reference.number + (chord.companion?.semitones ?? 0) <= 64)
      let tuning = Tuning.just
      func hertz(_ interval: DirectedInterval) -> Double {
        tuning.target(from: exercise.reference, at: exercise.referenceHertz, interval: interval).value
      }
      #expect(exercise.targetHertz.value == hertz(chord.interval))
      #expect(exercise.companionHertz?.value == chord.companion.map(hertz))
      #expect(exercise.startOffset.magnitude.value <= 100 && exercise.range.value == 100)
    }
  }

  @Test func `every bass of the range that leaves room for the chord is drawn`() throws {
    let settings = TrainingSettings(lowest: try note(60), highest: try note(72), chords: [.majorThird])
    let basses = Set(try run(400, settings).exercises.map(\.reference.number))
    // The companion is a fifth above the bass, and must be in the range, too.
    #expect(basses == Set(60...65))
  }

  @Test func `always holds, whatever the setting of the reference, and is never heard again`() throws {
    for reference in MatchingReference.allCases {
      let settings = TrainingSettings(noteGap: 1, matchingReference: reference)
      let attempt = try found(try run(20, settings).attempts.last)
      #expect(attempt.exercise.heldLevel == 0)
      #expect(MatchingRecord(attempt, id: UUID(), time: .distantPast, playbackLatency: 0).noteGap == 0)
    }
    var session = MatchingSession()
    let exercise = try session.begin(.chords)
    _ = session.handle(.referenceStarted(exercise.epoch, frame: Frame(0)))
    _ = session.handle(.secondStarted(exercise.epoch, heard: time(1)))
    #expect(session.handle(.hearAgain(at: time(2))) == [])
    #expect(session.phase == .playingTunable)
  }

  @Test func `sounds as strings in place of sines, and in any other timbre as set`() throws {
    func timbres(_ first: Timbre, _ second: Timbre?) throws -> TimbrePair {
      try run(0, TrainingSettings(timbre: first, timbreOfSecond: second)).exercises[0].timbres
    }
    #expect(try timbres(.sine, nil) == TimbrePair(.string, .string))
    #expect(try timbres(.organ, .sine) == TimbrePair(.organ, .string))
    #expect(try timbres(.brass, nil) == TimbrePair(.brass, .brass))
    var session = MatchingSession()
    #expect(try session.begin(.intervalMatching).timbres == .sines)
  }

  @Test func `chords are drawn alike, and by the seed alone`() throws {
    let settings = TrainingSettings(chords: Self.everyChord)
    let drawn = try run(3_000, settings).exercises
    for chord in Self.everyChord {
      let count = drawn.count { $0.chord == chord }
      // A sixth of 3,001; five standard deviations are 102.
      #expect(abs(count - 500) < 102)
    }
    #expect(try run(50, settings).exercises == Array(drawn.prefix(51)))
    #expect(try run(50, settings, seed: 6).exercises != Array(drawn.prefix(51)))
  }

  // MARK: Beats

  /// The beats of a pure or tempered interval over 200 Hz, mistuned by `error` cents.
  @Test(arguments: [
    (Chord.fifth, Tuning.just, 0.0, 3, 2), (.fifth, .equal, 0, 3, 2), (.fifth, .just, -4, 3, 2),
    (.majorThird, .equal, 0, 5, 4), (.majorThird, .just, 7, 5, 4), (.minorThird, .just, -12, 6, 5),
    (.fourth, .meantone, 0, 4, 3), (.octave, .just, 1, 2, 1), (.dominantSeventh, .just, 0, 9, 5),
  ])
  func `are those of the partials that nearly coincide`(
    chord: Chord, tuning: Tuning, error: Double, lower: Int, upper: Int
  ) throws {
    let exercise = try chordExercise(chord, tuning: tuning)
    let final = exercise.targetHertz.transposed(by: Cents(error))
    let theory = Double(upper) * final.value - Double(lower) * exercise.referenceHertz.value
    #expect(abs(try found(exercise.beats(at: final)) - theory) < 1e-8)
    let atTarget = Double(upper) * exercise.targetHertz.value - Double(lower) * exercise.referenceHertz.value
    #expect(abs(try found(exercise.targetBeats) - atTarget) < 1e-8)
    if tuning == .just { #expect(exercise.targetBeats == 0) }
    // Wide of pure is positive.
    if tuning == .just, error != 0 { #expect((theory > 0) == (error > 0)) }
  }

  @Test func `are unknown for timbres whose partials do not meet, and for pairs of notes`() throws {
    #expect(try chordExercise(.fifth, timbres: TimbrePair(.string, .reed)).targetBeats == nil)
    #expect(try chordExercise(.fifth, timbres: TimbrePair(.reed, .string)).targetBeats != nil)
    #expect(try chordExercise(.octave, timbres: TimbrePair(.reed, .string)).targetBeats == nil)
    #expect(try chordExercise(.minorThird, timbres: TimbrePair(.organ, .organ)).targetBeats != nil)
    #expect(try chordExercise(.dominantSeventh, timbres: TimbrePair(.organ, .string)).targetBeats == nil)
    #expect(try matchingExercise(mode: .intervalMatching).targetBeats == nil)
    #expect(MatchingFeedback(error: Cents(3)).tenthsOfBeats == nil)
  }

  @Test func `are in the attempt, its feedback and its record`() throws {
    let settings = TrainingSettings(chords: [.fifth], chordTuning: .equal)
    let attempt = try found(try run(1, settings, error: -4).attempts.first)
    let beats = 2 * attempt.finalHertz.value - 3 * attempt.exercise.referenceHertz.value
    #expect(abs(try found(attempt.beats) - beats) < 1e-8 && beats < 0)
    #expect(attempt.feedback.cents == -4 && attempt.feedback.tenthsOfBeats == Int((beats * 10).rounded()))
    let record = MatchingRecord(attempt, id: UUID(), time: .distantPast, playbackLatency: 0)
    #expect(record.beats == attempt.beats && record.targetBeats == attempt.exercise.targetBeats)
    #expect(record.tuning == "equal" && record.exercise.chord == .fifth)
    #expect(try found(record.targetBeats) < 0)
  }

  @Test func `a record has its notes, and shows them`() throws {
    let record = matchingRecord(try chordExercise(.dominantSeventh), error: 2)
    var fields: [String: FieldValue?] = [:]
    record.forEachField { fields[$0] = .some($1) }
    #expect(fields["chord"] == .text("dominant-seventh") && fields["mode"] == .text("chords"))
    #expect(fields["companion_hertz"] == .number(try found(record.exercise.companionHertz?.value)))
    #expect(fields["interval"] == .integer(10) && fields["target_beats"] == .number(0))
    var pair: [String: FieldValue?] = [:]
    matchingRecord(try matchingExercise(), error: 2).forEachField { pair[$0] = .some($1) }
    for name in ["chord", "companion_hertz", "beats", "target_beats"] { #expect(pair[name] == .some(nil)) }
  }

  // MARK: What they teach

  @Test func `each has its own spread and bias in the profile, apart from intervals`() throws {
    var profile = PerceptualProfile()
    var generator = SeededGenerator(seed: 4)
    let truth: [Chord: (bias: Double, spread: Double)] = [.majorThird: (6, 5), .fifth: (-2, 2)]
    for index in 0..<400 {
      let chord: Chord = index.isMultiple(of: 2) ? .majorThird : .fifth
      let (bias, spread) = try found(truth[chord])
      var exercise = try chordExercise(chord)
      exercise.startOffset = Cents(index % 4 < 2 ? 50 : -50)
      var record = matchingRecord(exercise, error: 0)
      record.error = Cents(bias + spread * generator.normal())
      record.time = Date(timeIntervalSince1970: 1.7e9 + Double(index))
      profile.learn(record)
    }
    func reports(_ profile: PerceptualProfile) -> [MatchingReport] {
      profile.report(
        over: .standard, now: Date(timeIntervalSince1970: 1.7e9 + 500), calendar: Calendar(identifier: .gregorian)
      ).matchings
    }
    let told = reports(profile)
    #expect(told.map(\.chord) == [.majorThird, .fifth] && told.map(\.matches) == [200, 200])
    for report in told {
      let (bias, spread) = try found(truth[try found(report.chord)])
      #expect(abs(try found(report.bias).value - bias) < spread / 2)
      #expect(abs(try found(report.spread).value / spread - 1) < 0.2)
      #expect(report.isHeld && report.asksIntervals && report.held(among: told) == nil)
    }
    #expect(profile.answeredModes == [.chords])
    #expect(reports(try found(PerceptualProfile(snapshot: profile.snapshot))) == told)
  }

  @Test func `the adaptive range is the widest that one of the chosen chords needs`() throws {
    func history(_ chord: Chord, error: Double) throws -> [MatchingRecord] {
      var exercise = try chordExercise(chord)
      exercise.startOffset = Cents(10)
      return (0..<60).map { _ in matchingRecord(exercise, error: error) }
    }
    let known = try history(.fifth, error: 2) + history(.majorThird, error: 12)
    func range(_ chords: [Chord]) -> Double {
      MatchingSession(settings: TrainingSettings(matchingAdaptive: true, chords: chords), history: known)
        .nextRange(in: .chords).value
    }
    #expect(range([.fifth]) < range([.majorThird]))
    #expect(range([.majorThird, .fifth]) == range([.majorThird]))
    #expect(range([.fifth, .octave]) == 100)
    // Intervals learned nothing from them, and neither did the fading reference.
    let session = MatchingSession(settings: TrainingSettings(matchingAdaptive: true), history: known)
    #expect(session.nextRange(in: .intervalMatching).value == 100)
    var fading = MatchingSession(settings: TrainingSettings(matchingReference: .fading), history: known)
    #expect(try fading.begin(.intervalMatching).heldLevel == 0)
  }
}

/// A chord over A3 whose third, fifth or other tuned note starts 40 cents sharp.
private func chordExercise(
  _ chord: Chord, tuning: Tuning = .just, timbres: TimbrePair = TimbrePair(.string, .string)
) throws -> MatchingExercise {
  let bass = try note(57)
  let hertz = tuning.reference(bass, concertPitch: .standard)
  let target = tuning.target(from: bass, at: hertz, interval: chord.interval)
  return MatchingExercise(
    epoch: Epoch(1), index: 1, mode: .chords, reference: bass, referenceHertz: hertz,
    target: try found(bass.transposed(by: chord.interval)), targetHertz: target, interval: chord.interval,
    startOffset: Cents(40), startHertz: target.transposed(by: Cents(40)), range: Cents(100), loudnessOffset: 0,
    heldLevel: 0, timbres: timbres, chord: chord,
    companionHertz: chord.companion.map { tuning.target(from: bass, at: hertz, interval: $0) })
}
