import Ports

/// The surroundings of practice, which determine the effect of the setting `speech`.
struct SpeechPlace: Hashable, Sendable {
  /// Whether the player can read the output: standard output is a terminal.
  var outputIsTerminal: Bool
  /// Whether a program reads the event stream.
  var hasEvents: Bool

  /// Returns whether practice speaks: modes, intervals and results.
  ///
  /// `on` and `off` apply as they are. `auto` speaks if nothing can be read (no terminal) and no program listens (no
  /// event stream). Without a voice practice never speaks; it reports that only if a voice was requested: see
  /// `expectsVoice`. With `matching-cue: speech` results are spoken even if this is false, unless the setting is `off`.
  func speaks(_ settings: Settings) -> Bool {
    switch settings.speech {
    case .on: true
    case .off: false
    case .auto: !(outputIsTerminal || hasEvents)
    }
  }

  /// Returns whether a changed interval is spoken even if nothing else is: also by `auto` in a terminal, if there is
  /// more than one, because the player's eyes may be closed in front of an open laptop.
  func speaksIntervals(_ settings: Settings) -> Bool {
    let training = settings.training
    return settings.speech == .auto && !hasEvents && (training.intervals.count > 1 || training.chords.count > 1)
  }
}

extension Settings.Speech {
  /// Returns whether the player requested a voice, and so gets a report if it is missing.
  func expectsVoice(matchingCue: Settings.MatchingCue) -> Bool {
    self == .on || self == .auto && matchingCue == .speech
  }
}
