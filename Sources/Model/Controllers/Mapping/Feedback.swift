import MIDI

/// A controller's lights and what they tell.
public struct Feedback: Hashable, Sendable {
  /// Milliseconds the controller needs between one message about its lights and the next, 1…20; nil if it needs none.
  public var pace: Int?
  /// Named colours: one value for lights set by note or CC, one to six for lights set by SysEx or by several notes.
  public var colours: [String: [UInt7]] = [:]
  /// Named groups of lights. `higher` and `lower` are the halves.
  public var areas: [String: [Light]] = [:]
  /// What each cue lights and sends. A cue that is not here leaves everything dark.
  public var cues: [CueKey: [CueStep]] = [:]
  /// A stroke on the controller's own percussion in place of the tick; nil where there is none.
  public var tick: OutgoingMessage?

  /// The colour every light is cleared with.
  public static let dark = "dark"
}

/// A cue as the files name it: halves are told apart when it is encoded.
public enum CueKey: Hashable, Sendable {
  /// One of the cues without a parameter.
  case plain(CueWord)
  /// How far off a committed pitch was: 0…3.
  case band(Int)
  /// `sharp` or `flat` by this much: 1…3.
  case direction(CueWord, band: Int)
  /// The mode that was chosen at the hub.
  case mode(Role)
}

/// Lights that are set alike.
public struct Light: Hashable, Sendable {
  /// How a light is set.
  public enum Kind: Hashable, Sendable {
    /// Note-on; the colour is the velocity, dark included (velocity 0).
    case notes(NumberSet)
    /// Control change; the colour is the value.
    case controlChange(NumberSet)
    /// Polyphonic pressure; the colour is the pressure (PreSonus FaderPort).
    case polyPressure(NumberSet)
    /// Several note-ons, in this order: each value of the colour on a channel of its own, or the only one on all of them.
    case colouredNotes(NumberSet, channels: [Channel])
    /// System exclusive, F0 and F7 left out; `numbers` fill the template's place for the light.
    case systemExclusive(template: [TemplateByte], numbers: NumberSet)
    /// One message sets all lights of `frame`, of which these are some.
    case frame(LightFrame, numbers: NumberSet)
  }

  /// How it is set.
  public var kind: Kind
  /// The channel it listens on, unless a cue's step says another.
  public var channel: Channel
  /// Unsure lights are never written.
  public var confidence: Confidence = .source
}

/// Lights that one message sets together.
public struct LightFrame: Hashable, Sendable {
  /// The message, F0 and F7 left out.
  public var template: [TemplateByte]
  /// All the lights it sets, whose colours fill the template's place in order.
  public var numbers: NumberSet
}

/// One place of a SysEx template.
public enum TemplateByte: Hashable, Sendable {
  /// This byte, 0…127.
  case byte(UInt8)
  /// The light's number.
  case light
  /// The colour's values, all of them.
  case colour
  /// The colours of all lights of a frame, each with all its values.
  case colours
}

/// Which lights a step means.
public enum LightArea: Hashable, Sendable {
  /// The half that was pressed; in `correct` and `incorrect` only.
  case pressed
  /// The half that was not pressed; in `correct` and `incorrect` only.
  case other
  /// Both halves.
  case both
  /// What the direction has lit: a band colours what sharp or flat chose.
  case lit
  /// The named group.
  case named(String)
}

/// One thing a cue does.
public enum CueStep: Hashable, Sendable {
  /// Lights an area in a colour, on the step's channel or the light's own.
  case light(LightArea, colour: String, channel: Channel?)
  /// Sends a message as it is.
  case send(OutgoingMessage)
}

/// A sign of life that a controller waits for: without it, it takes the computer for gone.
public struct Heartbeat: Hashable, Sendable {
  /// The time between two of them, 100…60000.
  public var milliseconds: Int
  /// What is sent.
  public var message: MIDIMessage
}

/// One step of putting a controller in its mode.
public enum InitStep: Hashable, Sendable {
  /// Sends a message.
  case send(OutgoingMessage)
  /// Leaves the controller this many milliseconds before the next message.
  case pause(milliseconds: Int)
}

/// A message of a mapping and whether its bytes are sure enough to be sent.
public struct OutgoingMessage: Hashable, Sendable {
  /// The message.
  public var message: MIDIMessage
  /// Unsure messages are never sent.
  public var confidence: Confidence

  /// Memberwise.
  public init(_ message: MIDIMessage, confidence: Confidence = .source) {
    self.message = message
    self.confidence = confidence
  }
}
