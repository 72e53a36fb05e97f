import Training

/// A course of answers of one simulated ear about one threshold.
public protocol EarCourse {
  /// The number of answers given.
  var answers: Int { get }
  /// The number of right ones.
  var right: Int { get }
  /// The error of the threshold in the condition practised last, in octaves; nil without answers.
  var error: Double? { get }
  /// Whether the 90 % band of that threshold holds the true one.
  var isCovered: Bool { get }
  /// Asks once, and learns the answer.
  mutating func step()
}

extension EarCourse {
  /// Returns the outcome of an ear with `traits` after each of the `counts` of answers, ascending.
  func outcome<Traits: Hashable & Sendable>(of traits: Traits, after counts: [Int]) -> ListenerOutcome<Traits> {
    var course = self
    var outcome = ListenerOutcome(traits: traits)
    for count in counts {
      while course.answers < count { course.step() }
      let error = course.error
      outcome.errors.append(error ?? .nan)
      outcome.isCovered.append(error == nil ? nil : course.isCovered)
    }
    outcome.shareRight = Double(course.right) / Double(max(1, course.answers))
    return outcome
  }
}

extension TimingCourse: EarCourse {}
