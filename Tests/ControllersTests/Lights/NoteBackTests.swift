import MIDI
import Testing

@testable import Controllers

/// Notes that answer a controller whose mapping has no feedback.
struct NoteBackTests {
  private func encoder(_ mapping: ControllerMapping = .generic) -> CueEncoder {
    var encoder = CueEncoder(mapping: mapping)
    _ = encoder.start()
    return encoder
  }

  @Test(arguments: [
    (Cue.correct(pressed: .higher), 67), (.correct(pressed: .lower), 53), (.incorrect(pressed: .higher), 53),
    (.incorrect(pressed: .lower), 67),
  ])
  func `the note of the right half sounds until the next cue`(cue: Cue, key: Int) {
    var encoder = encoder()
    #expect(encoder.encode(cue, noteBack: .half) == [on(key, velocity: 1)])
    #expect(encoder.encode(cue, noteBack: .half) == [off(key), on(key, velocity: 1)])
    // Also if the setting was changed meanwhile.
    #expect(encoder.encode(.idle) == [off(key)])
    #expect(encoder.encode(.idle, noteBack: .half) == [])
  }

  @Test(arguments: [(48, 55, 41), (1, 8, 0), (127, 127, 120)])
  func `the note is in its half, whatever the split`(split: Int, higher: Int, lower: Int) {
    var encoder = encoder()
    for (half, key) in [(Half.higher, higher), (.lower, lower)] {
      #expect(encoder.encode(.correct(pressed: half), noteBack: .half, split: split).last == on(key, velocity: 1))
    }
  }

  @Test func `pads play their own note`() {
    let notes = { (range: ClosedRange<Int>) in Control.notes(NumberSet(range), channel: channel(10)) }
    var encoder = encoder(
      ControllerMapping(
        name: "Pads",
        bindings: [
          Binding(role: .higher, control: notes(40...41)), Binding(role: .lower, control: notes(36...37)),
        ]))
    #expect(encoder.encode(.correct(pressed: .higher), noteBack: .half) == [on(40, velocity: 1, channel: 10)])
    #expect(encoder.finish() == [off(40, channel: 10)])
    let grid = Grid(first: 20, rows: 2, columns: 4, rowStep: 10, firstRowIsBottom: true)
    encoder = self.encoder(ControllerMapping(name: "Grid", halves: [.grid(grid, channel: nil)]))
    #expect(encoder.encode(.incorrect(pressed: .lower), noteBack: .half) == [on(30, velocity: 1)])
    // Pedals have no note to play.
    encoder = self.encoder(
      ControllerMapping(
        name: "Pedals", bindings: [Binding(role: .higher, control: .pitchBend(channel: nil), release: .settle)]))
    #expect(encoder.encode(.correct(pressed: .higher), noteBack: .half) == [])
  }

  @Test func `nothing sounds before an answer or after the end`() {
    var encoder = encoder()
    for cue in [Cue.canAnswer, .canTune(.first), .result(cents: 3, band: 1), .timer, .trouble, .idle] {
      #expect(encoder.encode(cue, noteBack: .half) == [])
    }
    for noteBack in [NoteBack.off, .tick] {
      #expect(encoder.encode(.correct(pressed: .higher), noteBack: noteBack) == [])
    }
    _ = encoder.encode(.correct(pressed: .higher), noteBack: .half)
    #expect(encoder.finish() == [off(67)])
    #expect(encoder.finish() == [])
    #expect(encoder.encode(.correct(pressed: .higher), noteBack: .half) == [])
    _ = encoder.start()
    #expect(encoder.finish() == [])
  }

  @Test func `the mapping's own feedback is preferred`() {
    let sure = Feedback.sideStick
    for feedback in [
      Feedback(tick: sure), Feedback(tick: OutgoingMessage(sure.message, confidence: .unsure)),
      Feedback(cues: [.plain(.correct): []]),
    ] {
      var mapping = ControllerMapping.generic
      mapping.feedback = feedback
      var encoder = encoder(mapping)
      #expect(encoder.encode(.correct(pressed: .higher), noteBack: .half) == [])
      #expect(encoder.unconfirmedTick == nil)
    }
    #expect(encoder().unconfirmedTick == [on(37, velocity: 60, channel: 10), off(37, channel: 10)])
    #expect(encoder().tick == nil)
  }
}
