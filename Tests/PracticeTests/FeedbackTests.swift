import Controllers
import Foundation
import MIDI
import Ports
import Sound
import TestSupport
import Testing
import Time
import Training

@testable import Practice

/// The messages to a controller with lights, as its pads would show them.
private struct Pads {
  static let port = PortDescription(
    id: PortID(client: 28, port: 0), clientName: "APC mini mk2", portName: "APC mini mk2 Control",
    usb: USBID(vendor: 0x09e8, product: 0x004f), usbPath: "1-3")
  static let higher = 32..<64
  static let lower = 0..<32
  static let green = 21
  static let red = 5

  /// Velocity of every pad and button that is not dark.
  private(set) var lit: [Int: Int] = [:]

  mutating func show(_ messages: [MIDIMessage]) {
    for message in messages {
      guard case .noteOn(_, let note, let velocity) = message else { continue }
      lit[Int(note.rawValue)] = velocity.rawValue == 0 ? nil : Int(velocity.rawValue)
    }
  }

  var pads: [Int: Int] { lit.filter { $0.key < 64 } }
}

@Suite struct FeedbackTests {
  private static let library = MappingLibrary.load(folders: [], shipped: PracticeHarness.mappings)

  /// Practice with the pads plugged in, and the lights they show now.
  private final class Player {
    let practice: PracticeHarness
    private var shown = Pads()

    init(_ practice: PracticeHarness) {
      self.practice = practice
      practice.plug(Pads.port)
    }

    var pads: Pads {
      shown.show(practice.ports.takeSent(to: Pads.port.id))
      return shown
    }

    func answerable() -> Bool { practice.runUntilAnswerable() }

    /// A pad of the half that answers rightly, or of the other.
    func pad(right: Bool) -> Int { practice.key(right: right) == 72 ? 40 : 8 }
  }

  private func player() throws -> Player { Player(try PracticeHarness(library: Self.library)) }

  @Test(arguments: [true, false])
  func `the pressed half lights green, or the other one red`(right: Bool) throws {
    let player = try player()
    player.practice.tap(40, on: Pads.port)
    #expect(player.answerable())
    #expect(player.pads.pads.count == 64)
    let pad = player.pad(right: right)
    player.practice.press(pad, on: Pads.port)
    let isHigher = Pads.higher.contains(pad)
    let half = isHigher == right ? Pads.higher : Pads.lower
    let colour = right ? Pads.green : Pads.red
    #expect(player.pads.pads == Dictionary(uniqueKeysWithValues: half.map { ($0, colour) }))
    // It stays for 400 ms of sound and is then dark, before the next answer counts.
    player.practice.run(for: .milliseconds(390))
    #expect(player.pads.pads.count == 32)
    player.practice.run(for: .milliseconds(30))
    #expect(player.pads.pads.isEmpty)
    player.practice.release(pad, on: Pads.port)
  }

  enum End: CaseIterable {
    case asked, quit, serverDied, suspended, idle
  }

  @Test(arguments: End.allCases)
  func `every end puts the lights out`(_ end: End) throws {
    let player = try player()
    let practice = player.practice
    practice.tap(40, on: Pads.port)
    #expect(player.answerable())
    #expect(!player.pads.lit.isEmpty)
    switch end {
    case .asked: practice.intent(.stop)
    case .quit: practice.intent(.quit(.terminate))
    case .serverDied: practice.output.inject(.lost(.serverGone))
    case .suspended: practice.time.suspend(for: .seconds(1))
    case .idle: practice.time.advance(by: .seconds(181))
    }
    practice.turn()
    #expect(player.pads.lit.isEmpty)
  }

  @Test func `sound lost before the answer took effect keeps the answer and turns lights off`() throws {
    let player = try player()
    let practice = player.practice
    practice.tap(40, on: Pads.port)
    #expect(player.answerable())
    practice.press(player.pad(right: true), on: Pads.port)
    practice.output.inject(.lost(.hung))
    practice.turn()
    #expect(practice.store.records.count == 1)
    #expect(player.pads.lit.isEmpty)
    #expect(practice.view.phase == .hub)
    // What was still under way when sound stopped means nothing when it returns.
    practice.output.inject(.ready(practice.output.description))
    practice.run(for: .seconds(1))
    #expect(practice.view.phase == .hub)
    #expect(practice.recording.suffix(24_000).allSatisfy { $0 == 0 })
  }

