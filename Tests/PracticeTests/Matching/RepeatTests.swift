import Controllers
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

/// The repeated reference, while the tunable note is silent.
@Suite struct RepeatTests {
  private static let library = MappingLibrary.load(folders: [], shipped: PracticeHarness.mappings)

  private func started(
    _ reference: MatchingReference = .first, port: PortDescription = PracticeHarness.keyboard,
    settle: Double? = nil
  ) throws -> PracticeHarness {
    let practice = try PracticeHarness(
      training: TrainingSettings(
        noteDuration: 0.3, noteGap: 0.1, strategy: .kazez, matchingReference: reference),
      library: Self.library, matchingCue: .off)
    practice.change {
      $0.settle = settle
      $0.hearAgain = true
    }
    practice.plug(port)
    practice.intent(.start(.matching))
    #expect(practice.runUntilTunable())
    return practice
  }

  private func hearAgain(_ practice: PracticeHarness) { practice.intent(.hearAgain(epoch: nil)) }

  private func hertz(_ practice: PracticeHarness, of role: VoiceRole) -> [Double] {
    practice.kinds.compactMap { if case .noteStarted(role, let hertz, _) = $0 { hertz } else { nil } }
  }

  private func moved(_ practice: PracticeHarness) throws -> Double {
    #expect(practice.runUntilResult())
    let record = try #require(practice.store.matchingRecords.last)
    return Cents(from: record.exercise.startHertz, to: record.finalHertz).value
  }

