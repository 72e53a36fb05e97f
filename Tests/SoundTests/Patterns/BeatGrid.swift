import Sound

/// The frames of a grid, counted up cell by cell with whole numbers: apart from the renderer's formula.
struct BeatGrid {
  private let whole: Int
  private let rest: Int
  private let division: Int
  let cells: Int

  init(rate: Int, tempo: Int, cells: Int) {
    self.cells = cells
    division = tempo * cells
    whole = 60 * rate / division
    rest = 60 * rate % division
  }

  /// The frames of the first `count` cells from `beat` on, as counted from beat 0.
  func frames(from beat: Int = 0, count: Int) -> [Int] {
    // Whole beats first, or counting would take long.
    var frame = beat * cells * whole + beat * cells * rest / division
    var share = beat * cells * rest % division
    return (0..<count).map { _ in
      defer {
        frame += whole
        share += rest
        if share >= division {
          share -= division
          frame += 1
        }
      }
      return frame + (2 * share >= division ? 1 : 0)
    }
  }

  /// The onsets of a pattern's notes, from its first accent on frame 0.
  func onsets(_ pattern: BeatPattern, beats: Int) -> [Int] {
    let frames = frames(from: Int(pattern.firstBeat), count: beats * cells)
    return frames.indices.filter { pattern.notes >> ($0 % cells) & 1 == 1 }.map { index in
      frames[index] - frames[0] + (index % cells == pattern.displaced ? Int(pattern.displacement) : 0)
    }
  }
}

extension BeatPattern {
  /// A pattern as most tests want it: all cells have a note.
  static func full(
    cells: Int = 4, displaced: Int = 2, by displacement: Int64 = 0, tempo: Int = 120, from firstBeat: Int64 = 0,
    beats: Int64 = .max
  ) -> BeatPattern {
    BeatPattern(
      cells: cells, notes: UInt16(truncatingIfNeeded: (1 << cells) - 1), displaced: displaced,
      displacement: displacement, tempo: tempo, firstBeat: firstBeat, beats: beats)
  }
}
