import MIDI
import Ports
import Testing
import Time

@testable import Controllers
@testable import Practice

/// Practice on a controller without lights, which is answered by notes.
@Suite struct NoteBackPracticeTests {
  private static let stroke = [
    PracticeHarness.note(37, velocity: 60, on: 10),
    PracticeHarness.noteOff(37, on: 10),
  ]

  private func practice(_ noteBack: NoteBack?, _ library: MappingLibrary = MappingLibrary(mappings: [])) throws
    -> PracticeHarness
  {
    let practice = try PracticeHarness(library: library)
    if let noteBack { practice.change { $0.noteBack = noteBack } }
    practice.plug(PracticeHarness.other)
    practice.plug()
    practice.startComparison()
    return practice
  }

  private func sent(_ practice: PracticeHarness) -> [MIDIMessage] {
    practice.ports.takeSent(to: PracticeHarness.keyboard.id)
  }

  /// The note of the half that is right, and its end.
  private func notes(_ practice: PracticeHarness) -> [MIDIMessage] {
    let key = practice.key(right: true) == 72 ? 67 : 53
    return [PracticeHarness.note(key, velocity: 1), PracticeHarness.noteOff(key)]
  }

  @Test func `nothing is sent unless it is set`() throws {
    let practice = try practice(nil)
    for right in [true, false] {
      #expect(practice.runUntilAnswerable())
      practice.answer(right: right)
    }
    practice.run(for: .seconds(1))
    practice.intent(.quit(.terminate))
    #expect(sent(practice) == [])
  }

  @Test func `the note of the right half sounds only during feedback`() throws {
    let practice = try practice(.half)
    for right in [true, false, false, true] {
      #expect(practice.runUntilAnswerable())
      #expect(sent(practice) == [])
      let notes = notes(practice)
      practice.answer(right: right)
      #expect(practice.run(until: { practice.view.phase == .feedback }))
      #expect(sent(practice) == [notes[0]])
      #expect(practice.run(until: { practice.view.phase == .reference }))
      #expect(sent(practice) == [notes[1]])
    }
    // The other controller was not played.
    #expect(practice.ports.takeSent(to: PracticeHarness.other.id) == [])
  }

  @Test(arguments: [true, false]) func `only an incorrect answer ticks`(right: Bool) throws {
    let practice = try practice(.tick)
    #expect(practice.runUntilAnswerable())
    #expect(sent(practice) == [])
    practice.answer(right: right)
    #expect(practice.run(until: { practice.view.phase == .reference }))
    #expect(sent(practice) == (right ? [] : Self.stroke))
    #expect(practice.ports.takeSent(to: PracticeHarness.other.id) == [])
  }

  /// An unconfirmed one may be mute, and a mute tick would say that the answer was correct.
  @Test(arguments: [true, false]) func `Peach ticks unless the player has heard the controller`(isHeard: Bool) throws {
    var mapping = ControllerMapping.generic
    mapping.match = PortMatch(clients: [NamePattern("Keyboard")])
    if isHeard { mapping.feedback.tick = OutgoingMessage(Self.stroke[0]) }
    let practice = try practice(.tick, MappingLibrary(mappings: [mapping]))
    #expect(practice.runUntilAnswerable())
    practice.answer(right: false)
    practice.run(for: .milliseconds(200))
    #expect(sent(practice) == Self.stroke)
    #expect(practice.recording.suffix(9_000).contains { $0 != 0 } == !isHeard)
  }

  enum End: CaseIterable {
    case stopped, quit, unplugged, withdrawn
  }

  @Test(arguments: End.allCases) func `no note is left on`(_ end: End) throws {
    let practice = try practice(.half)
    #expect(practice.runUntilAnswerable())
    let notes = notes(practice)
    practice.answer(right: false)
    #expect(practice.run(until: { practice.view.phase == .feedback }))
    switch end {
    case .stopped: practice.intent(.stop)
    case .quit: practice.intent(.quit(.terminate))
    case .unplugged: practice.unplug(PracticeHarness.other)
    case .withdrawn: practice.change { $0.noteBack = .off }
    }
    practice.run(for: .seconds(1))
    #expect(sent(practice) == notes)
  }
}
