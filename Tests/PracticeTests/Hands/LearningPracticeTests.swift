import MIDI
import Ports
import Testing
import Time
import Training

@testable import Controllers
@testable import Practice
@testable import Recordings

/// A page wants a control for a role: until it is known nothing that is done on its controller acts, and nothing is
/// left of it.
@Suite struct LearningPracticeTests {
  private static let keyboard = PracticeHarness.keyboard
  private static let other = PracticeHarness.other

  private func waiting(_ practice: PracticeHarness, for role: Role = .commit) {
    practice.intent(.learn(role, on: Self.keyboard.id), source: .page)
    #expect(practice.view.learning?.stage == .waiting)
  }

  private static func note(_ number: Int) -> Binding {
    Binding(role: .commit, control: .notes(NumberSet(number...number), channel: .one))
  }

  @Test func `the pressed control is reported and does nothing else`() throws {
    let practice = try PracticeHarness()
    practice.plug()
    let told = practice.kinds.count
    waiting(practice)
    practice.tap(72)
    let learning = try #require(practice.view.learning)
    #expect(learning.stage == .learned(Self.note(72)) && learning.role == .commit && learning.number == 1)
    #expect(learning.port == Self.keyboard.id && practice.core.rack.learning == nil)
    practice.run(for: .seconds(2))
    #expect(practice.view.mode == nil && practice.kinds.count == told)
    #expect(practice.recording.allSatisfy { $0 == 0 })
    // And then it is a key again.
    practice.tap(72)
    #expect(practice.view.mode == .comparison)
  }

  /// What hands do at the hub that would act.
  enum Hand: CaseIterable {
    case tap, long, both, split, pedal, wheel, knob
  }

  @Test(arguments: Hand.allCases) func `no control acts while learning`(_ hand: Hand) throws {
    var mapping = ControllerMapping.generic
    mapping.name = "Keys"
    mapping.match = PortMatch(clients: [NamePattern("Keyboard")])
    mapping.bindings.append(
      Binding(
        role: .level, control: .controlChange(UInt7(truncating: 7), channel: nil, threshold: UInt7(truncating: 64))))
    let practice = try PracticeHarness(library: MappingLibrary(mappings: [mapping]))
    practice.plug()
    practice.send(PracticeHarness.control(7, 20))
    let level = practice.core.sound.level
    // What does not fit is passed over, so that all of it is heard while a control is waited for.
    waiting(practice, for: hand == .wheel || hand == .knob ? .stop : .slider)
    switch hand {
    case .tap: practice.tap(72)
    case .long:
      practice.press(48)
      practice.run(for: .seconds(1))
      practice.release(48)
    case .both, .split:
      let keys = hand == .both ? (48, 72) : (61, 65)
      practice.press(keys.0)
      practice.press(keys.1)
      practice.run(for: .seconds(1))
      practice.release(keys.0)
      practice.release(keys.1)
    case .pedal:
      practice.send(PracticeHarness.control(64, 127))
      practice.send(PracticeHarness.control(64, 0))
    case .wheel: for value in stride(from: 8_192, to: 16_000, by: 400) { practice.send(PracticeHarness.bend(value)) }
    case .knob: for value in 20...120 { practice.send(PracticeHarness.control(7, value)) }
    }
    #expect(practice.view.mode == nil && practice.core.sound.level == level && practice.store.splits.isEmpty)
    #expect(practice.view.notices.isEmpty && practice.recording.allSatisfy { $0 == 0 })
    practice.intent(.endLearning(on: Self.keyboard.id), source: .page)
    practice.run(for: .seconds(2))
    #expect(practice.view.mode == nil && practice.core.sound.level == level && practice.store.splits.isEmpty)
    // What the knob did meanwhile is not made up for.
    practice.send(PracticeHarness.control(7, 121))
    #expect(practice.core.sound.level == level)
  }

  @Test func `keys held before and after learning start nothing`() throws {
    let practice = try PracticeHarness()
    practice.plug()
    practice.press(72)
    waiting(practice)
    practice.release(72)
    #expect(practice.view.mode == nil && practice.view.learning?.stage == .waiting)
    practice.press(48)
    practice.run(for: .milliseconds(900))
    #expect(practice.view.learning?.stage == .learned(Self.note(48)))
    practice.run(for: .seconds(1))
    practice.release(48)
    practice.run(for: .seconds(1))
    #expect(practice.view.mode == nil)
    practice.tap(48)
    #expect(practice.view.mode == .matching)
  }

  enum End: CaseIterable {
    case asked, unplugged, late, start, quit, otherController, again
  }

