import MIDI

/// The note that answers a controller whose mapping has no feedback. The raw values are the words of the setting.
public enum NoteBack: String, CaseIterable, Sendable {
  /// No note.
  case off
  /// A stroke of percussion after an incorrect answer.
  case tick
  /// After each answer, a note in the half that was right: keyboards with lighted keys light it.
  case half
}

extension Feedback {
  /// The side stick of General MIDI, which ticks on most controllers with a sound engine.
  static let sideStick = OutgoingMessage(
    .noteOn(channel: Channel(statusNibble: 9), note: UInt7(truncating: 37), velocity: UInt7(truncating: 60)))

  /// Whether it answers: its own answer is preferred to `NoteBack`, even while it is unsure.
  var answers: Bool { !cues.isEmpty || tick != nil }
}

extension OutgoingMessage {
  /// The message as a stroke of percussion; nil if it is unsure.
  var stroke: [MIDIMessage]? {
    guard confidence == .source else { return nil }
    // Percussion rings by itself; without a note-off some sound modules would mistake the next stroke for a repeat.
    return [message] + [message.release].compactMap { $0 }
  }
}

extension ControllerMapping {
  /// Returns the softest note of `half`: its first pad, or the key a fifth from `split`. Nil if no notes play it.
  func note(of half: Half, split: Int) -> MIDIMessage? {
    let key = UInt7(truncating: min(max(split + (half == .higher ? 7 : -7), 0), 127))
    let buttons = bindings.lazy.filter { $0.role == half.role && $0.confidence == .source }.map(\.control)
    for case .notes(let numbers, let channel) in buttons {
      if let number = numbers.numbers.first { return softest(number, channel) }
    }
    for rule in halves {
      switch rule {
      case .keyboard(let channel, _): return softest(key, channel)
      case .grid(let grid, let channel):
        if let pad = grid.pads(of: half).numbers.first { return softest(pad, channel) }
      }
    }
    return nil
  }

  private func softest(_ number: UInt7, _ channel: Channel?) -> MIDIMessage {
    .noteOn(channel: channel ?? Channel(statusNibble: 0), note: number, velocity: UInt7(truncating: 1))
  }
}
