/// The stored form: one flat object, without the keys a kind does not use. Decoding checks all values.
extension TimerConfiguration: Codable {
  private enum Key: String, CodingKey {
    case kind, capSeconds, durationSeconds, rounds, source, sets, restSeconds
    case countdownSeconds, cues
    // Files and events call a slot an interval.
    case slots = "intervals"
    case slotSeconds = "intervalSeconds"
  }

  /// Decodes a configuration. Throws `DecodingError.dataCorrupted`, with the `TimerConfigurationError` as its
  /// underlying error, if a value is out of its range.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    let form: Form =
      switch try values.decode(TimerKind.self, forKey: .kind) {
      case .forTime:
        .forTime(
          capSeconds: try values.decodeIfPresent(Int.self, forKey: .capSeconds),
          rounds: try values.decode(Int.self, forKey: .rounds))
      case .amrap:
        .amrap(durationSeconds: try values.decode(Int.self, forKey: .durationSeconds))
      case .emom:
        .emom(
          slots: try values.decode(Int.self, forKey: .slots),
          slotSeconds: try values.decode(Int.self, forKey: .slotSeconds),
          rounds: try values.decode(Int.self, forKey: .rounds))
      }
    let source = try values.decode(RoundSource.self, forKey: .source)
    let sets = try values.decode(Int.self, forKey: .sets)
    let rest = try values.decode(Int.self, forKey: .restSeconds)
    let countdown = try values.decodeIfPresent(Int.self, forKey: .countdownSeconds)
    let cues = Set(try values.decode([TimerCueGroup].self, forKey: .cues))
    do {
      try self.init(form, source: source, sets: sets, restSeconds: rest, countdownSeconds: countdown, cues: cues)
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "\(error)", underlyingError: error))
    }
  }

  /// Encodes a configuration; equal configurations have equal encodings.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(kind, forKey: .kind)
    switch form {
    case .forTime(let cap, let rounds):
      try values.encodeIfPresent(cap, forKey: .capSeconds)
      try values.encode(rounds, forKey: .rounds)
    case .amrap(let duration):
      try values.encode(duration, forKey: .durationSeconds)
    case .emom(let slots, let seconds, let rounds):
      try values.encode(slots, forKey: .slots)
      try values.encode(seconds, forKey: .slotSeconds)
      try values.encode(rounds, forKey: .rounds)
    }
    try values.encode(source, forKey: .source)
    try values.encode(sets, forKey: .sets)
    try values.encode(restSeconds, forKey: .restSeconds)
    try values.encodeIfPresent(countdownSeconds, forKey: .countdownSeconds)
    try values.encode(TimerCueGroup.allCases.filter(cues.contains), forKey: .cues)
  }
}
