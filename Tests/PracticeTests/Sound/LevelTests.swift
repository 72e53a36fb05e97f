import Controllers
import Glibc
import MIDI
import Ports
import Sound
import TestSupport
import Testing
import Time

@testable import Practice
@testable import Training

/// The level from the controller: by taps beside a held key at the hub, and by a knob that never jumps.
@Suite struct LevelTests {
  private static let pads = PortDescription(
    id: PortID(client: 28, port: 0), clientName: "APC mini mk2", portName: "APC mini mk2 Control",
    usb: USBID(vendor: 0x09e8, product: 0x004f), usbPath: "1-3")
  private static let fader = 56

  private func practice(asleep: Bool = false) throws -> PracticeHarness {
    let practice = try PracticeHarness(
      library: MappingLibrary.load(folders: [], shipped: PracticeHarness.mappings), asleep: asleep)
    practice.plug()
    return practice
  }

  private func turn(_ value: Int, _ practice: PracticeHarness) {
    practice.send(PracticeHarness.control(Self.fader, value), on: Self.pads)
  }

  /// The amplitude of what sounds now.
  private func amplitude(_ practice: PracticeHarness) -> Float {
    practice.recording.suffix(2_400).map(abs).max() ?? 0
  }

  /// Holds `held` at the hub and taps `tapped` so often.
  private func tap(_ tapped: Int, beside held: Int, times: Int, _ practice: PracticeHarness) {
    practice.press(held)
    for _ in 0..<times {
      practice.run(for: .milliseconds(100))
      practice.tap(tapped)
    }
    practice.run(for: .milliseconds(100))
    practice.release(held)
  }

  @Test(arguments: [(72, 48, Double(1)), (48, 72, -1)])
  func `at the hub taps next to a held key move the level, and the next note has it`(
    tapped: Int, held: Int, sign: Double
  ) throws {
    let practice = try practice()
    tap(tapped, beside: held, times: 9, practice)
    #expect(abs(practice.core.sound.level - (-20 + sign * 6)) < 1e-9)
    #expect(practice.view.phase == .hub)
    practice.run(for: .milliseconds(500))
    practice.startComparison()
    #expect(practice.run(until: { practice.view.phase == .reference }))
    practice.run(for: .milliseconds(200))
    #expect(practice.core.sound.level == -20 + sign * 6)
    #expect(amplitude(practice) > 0)
  }

  /// Three presses on which a hand rested once led to −6 dBFS.
  @Test func `a hand that rests on an answer key does not raise the level`() throws {
    let practice = try practice()
    practice.startComparison()
    for answers in 1...3 {
      #expect(practice.runUntilAnswerable())
      practice.press(72)
      #expect(practice.store.records.count == answers)
      practice.run(for: .milliseconds(2_100))
      practice.release(72)
      #expect(practice.core.sound.level == -20)
    }
  }

  @Test func `the level is kept for this run, within its limits`() throws {
    let practice = try practice()
    for _ in 0..<4 { tap(72, beside: 48, times: 6, practice) }
    #expect(practice.core.sound.level == -6)
    practice.startComparison()
    #expect(practice.core.sound.level == -6)
    practice.intent(.stop)
    practice.startComparison()
    #expect(practice.core.sound.level == -6)
  }

  @Test(arguments: [48, 72]) func `in matching a held key tunes and the level is unchanged`(key: Int) throws {
    let practice = try practice()
    practice.startMatching()
    #expect(practice.runUntilTunable())
    practice.press(key)
    practice.run(for: .seconds(2))
    #expect(practice.core.sound.level == -20)
  }

  @Test func `both halves held stop at the level from before`() throws {
    let practice = try practice()
    practice.startComparison()
    #expect(practice.run(until: { practice.view.phase == .reference }))
    practice.press(72)
    practice.press(48)
    practice.run(for: .milliseconds(900))
    #expect(practice.view.phase == .hub)
    #expect(practice.core.sound.level == -20)
  }

  /// An unknown keyboard has a volume slider that its built-in sounds need, and a wheel.
  @Test func `an unknown keyboard's volume and wheel do nothing in comparison`() throws {
    let practice = try practice()
    practice.startComparison()
    #expect(practice.runUntilAnswerable())
    for value in [0, 127, 64] {
      practice.send(PracticeHarness.control(7, value))
      practice.send(PracticeHarness.bend(value * 128))
    }
    #expect(practice.core.sound.level == -20)
    #expect(practice.store.records.isEmpty)
    #expect(practice.view.notices.isEmpty)
  }

  // MARK: The knob

