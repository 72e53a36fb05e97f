import Glibc
import Pitch
import Training

/// The change of a listener's threshold over the answers, in octaves relative to its start: positive is a larger
/// threshold.
public enum ThresholdChange: Hashable, Sendable {
  /// An ear that stays the same.
  case none
  /// A change of `octaves`, evenly over `over` answers, then constant.
  case linear(octaves: Double, over: Int)
  /// Towards `octaves`, 1 − 1/e of the way within `within` answers: the usual effect of practice.
  case exponential(octaves: Double, within: Int)
  /// The whole change before the answer with this index (the first is 0).
  case step(octaves: Double, at: Int)

  /// The change by the answer with this index.
  public func octaves(at index: Int) -> Double {
    switch self {
    case .none: 0
    case .linear(let octaves, let over): octaves * min(1, Double(index) / Double(max(1, over)))
    case .exponential(let octaves, let within): octaves * (1 - exp(-Double(index) / Double(max(1, within))))
    case .step(let octaves, let first): index < first ? 0 : octaves
    }
  }
}

/// The properties of a simulated ear: a value without randomness.
///
/// d′ is (|cents| / σ)^slope, with the threshold at 0.6745 σ for every slope; in real ears the slope is 1 (Dai &
/// Micheyl 2011). The lean moves the criterion: the answer is "higher" if signed d′ + noise > −lean.
public struct ListenerTraits: Hashable, Sendable {
  /// The lapse-free 75 % point before any change, in cents, without the deviations of notes.
  public var threshold: Double
  /// The deviation of each note from it, in octaves, by MIDI note number; empty: all equal.
  public var curve: [Double]
  /// The exponent of detectability over cents. Above 0.
  public var slope: Double
  /// The lapse rate: the share of answers that are guesses, 0…1.
  public var lapse: Double
  /// The lean in σ; positive: "higher" is answered too often.
  public var lean: Double
  /// The change of the threshold.
  public var change: ThresholdChange
  /// The growth of the lapse from the first answer of a session to the last.
  public var fatigue: Double
  /// The rise of the threshold, in octaves, from the first answer of a session to the last.
  public var tiring: Double
  /// The difference of the threshold in other conditions from the usual one, in octaves; empty: none.
  public var conditions: [Condition: Double]
  /// When the listener is sure.
  public var sureness: Sureness

  /// Memberwise.
  public init(
    threshold: Double, curve: [Double] = [], slope: Double = 1, lapse: Double = 0, lean: Double = 0,
    change: ThresholdChange = .none, fatigue: Double = 0, tiring: Double = 0,
    conditions: [Condition: Double] = [:], sureness: Sureness = .unrated
  ) {
    self.threshold = threshold
    self.curve = curve
    self.slope = slope
    self.lapse = lapse
    self.lean = lean
    self.change = change
    self.fatigue = fatigue
    self.tiring = tiring
    self.conditions = conditions
    self.sureness = sureness
  }

  /// log₂ of the threshold in cents at `note` when the answer with this index is given.
  public func octaves(at note: Note, answer index: Int, in condition: Condition = .usual) -> Double {
    log2(threshold) + (curve.indices.contains(note.number) ? curve[note.number] : 0) + change.octaves(at: index)
      + conditions[condition, default: 0]
  }

  /// The mean of `octaves(at:answer:)` over `range`: log₂ of the curve's geometric mean.
  public func meanOctaves(over range: NoteRange, answer index: Int, in condition: Condition = .usual) -> Double {
    let notes = range.notes
    return notes.reduce(0) { $0 + octaves(at: $1, answer: index, in: condition) } / Double(notes.count)
  }

  /// The lapse rate at `progress` through a session, 0…1.
  public func lapse(at progress: Double) -> Double { min(1, lapse + fatigue * progress) }

  /// The evidence for the right answer to an offset of this many cents at `note`, in σ of the listener's noise.
  func evidence(
    at offset: Cents, note: Note, answer index: Int, in condition: Condition = .usual, progress: Double = 0
  ) -> Double {
    let octaves = octaves(at: note, answer: index, in: condition) + tiring * progress
    let ratio = exp2(log2(offset.magnitude.value) - octaves)
    let detectability = SimulatedListener.thresholdPerSigma * (slope == 1 ? ratio : pow(ratio, slope))
    return detectability + (offset.value > 0 ? lean : -lean)
  }

  /// The probability of a right answer to an offset of this many cents at `note`.
  public func probabilityRight(
    at offset: Cents, note: Note, answer index: Int, in condition: Condition = .usual, progress: Double = 0
  ) -> Double {
    let evidence = evidence(at: offset, note: note, answer: index, in: condition, progress: progress)
    let lapse = lapse(at: progress)
    return lapse / 2 + (1 - lapse) * 0.5 * erfc(-evidence / 2.0.squareRoot())
  }
}

/// A simulated ear with its own random numbers: each answer takes one, regardless of the question, so that strategies
/// can be compared on the same numbers.
public struct Listener: Sendable {
  /// The listener's properties.
  public let traits: ListenerTraits
  /// The number of answers given.
  public private(set) var answers = 0
  private var generator: SeededGenerator

  /// A listener with these traits and the random numbers of `seed`.
  public init(_ traits: ListenerTraits, seed: UInt64) {
    self.traits = traits
    generator = SeededGenerator(seed: seed)
  }

  /// Returns the answer to `offset` at `note` in `condition`, `progress` (0…1) through a session.
  public mutating func response(
    to offset: Cents, at note: Note, in condition: Condition = .usual, progress: Double = 0
  ) -> Sureness.Response {
    defer { answers += 1 }
    let evidence = traits.evidence(at: offset, note: note, answer: answers, in: condition, progress: progress)
    return traits.sureness.response(z: evidence, lapse: traits.lapse(at: progress), luck: generator.unit())
  }

  /// Returns the random numbers of the next `count` answers, to simulate the same listener elsewhere.
  public mutating func luck(of count: Int) -> [Double] { (0..<count).map { _ in generator.unit() } }
}

extension NoteRange {
  /// Every note of the range, lowest first.
  public var notes: [Note] { (low.number...high.number).compactMap { Note($0) } }
}