  @Test func `another rate during an exercise ends practice`() throws {
    let player = try player()
    let practice = player.practice
    practice.tap(40, on: Pads.port)
    #expect(player.answerable())
    var description = practice.output.description
    description.period = 512
    practice.output.inject(.changed(description))
    practice.turn()
    #expect(practice.view.canAnswer)
    description.rate = 44_100
    practice.output.inject(.changed(description))
    practice.turn()
    #expect(practice.view.phase == .hub)
  }

  @Test func `unplugging the controller in use stops practice, whatever another one sends`() throws {
    let player = try player()
    let practice = player.practice
    practice.plug()
    practice.tap(40, on: Pads.port)
    #expect(player.answerable())
    // A worn knob of the other one jitters.
    practice.send(
      .controlChange(channel: .one, controller: UInt7(truncating: 20), value: UInt7(truncating: 3)),
      on: PracticeHarness.keyboard)
    practice.unplug(Pads.port)
    #expect(practice.view.phase == .hub)
  }

  @Test func `a sleeping controller neither answers nor receives messages`() throws {
    let player = try player()
    let practice = player.practice
    _ = player.pads
    practice.ports.inject(.listeners(Pads.port.id, ["Pianoteq"]))
    practice.plug()
    // It was left dark.
    #expect(player.pads.lit.isEmpty)
    practice.startComparison()
    #expect(practice.runUntilAnswerable())
    practice.tap(40, on: Pads.port)
    #expect(practice.store.records.isEmpty)
    #expect(practice.ports.takeSent(to: Pads.port.id).isEmpty)
    practice.answer(right: true)
    #expect(practice.store.records.count == 1)
  }

  @Test func `hands on any control keep practice alive`() throws {
    let player = try player()
    let practice = player.practice
    practice.tap(40, on: Pads.port)
    #expect(player.answerable())
    practice.time.advance(by: .seconds(170))
    practice.send(
      .controlChange(channel: .one, controller: UInt7(truncating: 99), value: UInt7(truncating: 1)), on: Pads.port)
    practice.time.advance(by: .seconds(20))
    practice.turn()
    #expect(practice.view.phase != .hub)
    practice.time.advance(by: .seconds(161))
    practice.turn()
    #expect(practice.view.phase == .hub)
  }

  @Test func `the light of trouble goes out by itself`() throws {
    let player = try player()
    let practice = player.practice
    practice.output.inject(.lost(.serverGone))
    practice.turn()
    _ = player.pads
    practice.tap(40, on: Pads.port)
    #expect(practice.view.notices == [.noSound])
    practice.time.advance(by: .milliseconds(500))
    practice.turn()
    #expect(player.pads.lit.isEmpty)
  }

  /// The fader stands anywhere: only its movement counts, and never beyond the limits.
  @Test func `the level follows the movement of its fader`() throws {
    let player = try player()
    let practice = player.practice
    func move(_ value: Int) {
      practice.send(
        .controlChange(channel: .one, controller: UInt7(truncating: 56), value: UInt7(truncating: value)),
        on: Pads.port)
    }
    move(127)
    #expect(practice.core.sound.level == -20)
    move(64)
    #expect(abs(practice.core.sound.level - (-20 - 54 * 63.0 / 127)) < 1e-9)
    move(0)
    #expect(practice.core.sound.level == -60)
    move(127)
    #expect(practice.core.sound.level == -6)
  }

  @Test func `an answer of a surface that came too late starts nothing`() throws {
    let practice = try PracticeHarness()
    practice.intent(.again)
    #expect(practice.runUntilAnswerable())
    let epoch = practice.view.epoch
    practice.output.inject(.lost(.serverGone))
    practice.output.inject(.ready(practice.output.description))
    practice.turn()
    practice.intent(.answer(.higher, epoch: epoch))
    #expect(practice.view.phase == .hub)
  }

  @Test func `leaving waits until the tick has faded`() throws {
    let practice = try PracticeHarness()
    practice.intent(.again)
    #expect(practice.run(until: { practice.view.phase == .awaitingAnswer }))
    let right = practice.exercise?.correctAnswer ?? .higher
    practice.intent(.answer(right.opposite, epoch: nil))
    practice.run(for: .milliseconds(20))
    #expect(practice.recording.suffix(480).contains { $0 != 0 })
    practice.intent(.quit(.terminate))
    #expect(practice.core.ended == nil)
    #expect(practice.run(until: { practice.core.ended != nil }, limit: .seconds(1)))
    #expect(practice.recording.suffix(64).allSatisfy { $0 == 0 })
  }
}
