import Glibc
import Pitch

/// The deviation of the threshold over the keyboard from its general height g: a smooth field in octaves, normal given
/// g.
///
/// A Gaussian process on 23 nodes four semitones apart, cubic between them. Its mean given g is
/// `mean + slope·(g − origin)`: the evidence of answers in one region is shared out between "this ear" and "this
/// region". Its prior mean is the bowl that the literature has for cents over the keyboard (1–3 Hz up to 1 kHz: Micheyl
/// et al. 2012, PMC3455123), kept low, with an uncertain height. A tilt and a bowl of any size and sign come on top: in
/// regions without answers, most of the error is in how the curve continues, and whole curves rise and fall more than
/// neighbours differ.
///
/// g is the height in one condition, the one practised last. The offsets of the other conditions are further nodes,
/// after the keyboard's: see `KeyboardField+Conditions`.
struct KeyboardField: Hashable, Sendable {
  /// The MIDI note of the first node; the last one is C8 and a semitone.
  static let lowest = 21
  /// Semitones between two nodes.
  static let spacing = 4
  /// The number of nodes.
  static let count = 23
  /// The g that `slope` counts from.
  static let origin = ClassEstimate.priorMean
  /// Standard deviation, in octaves, of a single note's deviation from its neighbours.
  static let idiosyncrasy = 0.09
  /// Standard deviations, in octaves, of the tilt and of the bowl two octaves from the middle. Ears whose 49 notes from
  /// C2 to C6 differ by 0.24 octaves, 0.1 of them each note's own, have 0.26 and less there. A little less is assumed,
  /// because the first answers all come from the middle and carry no information about tilt and bowl.
  private static let broad = (tilt: 0.2, bowl: 0.2)
  /// The note that tilt and bowl turn about, in the middle of the nodes; and the semitones at which their deviations
  /// hold.
  private static let (middle, broadReach) = (65.0, 24.0)
  /// Standard deviations of the remainder, in octaves, and the reach of its correlation, in semitones.
  private static let smooth = (deviation: 0.12, reach: 15.0)
  private static let local = (deviation: 0.1, reach: 5.0)
  /// The literature's bowl three octaves below C5 and two above C6, in octaves, and the variance of that height as a
  /// share of its square.
  private static let (bowlHeight, bowlUncertainty) = (0.3, 1.0)

  /// The condition whose height is g.
  var home: Condition
  /// The other practised conditions: each has a node, in this order, after the keyboard's nodes.
  var others: [Condition] = []
  var mean: [Double]
  var slope: [Double]
  /// The covariance of the nodes, row by row; symmetric.
  var covariance: [Double]

  /// The prior of an ear practised in `home`.
  init(in home: Condition = .usual) {
    self.home = home
    mean = Self.priorMean
    slope = [Double](repeating: 0, count: Self.count)
    covariance = Self.priorCovariance
  }

  /// Restores the field from a snapshot; nil unless the values can be deviations in octaves.
  init?(home: Condition, others: [Condition], mean: [Double], slope: [Double], covariance: [Double]) {
    let size = Self.count + others.count
    guard mean.count == size, slope.count == size, covariance.count == size * size,
      (mean + slope + covariance).allSatisfy({ abs($0) < 100 }),
      (0..<size).allSatisfy({ covariance[$0 * size + $0] > 0 }),
      others.count < Condition.most, Set(others + [home]).count == others.count + 1
    else { return nil }
    self.home = home
    self.others = others
    self.mean = mean
    self.slope = slope
    self.covariance = covariance
  }

  /// The number of nodes, including those of conditions.
  var size: Int { Self.count + others.count }

  /// The field's belief at one note, and its covariance with the nodes.
  struct Place {
    /// The mean at the origin's g.
    var mean: Double
    /// The slope of the mean over g, in octaves per octave.
    var slope: Double
    /// The variance given g, without the note's own idiosyncrasy.
    var variance: Double
    /// The covariance with each node.
    fileprivate var gains: [Double]

    /// The variance, given g, of a heard note, the note's own idiosyncrasy included.
    var heardVariance: Double { variance + KeyboardField.idiosyncrasy * KeyboardField.idiosyncrasy }

    /// The mean of the threshold's log₂ if the general height is `general`.
    func octaves(at general: Double) -> Double { general + mean + slope * (general - KeyboardField.origin) }

    /// The log₂ of the threshold if only the moments of the general height are known: mean and variance, including the
    /// note's own idiosyncrasy.
    func threshold(_ general: ThresholdGrid.Moments) -> (mean: Double, variance: Double) {
      (octaves(at: general.mean), (1 + slope) * (1 + slope) * general.variance + heardVariance)
    }
  }

  /// The belief at `note`; beyond the nodes, the belief at the last of them.
  func place(_ note: Note) -> Place { place(weights: Self.weights(note)) }

  /// The belief about the weighted mean over `notes`, in `condition` (nil: at home), which was practised; weights are
  /// positive.
  func place(meanOf notes: [(note: Note, weight: Double)], in condition: Condition? = nil) -> Place {
    let total = notes.reduce(0) { $0 + $1.weight }
    var weights = [Double](repeating: 0, count: Self.count)
    for (note, weight) in notes {
      for (node, share) in Self.weights(note) { weights[node] += share * weight / total }
    }
    var placed = Array(weights.enumerated().filter { $0.element != 0 }.map { ($0.offset, $0.element) })
    if let node = condition.flatMap(node) { placed.append((node, 1)) }
    return place(weights: placed)
  }

