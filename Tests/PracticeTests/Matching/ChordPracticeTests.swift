import Controllers
import Foundation
import Glibc
import MIDI
import Pitch
import Ports
import Sound
import TestSupport
import Testing
import Time

@testable import Practice
@testable import Training

/// A chord that keeps sounding while one of its notes is tuned.
@Suite struct ChordPracticeTests {
  private func started(
    _ chords: [Chord] = [.majorThird], timbre: Timbre = .sine, tuning: Tuning = .just, level: Double = -20,
    loudness: Double = 0, reference: MatchingReference = .first, limit: Int? = nil
  ) throws -> PracticeHarness {
    let practice = try PracticeHarness(
      training: TrainingSettings(
        noteDuration: 0.3, noteGap: 0.4, loudnessVariation: loudness, timbre: timbre, matchingReference: reference,
        chords: chords, chordTuning: tuning),
      exercises: limit, matchingCue: .off)
    practice.change { $0.level = level }
    #expect(practice.run(until: { practice.core.sound.sounded == level }))
    practice.intent(.start(.chords))
    return practice
  }

  private func ends(_ practice: PracticeHarness, of role: VoiceRole) -> [Frame] {
    practice.kinds.compactMap { if case .noteEnded(role, let frame) = $0 { frame } else { nil } }
  }

