import Pitch
import PlainText
import Ports
import Training

/// Temperaments in words.
extension Catalogue {
  /// Returns the step of a temperament: `E4 against A3, step 1 of 11`.
  public func words(_ laying: ViewState.Laying) -> String {
    self(
      .phaseLaying,
      [
        "note": name(of: laying.note), "reference": name(of: laying.reference), "step": "\(laying.step)",
        "count": "\(laying.count)",
      ])
  }

  /// Returns the result of a temperament in lines: its name, each note, and how the circle closes.
  public func lines(_ laid: TemperamentResult) -> [String] {
    let name =
      SettingKey.temperament.words.contains(laid.temperament)
      ? label(of: laid.temperament, for: .temperament) : laid.temperament
    let rows = laid.rows.map { row in
      self(.laidNote, values(of: row, cents: cents(row.cents, over: .resultSharp, under: .resultFlat)))
    }
    return [self(.laidTitle, ["temperament": name])] + rows + closing(laid)
  }

  /// Returns the result in up to three sentences, about ten seconds of speech: the largest error, and how the circle
  /// closes.
  func summary(_ laid: TemperamentResult) -> String {
    let largest = laid.rows.max { abs($0.cents) < abs($1.cents) }.map { row in
      self(
        .laidLargest, ["note": name(of: row.note), "cents": cents(row.cents, over: .resultSharp, under: .resultFlat)])
    }
    return ([largest].compactMap(\.self) + closing(laid)).joined(separator: ". ")
  }

  private func closing(_ laid: TemperamentResult) -> [String] {
    laid.closing.map { row in
      [self(.laidClosing, values(of: row, cents: cents(row.cents, over: .laidWide, under: .laidNarrow)))]
    } ?? []
  }

  private func values(of row: TemperamentResult.Row, cents: String) -> [String: String] {
    ["note": name(of: row.note), "reference": name(of: row.reference), "result": beats(row, after: cents)]
  }

  /// Returns a rounded error in words; 0 is in tune.
  private func cents(_ value: Double, over: PluralKey, under: PluralKey) -> String {
    let whole = MatchingFeedback(error: Cents(value)).cents
    return whole == 0 ? self(.laidInTune) : self(whole > 0 ? over : under, count: abs(whole))
  }

  /// Returns an error with the beats of its interval and those that it should have, if they are known; with *wide* and
  /// *narrow* if they are on both sides of pure.
  private func beats(_ row: TemperamentResult.Row, after cents: String) -> String {
    guard let beats = row.beats, let target = row.targetBeats else { return cents }
    let isOtherSide = (beats * 10).rounded() * (target * 10).rounded() < 0
    return self(
      isOtherSide ? beats > 0 ? .laidBeatsWide : .laidBeatsNarrow : .laidBeats,
      [
        "result": cents, "rate": decimals(abs(beats), places: 1), "target": decimals(abs(target), places: 1),
      ])
  }

  /// Returns one line on the problem of a file with an order.
  func line(_ reason: TemperamentOrderProblem.Reason) -> String {
    switch reason {
    case .tooLarge(let limit): self(.fileTooLarge, ["limit": "\(limit)"])
    case .noSteps: self(.orderNoSteps)
    case .notTwoNotes(let text): self(.orderNotTwoNotes, ["text": CleanText.quote(text)])
    case .notANote(let text): self(.orderNotANote, ["text": CleanText.quote(text)])
    case .notTunedYet(let note): self(.orderNotTunedYet, ["note": note.name])
    case .tunedBefore(let note): self(.orderTunedBefore, ["note": note.name])
    case .tooWide(let note, let reference): self(.orderTooWide, ["note": note.name, "reference": reference.name])
    }
  }
}
