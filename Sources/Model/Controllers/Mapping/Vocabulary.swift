/// The words of mapping files, by context. `schema.json` has the same words; a test compares them.
protocol Vocabulary: RawRepresentable<String>, CaseIterable, Hashable, Sendable {}

/// Keys at the top of a file.
enum MappingKey: String, Vocabulary {
  case schema, name, kind, extent, mode, sources, match, roles, halves, feedback, `init`, exit, heartbeat
  case localControl = "local-control"
}

/// Keys of `match`.
enum MatchKey: String, Vocabulary {
  case usb, port, clients, ports, require
}

/// Keys of a control. Exactly one of `kinds` determines its kind.
enum ControlKey: String, Vocabulary {
  case notes, cc
  case ccPair = "cc-pair"
  case relative, nrpn
  case pitchBend = "pitch-bend"
  case channelPressure = "channel-pressure"
  case polyPressure = "poly-pressure"
  case programChange = "program-change"
  case longPress = "long-press"
  case together
  case channel, threshold, latch, least, encoding, milliseconds, release, touch, zone, range, motor, confidence

  /// The keys that determine the kind of control.
  static let kinds: [ControlKey] = [
    .notes, .cc, .ccPair, .relative, .nrpn, .pitchBend, .channelPressure, .polyPressure, .programChange, .longPress,
    .together,
  ]
}

/// Keys of an entry of `halves`. Exactly one of `keyboard` and `grid`.
enum HalvesKey: String, Vocabulary {
  case keyboard, grid, confidence
}

/// Keys of `keyboard`.
enum KeyboardKey: String, Vocabulary {
  case split, channel
}

/// Keys of `grid`.
enum GridKey: String, Vocabulary {
  case first, rows, columns, channel
  case rowStep = "row-step"
  case firstRow = "first-row"
}

/// The position of a grid's first row.
enum FirstRow: String, Vocabulary {
  case bottom, top
}

/// Keys of `feedback`.
enum FeedbackKey: String, Vocabulary {
  case pace, colours, lights, cues, tick
}

/// Keys of a light. Exactly one of `notes`, `cc`, `poly-pressure` and `sysex`.
enum LightKey: String, Vocabulary {
  case notes, cc
  case polyPressure = "poly-pressure"
  case sysex, numbers, of, channel, channels, confidence
}

/// Keys of a cue's step. Exactly one of `light` and `send`.
enum StepKey: String, Vocabulary {
  case light, colour, channel, send
}

/// Keys of a message. Exactly one of `note`, `note-off`, `cc`, `poly-pressure`, `program` and `sysex`.
enum MessageKey: String, Vocabulary {
  case note
  case noteOff = "note-off"
  case velocity, cc
  case polyPressure = "poly-pressure"
  case value, program, sysex, channel, confidence

  /// The keys that determine the kind of message.
  static let kinds: [MessageKey] = [.note, .noteOff, .cc, .polyPressure, .program, .sysex]
}

/// Keys of `heartbeat`.
enum HeartbeatKey: String, Vocabulary {
  case every, send
}

/// The key of a pause in `init`.
enum PauseKey: String, Vocabulary {
  case pause
}

/// Areas of lights that need no definition in `lights`.
enum AreaWord: String, Vocabulary {
  case pressed, other, both, lit
}

/// The values of `local-control`.
enum LocalControlWord: String, Vocabulary {
  case offered
  case offWhilePractising = "off-while-practising"
}

/// The cues in the files: those without a parameter, and the two with one (`band`, `mode`).
public enum CueWord: String, Sendable, CaseIterable {
  /// Answers count from now.
  case canAnswer = "can-answer"
  /// The answer was right.
  case correct
  /// The answer was wrong.
  case incorrect
  /// The committed pitch was too high or too low. Either one list of steps, or one for each band 1…3.
  case sharp, flat
  /// The committed pitch was dead on.
  case deadCentre = "dead-centre"
  /// The size of the error; has one entry for each of 0…3, applied after the entries of the direction.
  case band
  /// The chosen mode; has one entry for each start role.
  case mode
  /// Something needs attention.
  case trouble
  /// A cue of a practice timer; by default the lights of `can-answer`.
  case timer
  /// No cue.
  case idle
}

extension CueWord: Vocabulary {}
extension ControllerKind: Vocabulary {}
extension MappingExtent: Vocabulary {}
extension Role: Vocabulary {}
extension Release: Vocabulary {}
extension Latch: Vocabulary {}
extension FingerZone: Vocabulary {}
extension MatchRequirement: Vocabulary {}
extension RelativeEncoding: Vocabulary {}
extension Confidence: Vocabulary {}
