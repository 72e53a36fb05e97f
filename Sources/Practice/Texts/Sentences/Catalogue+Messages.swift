import MIDI
import Pitch

/// Controller messages in words.
extension Catalogue {
  /// Returns one message: `Note 64 (E4) on, velocity 80, channel 1`.
  public func words(of message: MIDIMessage) -> String {
    func fill(_ key: TextKey, _ channel: Channel, _ number: UInt7? = nil, _ value: Int? = nil) -> String {
      var values = ["channel": "\(channel.number)"]
      values["number"] = number.map { "\($0.rawValue)" }
      values["note"] = number.flatMap { Note(Int($0.rawValue)) }.map(name) ?? ""
      values["value"] = value.map { "\($0)" }
      return self(key, values)
    }
    switch message {
    case .noteOn(let channel, let note, let velocity): return fill(.noteOn, channel, note, Int(velocity.rawValue))
    case .noteOff(let channel, let note, _): return fill(.noteOff, channel, note)
    case .polyPressure(let channel, let note, let pressure):
      return fill(.polyPressure, channel, note, Int(pressure.rawValue))
    case .controlChange(let channel, let controller, let value):
      return fill(.controlChange, channel, controller, Int(value.rawValue))
    case .programChange(let channel, let program): return fill(.programChange, channel, program)
    case .channelPressure(let channel, let pressure):
      return fill(.channelPressure, channel, nil, Int(pressure.rawValue))
    case .pitchBend(let channel, let value): return fill(.pitchBend, channel, nil, Int(value.rawValue) - 8192)
    case .systemExclusive(let bytes): return self(.systemExclusive, ["count": "\(bytes.count)"])
    case .system(let status): return self(.system, ["status": String(status, radix: 16, uppercase: true)])
    }
  }
}