  @Test func `a knob learned in an earlier practice does not jump after replugging`() throws {
    let practice = try practice()
    practice.plug(Self.pads)
    practice.tap(40, on: Self.pads)
    turn(127, practice)
    turn(120, practice)
    let level = practice.core.sound.level
    #expect(level < -20)
    practice.unplug(Self.pads)
    var again = Self.pads
    again.id = PortID(client: 36, port: 0)
    practice.plug(again)
    practice.tap(40, on: again)
    practice.send(PracticeHarness.control(Self.fader, 2), on: again)
    #expect(practice.core.sound.level == level)
    practice.send(PracticeHarness.control(Self.fader, 3), on: again)
    #expect(abs(practice.core.sound.level - level - 54 / 127.0) < 1e-9)
  }

  @Test func `turns of a knob during lost events are not made up for`() throws {
    let practice = try practice()
    practice.plug(Self.pads)
    turn(0, practice)
    practice.ports.inject(.overflowed)
    practice.turn()
    turn(127, practice)
    #expect(practice.core.sound.level == -20)
  }

  @Test func `a knob of a sleeping controller does not move the level`() throws {
    let practice = try practice(asleep: true)
    practice.plug(Self.pads)
    turn(0, practice)
    turn(127, practice)
    #expect(practice.core.sound.level == -20)
    practice.press(0, on: Self.pads)
    practice.press(63, on: Self.pads)
    practice.run(for: .milliseconds(900))
    // Awake, it begins where it stands.
    turn(126, practice)
    #expect(abs(practice.core.sound.level - (-20 - 54 / 127.0)) < 1e-9)
  }

  // MARK: Settings that change

  /// The player may be wearing headphones, no matter who sets the level: it rises slowly, whether or not a note sounds
  /// in the meantime, and falls at once.
  @Test(arguments: [(-30.0, -6.0), (-60, -20), (-20, -6)]) func `a level that is set rises by up to 6 dB a second`(
    from: Double, to: Double
  ) throws {
    let practice = try PracticeHarness(training: TrainingSettings(noteDuration: 3, strategy: .kazez))
    practice.plug()
    practice.change { $0.level = from }
    practice.startComparison()
    #expect(practice.run(until: { practice.view.phase == .reference }))
    practice.run(for: .milliseconds(500))
    let began = 20 * log10(Double(amplitude(practice)))
    // A new level is kept, shown and reported at once.
    practice.change { $0.level = to }
    #expect(practice.core.sound.level == to)
    var last = began
    for tenth in 1...20 {
      practice.run(for: .milliseconds(100))
      let heard = 20 * log10(Double(amplitude(practice)))
      #expect(heard - began <= Double(tenth) * 0.6 + 0.1 && heard >= last - 0.05, "\(heard - began) dB at \(tenth)")
      last = heard
    }
    // It does rise, and as fast as it may.
    #expect(last - began >= 11)
    practice.change { $0.level = -60 }
    practice.run(for: .milliseconds(200))
    #expect(20 * log10(Double(amplitude(practice))) - began - (-60 - from) < 0.1)
  }

  @Test func `a level set during silence has risen no faster, and a hand starts from the audible level`() throws {
    let practice = try practice()
    practice.change { $0.level = -60 }
    practice.run(for: .milliseconds(500))
    practice.change { $0.level = -6 }
    practice.run(for: .milliseconds(500))
    #expect(practice.core.sound.level == -6)
    #expect((-57.4 ... -56.6).contains(practice.core.sound.sounded), "\(practice.core.sound.sounded)")
    // A loop that was held up does not make up for it.
    practice.time.advance(by: .seconds(5))
    practice.turn()
    #expect(practice.core.sound.sounded < -56)
    let before = practice.core.sound.sounded
    tap(48, beside: 72, times: 1, practice)
    #expect(practice.core.sound.level < before + 1.5)
    let level = practice.core.sound.level
    practice.run(for: .seconds(2))
    #expect(practice.core.sound.level == level && practice.core.sound.sounded == level)
  }

  /// The level is state: however often it changed without sound, the last value applies.
  @Test(arguments: [1, 2_000]) func `the last level set without sound is the one that sounds`(changes: Int) throws {
    let practice = try PracticeHarness(training: TrainingSettings(noteDuration: 1, strategy: .kazez))
    practice.plug()
    practice.startComparison()
    #expect(practice.run(until: { practice.view.phase == .reference }))
    practice.run(for: .milliseconds(200))
    let before = amplitude(practice)
    practice.output.inject(.lost(.hung))
    practice.turn()
    // No cycle is made, and the player turns the volume up and down, and all the way down at last.
    for change in 1..<changes { practice.change { $0.level = change % 2 == 0 ? -9.2 : -33 } }
    practice.change { $0.level = -60 }
    practice.output.inject(.ready(practice.output.description))
    practice.turn()
    practice.run(for: .milliseconds(100))
    practice.startComparison()
    #expect(practice.run(until: { practice.view.phase == .reference }))
    practice.run(for: .milliseconds(200))
    let heard = 20 * log10(Double(amplitude(practice) / before)) - 20
    #expect(abs(heard + 60) < 0.1, "\(heard) dBFS")
  }
}
