import MIDI

/// A controller's lights and their meanings.
public struct Feedback: Hashable, Sendable {
  /// The time in milliseconds the controller needs between two messages about its lights, 1…20; nil if it needs none.
  public var pace: Int?
  /// Named colours: one value for lights set by note or CC, one to six for lights set by SysEx or by several notes.
  public var colours: [String: [UInt7]] = [:]
  /// Named groups of lights. `higher` and `lower` are the halves.
  public var areas: [String: [Light]] = [:]
  /// The lights and messages of each cue. A cue without an entry leaves everything dark.
  public var cues: [CueKey: [CueStep]] = [:]
  /// The stroke of the controller's own percussion that replaces the tick; nil for the built-in tick.
  public var tick: OutgoingMessage?

  /// The colour that clears a light.
  public static let dark = "dark"
}

/// A cue by its name in the files; the encoder chooses the half.
public enum CueKey: Hashable, Sendable {
  /// A cue without a parameter.
  case plain(CueWord)
  /// The size of a committed pitch's error: 0…3.
  case band(Int)
  /// `sharp` or `flat` with this size of error: 1…3.
  case direction(CueWord, band: Int)
  /// The mode chosen at the hub.
  case mode(Role)
}

/// Lights with the same type of message.
public struct Light: Hashable, Sendable {
  /// The type of message that sets the lights.
  public enum Kind: Hashable, Sendable {
    /// Note-on; the colour is the velocity, dark included (velocity 0).
    case notes(NumberSet)
    /// Control change; the colour is the value.
    case controlChange(NumberSet)
    /// Polyphonic pressure; the colour is the pressure (PreSonus FaderPort).
    case polyPressure(NumberSet)
    /// Several note-ons, in this order: each value of the colour on a separate channel, or a single value on all of
    /// them.
    case colouredNotes(NumberSet, channels: [Channel])
    /// System exclusive, without F0 and F7; `numbers` replace the template's placeholder for the light.
    case systemExclusive(template: [TemplateByte], numbers: NumberSet)
    /// Some of the lights of `frame`, all of which one message sets.
    case frame(LightFrame, numbers: NumberSet)
  }

  /// The type of message.
  public var kind: Kind
  /// The channel of the lights, unless a cue's step sets another.
  public var channel: Channel
  /// Unsure lights are never written.
  public var confidence: Confidence = .source
}

/// Lights that one message sets together.
public struct LightFrame: Hashable, Sendable {
  /// The message, without F0 and F7.
  public var template: [TemplateByte]
  /// All lights it sets, whose colours replace the template's placeholder in order.
  public var numbers: NumberSet
}

/// An element of a SysEx template.
public enum TemplateByte: Hashable, Sendable {
  /// A fixed byte, 0…127.
  case byte(UInt8)
  /// The light's number.
  case light
  /// All values of the colour.
  case colour
  /// The colours of all lights of a frame, each with all its values.
  case colours
}

/// The lights of a step.
public enum LightArea: Hashable, Sendable {
  /// The pressed half; in `correct` and `incorrect` only.
  case pressed
  /// The half that was not pressed; in `correct` and `incorrect` only.
  case other
  /// Both halves.
  case both
  /// The lights of the direction: a band sets the colour of lights chosen by sharp or flat.
  case lit
  /// A named group.
  case named(String)
}

/// An action of a cue.
public enum CueStep: Hashable, Sendable {
  /// Lights an area in a colour, on the step's channel or the light's own.
  case light(LightArea, colour: String, channel: Channel?)
  /// Sends a message unchanged.
  case send(OutgoingMessage)
}

/// A heartbeat that a controller waits for: without it, the controller considers the computer gone.
public struct Heartbeat: Hashable, Sendable {
  /// The interval in milliseconds, 100…60000.
  public var milliseconds: Int
  /// The message.
  public var message: MIDIMessage
}

/// A step of setting a controller's mode.
public enum InitStep: Hashable, Sendable {
  /// Sends a message.
  case send(OutgoingMessage)
  /// Waits for this many milliseconds before the next message.
  case pause(milliseconds: Int)
}

/// A message of a mapping, and whether its bytes are confirmed, so that it may be sent.
public struct OutgoingMessage: Hashable, Sendable {
  /// The message.
  public var message: MIDIMessage
  /// Unsure messages are never sent.
  public var confidence: Confidence

  /// Memberwise initializer.
  public init(_ message: MIDIMessage, confidence: Confidence = .source) {
    self.message = message
    self.confidence = confidence
  }
}
