import Glibc

/// The belief about a player's use of "sure" and "not sure", jointly with the threshold: a probability for each cell of
/// the threshold's grid and each use.
///
/// In signal detection theory an answer is sure if the evidence for it exceeds a criterion c, in σ (Macmillan &
/// Creelman 2005, chapter 3): P(right, sure) = Φ(z − c), P(wrong, sure) = Φ(−z − c), and the rest is unsure. Players
/// place the criterion differently, so it is estimated along with the threshold. The last use is nested: it says "sure"
/// by chance, with a share estimated from the ratings alone, so that they carry no information about the threshold. A
/// lapse is a guess that is as often sure as not.
///
/// Lapse rate and use are independent given the threshold; after an answer each is the exact marginal of their product.
struct ConfidenceGrid: Hashable, Sendable {
  /// One use in each lane: seven criteria, and chance.
  typealias Uses = SIMD8<Double>

  /// The criteria in σ; 0 in the lane of chance.
  static let criteria = Uses(0.25, 0.45, 0.65, 0.85, 1.05, 1.25, 1.45, 0)
  /// The prior. Criteria are normal, 0.85 σ ± 0.3 σ: observers usually place them at 0.7 to 1 σ. Chance gets as much as
  /// it needs to cost its players next to nothing (`make bench-ear`); the others leave it behind within some thirty
  /// answers.
  static let prior = Uses(0.0128, 0.0389, 0.0759, 0.0948, 0.0759, 0.0389, 0.0128, 0.65)
  /// 1 in the lane of chance.
  static let chance = Uses(0, 0, 0, 0, 0, 0, 0, 1)
  /// The share by which uses return to their prior with each rating: criteria drift.
  private static let forgetting = 1.0 / 2_000
  /// The number of ratings by which the share of sure answers is remembered.
  private static let memory = 200.0

  /// Probabilities, threshold by threshold; their sums are those of the threshold's grid.
  var cells: [Uses]
  /// The numbers of sure and of all ratings, with one of each kind before the first.
  private var sure = 1.0, ratings = 2.0

  /// The prior, for thresholds with these probabilities.
  init(over thresholds: [ThresholdGrid.Lapses]) {
    cells = thresholds.map { $0.sum() * Self.prior }
  }

  /// The probabilities of the uses, summed over thresholds.
  var uses: Uses { cells.reduce(.zero, +) }

  /// The probabilities of the uses given the threshold with this index.
  func uses(at index: Int) -> Uses {
    let total = cells[index].sum()
    return total > 0 ? cells[index] / total : Self.prior
  }

  /// The answer as each use gives it.
  func answer(correct: Bool, isSure: Bool) -> RatedAnswer {
    RatedAnswer(correct: correct, isSure: isSure, chance: sure / ratings)
  }

  /// Counts a rating, and forgets a little.
  mutating func count(isSure: Bool) {
    let kept = 1 - 1 / Self.memory
    sure = 1 + kept * (sure - 1) + (isSure ? 1 : 0)
    ratings = 3 + kept * (ratings - 2)
    forget(share: Self.forgetting)
  }

  /// Returns towards the prior by `share`.
  mutating func forget(share: Double) {
    for index in cells.indices { cells[index] += share * (cells[index].sum() * Self.prior - cells[index]) }
  }

  /// Scales each threshold's uses to its probability among `thresholds`.
  mutating func follow(_ thresholds: [ThresholdGrid.Lapses]) {
    for index in cells.indices { cells[index] = thresholds[index].sum() * uses(at: index) }
  }
}

extension ConfidenceGrid {
  func write(to writer: inout SnapshotWriter) {
    writer.write(cells.numbers)
    writer.write(sure)
    writer.write(ratings)
  }

  init(from reader: inout SnapshotReader) throws(SnapshotReader.Unreadable) {
    guard let cells = [Uses](numbers: try reader.numbers(ThresholdGrid.count * Uses.scalarCount)) else {
      throw SnapshotReader.Unreadable()
    }
    self.cells = cells
    (sure, ratings) = (try reader.finite(), try reader.finite())
    guard sure > 0, ratings > sure, ratings < 1e6 else { throw SnapshotReader.Unreadable() }
  }
}

/// A rated answer, with its probability under each use of "sure".
struct RatedAnswer {
  /// An evidence in σ that is never reached, whatever the threshold.
  private static let never = 1e9

  /// Its probability if attention lapses.
  let guess: ConfidenceGrid.Uses
  /// Its probability otherwise is `shares`·(`always` + `right`·Φ(z) + `beyond`·Φ(z − `bounds`)).
  private let shares, bounds: ConfidenceGrid.Uses
  private let always, right, beyond: Double

  /// An answer that chance calls sure with probability `chance`.
  init(correct: Bool, isSure: Bool, chance: Double) {
    let share = isSure ? chance : 1 - chance
    shares = 1 + (share - 1) * ConfidenceGrid.chance
    guess = 0.25 + (share / 2 - 0.25) * ConfidenceGrid.chance
    let criteria = isSure ? ConfidenceGrid.criteria : ConfidenceGrid.criteria + Self.never * ConfidenceGrid.chance
    bounds = correct ? criteria : -criteria
    (always, right, beyond) =
      switch (correct, isSure) {
      case (true, true): (0, 0, 1)
      case (true, false): (0, 1, -1)
      case (false, false): (0, -1, 1)
      case (false, true): (1, 0, -1)
      }
  }

  /// Its probability without a lapse at detectability `z`, of which Φ is `normal`; criteria are divided by `width`.
  @inline(__always)
  func probabilities(z: Double, normal: Double, width: Double = 1) -> ConfidenceGrid.Uses {
    let bounds = z - bounds / width
    var normals = ConfidenceGrid.Uses.zero
    for lane in 0..<ConfidenceGrid.Uses.scalarCount { normals[lane] = Observer.normal(bounds[lane]) }
    return pointwiseMax(shares * (always + right * normal + beyond * normals), .zero)
  }

  /// The first derivative over z of `probabilities`, summed over `uses`, and the same with each density φ(x) multiplied
  /// by its x.
  @inline(__always)
  func derivatives(z: Double, width: Double, uses: ConfidenceGrid.Uses) -> (first: Double, withZ: Double) {
    let bounds = z - bounds / width
    var densities = ConfidenceGrid.Uses.zero
    for lane in 0..<ConfidenceGrid.Uses.scalarCount { densities[lane] = Observer.density(bounds[lane]) }
    let (uses, own) = (uses * shares, right * Observer.density(z))
    let first = uses * (own + beyond * densities)
    return (first.sum(), (uses * (own * z + beyond * densities * bounds)).sum())
  }
}
