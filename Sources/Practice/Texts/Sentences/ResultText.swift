import Ports
import Training

/// What is said and shown of a matching exercise's result, in one language: the one place for terminal, speech and page. Any thread.
///
/// Ears and fingers get words, eyes a signed number. Either carries direction and size alone; the mark, and the band's colour if
/// there is one, only repeat them.
public struct ResultText: Hashable, Sendable {
  /// Words: `4 cents sharp`, `27 cents flat`, `Dead centre`. For a voice, a screen reader, braille.
  public let spoken: String
  /// A signed number, with a true minus: `+4 cents`, `−27 cents`, `0 cents`. For eyes.
  public let offset: String
  /// The arrow as letters, one for each size: `↑`, `↑↑`, `↑↑↑` for close, moderate and far; a point for dead centre.
  ///
  /// Arrows and bullet are in every console font, which longer arrows are not, and a screen reader speaks them as what they
  /// are.
  public let mark: String

  /// The texts for `feedback` in the language of `catalogue`.
  public init(_ feedback: MatchingFeedback, _ catalogue: Catalogue) {
    let cents = feedback.cents
    let size = abs(cents)
    let sign = cents > 0 ? "+" : cents < 0 ? "\u{2212}" : ""
    offset = catalogue(.resultCents, count: size, ["offset": "\(sign)\(size)"])
    if cents == 0 {
      spoken = catalogue(.resultDeadCentre)
      mark = "•"
    } else {
      spoken = catalogue(cents > 0 ? PluralKey.resultSharp : .resultFlat, count: size)
      mark = String(repeating: cents > 0 ? "↑" : "↓", count: feedback.band.number)
    }
  }

  /// What stands in a terminal that is looked at.
  public var shown: String { "\(mark) \(offset)" }
}
