import Glibc
import Pitch

/// The note of the next exercise: near the last one or from the weakest quarter, within what a beginner is given.
struct ReferenceChoice {
  /// Semitones from the middle of the set range to either end of a new player's references.
  static let beginnersReach = 6
  /// Semitones the reach grows by with each halving of the estimate.
  static let reachPerHalving = 2
  /// The estimate a new player is taken to have.
  static let beginnersEstimate = Cents(100)
  /// Semitones up and down that still count as near the last note.
  static let nearby = 12

  private let candidates: [NotePair]
  private let naturalMechanical: Double
  private let last: Note?
  private let weakness: (Note) -> Double

  /// Among the pairs of `interval` in `space`, for a player whose threshold is estimated as `estimate`, whose last reference
  /// was `last`, and whose weak or unknown notes have a high `weakness`.
  init(
    space: ExerciseSpace, interval: DirectedInterval, estimate: Cents, last: Note?,
    weakness: @escaping (Note) -> Double
  ) {
    let pairs = space.pairs(interval)
    let inReach = pairs.filter { Self.isInReach($0.reference, of: space.range, estimate: estimate) }
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

  /// All candidates where there is no last note, or where the range has been moved away from it.
  private var nearTheLast: [NotePair] {
    guard let last else { return candidates }
    let near = candidates.filter { abs($0.reference.number - last.number) <= Self.nearby }
    return near.isEmpty ? candidates : near
  }

  /// The quarter of the candidates, at least one, with the highest weakness. All that tie with the last of them belong
  /// to it, else the lowest notes would be favoured where nothing is known yet.
  private var weakestQuarter: [NotePair] {
    let weaknesses = candidates.map { weakness($0.reference) }
    let limit = weaknesses.sorted(by: >)[(candidates.count + 3) / 4 - 1]
    return zip(candidates, weaknesses).filter { $0.1 >= limit }.map(\.0)
  }

  /// Whether a player with this estimate is given `note` as a reference: 6 semitones about the middle of the set
  /// range, 2 more on each side for each whole halving of the estimate from 100 cents.
  static func isInReach(_ note: Note, of range: NoteRange, estimate: Cents) -> Bool {
    let halvings = max(0, log2(beginnersEstimate.value / estimate.value))
    let reach = Double(beginnersReach) + Double(reachPerHalving) * halvings.rounded(.down)
    let middle = Double(range.low.number + range.high.number) / 2
    return abs(Double(note.number) - middle) <= reach
  }
}
