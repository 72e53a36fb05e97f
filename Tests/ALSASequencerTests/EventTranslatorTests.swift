import CALSA
import Controllers
import MIDI
import Testing

@testable import ALSASequencer

private let one = PortID(client: 20, port: 0)
private let other = PortID(client: 24, port: 0)

private func event(_ type: snd_seq_event_type, _ change: (inout snd_seq_event_t) -> Void = { _ in }) -> snd_seq_event_t
{
  var event = snd_seq_event_t()
  event.type = UInt8(type.rawValue)
  change(&event)
  return event
}

private func note(_ type: snd_seq_event_type, _ channel: UInt8, _ note: UInt8, _ velocity: UInt8) -> snd_seq_event_t {
  event(type) {
    $0.data.note.channel = channel
    $0.data.note.note = note
    $0.data.note.velocity = velocity
  }
}

private func control(_ type: snd_seq_event_type, _ channel: UInt8, _ number: UInt32, _ value: Int32) -> snd_seq_event_t
{
  event(type) {
    $0.data.control.channel = channel
    $0.data.control.param = number
    $0.data.control.value = value
  }
}

extension EventTranslator {
  /// Translates a SysEx event that points to `bytes`.
  fileprivate mutating func exclusive(from port: PortID, _ bytes: [UInt8]) -> [MIDIMessage] {
    bytes.withUnsafeBufferPointer { buffer in
      messages(
        from: port,
        event(SND_SEQ_EVENT_SYSEX) {
          calsa_set_exclusive(&$0, buffer.baseAddress, UInt32(buffer.count))
        })
    }
  }
}

@Suite struct EventTranslatorTests {
  /// What an event means, as the bytes of the messages it gives.
  @Test(
    arguments: [
      (note(SND_SEQ_EVENT_NOTEON, 0, 60, 100), [0x90, 60, 100]),
      (note(SND_SEQ_EVENT_NOTEON, 9, 36, 0), [0x89, 36, 64]),
      (note(SND_SEQ_EVENT_NOTEOFF, 15, 60, 40), [0x8F, 60, 40]),
      (note(SND_SEQ_EVENT_KEYPRESS, 2, 60, 5), [0xA2, 60, 5]),
      (control(SND_SEQ_EVENT_CONTROLLER, 0, 7, 127), [0xB0, 7, 127]),
      (control(SND_SEQ_EVENT_PGMCHANGE, 5, 0, 9), [0xC5, 9]),
      (control(SND_SEQ_EVENT_CHANPRESS, 0, 0, 9), [0xD0, 9]),
      (control(SND_SEQ_EVENT_PITCHBEND, 0, 0, 0), [0xE0, 0x00, 0x40]),
      (control(SND_SEQ_EVENT_PITCHBEND, 1, 0, -8192), [0xE1, 0x00, 0x00]),
      (control(SND_SEQ_EVENT_PITCHBEND, 0, 0, 8191), [0xE0, 0x7F, 0x7F]),
      (control(SND_SEQ_EVENT_CONTROL14, 0, 1, 129), [0xB0, 1, 1, 0xB0, 33, 1]),
      (control(SND_SEQ_EVENT_CONTROL14, 0, 64, 127), [0xB0, 64, 127]),
      (control(SND_SEQ_EVENT_NONREGPARAM, 0, 130, 131), [0xB0, 99, 1, 0xB0, 98, 2, 0xB0, 6, 1, 0xB0, 38, 3]),
      (control(SND_SEQ_EVENT_REGPARAM, 0, 0, 256), [0xB0, 101, 0, 0xB0, 100, 0, 0xB0, 6, 2, 0xB0, 38, 0]),
      (event(SND_SEQ_EVENT_START), [0xFA]),
      (event(SND_SEQ_EVENT_SENSING), [0xFE]),
      // Values that no MIDI byte can hold, and events that are not messages.
      (note(SND_SEQ_EVENT_NOTEON, 0, 128, 1), []), (note(SND_SEQ_EVENT_NOTEON, 0, 1, 200), []),
      (control(SND_SEQ_EVENT_CONTROLLER, 0, 200, 1), []), (control(SND_SEQ_EVENT_CONTROLLER, 0, 1, -1), []),
      (control(SND_SEQ_EVENT_PITCHBEND, 0, 0, 8192), []), (control(SND_SEQ_EVENT_PITCHBEND, 0, 0, .max), []),
      (control(SND_SEQ_EVENT_PGMCHANGE, 0, 0, 128), []), (control(SND_SEQ_EVENT_CONTROL14, 0, 1, .min), []),
      (control(SND_SEQ_EVENT_NONREGPARAM, 0, .max, 1), []), (event(SND_SEQ_EVENT_ECHO), []),
      (event(SND_SEQ_EVENT_PORT_EXIT), []),
    ] as [(snd_seq_event_t, [UInt8])])
  func `an event becomes the message of its bytes`(event: snd_seq_event_t, bytes: [UInt8]) {
    var decoder = MIDIDecoder()
    #expect(EventTranslator.messages(event) == decoder.decode(bytes))
  }

