import Glibc
import Pitch
import Ports
import Sound
import TestSupport
import Testing
import Time

@testable import Practice
@testable import Training

/// The timbres of the notes of exercises: their gains, their sound, and a sample of a chosen one.
@Suite struct TimbrePracticeTests {
  private struct Sounded {
    var role: VoiceRole
    var gain: Float
    var sustain: Float
    var timbre: Timbre
  }

  private static let levels = [-60.0, -20, -9, -6]
  private static let pairs = Timbre.allCases.flatMap { first in Timbre.allCases.map { TimbrePair(first, $0) } }

  private func settings(_ timbres: TimbrePair, isEqual: Bool) -> PracticeSettings {
    var settings = PracticeSettings(
      Settings(training: TrainingSettings(timbre: timbres.first, timbreOfSecond: timbres.second)))
    settings.equalLoudness = isEqual
    return settings
  }

  private func exercise(
    _ reference: Int, _ interval: DirectedInterval, heldLevel: Double?, loudness: Double, _ timbres: TimbrePair
  ) throws -> MatchingExercise {
    let note = try #require(Note(reference))
    let hertz = Tuning.equal.reference(note, concertPitch: .standard)
    let target = Tuning.equal.target(from: note, at: hertz, interval: interval)
    return MatchingExercise(
      epoch: Epoch(1), index: 1, mode: .intervalMatching, reference: note, referenceHertz: hertz,
      target: try #require(note.transposed(by: interval)), targetHertz: target, interval: interval,
      startOffset: Cents(20), startHertz: target.transposed(by: Cents(20)), range: Cents(100),
      loudnessOffset: loudness, heldLevel: heldLevel, timbres: timbres)
  }

  private func notes(_ exercise: MatchingExercise, level: Double, _ settings: PracticeSettings) -> [Sounded] {
    var sound = SoundSideTests.ready()
    _ = sound.handle(.moveLevel(by: level - sound.level), in: .atRest(), cycle: nil)
    #expect(sound.level == level)
    return sound.notes(of: exercise, NoteTiming(duration: 1, gap: 0), settings) { (.after(0), .after($0)) }.compactMap {
      guard case .note(let role, _, _, _, _, let gain, let sustain, let timbre) = $0 else { return nil }
      return Sounded(role: role, gain: gain, sustain: sustain, timbre: timbre)
    }
  }

  /// Every pair of timbres at every level, in unison and as an octave, low, in the middle and high, after each other
  /// and held, with the second note as it is and louder by the full variation.
  @Test(arguments: pairs)
  func `both notes are equally loud, and lowered alike before the limit of -6 dBFS could cut them`(
    timbres: TimbrePair
  ) throws {
    for level in Self.levels {
      for (reference, interval) in [(36, DirectedInterval.prime), (60, .perfectFifthUp), (96, .prime)] {
        for (heldLevel, loudness) in [(nil, 0.0), (nil, 10), (0, 0), (0, 10), (-12, -10)] as [(Double?, Double)] {
          for isEqual in [true, false] {
            let settings = settings(timbres, isEqual: isEqual)
            let exercise = try exercise(reference, interval, heldLevel: heldLevel, loudness: loudness, timbres)
            let notes = notes(exercise, level: level, settings)
            #expect(notes.map(\.role) == [.reference, .tunable])
            #expect(notes.map(\.timbre) == [timbres.first, timbres.second])
            let gains = notes.map { 20 * log10(Double($0.gain)) }
            let middle = exercise.referenceHertz.transposed(by: Cents(Double(interval.semitones) * 50))
            let loud = [timbres.first, timbres.second].map {
              isEqual ? $0.equalLoudness(at: middle, rate: 48_000) : 0
            }
            #expect(abs(gains[1] - gains[0] - (loud[1] - loud[0] + loudness)) < 1e-4)
            let peaks = [Harmonics(timbres.first).peak, Harmonics(timbres.second).peak]
            let together = Double(notes[1].gain) * peaks[1] + Double(notes[0].gain * notes[0].sustain) * peaks[0]
            let crest = 20 * log10(max(Double(notes[0].gain) * peaks[0], together)) + level
            #expect(crest < -6 + 1e-4, "\(level) \(reference) \(String(describing: heldLevel)) \(loudness)")
            // Lowered by no more than it takes.
            #expect(abs(gains[0] - loud[0]) < 1e-4 || abs(crest + 6) < 1e-4)
          }
        }
      }
    }
  }