  @Test(arguments: [MatchingReference.first, .held, .fading])
  func `the reference sounds again as at first, then the note continues at its pitch`(reference: MatchingReference)
    throws
  {
    let practice = try started(reference)
    practice.intent(.step(cents: 7, epoch: nil))
    practice.run(for: .milliseconds(300))
    let asked = practice.recording.count
    hearAgain(practice)
    #expect(practice.view.phase == .reference && !practice.view.canTune)
    #expect(practice.runUntilTunable())
    let exercise = try #require(practice.matchingExercise)
    let references = practice.starts(of: .reference)
    let tunables = practice.starts(of: .tunable)
    #expect(references.count == 2 && tunables.count == 2)
    // What sounded has faded within 25 ms; the reference begins 30 ms after its fade did, and is as far from the note
    // as at first.
    let again = Int(references[1].count)
    #expect(again == asked + 1_440)
    #expect(tunables[1].count - references[1].count == tunables[0].count - references[0].count)
    #expect(practice.recording[asked + 1_199..<again].allSatisfy { $0 == 0 })
    #expect(hertz(practice, of: .reference) == [exercise.referenceHertz.value, exercise.referenceHertz.value])
    let tuned = exercise.startHertz.transposed(by: Cents(7)).value
    #expect(abs(1_200 * (hertz(practice, of: .tunable)[1] / tuned - 1)) < 1e-3)
    // No other voice was left behind: both end with the commit.
    practice.intent(.commit(epoch: nil))
    #expect(try abs(moved(practice) - 7) < 1e-3)
    let fade = Int(try #require(practice.resultFrames.first).count)
    #expect(practice.run(until: { practice.view.phase != .feedback }))
    #expect(practice.recording[fade + 1_199..<fade + 19_200].allSatisfy { $0 == 0 })
    let kept = try #require(practice.store.matchingRecords.first)
    #expect(kept.repeats == 1 && practice.store.matchingRecords.count == 1)
    #expect(practice.engine.counters.refusedCommands == 0)
  }

  @Test func `while it is off no control has the role, and no press of one is reported as unknown`() throws {
    let practice = try started()
    practice.intent(.stop)
    practice.change { $0.hearAgain = false }
    practice.intent(.start(.matching))
    #expect(practice.runUntilTunable() && !practice.view.hearsAgain)
    for _ in 0..<5 {
      hearAgain(practice)
      practice.send(PracticeHarness.control(67, 127))
      practice.send(PracticeHarness.control(67, 0))
    }
    practice.run(for: .milliseconds(300))
    #expect(practice.view.canTune && practice.view.notices.isEmpty)
    // A setting changed now applies to the next exercise: nothing moves during a match.
    practice.change { $0.hearAgain = true }
    hearAgain(practice)
    #expect(practice.view.canTune && !practice.view.hearsAgain)
    practice.intent(.commit(epoch: nil))
    #expect(practice.runUntilResult())
    #expect(practice.store.matchingRecords.last?.repeats == 0)
    #expect(practice.runUntilTunable() && practice.view.hearsAgain)
  }

  @Test func `the sound has no jump, neither at the note's silence nor at its return`() throws {
    let practice = try started()
    practice.run(for: .milliseconds(200))
    let begin = practice.recording.count
    hearAgain(practice)
    #expect(practice.runUntilTunable())
    practice.run(for: .milliseconds(100))
    let sound = practice.recording[begin...].map(Double.init)
    // The sharpest bend of a sine of this level and pitch, and of what its rise and fall add to it.
    let highest = try #require(practice.matchingExercise).startHertz.value * 1.06
    let bend = pow(2 * .pi * highest / 48_000, 2)
    let crest = sound.map(\.magnitude).max() ?? 0
    let sharpest = zip(sound, zip(sound.dropFirst(), sound.dropFirst(2))).map { abs($0 - 2 * $1.0 + $1.1) }.max() ?? 1
    #expect(crest > 0.05 && sharpest < crest * bend * 1.25 + 1e-5)
  }

  @Test func `hands move and commit nothing during it`() throws {
    let practice = try started()
    for _ in 0..<3 { practice.tap(72) }
    hearAgain(practice)
    for _ in 0..<5 { practice.tap(48) }
    practice.intent(.step(cents: 20, epoch: nil))
    practice.intent(.slide(position: 0.5, epoch: nil))
    practice.send(PracticeHarness.control(64, 127))
    practice.send(PracticeHarness.control(64, 0))
    practice.intent(.commit(epoch: nil))
    hearAgain(practice)
    // It is down when the note comes back, and so it is no step of it.
    practice.press(72)
    #expect(practice.runUntilTunable())
    practice.run(for: .milliseconds(700))
    practice.release(72)
    #expect(practice.view.canTune && practice.store.matchingRecords.isEmpty)
    practice.tap(72)
    practice.run(for: .milliseconds(100))
    practice.intent(.commit(epoch: nil))
    #expect(try abs(moved(practice) - 4) < 1e-3)
    #expect(practice.store.matchingRecords.last?.repeats == 1)
  }

  @Test func `a chord begun before it commits nothing and takes nothing back`() throws {
    let practice = try started()
    for _ in 0..<3 { practice.tap(72) }
    practice.press(72)
    practice.run(for: .milliseconds(100))
    hearAgain(practice)
    practice.press(48)
    practice.run(for: .milliseconds(100))
    practice.release(48)
    practice.release(72)
    #expect(practice.runUntilTunable())
    practice.run(for: .milliseconds(100))
    #expect(practice.store.matchingRecords.isEmpty)
    practice.intent(.commit(epoch: nil))
    #expect(try abs(moved(practice) - 4) < 1e-3)
  }

  // MARK: Sliders

  /// How far a wheel moves the note that was led to each of `values` and let go, an exercise each, the last time.
  private func way(of values: Int...) throws -> Double {
    let practice = try started()
    var moved = 0.0
    for value in values {
      #expect(practice.run(until: { practice.view.canTune }))
      practice.run(for: .milliseconds(300))
      practice.matchByWheel(value)
      moved = try self.moved(practice)
    }
    return moved
  }

  @Test func `a held wheel continues tuning, and its release commits`() throws {
    let practice = try started()
    practice.leadWheel(to: 11_000)
    practice.run(for: .milliseconds(300))
    hearAgain(practice)
    #expect(practice.runUntilTunable())
    practice.run(for: .milliseconds(200))
    practice.play(PracticeHarness.way(from: 11_000, to: 12_000, milliseconds: 100))
    practice.run(for: .milliseconds(300))
    practice.letGo(from: 12_000)
    #expect(try abs(moved(practice) - way(of: 12_000)) < 0.05)
    #expect(practice.store.matchingRecords.last?.gesture == .springBack)
  }

  @Test func `a wheel released during it leaves the note unchanged, and tunes on from there`() throws {
    let practice = try started()
    practice.leadWheel(to: 12_000)
    practice.run(for: .milliseconds(300))
    hearAgain(practice)
    practice.run(for: .milliseconds(60))
    practice.letGo(from: 12_000)
    #expect(practice.runUntilTunable())
    practice.run(for: .milliseconds(300))
    #expect(practice.view.canTune && practice.store.matchingRecords.isEmpty)
    let first = try way(of: 12_000)
    let tuned = try #require(practice.matchingExercise).startHertz.transposed(by: Cents(first)).value
    #expect(abs(hertz(practice, of: .tunable)[1] / tuned - 1) < 1e-5)
    practice.matchByWheel(7_000)
    // By what was learned of its rest when it was let go.
    #expect(try abs(moved(practice) - first - way(of: 12_000, 7_000)) < 0.05)
  }

  @Test func `a wheel taken from its rest during it must rest before it tunes`() throws {
    let practice = try started()
    hearAgain(practice)
    practice.play(PracticeHarness.way(from: PracticeHarness.rest, to: 12_000, milliseconds: 100))
    #expect(practice.runUntilTunable())
    practice.run(for: .milliseconds(200))
    practice.letGo(from: 12_000)
    practice.run(for: .milliseconds(300))
    #expect(practice.view.canTune && practice.store.matchingRecords.isEmpty)
    practice.intent(.commit(epoch: nil))
    #expect(try abs(moved(practice)) < 1e-3)
  }

  @Test func `a plain fader does not count as released while its note is silent`() throws {
    let practice = try started(settle: 0.5)
    practice.play((1...40).map { (Double($0) * 5, PracticeHarness.control(1, 64 + $0 / 2)) })
    practice.run(for: .milliseconds(450))
    hearAgain(practice)
    // 30, 300 and 100 ms: it stands still for longer than half a second before its note comes back.
    #expect(practice.runUntilTunable())
    let back = try #require(practice.starts(of: .tunable).last)
    #expect(practice.store.matchingRecords.isEmpty)
    #expect(practice.runUntilResult())
    let record = try #require(practice.store.matchingRecords.last)
    #expect(record.gesture == .settle && record.repeats == 1)
    let fade = try #require(practice.resultFrames.last)
    #expect((23_900...24_200).contains(fade.count - back.count))
  }

  @Test func `a motor fader does not move, and its finger may leave it and return`() throws {
    let port = PracticeHarness.motorFader
    let practice = try started(port: port)
    practice.press(104, on: port)
    practice.play((0...60).map { (Double($0) * 4, PracticeHarness.bend(8_192 + $0 * 16)) }, on: port)
    practice.run(for: .milliseconds(100))
    _ = practice.ports.takeSent(to: port.id)
    hearAgain(practice)
    practice.release(104, on: port)
    practice.run(for: .milliseconds(100))
    practice.press(104, on: port)
    practice.play((0...10).map { (Double($0) * 4, PracticeHarness.bend(9_152 - $0 * 100)) }, on: port)
    #expect(practice.runUntilTunable())
    #expect(practice.store.matchingRecords.isEmpty)
    practice.play((0...60).map { (Double($0) * 4, PracticeHarness.bend(8_152 + $0 * 8)) }, on: port)
    practice.run(for: .milliseconds(100))
    // Its motor holds it where the finger left it, and does nothing else.
    let driven = practice.ports.takeSent(to: port.id).compactMap {
      if case .pitchBend(_, let value) = $0 { Int(value.rawValue) } else { nil }
    }
    #expect(driven.allSatisfy { $0 == 9_152 })
    practice.release(104, on: port)
    #expect(try abs(moved(practice) - 100 * (960.0 / 8_191 + 480.0 / 9_152)) < 0.3)
    #expect(practice.store.matchingRecords.last?.gesture == .touch)
  }

  // MARK: Lights

  /// The lights of the two keys that start matching, as they are left by what was sent.
  private func referenceLights(_ practice: PracticeHarness, _ lit: inout [Int: Int]) -> [Int] {
    for case .noteOn(_, let note, let velocity) in practice.ports.takeSent(to: Self.grid.id) {
      lit[Int(note.rawValue)] = Int(velocity.rawValue)
    }
    return [101, 103].map { lit[$0] ?? 0 }
  }

  private static let grid = PortDescription(
    id: PortID(client: 28, port: 0), clientName: "APC mini mk2", portName: "APC mini mk2 APC mini mk2 Contr",
    usb: USBID(vendor: 0x09e8, product: 0x004f), usbPath: "1-5")

  @Test(arguments: [
    (MatchingReference.first, [0, 0]), (.fading, [1, 0]), (.held, [1, 1]),
  ])
  func `a pad requests it, and lights show the setting except while the reference sounds alone`(
    reference: MatchingReference, shown: [Int]
  ) throws {
    let practice = try started(reference, port: Self.grid)
    var lit: [Int: Int] = [:]
    #expect(referenceLights(practice, &lit) == shown)
    practice.tap(105, on: Self.grid)
    #expect(practice.view.phase == .reference)
    #expect(referenceLights(practice, &lit) == [0, 0])
    #expect(practice.runUntilTunable())
    #expect(referenceLights(practice, &lit) == shown)
    practice.tap(107, on: Self.grid)
    #expect(practice.runUntilResult())
    #expect(practice.store.matchingRecords.last?.repeats == 1)
    practice.run(for: .milliseconds(100))
    #expect(referenceLights(practice, &lit) == [0, 0])
  }

  // MARK: The end, and its report

  @Test(arguments: [20, 200, 320])
  func `a stop during it fades all notes and keeps nothing`(milliseconds: Int) throws {
    let practice = try started(.held)
    hearAgain(practice)
    practice.run(for: .milliseconds(milliseconds))
    practice.intent(.stop)
    practice.run(for: .seconds(1))
    #expect(practice.view.phase == .hub && practice.store.matchingRecords.isEmpty)
    #expect(practice.recording.suffix(40_000).allSatisfy { $0 == 0 })
    #expect(practice.starts(of: .tunable).count == 1)
  }

  @Test func `its time and notes are reported, and with the commit their number`() throws {
    let practice = try started()
    for _ in 0..<2 {
      hearAgain(practice)
      #expect(practice.runUntilTunable())
    }
    practice.intent(.commit(epoch: nil))
    #expect(practice.runUntilResult())
    let words = practice.kinds.compactMap { kind -> String? in
      switch kind {
      case .noteStarted(let role, _, _): "\(role)"
      case .tuningEnabled: "tuning"
      case .heardAgain: "again"
      case .committed(let attempt): "committed \(attempt.repeats)"
      default: nil
      }
    }
    let once = "reference tunable tuning"
    #expect(words.joined(separator: " ") == "\(once) again \(once) again \(once) committed 2")
  }
}