  @Test func `a SysEx in pieces is assembled per port`() {
    var translator = EventTranslator()
    #expect(translator.exclusive(from: one, [0xF0, 1, 2]) == [])
    #expect(translator.exclusive(from: other, [0xF0, 9]) == [])
    #expect(translator.exclusive(from: one, [3]) == [])
    #expect(translator.exclusive(from: other, [8, 0xF7]) == [.systemExclusive([9, 8])])
    #expect(translator.exclusive(from: one, [4, 0xF7]) == [.systemExclusive([1, 2, 3, 4])])
  }

  @Test func `a note ends a SysEx and a clock does not`() {
    var translator = EventTranslator()
    _ = translator.exclusive(from: one, [0xF0, 1])
    _ = translator.messages(from: one, event(SND_SEQ_EVENT_CLOCK))
    #expect(translator.exclusive(from: one, [2, 0xF7]) == [.systemExclusive([1, 2])])
    _ = translator.exclusive(from: one, [0xF0, 1])
    #expect(translator.messages(from: one, note(SND_SEQ_EVENT_NOTEON, 0, 60, 1)).count == 1)
    #expect(translator.exclusive(from: one, [2, 0xF7]) == [])
  }

  @Test func `a note of another device does not end a SysEx`() {
    var translator = EventTranslator()
    _ = translator.exclusive(from: one, [0xF0, 1])
    _ = translator.messages(from: other, note(SND_SEQ_EVENT_NOTEON, 0, 60, 1))
    #expect(translator.exclusive(from: one, [0xF7]) == [.systemExclusive([1])])
  }

  @Test func `a SysEx is forgotten with its port and with lost events`() {
    var translator = EventTranslator()
    _ = translator.exclusive(from: one, [0xF0, 1])
    translator.forget(one)
    #expect(translator.exclusive(from: one, [2, 0xF7]) == [])
    _ = translator.exclusive(from: one, [0xF0, 1])
    _ = translator.exclusive(from: other, [0xF0, 1])
    translator.forgetAll()
    #expect(translator.exclusive(from: one, [2, 0xF7]) == [])
    #expect(translator.exclusive(from: other, [2, 0xF7]) == [])
  }

  @Test func `a megabyte of SysEx is dropped`() {
    var translator = EventTranslator(limit: 100)
    _ = translator.exclusive(from: one, [0xF0])
    for _ in 0..<4096 { #expect(translator.exclusive(from: one, [UInt8](repeating: 1, count: 256)) == []) }
    #expect(translator.exclusive(from: one, [0xF7]) == [])
    #expect(translator.exclusive(from: one, [0xF0, 5, 0xF7]) == [.systemExclusive([5])])
  }
}
