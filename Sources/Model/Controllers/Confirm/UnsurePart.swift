import MIDI

/// A part of a mapping that is sent and that no source tells for sure: off until the player has seen it work. Named by its
/// place in the file.
public enum UnsurePart: Hashable, Sendable {
  /// This step of `init`, from 0.
  case initMessage(Int)
  /// This entry, from 0, of a named group of lights.
  case lights(area: String, index: Int)
  /// The message at this step, from 0, of a cue.
  case cue(CueKey, index: Int)
  /// The stroke in place of the tick.
  case tick
  /// This message of `exit`, from 0.
  case exitMessage(Int)

  /// In the words of mapping files: `init 1`, `lights higher`, `cue trouble`, `tick`, `exit 1`. Numbers count from 1 here.
  public var words: String {
    switch self {
    case .initMessage(let index): "init \(index + 1)"
    case .lights(let area, let index): "lights \(FileText.clean(area))" + (index == 0 ? "" : " \(index + 1)")
    case .cue(let key, _): "cue \(key.words)"
    case .tick: "tick"
    case .exitMessage(let index): "exit \(index + 1)"
    }
  }

  /// The cue's name as the files write it, with its parameter; nil for what is no cue.
  public var cue: String? {
    if case .cue(let key, _) = self { key.words } else { nil }
  }
}

extension CueKey {
  /// As the files name it, with its parameter: `correct`, `sharp 2`, `mode start-matching`.
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
  /// What is unsure of what would be sent, in the order in which it is best tried: the mode before the lights that need it, and
  /// leaving the mode last.
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

  /// The same mapping with `part` sure. A part that is not there changes nothing.
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
