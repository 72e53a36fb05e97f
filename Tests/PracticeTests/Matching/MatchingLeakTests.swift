import Controllers
import Foundation
import MIDI
import Ports
import Sound
import TestSupport
import Testing
import Time

@testable import Practice
@testable import Training

/// Until feedback nothing that reaches the player contains anything from which the target or the offset follows.
@Suite struct MatchingLeakTests {
  private static let library = MappingLibrary.load(folders: [], shipped: PracticeHarness.mappings)
  private static let pads = PortDescription(
    id: PortID(client: 28, port: 0), clientName: "APC mini mk2", portName: "APC mini mk2 Control",
    usb: USBID(vendor: 0x09e8, product: 0x004f), usbPath: "1-3")

  /// What a player with these hands sees and is sent until each feedback.
  private struct Seen: Equatable {
    var views: [ViewState] = []
    var messages: [[MIDIMessage]] = []
    /// What was sent from the first movement to the commit.
    var whileTuning: [MIDIMessage] = []
  }

  /// Plays two exercises of `mode`, the same way whatever sounds.
  private func play(_ mode: Mode, seed: UInt64, hands: (PracticeHarness) -> Void) throws -> (Seen, MatchingExercise) {
    let practice = try PracticeHarness(
      training: TrainingSettings(noteDuration: 0.3, loudnessVariation: 1), library: Self.library, seed: seed)
    let ports = [PracticeHarness.motorFader, Self.pads, PracticeHarness.keyboard]
    for port in ports { practice.plug(port) }
    var seen = Seen()
    func look() {
      let sent = ports.flatMap { practice.ports.takeSent(to: $0.id) }
      guard practice.view.phase != .feedback else { return }
      if practice.view != seen.views.last { seen.views.append(practice.view) }
      if !sent.isEmpty { seen.messages.append(sent) }
    }
    practice.intent(.start(mode))
    for _ in 0..<2 {
      while !practice.view.canTune {
        practice.cycle()
        look()
      }
      practice.run(for: .milliseconds(20))
      look()
      let before = practice.view
      hands(practice)
      #expect(practice.view == before)
      seen.whileTuning += ports.flatMap { practice.ports.takeSent(to: $0.id) }
      practice.intent(.commit(epoch: nil))
      #expect(practice.runUntilResult())
      practice.run(until: { practice.view.phase != .feedback })
      _ = ports.map { practice.ports.takeSent(to: $0.id) }
    }
    return (seen, try #require(practice.matchingExercise))
  }

  private func turn(_ practice: PracticeHarness) {
    practice.play(
      (1...50).map { (Double($0) * 4, PracticeHarness.bend(8_192 + $0 * 60)) }, on: PracticeHarness.motorFader)
    practice.tap(72)
    practice.send(PracticeHarness.control(16, 3), on: PracticeHarness.motorFader)
    practice.leadWheel(to: 6_000)
    practice.intent(.step(cents: -0.1, epoch: nil))
    practice.intent(.slide(position: 0.3, epoch: nil), source: .page)
    practice.run(for: .milliseconds(100))
  }

  @Test(arguments: [Mode.matching, .intervalMatching])
  func `runs that differ only in hidden values look the same`(mode: Mode) throws {
    let (expected, first) = try play(mode, seed: 1, hands: turn)
    #expect(expected.views.count > 3)
    #expect(!expected.messages.isEmpty)
    var differs = false
    for seed in 2...3 as ClosedRange<UInt64> {
      let (seen, exercise) = try play(mode, seed: seed, hands: turn)
      #expect(seen == expected)
      if exercise.startOffset != first.startOffset, exercise.reference != first.reference { differs = true }
    }
    #expect(differs)
  }

  @Test func `nothing is sent while the note is tuned`() throws {
    #expect(try play(.matching, seed: 3, hands: turn).0.whileTuning.isEmpty)
  }
}
