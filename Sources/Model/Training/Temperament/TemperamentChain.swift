import Foundation
import Pitch

/// A temperament while it is laid: the notes tuned so far, at the pitches where the player left them.
struct TemperamentChain: Hashable, Sendable {
  let tuning: Tuning
  let order: TemperamentOrder
  let concertPitch: ConcertPitch
  let run: UUID
  /// The last match of each step, in their order.
  private(set) var laid: [MatchingAttempt] = []

  /// Begins the temperament of `settings`. Its id takes two numbers of `generator`.
  init(_ settings: TrainingSettings, using generator: inout SeededGenerator) {
    tuning = settings.temperament
    order = settings.temperamentOrder
    concertPitch = settings.concertPitch
    let numbers = (generator.next(), generator.next())
    run = withUnsafeBytes(of: numbers) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }

  /// Whether `settings` continue it.
  func continues(by settings: TrainingSettings) -> Bool {
    (tuning, order, concertPitch) == (settings.temperament, settings.temperamentOrder, settings.concertPitch)
  }

  /// The step to tune; nil if all are tuned.
  var next: TemperamentOrder.Step? { isComplete ? nil : order.steps[laid.count] }
  /// The place of that step.
  var place: TemperamentPlace { TemperamentPlace(order: order.name, step: laid.count + 1, run: run) }
  /// Whether all steps are tuned.
  var isComplete: Bool { laid.count == order.steps.count }

  /// The frequency at which `note` sounds: as the player left it, or as the temperament has it for the first one.
  func hertz(of note: Note) -> Hertz {
    laid.last { $0.exercise.target == note }?.finalHertz ?? tuning.reference(note, concertPitch: concertPitch)
  }

  /// Keeps a match of the next step; one of another temperament or step changes nothing.
  mutating func lay(_ attempt: MatchingAttempt) {
    if !isComplete, attempt.exercise.temperament == place { laid.append(attempt) }
  }

  /// Takes the last note back.
  mutating func stepBack() { _ = laid.popLast() }

  /// The result; nil before the last step.
  var result: TemperamentResult? { isComplete ? TemperamentResult(of: self) : nil }
}

/// The notes of a temperament that was laid, measured against the temperament.
public struct TemperamentResult: Hashable, Sendable {
  /// A note and the interval from its reference, both as they sound.
  public struct Row: Hashable, Sendable {
    /// The note that was tuned.
    public var note: Note
    /// The note it was tuned against.
    public var reference: Note
    /// In cents: of a note its distance from the temperament, counted from the first note, positive is sharp; of the
    /// fifth that closes the circle the difference from its size in the temperament, positive is wider.
    public var cents: Double
    /// The beats per second of the interval, positive if it is wider than pure; nil if its partials do not meet.
    public var beats: Double?
    /// The beats per second that the interval should have over the same reference.
    public var targetBeats: Double?

    /// Memberwise.
    public init(note: Note, reference: Note, cents: Double, beats: Double? = nil, targetBeats: Double? = nil) {
      self.note = note
      self.reference = reference
      self.cents = cents
      self.beats = beats
      self.targetBeats = targetBeats
    }
  }

  /// The temperament's name.
  public var temperament: String
  /// The notes in the order in which they were tuned.
  public var rows: [Row]
  /// The fifth that closes the circle without being tuned, so that it has the errors of all others; nil if the order
  /// leaves no such fifth.
  public var closing: Row?

  /// Memberwise.
  public init(temperament: String, rows: [Row], closing: Row? = nil) {
    self.temperament = temperament
    self.rows = rows
    self.closing = closing
  }

  init(of chain: TemperamentChain) {
    temperament = chain.tuning.name
    var errors: [Note: Double] = [chain.order.start: 0]
    rows = chain.laid.map { attempt in
      let exercise = attempt.exercise
      let cents = (errors[exercise.reference] ?? 0) + attempt.error.value
      errors[exercise.target] = cents
      return Row(
        note: exercise.target, reference: exercise.reference, cents: cents, beats: attempt.beats,
        targetBeats: exercise.targetBeats)
    }
    guard let step = chain.order.closing, var closing = chain.laid.last?.exercise else { return }
    // The same timbres and kind of interval, between other notes.
    (closing.reference, closing.target, closing.interval) = (step.reference, step.note, step.interval)
    closing.referenceHertz = chain.hertz(of: step.reference)
    closing.targetHertz = chain.tuning.target(
      from: step.reference, at: closing.referenceHertz, interval: step.interval)
    let final = chain.hertz(of: step.note)
    self.closing = Row(
      note: step.note, reference: step.reference, cents: Cents(from: closing.targetHertz, to: final).value,
      beats: closing.beats(at: final), targetBeats: closing.targetBeats)
  }
}
