/// The strategy that chooses exercises, and the one that will from the next exercise onwards. Both learn, so that no
/// answer is missed.
struct Strategies {
  /// The strategy that chose the current exercise.
  private(set) var current: any Strategy
  /// The strategy that chooses the next exercise; nil: the current one continues.
  var next: (any Strategy)?

  /// Strategies in which `current` continues.
  init(_ current: any Strategy) { self.current = current }

  /// The strategy that chooses the next exercise.
  var choosing: any Strategy { next ?? current }

  /// Teaches the answer to both.
  mutating func learn(_ answer: ComparisonAnswer) {
    let condition = Condition(answer.settings)
    current.learn(answer.exercise, in: condition, correct: answer.correct)
    next?.learn(answer.exercise, in: condition, correct: answer.correct)
  }

  /// Makes the next strategy the current one. Call before choosing an exercise.
  mutating func advance() { self = Strategies(choosing) }
}
