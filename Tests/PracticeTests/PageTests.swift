import Controllers
import MIDI
import Pitch
import Ports
import TestSupport
import Testing
import Time

@testable import Practice
@testable import Training

/// Input that only pages give: leaving, and requests for lights.
@Suite struct PageTests {
  /// Who touched something last.
  enum Last: CaseIterable {
    case page, keys, controller, deafControl, pageAgain
  }

  @Test(arguments: Last.allCases) func `practice stops only if a page gave the last input`(last: Last) throws {
    let practice = try PracticeHarness()
    practice.plug()
    practice.intent(.start(.comparison), source: .page)
    #expect(practice.run(until: { practice.view.phase == .reference }))
    switch last {
    case .page: break
    case .keys: practice.intent(.answer(.higher, epoch: nil), source: .keys)
    case .controller: practice.tap(72)
    case .deafControl: practice.send(PracticeHarness.control(70, 3))
    case .pageAgain:
      practice.tap(72)
      practice.intent(.step(cents: 1, epoch: practice.view.epoch), source: .page)
    }
    practice.intent(.pageGone, source: .page)
    let stops = last == .page || last == .pageAgain
    #expect((practice.view.mode == nil) == stops)
    #expect(practice.kinds.contains { if case .sessionStopped(.asked) = $0 { true } else { false } } == stops)
  }

  private func heard(_ practice: PracticeHarness) -> Int {
    practice.kinds.count { if case .noteStarted(role: .reference, hertz: _, frame: _) = $0 { true } else { false } }
  }

  /// What ends the absence of a page.
  enum Return: CaseIterable {
    case page, hands, none
  }

  @Test(arguments: Return.allCases) func `no exercise begins while the page used last is hidden`(
    end: Return
  ) throws {
    let practice = try PracticeHarness()
    practice.plug()
    practice.intent(.start(.comparison), source: .page)
    #expect(practice.run(until: { practice.view.canAnswer }))
    practice.run(for: .milliseconds(20))
    practice.intent(.pageAway, source: .page)
    // A question already asked can still be answered.
    practice.intent(.answer(.higher, epoch: nil), source: .page)
    let asked = heard(practice)
    practice.run(for: .milliseconds(1_900))
    #expect(heard(practice) == asked && practice.view.phase == .waiting)
    switch end {
    case .page: practice.intent(.pageBack, source: .page)
    case .hands: practice.send(PracticeHarness.control(70, 3))
    case .none: practice.intent(.pageGone, source: .page)
    }
    practice.run(for: .milliseconds(300))
    #expect(heard(practice) == asked + (end == .none ? 0 : 1))
    #expect((practice.view.mode == nil) == (end == .none))
  }

  @Test func `an exercise scheduled in feedback is withdrawn when the page is hidden`() throws {
    let practice = try PracticeHarness()
    practice.intent(.start(.matching), source: .page)
    #expect(practice.runUntilTunable())
    practice.intent(.commit(epoch: practice.view.epoch), source: .page)
    #expect(practice.run(until: { practice.view.phase == .feedback }))
    let asked = heard(practice)
    practice.intent(.pageAway, source: .page)
    practice.run(for: .milliseconds(1_900))
    #expect(heard(practice) == asked && practice.view.mode == .matching)
    practice.intent(.pageBack, source: .page)
    #expect(practice.runUntilTunable())
    #expect(heard(practice) == asked + 1)
  }

  @Test(arguments: [40.0, 100]) func `a drag on a page continues from the position that its keys reached`(
    range: Double
  ) throws {
    let training = TrainingSettings(matchingRange: Cents(range))
    let practice = try PracticeHarness(training: training)
    practice.intent(.start(.matching), source: .page)
    #expect(practice.runUntilTunable())
    let epoch = try #require(practice.view.epoch)
    #expect(practice.view.tuningRange == range)
    for _ in 0..<20 { practice.intent(.step(cents: 1, epoch: epoch), source: .page) }
    #expect(practice.core.tuning.tuner.cents == 20)
    practice.intent(.slide(position: 20.6 / range, epoch: epoch), source: .page)
    #expect(abs(practice.core.tuning.tuner.cents - 20.6) < 1e-9)
    // At the end of the thumb's way keys move neither it nor the note.
    for _ in 0..<150 { practice.intent(.step(cents: -1, epoch: epoch), source: .page) }
    #expect(practice.core.tuning.tuner.cents == -range)
    practice.intent(.slide(position: -1 + 1 / range, epoch: epoch), source: .page)
    #expect(abs(practice.core.tuning.tuner.cents - (1 - range)) < 1e-9)
  }

