import Controllers
import MIDI
import Ports
import TestSupport
import Testing
import Time
import Training

@testable import Practice

/// Cables that bring our own messages back, and presses that come by two ways.
@Suite struct CableTests {
  private static let library = MappingLibrary.load(folders: [], shipped: PracticeHarness.mappings)
  private static let pads = PluggingTests.pads

  /// Carries the messages sent to one controller into the input of another, or of the same one.
  private final class Cable {
    let from: PortDescription
    let to: PortDescription
    /// The delay of each message: a DIN cable carries one per millisecond, a forwarding program adds no delay.
    let milliseconds: Int64
    private var onItsWay: [(message: MIDIMessage, arrival: MonotonicTime)] = []
    private(set) var carried = 0

    init(from: PortDescription, to: PortDescription, milliseconds: Int64) {
      self.from = from
      self.to = to
      self.milliseconds = milliseconds
    }

    func carry(in practice: PracticeHarness) {
      for message in practice.ports.takeSent(to: from.id) {
        let free = max(practice.time.now(), onItsWay.last?.arrival ?? practice.time.now())
        onItsWay.append((message, free + .milliseconds(milliseconds)))
      }
      while let next = onItsWay.first, next.arrival <= practice.time.now() {
        onItsWay.removeFirst()
        carried += 1
        guard case .noteOn(let channel, let note, let velocity) = next.message, velocity.rawValue == 0 else {
          practice.send(next.message, on: to, at: next.arrival)
          continue
        }
        let release = MIDIMessage.noteOff(channel: channel, note: note, velocity: UInt7(truncating: 64))
        practice.send(release, on: to, at: next.arrival)
      }
    }

    @discardableResult
    func run(_ practice: PracticeHarness, until reached: () -> Bool, limit: Duration = .seconds(5)) -> Bool {
      practice.run(
        until: {
          carry(in: practice)
          return reached()
        }, limit: limit)
    }
  }

  @Test(arguments: [0, 1] as [Int64], [true, false])
  func `returning lights press nothing`(milliseconds: Int64, elsewhere: Bool) throws {
    let practice = try PracticeHarness(library: Self.library)
    practice.plug(Self.pads)
    practice.plug()
    let cable = Cable(
      from: Self.pads, to: elsewhere ? PracticeHarness.keyboard : Self.pads, milliseconds: milliseconds)
    practice.tap(100, on: Self.pads)
    for number in 0..<4 {
      #expect(cable.run(practice, until: { practice.view.phase == .awaitingAnswer }))
      #expect(practice.store.records.count == number)
      let key = practice.key(right: number % 2 == 0) == 72 ? 40 : 8
      practice.press(key, on: Self.pads)
      #expect(practice.store.records.count == number + 1)
      #expect(practice.store.records.last?.correct == (number % 2 == 0))
      cable.run(practice, until: { false }, limit: .milliseconds(60))
      practice.release(key, on: Self.pads)
      #expect(cable.run(practice, until: { practice.view.phase == .reference }))
    }
    practice.press(119, on: Self.pads)
    practice.release(119, on: Self.pads)
    cable.run(practice, until: { false }, limit: .seconds(2))
    #expect(practice.view.phase == .hub)
    #expect(practice.view.notices.isEmpty)
    #expect(cable.carried > 500)
  }

  /// It is played by the generic mapping, for which the notes are keys.
  @Test(arguments: [0, 1] as [Int64], [NoteBack.tick, .half])
  func `a synthesiser that repeats the answer does not answer`(milliseconds: Int64, noteBack: NoteBack) throws {
    let practice = try PracticeHarness()
    practice.change { $0.noteBack = noteBack }
    practice.plug()
    let keyboard = PracticeHarness.keyboard
    let cable = Cable(from: keyboard, to: keyboard, milliseconds: milliseconds)
    practice.startComparison()
    for number in 0..<4 {
      #expect(cable.run(practice, until: { practice.view.phase == .awaitingAnswer }))
      let key = practice.key(right: number % 2 == 0)
      practice.press(key)
      #expect(practice.store.records.last?.correct == (number % 2 == 0))
      cable.run(
        practice,
        until: {
          guard let decoder = practice.core.rack.devices[keyboard.id]?.decoder else { return false }
          for release in [(53, 1), (67, 1), (37, 10)] {
            #expect(!decoder.holds(PracticeHarness.noteOff(release.0, on: UInt8(release.1))))
          }
          return false
        }, limit: .milliseconds(60))
      practice.release(key)
      #expect(cable.run(practice, until: { practice.view.phase == .reference }))
      #expect(practice.store.records.count == number + 1)
    }
    cable.run(practice, until: { false }, limit: .milliseconds(10))
    #expect(cable.carried == (noteBack == .half ? 8 : 4))
    #expect(practice.view.notices.isEmpty)
  }

