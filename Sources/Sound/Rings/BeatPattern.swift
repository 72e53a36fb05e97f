/// A pattern of one beat, repeated on an exact grid of frames, with one of its notes displaced in every repetition.
///
/// The beat is divided into equal cells, counted on the caller's grid: cell c of beat b is number m = b · cells + c.
/// Cell m is on frame
///
///     round(60 · rate · m / (tempo · cells)) − round(60 · rate · firstBeat / tempo)
///
/// from the pattern's start, halves rounded up: computed with whole numbers from the number of the cell, so that no
/// error accumulates, and successive patterns of one grid are on the frames of a single endless one.
public struct BeatPattern: Hashable, Sendable, BitwiseCopyable {
  /// Equal cells of the beat, 1…16.
  public var cells: Int
  /// The cells with a note, as bits; cell 0 (bit 0) always has one, the accent.
  public var notes: UInt16
  /// The cell of the displaced note: not 0, and one of `notes`. Ignored if `displacement` is 0.
  public var displaced: Int
  /// Frames by which that note is late; negative: early. Smaller than the gaps to its neighbours.
  public var displacement: Int64
  /// Beats a minute, within `tempos`.
  public var tempo: Int
  /// The number of the first beat on the caller's grid, within `firstBeats`.
  public var firstBeat: Int64
  /// The number of beats, 1 or more; `Int64.max`: until it is faded.
  public var beats: Int64

  /// Memberwise.
  public init(
    cells: Int, notes: UInt16, displaced: Int, displacement: Int64, tempo: Int, firstBeat: Int64 = 0,
    beats: Int64 = .max
  ) {
    self.cells = cells
    self.notes = notes
    self.displaced = displaced
    self.displacement = displacement
    self.tempo = tempo
    self.firstBeat = firstBeat
    self.beats = beats
  }

  // Computed rather than stored: the renderer uses them.

  /// The valid tempos, in beats a minute.
  public static var tempos: ClosedRange<Int> { 1...fastest }
  /// The valid numbers of a first beat: eight years at the fastest tempo.
  public static var firstBeats: ClosedRange<Int64> { 0...latestFirstBeat }
  /// The peak of a pattern of gain 1, as a multiple of a note's peak of the same gain, if its gaps are 24 ms or more.
  public static var loudest: Float { 4 }
  /// Hertz of a stroke that is not the accent, as its events report it.
  public static var hertz: Double { @_noLocks get { 1_000 } }

  private static var fastest: Int { @_noLocks get { 1_000 } }
  private static var latestFirstBeat: Int64 { @_noLocks get { 1 << 32 } }
  /// The last beat of an endless pattern, centuries ahead. 60 · 768,000 · 2³³ · 16 is less than 2⁶³.
  private static var furthestBeat: Int64 { @_noLocks get { 1 << 33 } }

  /// Returns the frames from the pattern's start to a cell, without displacement; negative for a beat before the first.
  /// Real-time.
  /// - Parameters:
  ///   - beat: counted on the caller's grid; clamped to 0…2³³.
  ///   - cell: 0 ..< `cells`; clamped to it.
  ///   - rate: frames a second.
  @_noLocks
  public func offset(ofBeat beat: Int64, cell: Int = 0, rate: Int) -> Int64 {
    place(beat, cell, rate) - place(firstBeat, 0, rate)
  }

  /// Returns whether every number is in its range, and the displaced note stays between its neighbours. The renderer
  /// refuses other patterns. Real-time.
  /// - Parameter rate: frames a second.
  @_noLocks
  public func isPlayable(at rate: Int) -> Bool {
    guard cells >= 1, cells <= 16, notes & 1 == 1, UInt32(notes) &>> UInt32(cells) == 0 else { return false }
    guard tempo >= 1, tempo <= Self.fastest, firstBeat >= 0, firstBeat <= Self.latestFirstBeat, beats >= 1 else {
      return false
    }
    guard displacement != 0 else { return true }
    guard displaced >= 1, displaced < cells, has(displaced) else { return false }
    return displacement.magnitude < shorterGap(rate)
  }

  /// The beat after the last one, of a playable pattern. Real-time.
  var endBeat: Int64 {
    @_noLocks get { firstBeat + min(beats, Self.furthestBeat - firstBeat) }
  }

  /// Returns the frames from the pattern's start to its note in a cell. Real-time.
  @_noLocks
  func onset(ofBeat beat: Int64, cell: Int, rate: Int) -> Int64 {
    let offset = offset(ofBeat: beat, cell: cell, rate: rate)
    return cell == displaced && cell != 0 ? offset + displacement : offset
  }

  /// Returns whether a cell has a note. Real-time.
  @_noLocks
  func has(_ cell: Int) -> Bool { UInt32(notes) &>> UInt32(truncatingIfNeeded: cell) & 1 == 1 }

  /// Returns the frame of a cell on the caller's grid, whose beat 0 is on frame 0. ⌊N / D + ½⌋ = ⌊(N + ⌊D / 2⌋) / D⌋
  /// for whole numbers.
  @_noLocks
  private func place(_ beat: Int64, _ cell: Int, _ rate: Int) -> Int64 {
    let cells = Int64(min(max(cells, 1), 16))
    let number = min(max(beat, 0), Self.furthestBeat) * cells + min(max(Int64(cell), 0), cells - 1)
    let division = Int64(min(max(tempo, 1), Self.fastest)) * cells
    return (60 * Int64(min(max(rate, 1), 768_000)) * number + division / 2) / division
  }

  /// Returns the whole frames of the shorter gap between the displaced note and its neighbours.
  @_noLocks
  private func shorterGap(_ rate: Int) -> UInt64 {
    var before = 1
    while !has(displaced - before) { before += 1 }
    var after = 1
    while displaced + after < cells, !has(displaced + after) { after += 1 }
    return UInt64(place(0, min(before, after), rate).magnitude)
  }
}