  private func place(weights: [(Int, Double)]) -> Place {
    let size = size
    var place = Place(mean: 0, slope: 0, variance: 0, gains: [Double](repeating: 0, count: size))
    for (node, weight) in weights {
      place.mean += weight * mean[node]
      place.slope += weight * slope[node]
      for other in 0..<size { place.gains[other] += weight * covariance[node * size + other] }
    }
    for (node, weight) in weights { place.variance += weight * place.gains[node] }
    // Compared this way round, NaN becomes the minimum as well.
    place.variance = place.variance > 1e-9 ? place.variance : 1e-9
    return place
  }

  /// Variance at `note` before any answer.
  static func priorVariance(_ note: Note) -> Double { priorVariances[min(max(note.number, 0), 127)] }

  /// Moves the field at `place` by `shift` + `tilt`·(g − origin), and scales the variance of the observation there by
  /// `ratio` (0…1).
  mutating func learn(_ place: Place, shift: Double, tilt: Double, ratio: Double) {
    let observed = place.heardVariance
    let lost = (1 - min(max(ratio, 0.05), 1)) / observed
    let size = size
    for node in 0..<size {
      let gain = place.gains[node]
      mean[node] += gain / observed * shift
      slope[node] += gain / observed * tilt
      let row = node * size
      let scaled = gain * lost
      for other in 0..<size { covariance[row + other] -= scaled * place.gains[other] }
    }
    // A damaged snapshot can hold a matrix that is not a covariance; learning then diverges.
    if !(covariance + mean + slope).allSatisfy({ abs($0) < 100 }) { self = KeyboardField(in: home) }
  }

  /// Removes `share` of the slope, so that the mean stays the same at the general height `general`. Variances stay: the
  /// contribution of g's own uncertainty is too small to matter.
  mutating func uncouple(share: Double, at general: Double) {
    for node in 0..<size {
      mean[node] += share * slope[node] * (general - Self.origin)
      slope[node] -= share * slope[node]
    }
  }

  /// Returns towards the prior by `share`.
  mutating func forget(share: Double) {
    for node in 0..<size {
      mean[node] += share / 2 * ((node < Self.count ? Self.priorMean[node] : 0) - mean[node])
      slope[node] -= share / 2 * slope[node]
    }
    for row in 0..<size {
      for column in 0..<size {
        let index = row * size + column
        covariance[index] += share * (prior(row, column) - covariance[index])
      }
    }
  }

  /// Covariance of two nodes before any answer.
  private func prior(_ row: Int, _ column: Int) -> Double {
    if row < Self.count, column < Self.count { return Self.priorCovariance[row * Self.count + column] }
    return row == column ? others[row - Self.count].variance(from: home) : 0
  }

  /// The nodes about `note` and their weights: Catmull & Rom's cubic, which passes through the nodes.
  private static func weights(_ note: Note) -> [(Int, Double)] { noteWeights[min(max(note.number, 0), 127)] }

  private static let noteWeights: [[(Int, Double)]] = (0...127).map { number in
    let position = min(max(Double(number - lowest) / Double(spacing), 0), Double(count - 1))
    let node = min(Int(position), count - 2)
    let t = position - Double(node)
    let cubic = [
      ((-t + 2) * t - 1) * t / 2, ((3 * t - 5) * t * t + 2) / 2, ((-3 * t + 4) * t + 1) * t / 2, (t - 1) * t * t / 2,
    ]
    var weights: [Int: Double] = [:]
    for (offset, weight) in cubic.enumerated() where weight != 0 {
      weights[min(max(node + offset - 1, 0), count - 1), default: 0] += weight
    }
    return weights.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private static let nodeNotes = (0..<count).map { Double(lowest + spacing * $0) }
  private static let priorMean = nodeNotes.map(bowl)
  private static let priorCovariance: [Double] = nodeNotes.flatMap { left in
    nodeNotes.map { right in priorCovariance(left, right) }
  }

  private static func priorCovariance(_ left: Double, _ right: Double) -> Double {
    let distance = left - right
    let x = (left - middle) / broadReach
    let y = (right - middle) / broadReach
    let tilt: Double = broad.tilt * broad.tilt * x * y
    let wide: Double = tilt + broad.bowl * broad.bowl * x * x * y * y
    var covariance: Double = wide + bowlUncertainty * bowl(left) * bowl(right)
    for part in [smooth, local] {
      let fall: Double = exp(-distance * distance / (2 * part.reach * part.reach))
      covariance += part.deviation * part.deviation * fall
    }
    return covariance
  }
  private static let priorVariances: [Double] = (0...127).map { number in
    KeyboardField().place(Note(literal: UInt8(number))).variance
  }

  /// Octaves of threshold above its smallest, from C5 to C6.
  private static func bowl(_ note: Double) -> Double {
    let below = max(0, 72 - note) / 36
    let above = max(0, note - 84) / 24
    return bowlHeight * (below * below + above * above)
  }
}
