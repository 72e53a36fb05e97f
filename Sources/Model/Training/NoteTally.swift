import Pitch

/// Right and wrong answers by reference note: the only reliable knowledge of single notes without a model of the ear.
struct NoteTally: Hashable, Sendable {
  private var answers: [Note: Answers] = [:]
  /// The reference of the last answer.
  private(set) var last: Note?

  private struct Answers: Hashable {
    var right = 0
    var wrong = 0
  }

  mutating func count(_ note: Note, correct: Bool) {
    if correct { answers[note, default: Answers()].right += 1 } else { answers[note, default: Answers()].wrong += 1 }
    last = note
  }

  /// The weakness or uncertainty of a note: mean plus one standard deviation of its share of wrong answers, given a
  /// uniform prior and its answers (a beta distribution). Both many errors and few answers raise it; a note never asked
  /// has 0.79, one right answer leaves 0.57.
  func weakness(_ note: Note) -> Double {
    let answers = answers[note] ?? Answers()
    let wrong = Double(answers.wrong + 1)
    let right = Double(answers.right + 1)
    let all = wrong + right
    return wrong / all + (wrong * right / (all * all * (all + 1))).squareRoot()
  }
}
