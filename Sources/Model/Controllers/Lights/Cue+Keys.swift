extension Cue {
  /// The cue's entries in a mapping, each painted over the previous one; of alternative entries, the first that exists.
  var keys: [[CueKey]] {
    switch self {
    case .canAnswer: [[.plain(.canAnswer)]]
    case .canTune(.first): [[.plain(.canAnswer)]]
    case .canTune(.fading): [[.plain(.canAnswer)], [.mode(.startMatching)]]
    case .canTune(.held): [[.plain(.canAnswer)], [.mode(.startMatching)], [.mode(.startIntervalMatching)]]
    case .correct: [[.plain(.correct)]]
    case .incorrect: [[.plain(.incorrect)]]
    case .result(let cents, let band):
      switch cents {
      case 0: [[.plain(.deadCentre)], [.band(band)]]
      case 1...: [[.direction(.sharp, band: band), .plain(.sharp)], [.band(band)]]
      default: [[.direction(.flat, band: band), .plain(.flat)], [.band(band)]]
      }
    case .mode(let role): [[.mode(role)]]
    case .trouble: [[.plain(.trouble)]]
    // Most controllers have one light for "look here".
    case .timer: [[.plain(.timer), .plain(.canAnswer)]]
    case .idle: [[.plain(.idle)]]
    }
  }

  /// The pressed half, for cues about an answer.
  var pressed: Half? {
    switch self {
    case .correct(let pressed), .incorrect(let pressed): pressed
    default: nil
    }
  }

  /// The half that was right, for cues about an answer.
  var right: Half? {
    switch self {
    case .correct(let pressed): pressed
    case .incorrect(let pressed): pressed.opposite
    default: nil
    }
  }
}
