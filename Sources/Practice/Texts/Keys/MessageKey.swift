/// What controllers send, as it is shown live, by its keys in the catalogues.
public enum MessageKey: String, CaseIterable, Sendable {
  case noteOn = "message.note-on"
  case noteOff = "message.note-off"
  case polyPressure = "message.poly-pressure"
  case controlChange = "message.control-change"
  case programChange = "message.program-change"
  case channelPressure = "message.channel-pressure"
  case pitchBend = "message.pitch-bend"
  case systemExclusive = "message.system-exclusive"
  case system = "message.system"
}

extension Catalogue {
  /// The text of `key`, with `{name}` replaced by `values["name"]`.
  public func callAsFunction(_ key: MessageKey, _ values: [String: String] = [:]) -> String {
    text(key.rawValue, values)
  }
}