  @Test(arguments: End.allCases) func `learning ends and leaves nothing behind`(_ end: End) throws {
    let practice = try PracticeHarness()
    practice.plug()
    practice.plug(Self.other)
    waiting(practice)
    let expected: ViewState.Learning.Stage
    switch end {
    case .asked:
      practice.intent(.endLearning(on: Self.other.id), source: .page)
      #expect(practice.view.learning?.stage == .waiting)
      practice.intent(.endLearning(on: Self.keyboard.id), source: .page)
      expected = .ended(.asked)
    case .unplugged:
      practice.press(72)
      practice.unplug()
      expected = .ended(.unplugged)
    case .late:
      practice.time.advance(by: .milliseconds(29_999))
      practice.turn()
      #expect(practice.view.learning?.stage == .waiting)
      practice.time.advance(by: .milliseconds(1))
      practice.turn()
      expected = .ended(.late)
    case .start:
      practice.intent(.start(.comparison), source: .keys)
      #expect(practice.view.mode == .comparison)
      expected = .ended(.practice)
    case .quit:
      practice.intent(.quit(.asked))
      expected = .ended(.practice)
    case .otherController:
      practice.tap(72, on: Self.other)
      #expect(practice.view.mode == .comparison)
      expected = .ended(.practice)
    case .again:
      practice.intent(.learn(.stop, on: Self.other.id), source: .page)
      #expect(practice.core.rack.learning?.port == Self.other.id && practice.view.learning?.number == 2)
      practice.tap(72)
      #expect(practice.view.mode == .comparison)
      expected = .ended(.practice)
    }
    #expect(practice.view.learning?.stage == expected && practice.core.rack.learning == nil)
    #expect(practice.core.rack.learningDeadline == nil)
    practice.intent(.endLearning(on: Self.keyboard.id), source: .page)
    #expect(practice.view.learning?.stage == expected)
  }

  @Test func `learning is refused in practice and for a missing controller`() throws {
    let practice = try PracticeHarness()
    practice.intent(.learn(.stop, on: Self.keyboard.id), source: .page)
    #expect(practice.view.learning?.stage == .ended(.refused))
    practice.plug()
    practice.startComparison()
    practice.intent(.learn(.stop, on: Self.keyboard.id), source: .page)
    #expect(practice.view.learning?.stage == .ended(.refused) && practice.view.learning?.number == 2)
    #expect(practice.core.rack.learning == nil && practice.view.mode == .comparison)
  }

  @Test func `lost messages and our own echoes are not presses`() throws {
    let practice = try PracticeHarness()
    practice.plug()
    waiting(practice)
    practice.press(72)
    practice.ports.inject(.overflowed)
    practice.turn()
    practice.release(72)
    #expect(practice.view.learning?.stage == .waiting)
    let light = MIDIMessage.noteOn(channel: .one, note: UInt7(truncating: 50), velocity: UInt7(truncating: 1))
    practice.core.perform(practice.core.rack.send([light], to: Self.keyboard.id, practice.time.now()))
    practice.send(light)
    practice.run(for: .seconds(1))
    #expect(practice.view.learning?.stage == .waiting)
  }

  // MARK: Another mapping

