import Ports
import Training

/// The result of a matching exercise in one language, shared by terminal, speech and page. Any thread.
///
/// Speech and braille get words, the display a signed number. Each carries direction and size by itself; the mark, and
/// the band's colour if there is one, only repeat them.
public struct ResultText: Hashable, Sendable {
  /// The result in words: `4 cents sharp`, `27 cents flat`, `Dead centre`; of a chord with its beats: `4 cents sharp,
  /// 1.2 beats a second`. For lines.
  public let words: String
  /// The words, after a temperament with its summary. For a voice, a screen reader, braille.
  public let spoken: String
  /// The result as a signed number, with a true minus: `+4 cents`, `−27 cents`, `0 cents`; of a chord with its beats:
  /// `+4 cents, 1.2 beats/s`. For display.
  public let offset: String
  /// The result as arrows, more for larger sizes: `↑`, `↑↑`, `↑↑↑` for close, moderate and far; a bullet for dead
  /// centre.
  ///
  /// Arrows and bullet are in every console font, which longer arrows are not, and screen readers speak them by name.
  public let mark: String

  /// Creates the texts for `feedback` in the language of `catalogue`.
  public init(_ feedback: MatchingFeedback, _ catalogue: Catalogue) {
    let cents = feedback.cents
    func adding(_ key: TextKey, to result: String) -> String {
      guard let tenths = feedback.tenthsOfBeats else { return result }
      return catalogue(key, ["result": result, "rate": catalogue.decimals(abs(Double(tenths)) / 10, places: 1)])
    }
    let size = abs(cents)
    let sign = cents > 0 ? "+" : cents < 0 ? "\u{2212}" : ""
    offset = adding(.resultBeats, to: catalogue(.resultCents, count: size, ["offset": "\(sign)\(size)"]))
    if cents == 0 {
      words = adding(.resultBeatsSpoken, to: catalogue(.resultDeadCentre))
      mark = "•"
    } else {
      words = adding(
        .resultBeatsSpoken, to: catalogue(cents > 0 ? PluralKey.resultSharp : .resultFlat, count: size))
      mark = String(repeating: cents > 0 ? "↑" : "↓", count: feedback.band.number)
    }
    spoken = words + (feedback.laid.map { ". \(catalogue.summary($0))" } ?? "")
  }

  /// The text for a terminal's screen.
  public var shown: String { "\(mark) \(offset)" }
}
