import MIDI

/// A part of a mapping that would be sent but that no source confirms: it stays off until the player has seen it work.
/// Identified by its place in the file.
public enum UnsurePart: Hashable, Sendable {
  /// A step of `init`, from 0.
  case initMessage(Int)
  /// An entry, from 0, of a named group of lights.
  case lights(area: String, index: Int)
  /// A message, by its step from 0, of a cue.
  case cue(CueKey, index: Int)
  /// The percussion stroke that replaces the tick.
  case tick
  /// A message of `exit`, from 0.
  case exitMessage(Int)

  /// The part in the words of mapping files: `init 1`, `lights higher`, `cue trouble`, `tick`, `exit 1`. Numbers count
  /// from 1 here.
  public var words: String {
    switch self {
    case .initMessage(let index): "init \(index + 1)"
    case .lights(let area, let index): "lights \(FileText.clean(area))" + (index == 0 ? "" : " \(index + 1)")
    case .cue(let key, _): "cue \(key.words)"
    case .tick: "tick"
    case .exitMessage(let index): "exit \(index + 1)"
    }
  }

  /// The cue's name as in the files, with its parameter; nil for other parts.
  public var cue: String? {
    if case .cue(let key, _) = self { key.words } else { nil }
  }
}

extension CueKey {
  /// The cue as in the files, with its parameter: `correct`, `sharp 2`, `mode start-matching`.
  var words: String {
    switch self {
    case .plain(let word): word.rawValue
    case .band(let band): "\(CueWord.band.rawValue) \(band)"
    case .direction(let word, let band): "\(word.rawValue) \(band)"
    case .mode(let role): "\(CueWord.mode.rawValue) \(role.rawValue)"
    }
  }
}

extension ControllerMapping {
  /// The unsure parts that would be sent, in the best order for testing: the mode before the lights that depend on it,
  /// and leaving the mode last.
  public var unsureParts: [UnsurePart] {
    var parts: [UnsurePart] = []
    for (index, step) in initSteps.enumerated() {
      if case .send(let message) = step, message.confidence == .unsure { parts.append(.initMessage(index)) }
    }
    let halves = Half.allCases.map(\.rawValue)
    for area in halves + feedback.areas.keys.sorted().filter({ !halves.contains($0) }) {
      for (index, light) in (feedback.areas[area] ?? []).enumerated() where light.confidence == .unsure {
        parts.append(.lights(area: area, index: index))
      }
    }
    for (key, steps) in feedback.cues.sorted(by: { $0.key.words < $1.key.words }) {
      for case (let index, .send(let message)) in steps.enumerated() where message.confidence == .unsure {
        parts.append(.cue(key, index: index))
      }
    }
    if feedback.tick?.confidence == .unsure { parts.append(.tick) }
    for (index, message) in exitMessages.enumerated() where message.confidence == .unsure {
      parts.append(.exitMessage(index))
    }
    return parts
  }

  /// Returns the same mapping with `part` confirmed; unchanged if the mapping has no such part.
  func confirming(_ part: UnsurePart) -> ControllerMapping {
    var mapping = self
    switch part {
    case .initMessage(let index):
      guard initSteps.indices.contains(index), case .send(var message) = initSteps[index] else { return self }
      message.confidence = .source
      mapping.initSteps[index] = .send(message)
    case .lights(let area, let index):
      guard feedback.areas[area]?.indices.contains(index) == true else { return self }
      mapping.feedback.areas[area]?[index].confidence = .source
    case .cue(let key, let index):
      guard let steps = feedback.cues[key], steps.indices.contains(index), case .send(var message) = steps[index] else {
        return self
      }
      message.confidence = .source
      mapping.feedback.cues[key]?[index] = .send(message)
    case .tick: mapping.feedback.tick?.confidence = .source
    case .exitMessage(let index):
      guard exitMessages.indices.contains(index) else { return self }
      mapping.exitMessages[index].confidence = .source
    }
    return mapping
  }
}