  /// The gain as it was before there were timbres, written out.
  @Test(arguments: levels)
  func `sines have the same gains as before there were timbres, bit for bit`(level: Double) throws {
    for reference in stride(from: 21, through: 96, by: 5) {
      for interval in [DirectedInterval.prime, .perfectFifthUp] {
        for (heldLevel, loudness) in [(nil, 0.0), (nil, 3.7), (0, 0), (-9, -4.1)] as [(Double?, Double)] {
          for isEqual in [true, false] {
            let exercise = try exercise(reference, interval, heldLevel: heldLevel, loudness: loudness, .sines)
            func linear(_ decibels: Double) -> Float { Float(pow(10, decibels / 20)) }
            let sustain = heldLevel.map(linear) ?? 0
            let loudest = max(1, linear(loudness) + sustain)
            let room = -6 - level - 20 * log10(Double(loudest))
            let size = Tuning.equal.size(of: interval, from: exercise.reference)
            let middle = exercise.referenceHertz.transposed(by: Cents(size.value / 2))
            let gain = min(isEqual ? EqualLoudness.gain(at: middle) : 0, room)
            let notes = notes(exercise, level: level, settings(.sines, isEqual: isEqual))
            #expect(notes.map(\.gain) == [linear(gain), linear(gain + loudness)])
            #expect(notes.map(\.sustain) == [sustain, 0])
          }
        }
      }
    }
  }

  private func harness(_ first: Timbre, _ second: Timbre? = nil, _ training: TrainingSettings? = nil) throws
    -> PracticeHarness
  {
    var settings = training ?? TrainingSettings(noteDuration: 1, strategy: .kazez)
    (settings.timbre, settings.timbreOfSecond) = (first, second)
    return try PracticeHarness(training: settings, matchingCue: .off)
  }

  /// The amplitude of the second partial of a note, in amplitudes of the first.
  private func secondPartial(_ practice: PracticeHarness, _ role: VoiceRole) throws -> Double {
    let hertz = try #require(
      practice.kinds.reversed().lazy.compactMap {
        if case .noteStarted(role, let hertz, _) = $0 { hertz } else { nil }
      }.first)
    let start = Int(try #require(practice.starts(of: role).last).count) + 2_400
    let found = Partials(practice.recording[start..<start + 32_768], rate: 48_000, fundamental: hertz, count: 2)
    return found.partials[1].amplitude / found.partials[0].amplitude
  }

  @Test(
    arguments: [
      (Mode.comparison, Timbre.string, nil, 0.5, 0.5), (.comparison, .sine, .string, 0, 0.5),
      (.comparison, .string, .sine, 0.5, 0), (.listening, .organ, nil, 0.5, 0.5),
      (.intervalListening, .reed, .string, 0, 0.5),
      (.matching, .string, .reed, 0.5, 0), (.intervalMatching, .sine, nil, 0, 0),
    ] as [(Mode, Timbre, Timbre?, Double, Double)])
  func `the notes of exercises have the chosen timbres, and so have their records`(
    mode: Mode, first: Timbre, second: Timbre?, reference: Double, target: Double
  ) throws {
    let practice = try harness(first, second)
    practice.plug()
    practice.intent(.start(mode))
    #expect(practice.run(until: { practice.view.phase == .target || practice.view.phase == .tunable }))
    practice.run(for: .milliseconds(900))
    let role: VoiceRole = mode.discipline == .matching ? .tunable : .target
    #expect(abs(try secondPartial(practice, .reference) - reference) < 1e-3)
    #expect(abs(try secondPartial(practice, role) - target) < 1e-3)
    guard mode.discipline == .comparison else { return }
    practice.answer(right: true)
    practice.run(for: .milliseconds(50))
    #expect(practice.store.records.map(\.exercise.timbres) == [TimbrePair(first, second ?? first)])
  }