  @Test func `a motor echoed by another controller tunes nothing`() throws {
    let practice = try PracticeHarness(library: Self.library)
    practice.plug(PracticeHarness.motorFader)
    practice.plug()
    let cable = Cable(from: PracticeHarness.motorFader, to: PracticeHarness.keyboard, milliseconds: 1)
    practice.startMatching()
    #expect(cable.run(practice, until: { practice.view.canTune }))
    practice.run(for: .milliseconds(20))
    practice.press(104, on: PracticeHarness.motorFader)
    for value in [8_192, 8_500, 9_000] { practice.send(PracticeHarness.bend(value), on: PracticeHarness.motorFader) }
    let cents = practice.core.tuning.tuner.cents
    practice.release(104, on: PracticeHarness.motorFader)
    // The motor gets the command to stay where the finger left it, while the note continues.
    cable.run(practice, until: { false }, limit: .milliseconds(20))
    #expect(cable.carried > 0)
    #expect(practice.core.tuning.tuner.cents == cents)
    #expect(cable.run(practice, until: { practice.view.phase == .feedback }))
    let record = try #require(practice.store.matchingRecords.last)
    #expect(record.control == "pitch-bend 1")
  }

  /// A controller that sends everything on two of its ports, or a selected program that forwards another.
  @Test func `a message that arrives by two ways counts once`() throws {
    let practice = try PracticeHarness()
    var second = PracticeHarness.keyboard
    second.id.port = 1
    second.portIndex = 1
    second.portName = "Keyboard MIDI 2"
    practice.plug()
    practice.plug(second)
    func both(_ message: MIDIMessage) {
      practice.send(message)
      practice.send(message, on: second)
    }
    func bothPress(_ note: Int) {
      let number = UInt7(truncating: note)
      both(.noteOn(channel: .one, note: number, velocity: UInt7(truncating: 90)))
      practice.run(for: .milliseconds(60))
      both(.noteOff(channel: .one, note: number, velocity: UInt7(truncating: 64)))
    }
    bothPress(48)
    #expect(practice.view.mode == .matching)
    #expect(practice.runUntilTunable())
    bothPress(72)
    #expect(practice.core.tuning.tuner.cents == 1)
    for value in [60, 61, 62, 63, 70] { both(PracticeHarness.control(1, value)) }
    let cents = practice.core.tuning.tuner.cents

    let single = try PracticeHarness()
    single.plug()
    single.startMatching()
    #expect(single.runUntilTunable())
    single.tap(72)
    for value in [60, 61, 62, 63, 70] { single.send(PracticeHarness.control(1, value)) }
    #expect(single.core.tuning.tuner.cents == cents)
  }

  /// Two controllers of a kind under two hands: a release never counts as a copy of the other's.
  @Test func `releases of two controllers at one moment both count`() throws {
    let practice = try PracticeHarness(library: Self.library)
    let (left, right) = (PracticeHarness.keyboard, PracticeHarness.other)
    practice.plug(left)
    practice.plug(right)
    practice.intent(.start(.matching))
    #expect(practice.runUntilTunable())
    let pedal = { (value: Int) in PracticeHarness.control(64, value) }
    practice.send(pedal(100), on: left)
    practice.run(for: .milliseconds(10))
    practice.send(pedal(127), on: right)
    practice.send(pedal(0), on: left)
    practice.send(pedal(0), on: right)
    #expect(practice.runUntilResult())
    for (port, count) in [(right, 2), (left, 3)] {
      #expect(practice.runUntilTunable())
      practice.send(pedal(110), on: port)
      practice.send(pedal(0), on: port)
      #expect(practice.runUntilResult())
      #expect(practice.store.matchingRecords.count == count)
      #expect(practice.run(until: { practice.view.phase == .reference }))
    }
  }
}
