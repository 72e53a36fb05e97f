import Ports
import Training

/// What is said of a matching exercise's result, in one language: the one place for terminal, speech and page. Any thread.
///
/// The words alone carry direction and size; the mark, and the band's colour if there is one, only repeat them.
public struct ResultText: Hashable, Sendable {
  /// Words alone: `4 cents sharp`, `27 cents flat`, `Dead centre`. To be spoken, and a line's whole content.
  public let spoken: String
  /// The arrow as letters, one for each size: `↑`, `↑↑`, `↑↑↑` for close, moderate and far; a point for dead centre.
  ///
  /// Arrows and bullet are in every console font, which longer arrows are not, and a screen reader speaks them as what they
  /// are.
  public let mark: String

  /// The texts for `feedback` in the language of `catalogue`.
  public init(_ feedback: MatchingFeedback, _ catalogue: Catalogue) {
    let cents = feedback.cents
    let size = abs(cents)
    if cents == 0 {
      spoken = catalogue(.resultDeadCentre)
      mark = "•"
    } else {
      spoken = catalogue(cents > 0 ? PluralKey.resultSharp : .resultFlat, count: size)
      mark = String(repeating: cents > 0 ? "↑" : "↓", count: feedback.band.number)
    }
  }

  /// What stands on a screen: the words as they are spoken, and the mark before them.
  public var shown: String { "\(mark) \(spoken)" }
}
