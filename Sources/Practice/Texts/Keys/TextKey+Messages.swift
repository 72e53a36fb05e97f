/// The keys of the texts for controller messages, as they are shown live.
extension TextKey {
  package static let noteOn = Self("message.note-on")
  package static let noteOff = Self("message.note-off")
  package static let polyPressure = Self("message.poly-pressure")
  package static let controlChange = Self("message.control-change")
  package static let programChange = Self("message.program-change")
  package static let channelPressure = Self("message.channel-pressure")
  package static let pitchBend = Self("message.pitch-bend")
  package static let systemExclusive = Self("message.system-exclusive")
  package static let system = Self("message.system")
}
