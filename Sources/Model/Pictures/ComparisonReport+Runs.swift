import Pitch
import Training

/// Stretches of the keyboard that pictures and sentences describe in the same way.
extension ComparisonReport {
  /// The sure leans; neighbouring regions that lean the same way are merged.
  public var sureLeans: [RegionLean] {
    leans.filter(\.isSure).reduce(into: []) { all, next in
      guard let last = all.last, last.notes.high.number + 1 == next.notes.low.number,
        (last.lean.value > 0) == (next.lean.value > 0), let notes = NoteRange(last.notes.low, next.notes.high)
      else { return all.append(next) }
      all[all.count - 1].notes = notes
    }
  }

  /// Runs of neighbouring weak notes, lowest first.
  public var weakRanges: [NoteRange] {
    CurveShapes.runs(curve, where: \.isWeak).compactMap { run in
      guard let first = run.first, let last = run.last else { return nil }
      return NoteRange(first.note, last.note)
    }
  }

  /// Runs of neighbouring known notes, lowest first.
  public var knownRanges: [NoteRange] {
    CurveShapes.runs(curve) { _ in true }.compactMap { run in
      guard let first = run.first, let last = run.last else { return nil }
      return NoteRange(first.note, last.note)
    }
  }

  /// Returns runs of unknown notes in `range`, lowest first.
  public func gaps(in range: NoteRange) -> [NoteRange] {
    let known = Set(curve.map(\.note))
    let unknown = (range.low.number...range.high.number).compactMap(Note.init).filter { !known.contains($0) }
    return unknown.reduce(into: []) { gaps, note in
      if let last = gaps.last, last.high.number + 1 == note.number, let longer = NoteRange(last.low, note) {
        gaps[gaps.count - 1] = longer
      } else if let gap = NoteRange(note, note) {
        gaps.append(gap)
      }
    }
  }
}

extension IntervalClass {
  /// The abbreviation used in settings and files: `M3`.
  public var abbreviation: String { (DirectedInterval(semitones: semitones) ?? .prime).abbreviation }

  /// The class of this abbreviation, or nil.
  public init?(abbreviation: some StringProtocol) {
    guard let found = Self.all.first(where: { $0.abbreviation == abbreviation }) else { return nil }
    self = found
  }
}
