import Ports
import Testing

@testable import Practice

/// Sound that is heard late, as over Bluetooth: reported, without other consequences.
@Suite struct LateSoundTests {
  @Test(
    arguments: [
      (1_440, 48_000, nil), (1_441, 48_000, 30), (1_536, 48_000, 32), (9_600, 48_000, 200), (1_323, 44_100, nil),
      (8_820, 44_100, 200), (0, 48_000, nil), (-5, 48_000, nil), (9_600, 0, nil),
    ] as [(Int, Int, Int?)])
  func `a latency of more than thirty milliseconds is late`(frames: Int, rate: Int, milliseconds: Int?) {
    #expect(SoundDescription.lateness(frames, rate: rate) == milliseconds)
  }

  @Test func `late sound is one line while it lasts`() throws {
    let practice = try PracticeHarness()
    var description = practice.output.description
    #expect(practice.view.notices.isEmpty)
    for (latency, notices) in [
      (9_600, [.lateSound(milliseconds: 200)]), (4_800, [.lateSound(milliseconds: 100)]), (256, []),
      (4_800, [.lateSound(milliseconds: 100)]),
    ] as [(Int, [ViewState.Notice])] {
      description.latency = latency
      practice.output.inject(.changed(description))
      practice.turn()
      #expect(practice.view.notices == notices)
    }
    practice.output.inject(.lost(.serverGone))
    practice.turn()
    #expect(practice.view.notices.isEmpty)
    practice.output.inject(.ready(description))
    practice.turn()
    #expect(practice.view.notices == [.lateSound(milliseconds: 100)])
  }

  /// Regression: beside "no sound" a line said how late it was heard.
  @Test func `sound of a dummy is never late`() throws {
    let practice = try PracticeHarness()
    var description = practice.output.description
    (description.server, description.latency) = (.dummy, 9_600)
    practice.output.inject(.changed(description))
    practice.turn()
    #expect(practice.view.notices.isEmpty)
  }

  /// Regression: the lines of the hub stood in another order at every start, as sound or hands were quicker.
  @Test func `its line has the same place, whatever was found first`() throws {
    var views: [ViewState] = []
    for soundIsFirst in [true, false] {
      let practice = try PracticeHarness()
      var description = practice.output.description
      description.latency = 9_600
      let noHands = PracticeInput.controllers(.unavailable(.missing))
      if !soundIsFirst { practice.mailbox.post(noHands) }
      practice.output.inject(.changed(description))
      practice.turn()
      if soundIsFirst { practice.mailbox.post(noHands) }
      practice.turn()
      views.append(practice.view)
    }
    #expect(views[0].notices == [.noSequencer(.missing), .lateSound(milliseconds: 200)])
    #expect(views[0].notices == views[1].notices)
  }
}
