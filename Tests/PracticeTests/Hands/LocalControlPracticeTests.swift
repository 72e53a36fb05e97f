import MIDI
import Ports
import Testing
import Time
import Training

@testable import Controllers
@testable import Practice

/// A keyboard with built-in sounds, whose player wants them off during practice.
@Suite struct LocalControlPracticeTests {
  private static func library(_ localControl: LocalControl) -> MappingLibrary {
    MappingLibrary(mappings: [
      ControllerMapping(
        name: "Piano", match: PortMatch(clients: [NamePattern("Keyboard")]),
        halves: [.keyboard(channel: .one, split: 60)], localControl: localControl)
    ])
  }

  private static let off = PracticeHarness.control(122, 0)
  private static let on = PracticeHarness.control(122, 127)

  private func plugged(_ localControl: LocalControl = .offWhilePractising, asleep: Bool = false) throws
    -> PracticeHarness
  {
    let practice = try PracticeHarness(library: Self.library(localControl), asleep: asleep)
    practice.plug()
    #expect(told(practice) == (localControl == .offWhilePractising && !asleep ? [Self.on] : []))
    return practice
  }

  private func told(_ practice: PracticeHarness, _ port: PortDescription = PracticeHarness.keyboard) -> [MIDIMessage] {
    practice.ports.takeSent(to: port.id)
  }

  enum End: CaseIterable {
    case chord, asked, soundLost, otherMode, quit, otherPlayer
  }

  @Test(arguments: [48, 72], End.allCases) func `local control is off from start to end`(key: Int, _ end: End) throws {
    let practice = try plugged()
    practice.tap(key)
    #expect(told(practice) == [Self.off])
    #expect(practice.run(until: { practice.view.canAnswer || practice.view.canTune }))
    practice.run(for: .milliseconds(20))
    var wanted = [Self.on]
    switch end {
    case .chord:
      practice.press(72)
      practice.press(48)
      practice.run(for: .milliseconds(900))
    case .asked: practice.intent(.stop)
    case .soundLost: practice.output.inject(.lost(.serverGone))
    case .otherMode:
      practice.intent(.start(.intervalComparison))
      wanted.append(Self.off)
    case .quit: practice.intent(.quit(.terminate))
    case .otherPlayer:
      // Practice continues until it is stopped.
      practice.ports.inject(.listeners(PracticeHarness.keyboard.id, ["Pianoteq"]))
      practice.turn()
      #expect(told(practice) == [])
      practice.intent(.stop)
    }
    practice.turn()
    #expect(told(practice) == wanted)
  }

  @Test(arguments: [LocalControl.none, .offered]) func `local control is never switched off unasked`(
    _ localControl: LocalControl
  ) throws {
    let practice = try plugged(localControl)
    practice.tap(72)
    practice.intent(.stop)
    practice.intent(.quit(.asked))
    #expect(told(practice) == [])
  }

  @Test func `a sleeping controller is not changed`() throws {
    let practice = try plugged(asleep: true)
    practice.intent(.start(.comparison))
    #expect(practice.view.mode == .comparison)
    practice.intent(.stop)
    #expect(told(practice) == [])
  }

  @Test func `a controller that falls asleep during practice sounds again`() throws {
    let practice = try plugged()
    practice.plug(PracticeHarness.other)
    practice.tap(72, on: PracticeHarness.other)
    #expect(told(practice) == [Self.off])
    practice.ports.inject(.listeners(PracticeHarness.keyboard.id, ["Pianoteq"]))
    practice.turn()
    #expect(told(practice) == [Self.on])
    practice.intent(.stop)
    #expect(told(practice) == [])
  }

  /// A keyboard with a power supply has kept the setting.
  @Test func `a controller that was unplugged sounds again when it returns`() throws {
    let practice = try plugged()
    practice.tap(72)
    _ = told(practice)
    practice.unplug()
    #expect(practice.view.phase == .hub)
    var again = PracticeHarness.keyboard
    again.id = PortID(client: 40, port: 0)
    practice.plug(again)
    #expect(told(practice, again) == [Self.on])
  }

  /// Practice was killed, or the power failed: the keyboard's sound is still off, and there is no record of it.
  @Test func `a controller left mute by a crash sounds once it is served`() throws {
    let asleep = try plugged(asleep: true)
    for key in [48, 72] { asleep.press(key) }
    asleep.run(for: .milliseconds(900))
    for key in [48, 72] { asleep.release(key) }
    #expect(told(asleep) == [Self.on])
    // Sent once: playing on it and plugging in another controller change nothing.
    asleep.plug(PracticeHarness.other)
    asleep.run(for: .seconds(1))
    #expect(told(asleep) == [])
    asleep.tap(72)
    #expect(told(asleep) == [Self.off])
  }

  @Test func `a controller that slept still sounds again after unplugging`() throws {
    let practice = try plugged()
    practice.tap(72)
    _ = told(practice)
    practice.unplug()
    var again = PracticeHarness.keyboard
    again.otherListeners = ["Pianoteq"]
    practice.plug(again)
    #expect(practice.view.controllers.map(\.asleep) == [true])
    #expect(told(practice) == [Self.on])
  }

  @Test func `a controller plugged in during practice is off from then`() throws {
    let practice = try PracticeHarness(library: Self.library(.offWhilePractising))
    practice.intent(.start(.comparison))
    practice.plug()
    #expect(told(practice) == [Self.off])
    // Not in use, it may go, and comes back as it should be.
    practice.unplug()
    practice.plug()
    #expect(told(practice) == [Self.off])
    practice.intent(.stop)
    #expect(told(practice) == [Self.on])
  }
}