  @Test(arguments: Chord.allCases)
  func `all notes begin on one frame, hold, and fade on the frame of the commit`(chord: Chord) throws {
    let practice = try started([chord])
    #expect(practice.runUntilTunable())
    let exercise = try #require(practice.matchingExercise)
    let first = try #require(practice.starts(of: .reference).first)
    #expect(practice.starts(of: .tunable) == [first])
    #expect(practice.starts(of: .companion) == (chord.companion == nil ? [] : [first]))
    #expect(exercise.chord == chord && practice.view.mode == .chords && practice.view.interval == chord.interval)
    practice.run(for: .milliseconds(1_500))
    #expect(ends(practice, of: .reference).isEmpty && ends(practice, of: .companion).isEmpty)
    practice.match(error: 3)
    #expect(practice.runUntilResult())
    #expect(practice.run(until: { practice.view.phase != .feedback }))
    let result = try #require(practice.resultFrames.first)
    for role in [VoiceRole.reference, .tunable] { #expect(ends(practice, of: role) == [result + 1_200]) }
    #expect(ends(practice, of: .companion) == (chord.companion == nil ? [] : [result + 1_200]))
    let fade = Int(result.count)
    #expect(practice.recording[fade + 1_199..<fade + 19_200].allSatisfy { $0 == 0 })
    practice.run(for: .milliseconds(50))
    #expect(practice.starts(of: .reference).last == result + 19_200)
    let kept = try #require(practice.store.matchingRecords.first)
    #expect(kept.exercise == exercise && kept.tuning == "just" && kept.noteGap == 0)
    #expect(abs(kept.error.value - 3) < 1e-3)
    let partials = try #require(exercise.beatingPartials)
    let rate = partials.rate(lower: kept.exercise.referenceHertz, upper: kept.finalHertz)
    #expect(abs(try #require(kept.beats) - rate) < 1e-8 && kept.targetBeats == 0 && rate > 0)
    #expect(practice.engine.counters.refusedCommands == 0)
  }

  @Test func `the wheel and the page tune it`() throws {
    let wheel = try started()
    wheel.plug()
    #expect(wheel.runUntilTunable())
    let aim = try #require(wheel.matchingExercise).startOffset.value > 0 ? 5.0 : -5
    wheel.matchByWheel(wheel.wheel(for: aim))
    #expect(wheel.runUntilResult())
    let byWheel = try #require(wheel.store.matchingRecords.first)
    #expect(byWheel.gesture == .springBack && byWheel.control == "pitch-bend")
    // A wheel's dead zone leaves a few cents between place and pitch.
    #expect(abs(byWheel.error.value - aim) < 5)

    let page = try started()
    #expect(page.runUntilTunable())
    let exercise = try #require(page.matchingExercise)
    page.intent(.slide(position: -exercise.startOffset.value / exercise.range.value, epoch: exercise.epoch))
    page.run(for: .milliseconds(60))
    page.intent(.commit(epoch: exercise.epoch))
    #expect(page.runUntilResult())
    #expect(abs(try #require(page.store.matchingRecords.first).error.value) < 1e-3)
    #expect(try #require(page.view.result).cents == 0)
  }

  @Test func `it cannot be heard again, and shows that it keeps sounding`() throws {
    let practice = try started(reference: .fading)
    practice.change { $0.hearAgain = true }
    #expect(practice.runUntilTunable())
    #expect(!practice.view.hearsAgain)
    let sounded = practice.starts(of: .reference).count
    practice.intent(.hearAgain(epoch: nil))
    practice.run(for: .milliseconds(500))
    #expect(practice.view.canTune && practice.starts(of: .reference).count == sounded)
    #expect(practice.core.exercises.openCue == .canTune(.held))
  }

  @Test func `stopping fades all of it and keeps nothing`() throws {
    let practice = try started()
    #expect(practice.runUntilTunable())
    practice.intent(.stop)
    practice.run(for: .milliseconds(100))
    #expect(practice.recording.suffix(2_000).allSatisfy { $0 == 0 })
    #expect(practice.store.matchingRecords.isEmpty && practice.view.mode == nil)
  }

  /// Three strings at −6 dBFS each would reach 6.6: they are lowered alike.
  @Test(arguments: [(-6.0, 0.0), (-9, 1), (-20, 1)], [Timbre.sine, .brass])
  func `its notes together stay below the ceiling without clipping`(level: (Double, Double), timbre: Timbre) throws {
    let practice = try started(timbre: timbre, level: level.0, loudness: level.1)
    #expect(practice.runUntilTunable())
    let exercise = try #require(practice.matchingExercise)
    practice.intent(.step(cents: 3 - exercise.startOffset.value, epoch: nil))
    practice.run(for: .milliseconds(3_000))
    #expect(practice.engine.counters.clampedFrames == 0)
    let crest = practice.recording.suffix(96_000).map { abs($0) }.max() ?? 1
    #expect(crest <= 0.501188)
    if level.0 >= -9 { #expect(crest > 0.35) }
  }

  /// The notes in the recording are those of the record, and beat as it says.
  @Test(arguments: [(Chord.majorThird, -7.0), (.dominantSeventh, 9), (.fifth, 4)])
  func `it sounds with the beats that are stored`(chord: Chord, error: Double) throws {
    let practice = try started([chord], tuning: .equal)
    #expect(practice.runUntilTunable())
    let exercise = try #require(practice.matchingExercise)
    #expect(exercise.timbres == TimbrePair(.string, .string))
    practice.intent(.step(cents: error - exercise.startOffset.value, epoch: nil))
    practice.run(for: .milliseconds(60))
    let start = practice.recording.count
    practice.run(for: .milliseconds(4_000))
    practice.intent(.commit(epoch: nil))
    #expect(practice.runUntilResult())
    let kept = try #require(practice.store.matchingRecords.first)
    let partials = try #require(exercise.beatingPartials)
    let near = (
      Double(partials.lower) * exercise.referenceHertz.value, Double(partials.upper) * kept.finalHertz.value
    )
    let measured = TwoPartials(practice.recording[start..<start + 180_000], rate: 48_000, near: near).beats
    #expect(abs(measured - (try #require(kept.beats))) < 0.001)
    #expect(try #require(kept.targetBeats) != 0)
  }

  @Test func `the event stream describes chord, companion and beats`() throws {
    let practice = try started(tuning: .equal, limit: 1)
    #expect(practice.runUntilTunable())
    practice.match(error: -4)
    #expect(practice.run(until: { practice.view.mode == nil }))
    let kept = try #require(practice.store.matchingRecords.first)
    let encoder = EventLine.encoder()
    let lines = try practice.kinds.map {
      try JSONSerialization.jsonObject(
        with: Data(EventLine(PracticeEvent(time: practice.time.now(), kind: $0)).text(encoder).utf8)) as? [String: Any]
    }.compactMap(\.self)
    let begun = try #require(lines.first { $0["event"] as? String == "exerciseStarted" })
    #expect(begun["mode"] as? String == "chords" && begun["chord"] as? String == "major-third")
    #expect(begun["companion"] as? Double == kept.exercise.companionHertz?.value)
    #expect(begun["beats"] as? Double == kept.targetBeats)
    let committed = try #require(lines.first { $0["event"] as? String == "committed" })
    #expect(committed["beats"] as? Double == kept.beats)
    #expect(lines.count { $0["event"] as? String == "noteStarted" && $0["role"] as? String == "companion" } == 1)
  }

  @Test func `it can be a round of a timer, and is started by its role`() {
    #expect(Mode(.chords) == .chords && Role(starting: .chords) == .startChords && Mode(Role.startChords) == .chords)
  }
}
