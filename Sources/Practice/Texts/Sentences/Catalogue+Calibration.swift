import Pictures
import Training

/// Sureness in the profile, in words.
extension Catalogue {
  /// Returns the findings of `report` in sentences to read aloud.
  public func sentences(_ report: CalibrationReport) -> [String] {
    let words = pictureWords
    let (sure, unsure) = (report.sure.right, report.unsure.right)
    let shares = self(
      .calibration,
      [
        "sure": words.ofHundred(sure.value), "sureLow": words.ofHundred(sure.band.lowerBound),
        "sureHigh": words.ofHundred(sure.band.upperBound), "unsure": words.ofHundred(unsure.value),
        "unsureLow": words.ofHundred(unsure.band.lowerBound), "unsureHigh": words.ofHundred(unsure.band.upperBound),
      ])
    let basis = self(.calibrationBasis, ["answers": words.answers(report.sure.answers + report.unsure.answers)])
    let change = report.change.map {
      self(.calibrationChange, ["exercise": words(report.exercise), "change": words($0)])
    }
    return [shares, basis] + [change].compactMap(\.self)
  }
}
