/// Who chooses exercises, and who will from the next one on. Both learn, so that nothing is missed between.
struct Strategies {
  /// Chose the exercise that runs.
  private(set) var current: any Strategy
  /// The strategy that chooses the next exercise; nil: the current one continues.
  var next: (any Strategy)?

  /// Strategies in which `current` continues.
  init(_ current: any Strategy) { self.current = current }

  /// Who chooses the next exercise.
  var choosing: any Strategy { next ?? current }

  /// Both learn the answer.
  mutating func learn(_ answer: ComparisonAnswer) {
    let condition = Condition(answer.settings)
    current.learn(answer.exercise, in: condition, correct: answer.correct)
    next?.learn(answer.exercise, in: condition, correct: answer.correct)
  }

  /// An exercise is about to be chosen.
  mutating func advance() { self = Strategies(choosing) }
}
