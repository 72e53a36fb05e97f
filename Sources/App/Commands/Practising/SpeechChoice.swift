import Ports

/// Where practice is shown, which decides what the setting `speech` comes to.
struct SpeechPlace: Hashable, Sendable {
  /// Whether somebody can read: standard output is a terminal.
  var outputIsTerminal: Bool
  /// Whether a program listens to the event stream.
  var hasEvents: Bool

  /// Whether practice speaks: modes, intervals and results.
  ///
  /// `on` and `off` are taken at their word. `auto` speaks where nothing can be read (no terminal) and no program listens
  /// (no event stream). Without a voice nothing is spoken in any case; practice says so only where a voice was asked for:
  /// see `expectsVoice`. `matching-cue: speech` has its results spoken where this is false, too, unless it is `off`.
  func speaks(_ settings: Settings) -> Bool {
    switch settings.speech {
    case .on: true
    case .off: false
    case .auto: !(outputIsTerminal || hasEvents)
    }
  }

  /// Whether a changed interval is spoken even where nothing else is: by `auto` in a terminal, too, where there is more than
  /// one, as eyes are closed beside an open laptop.
  func speaksIntervals(_ settings: Settings) -> Bool {
    settings.speech == .auto && !hasEvents && settings.training.intervals.count > 1
  }
}

extension Settings.Speech {
  /// Whether the player asked for a voice, and is told if there is none.
  func expectsVoice(matchingCue: Settings.MatchingCue) -> Bool {
    self == .on || self == .auto && matchingCue == .speech
  }
}
