import Pitch

/// The note of the next exercise: near the last one or from the weakest quarter, within the player's current reach.
struct ReferenceChoice {
  /// Semitones from the middle of the set range to either end of a new player's references.
  static let beginnersReach = 6
  /// Answers of an interval class that let the reach grow by a semitone on each side.
  static let answersPerSemitone = 6
  /// Semitones up and down that still count as near the last note.
  static let nearby = 12

  private let candidates: [NotePair]
  private let naturalMechanical: Double
  private let last: Note?
  private let weakness: (Note) -> Double

  /// A choice among the pairs of `interval` in `space`, for a player who has given `answers` answers of its class and
  /// whose last reference was `last`. Weak or unknown notes have a high `weakness`; notes with an infinite one come
  /// before all others.
  init(
    space: ExerciseSpace, interval: DirectedInterval, answers: Int, last: Note?,
    weakness: @escaping (Note) -> Double
  ) {
    let pairs = space.pairs(interval)
    let inReach = pairs.filter { Self.isInReach($0.reference, of: space.range, answers: answers) }
    candidates = inReach.isEmpty ? pairs : inReach
    naturalMechanical = space.naturalMechanical
    self.last = last
    self.weakness = weakness
  }

  /// Draws the branch, then the note.
  func draw(using generator: inout SeededGenerator) -> NotePair {
    let mechanical = generator.unit() < naturalMechanical
    let drawn = mechanical ? weakestQuarter : nearTheLast
    return drawn[generator.below(drawn.count)]
  }

  /// The candidates near the last note; all of them if no note is near, or if the range has moved away from it.
  private var nearTheLast: [NotePair] {
    guard let last else { return candidates }
    let near = candidates.filter { abs($0.reference.number - last.number) <= Self.nearby }
    return near.isEmpty ? candidates : near
  }

  /// The quarter of the candidates, at least one, with the highest weakness; if some are infinitely weak, those. All
  /// candidates that tie with the last one are included, because otherwise the lowest notes would be favoured before
  /// the first answers.
  private var weakestQuarter: [NotePair] {
    let weaknesses = candidates.map { weakness($0.reference) }
    let first = zip(candidates, weaknesses).filter { $0.1 == .infinity }.map(\.0)
    guard first.isEmpty else { return first }
    let limit = weaknesses.sorted(by: >)[(candidates.count + 3) / 4 - 1]
    return zip(candidates, weaknesses).filter { $0.1 >= limit }.map(\.0)
  }

  /// Returns whether a player with this many answers may get `note` as a reference: 6 semitones about the middle of the
  /// set range, one more on each side with every 6 answers. The threshold does not matter, because weak notes need
  /// practice, too.
  static func isInReach(_ note: Note, of range: NoteRange, answers: Int) -> Bool {
    let reach = beginnersReach + answers / answersPerSemitone
    return abs(2 * note.number - range.low.number - range.high.number) <= 2 * reach
  }
}
