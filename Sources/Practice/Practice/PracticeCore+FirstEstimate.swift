import Training

/// What the loop knows of an ear that has no threshold to be shown yet.
struct FirstEstimateSide {
  /// The ear up to the last time practice was at the hub; nil once there is a threshold.
  var ear: Ear?
  /// The answers since then.
  var answers: [EarAnswer] = []

  mutating func learn(_ answer: EarAnswer) {
    if ear != nil { answers.append(answer) }
  }

  /// The last answer was withdrawn.
  mutating func withdraw() {
    if !answers.isEmpty { answers.removeLast() }
  }
}

extension PracticeCore {
  /// Reckons anew how far it is to a first threshold. At the hub alone: it takes milliseconds.
  func tellFirstEstimate() {
    guard var ear = beginning.ear else { return }
    // As whoever reads the profile now sees it.
    ear.age(to: parts.wallClock())
    for answer in beginning.answers { ear.learn(answer) }
    beginning.answers = []
    view.firstEstimate = ear.firstEstimate(over: wanted.training.range)
    beginning.ear = view.firstEstimate == nil && !ear.intervalClasses.isEmpty ? nil : ear
  }
}