  @Test func `a page that leaves is not input`() throws {
    let practice = try PracticeHarness()
    practice.plug()
    practice.startComparison()
    let before = practice.core.presence.lastInput
    practice.run(for: .milliseconds(500))
    practice.intent(.pageGone, source: .page)
    #expect(
      practice.core.presence.lastInput == before && practice.core.presence.lastSource == .controller
        && practice.view.mode != nil)
  }

  @Test func `at the hub a page that leaves changes nothing`() throws {
    let practice = try PracticeHarness()
    practice.intent(.stop, source: .page)
    practice.intent(.pageGone, source: .page)
    #expect(
      practice.core.ended == nil && practice.kinds.count { if case .sessionStopped = $0 { true } else { false } } == 0)
  }

  private static let pads = PortDescription(
    id: PortID(client: 28, port: 0), clientName: "APC mini mk2", portName: "APC mini mk2 Control",
    usb: USBID(vendor: 0x09e8, product: 0x004f), usbPath: "1-3")

  private func withPads(asleep: Bool = false) throws -> PracticeHarness {
    let practice = try PracticeHarness(
      library: MappingLibrary.load(folders: [], shipped: PracticeHarness.mappings), asleep: asleep)
    practice.plug(Self.pads)
    practice.run(for: .milliseconds(500))
    return practice
  }

  /// What the pads were sent since the last call.
  private func sent(_ practice: PracticeHarness) -> [MIDIMessage] {
    practice.ports.takeSent(to: Self.pads.id)
  }

  @Test func `a light is shown for a moment at the hub`() throws {
    let practice = try withPads()
    _ = sent(practice)
    practice.intent(.show(.correct(pressed: .higher), on: Self.pads.id), source: .page)
    #expect(!sent(practice).isEmpty)
    practice.run(for: .milliseconds(380))
    #expect(sent(practice).isEmpty)
    practice.run(for: .milliseconds(60))
    #expect(!sent(practice).isEmpty)
    // No sound goes with it.
    #expect(practice.recording.allSatisfy { $0 == 0 })
  }

  @Test func `no light is shown during practice, or on a sleeping controller`() throws {
    let practice = try withPads()
    practice.intent(.start(.comparison), source: .page)
    #expect(practice.run(until: { practice.view.phase == .reference }))
    _ = sent(practice)
    practice.intent(.show(.trouble, on: Self.pads.id), source: .page)
    #expect(sent(practice).isEmpty)
    let sleeping = try withPads(asleep: true)
    sleeping.intent(.show(.trouble, on: Self.pads.id), source: .page)
    sleeping.intent(.show(.trouble, on: PortID(client: 99, port: 1)), source: .page)
    #expect(sent(sleeping).isEmpty)
  }

  @Test func `while a page is in use no clicks give the result`() throws {
    for (source, clicks) in [(InputSource.page, 0), (.keys, 2)] {
      let practice = try PracticeHarness()
      practice.intent(.start(.matching), source: source)
      #expect(practice.runUntilTunable())
      let exercise = try #require(practice.matchingExercise)
      practice.intent(.step(cents: 20 - exercise.startOffset.value, epoch: nil), source: source)
      practice.run(for: .milliseconds(60))
      practice.intent(.commit(epoch: nil), source: source)
      #expect(practice.runUntilResult())
      practice.run(for: .milliseconds(420))
      #expect(practice.clicks(after: try #require(practice.resultFrames.last)) == clicks, "\(source)")
    }
  }

  @Test func `controllers are shown with the fields that pages need`() throws {
    let practice = try withPads()
    let controller = try #require(practice.view.controllers.first)
    #expect(controller.id == Self.pads.id && controller.port == Self.pads)
    #expect(controller.file?.hasSuffix(".yaml") == true)
  }

  @Test func `the address of the pages is shown, or the reason for their absence`() throws {
    let practice = try PracticeHarness()
    practice.mailbox.post(.pages(.unavailable(.portTaken(4400))))
    practice.turn()
    #expect(practice.view.notices == [.noPages(.portTaken(4400))] && practice.view.pages == nil)
    practice.mailbox.post(.pages(.served(address: "http://127.0.0.1:4401")))
    practice.turn()
    #expect(practice.view.notices.isEmpty && practice.view.pages == "http://127.0.0.1:4401")
  }
}