  /// At −6 dBFS each, two notes whose partials add up would reach far above it.
  @Test func `a held reference and a note of many partials are never cut off`() throws {
    var training = TrainingSettings(noteDuration: 0.3, strategy: .kazez)
    training.matchingReference = .held
    let practice = try harness(.brass, .voice, training)
    practice.change { $0.level = -6 }
    #expect(practice.run(until: { practice.core.sound.sounded == -6 }))
    practice.intent(.start(.matching))
    #expect(practice.runUntilTunable())
    practice.run(for: .seconds(2))
    let crest = practice.recording.suffix(48_000).map { abs($0) }.max() ?? 1
    #expect(practice.engine.counters.clampedFrames == 0)
    #expect(crest < 0.501188 && crest > 0.3)
  }

  @Test func `early or late keeps its own sound`() throws {
    func recording(_ timbre: Timbre) throws -> [Float] {
      let practice = try harness(timbre)
      practice.intent(.start(.timing))
      practice.run(for: .seconds(3))
      return practice.recording
    }
    #expect(try recording(.sine) == recording(.brass))
  }

  // MARK: Samples

  private func samples(_ practice: PracticeHarness) -> Int { practice.starts(of: .target).count }

  @Test func `a chosen timbre sounds at the hub, and replaces an earlier sample`() throws {
    let practice = try harness(.sine)
    practice.change { $0.training.timbre = .string }
    practice.run(for: .milliseconds(900))
    #expect(samples(practice) == 1 && practice.core.sound.sounding == 0)
    #expect(abs(try secondPartial(practice, .target) - 0.5) < 1e-2)
    practice.change { $0.training.timbreOfSecond = .sine }
    practice.run(for: .milliseconds(300))
    practice.change { $0.training.timbreOfSecond = .organ }
    practice.run(for: .milliseconds(100))
    #expect(samples(practice) == 3 && practice.core.sound.sounding == 1)
    practice.run(for: .milliseconds(900))
    #expect(abs(try secondPartial(practice, .target) - 0.5) < 1e-2)
    // Nothing of it is an exercise.
    #expect(practice.view.phase == .hub && practice.store.records.isEmpty && practice.exercise == nil)
    #expect(!practice.kinds.contains { if case .explanation = $0 { true } else { false } })
  }

  @Test func `a sample ends when practice begins`() throws {
    let practice = try harness(.sine)
    practice.change { $0.training.timbre = .brass }
    practice.run(for: .milliseconds(200))
    #expect(practice.core.sound.sounding == 1)
    practice.intent(.start(.comparison))
    practice.run(for: .milliseconds(60))
    let ended = practice.kinds.contains { if case .noteEnded(.target, _) = $0 { true } else { false } }
    #expect(ended && practice.core.sound.sounding == 1 && practice.view.phase == .reference)
  }

  @Test(arguments: [Intent.start(.comparison), .explain])
  func `nothing is sampled over other sound`(other: Intent) throws {
    func starts(changing: Bool) throws -> [Frame] {
      let practice = try harness(.sine)
      practice.intent(other)
      practice.run(for: .milliseconds(300))
      if changing { practice.change { $0.training.timbreOfSecond = .reed } }
      practice.run(for: .milliseconds(600))
      return practice.starts(of: .target)
    }
    #expect(try starts(changing: true) == starts(changing: false))
  }

  @Test func `other settings sound nothing`() throws {
    let practice = try harness(.reed)
    practice.change { $0.training.noteDuration = 2 }
    practice.run(for: .milliseconds(300))
    #expect(samples(practice) == 0)
    // A word that changes nothing is a choice, too.
    practice.change { $0.training.timbreOfSecond = .reed }
    practice.run(for: .milliseconds(300))
    #expect(samples(practice) == 1)
  }
}
