import Glibc
import Pitch
import Training

/// A guesser who plays beats without hearing any, but perceives one quantity of pitch, and knows all earlier exercises
/// and answers.
public struct BeatsGuesser: Sendable {
  /// The quantity known, and the way it is used.
  public enum Rule: String, Sendable, CaseIterable {
    /// The bass rises: faster, as with equal widths.
    case bassRises
    /// The bass's step in semitones: the answer that was right more often after this step.
    case bassStep
    /// The interval widens, in cents: faster, as above the same bass with wide intervals.
    case widens
    /// The interval's change to the nearest cent: the answer that was right more often after this change.
    case change
    /// The second interval is farther from pure: faster, as above the same bass.
    case lessPure
    /// Faster after a slower answer was right, and slower after a faster one.
    case alternate
    /// The answer that was right last.
    case same
    /// The ratio of both distances from pure to the nearest tenth of an octave: the answer that was right more often
    /// with this ratio. It is not pitch as an ear has it: 2 and 3 cents from pure differ by six tenths.
    case purity
  }

  /// The rules that know no more than an ear can: right in half of the answers.
  public static let audible = Rule.allCases.filter { $0 != .purity }

  private let rule: Rule
  private let seed: UInt64

  /// A guesser by `rule`; `seed` is of the exercises.
  public init(_ rule: Rule, seed: UInt64) {
    self.rule = rule
    self.seed = seed
  }

  /// Returns the share of right answers among `answers` to the exercises that `edge` chooses from them; with a
  /// `difference` all exercises have that many per cent instead.
  public func shareRight(of answers: Int, in space: BeatsSpace, difference: Double? = nil) -> Double {
    var strategy = EdgeBeatsStrategy()
    var generator = SeededGenerator(seed: seed)
    // How much more often "faster" was right than "slower", by the quantity known.
    var faster: [Int: Int] = [:]
    var last = Answer.higher
    var right = 0
    for _ in 0..<answers {
      var exercise = strategy.choose(Epoch(1), index: 1, in: space, using: &generator)
      if let difference {
        let sounds = space.draw(
          exercise.interval, difference: generator.coin() ? difference : -difference, using: &generator)
        (exercise.first, exercise.second) = sounds
      }
      let known = quantity(exercise)
      let guess: Answer =
        switch rule {
        case .alternate: last.opposite
        case .same: last
        case .bassRises, .widens, .lessPure: known > 0 ? .higher : .lower
        case .bassStep, .change, .purity: faster[known, default: 0] > 0 ? .higher : .lower
        }
      last = exercise.correctAnswer
      faster[known, default: 0] += last == .higher ? 1 : -1
      if guess == last { right += 1 }
      strategy.learn(exercise.difference, in: exercise.condition, correct: guess == last)
    }
    return Double(right) / Double(max(answers, 1))
  }

  private func quantity(_ exercise: BeatsExercise) -> Int {
    let (first, second) = (exercise.first.width(exercise.interval), exercise.second.width(exercise.interval))
    switch rule {
    case .alternate, .same: return 0
    case .bassRises, .bassStep: return exercise.second.bass.number - exercise.first.bass.number
    case .widens: return second > first ? 1 : -1
    case .change: return Int((second - first).value.rounded())
    case .lessPure: return second.magnitude > first.magnitude ? 1 : -1
    case .purity: return Int((10 * log2(second.magnitude.value / first.magnitude.value)).rounded())
    }
  }
}
