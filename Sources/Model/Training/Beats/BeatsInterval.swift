import Pitch

/// An interval whose beats are compared. The raw values are the words in settings, files and records.
public enum BeatsInterval: String, Hashable, Sendable, CaseIterable {
  /// Two notes of nearly the same pitch.
  case unison
  /// A major third.
  case third
  /// A perfect fifth.
  case fifth
  /// An octave.
  case octave

  /// The lowest pair of partials that beats: the one heard.
  public var partials: BeatingPartials {
    switch self {
    case .unison: BeatingPartials(lower: 1, upper: 1)
    case .third: BeatingPartials(lower: 5, upper: 4)
    case .fifth: BeatingPartials(lower: 3, upper: 2)
    case .octave: BeatingPartials(lower: 2, upper: 1)
    }
  }

  /// The place among all, from 0.
  var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// The lowest of the basses at `concertPitch`: a quarter tone, narrower or wider, is enough for the fastest beats, so
  /// that an interval does not become another one.
  func lowestBass(at concertPitch: ConcertPitch) -> Note {
    // The narrower one beats more slowly.
    let least = BeatsSpace.rates.upperBound / (1 - Hertz(1).transposed(by: -BeatsSpace.widest).value)
    let notes = (0...127).lazy.compactMap { Note($0) }
    let lowest = notes.first {
      Double(partials.lower) * Tuning.equal.reference($0, concertPitch: concertPitch).value >= least
    }
    return lowest ?? Note(literal: 60)
  }
}

/// The setting `beats-interval`. The raw values are the words in settings.
public enum BeatsChoice: String, Hashable, Sendable, CaseIterable {
  case unison
  case third
  case fifth
  case octave
  /// One of them, drawn for each exercise.
  case mixed

  /// The intervals to draw from.
  public var intervals: [BeatsInterval] { BeatsInterval(rawValue: rawValue).map { [$0] } ?? BeatsInterval.allCases }
}

extension Timbre {
  /// The timbre in which `interval` beats: this one, or a string if this one lacks a partial of the pair, as a sine
  /// does in all but the unison, and a reed wherever an even partial is needed.
  public func beating(in interval: BeatsInterval) -> Timbre {
    let pair = interval.partials
    return hasPartial(pair.lower) && hasPartial(pair.upper) ? self : .string
  }
}