  private static func mapping(stop note: Int, file: String = "/own/keys.yaml") throws -> MappingChange {
    var mapping = ControllerMapping.generic.own(for: keyboard)
    mapping.bindings.append(Binding(role: .stop, control: .notes(NumberSet(note...note), channel: nil)))
    let text = MappingWriter.text(mapping)
    return MappingChange(
      file: file, mapping: try #require(MappingLibrary.mapping(in: Array(text.utf8), file: file)), text: text)
  }

  @Test func `another mapping serves at once and after replugging`() throws {
    let practice = try PracticeHarness()
    practice.plug()
    practice.plug(Self.other)
    practice.mailbox.post(.mapping(try Self.mapping(stop: 84)))
    practice.turn()
    #expect(practice.view.controllers.map(\.file) == ["/own/keys.yaml", nil])
    #expect(practice.view.controllers.map(\.id) == [Self.keyboard.id, Self.other.id])
    practice.startComparison()
    #expect(practice.view.mode == .comparison)
    practice.tap(84)
    #expect(practice.view.mode == nil)
    practice.unplug()
    practice.plug()
    #expect(practice.view.controllers.last?.file == "/own/keys.yaml")
    practice.mailbox.post(.mapping(MappingChange(removed: "/own/keys.yaml")))
    practice.turn()
    #expect(practice.view.controllers.map(\.file) == [nil, nil])
    practice.tap(84)
    #expect(practice.view.mode == .comparison)
  }

  /// The controller stays plugged in.
  @Test func `another mapping ends learning like a cancellation`() throws {
    let practice = try PracticeHarness()
    practice.plug()
    waiting(practice)
    practice.mailbox.post(.mapping(try Self.mapping(stop: 84)))
    practice.turn()
    #expect(practice.view.controllers.map(\.file) == ["/own/keys.yaml"])
    #expect(practice.view.learning?.stage == .ended(.asked) && practice.core.rack.learning == nil)
    // What turns out to be another controller is not the one that was asked for.
    waiting(practice)
    var other = Self.other
    other.id = Self.keyboard.id
    practice.ports.inject(.changed(other))
    practice.turn()
    #expect(practice.view.controllers.map(\.file) == [nil])
    #expect(practice.view.learning?.stage == .ended(.unplugged) && practice.core.rack.learning == nil)
  }

  @Test func `a mapping changed in use serves from the next stop`() throws {
    let practice = try PracticeHarness()
    practice.plug()
    practice.startComparison()
    practice.mailbox.post(.mapping(try Self.mapping(stop: 84)))
    practice.turn()
    #expect(practice.view.controllers.map(\.file) == [nil] && practice.view.mode == .comparison)
    practice.intent(.stop)
    practice.turn()
    #expect(practice.view.controllers.map(\.file) == ["/own/keys.yaml"])
  }

  @Test func `an awake controller remains awake`() throws {
    let practice = try PracticeHarness(asleep: true)
    practice.plug()
    practice.press(40)
    practice.press(48)
    practice.run(for: .seconds(1))
    practice.release(40)
    practice.release(48)
    #expect(practice.view.controllers.map(\.asleep) == [false])
    let split = try #require(practice.view.controllers.first?.split)
    practice.mailbox.post(.mapping(try Self.mapping(stop: 84)))
    practice.turn()
    #expect(practice.view.controllers.map(\.asleep) == [false] && practice.view.controllers.map(\.split) == [split])
    #expect(practice.view.controllers.map(\.file) == ["/own/keys.yaml"])
  }

  @Test func `a mapping learned while the controller was away is for the next time`() throws {
    let practice = try PracticeHarness()
    practice.plug()
    waiting(practice)
    practice.tap(84)
    practice.unplug()
    practice.mailbox.post(.mapping(try Self.mapping(stop: 84)))
    practice.intent(.split(70, on: Self.keyboard.id), source: .page)
    #expect(practice.view.controllers.isEmpty && practice.store.splits.isEmpty)
    practice.plug()
    #expect(practice.view.controllers.map(\.file) == ["/own/keys.yaml"])
  }

  @Test func `the split is moved and kept without a sound`() throws {
    let practice = try PracticeHarness()
    practice.plug()
    practice.intent(.split(67, on: Self.keyboard.id), source: .page)
    practice.run(for: .seconds(1))
    #expect(practice.view.controllers.map(\.split) == [67] && practice.store.splits.values.sorted() == [67])
    #expect(practice.recording.allSatisfy { $0 == 0 })
    practice.intent(.split(0, on: Self.keyboard.id), source: .page)
    #expect(practice.view.controllers.map(\.split) == [67])
    practice.tap(66)
    #expect(practice.view.mode == .matching)
  }

  @Test func `a recording of learning is replayed unchanged`() throws {
    let recording = InMemoryRecording()
    let practice = try PracticeHarness(recording: recording)
    practice.plug()
    waiting(practice)
    practice.tap(84)
    practice.mailbox.post(.mapping(try Self.mapping(stop: 84, file: "/folder/of/somebody/keys.yaml")))
    practice.turn()
    practice.intent(.split(67, on: Self.keyboard.id), source: .page)
    practice.startComparison()
    practice.tap(84)
    waiting(practice)
    practice.intent(.endLearning(on: Self.keyboard.id), source: .page)
    practice.mailbox.post(.mapping(MappingChange(removed: "/folder/of/somebody/keys.yaml")))
    practice.turn()
    practice.tap(84)
    practice.intent(.stop)
    practice.run(for: .seconds(1))
    practice.recorder?.end()
    let text = try recording.text()
    #expect(!text.contains("/folder/of/somebody"))
    let replay = try ReplayPractice(Recording(Array(text.utf8)), events: InMemoryEvents())
    let views = replay.views
    let outcome = replay.run()
    #expect(outcome.difference == nil && outcome.steps > 10)
    #expect(views.state.learning == practice.view.learning)
    #expect(views.state.controllers == practice.view.controllers)
  }
}
