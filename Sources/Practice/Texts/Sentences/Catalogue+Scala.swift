import Pitch
import PlainText

extension Catalogue {
  /// Returns the problem of a scale or keyboard map, to follow file and line.
  func line(_ reason: ScalaProblem.Reason) -> String {
    switch reason {
    case .tooLarge(let limit): self(.fileTooLarge, ["limit": "\(limit)"])
    case .noCount: self(.scaleNoCount)
    case .badCount(let text): self(.scaleBadCount, ["text": CleanText.quote(text)])
    case .missingDegrees(let expected, let found):
      self(.scaleMissingDegrees, ["expected": "\(expected)", "found": "\(found)"])
    case .notAPitch(let text): self(.scaleNotAPitch, ["text": CleanText.quote(text)])
    case .notPositive(let text): self(.scaleNotPositive, ["text": CleanText.quote(text)])
    case .tooFar(let text, let limit): self(.scaleTooFar, ["text": CleanText.quote(text), "limit": "\(limit)"])
    case .noDegrees: self(.scaleNoDegrees)
    case .needsMapping(let count): self(.scaleNeedsMapping, ["count": "\(count)"])
    case .notAnOctave(let period): self(.scaleNotAnOctave, ["cents": number(period.value.rounded())])
    case .missing(let field): self(.keyboardMapMissing, ["field": name(of: field)])
    case .badNumber(let field, let text):
      self(
        .keyboardMapBadNumber,
        [
          "field": name(of: field), "low": "\(field.range.lowerBound)", "high": "\(field.range.upperBound)",
          "text": CleanText.quote(text),
        ])
    case .lastBelowFirst: self(.keyboardMapLastBelowFirst)
    case .badEntry(let text): self(.keyboardMapBadEntry, ["text": CleanText.quote(text)])
    case .unmappedReference(let note): self(.keyboardMapUnmappedReference, ["note": "\(note)"])
    }
  }

  private func name(of field: ScalaProblem.Field) -> String { text("keyboard-map.\(field.rawValue)", [:]) }
}
