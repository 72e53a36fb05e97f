import Practice

extension Settings.Speech {
  /// Whether practice speaks.
  ///
  /// `on` and `off` are taken at their word. `auto` speaks where nothing can be read (no terminal) and no program listens
  /// (no event stream). Without a voice nothing is spoken in any case; practice says so only where a voice was asked for:
  /// see `expectsVoice`. `matching-cue: speech` has its results spoken where this is false, too, unless it is `off`.
  func speaks(outputIsTerminal: Bool, hasEvents: Bool) -> Bool {
    switch self {
    case .on: true
    case .off: false
    case .auto: !(outputIsTerminal || hasEvents)
    }
  }

  /// Whether the player asked for a voice, and is told if there is none.
  func expectsVoice(matchingCue: Settings.MatchingCue) -> Bool {
    self == .on || self == .auto && matchingCue == .speech
  }
}
