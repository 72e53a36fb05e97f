import Time

/// Holding exercises back, and letting them begin again.
extension ComparisonSession {
  mutating func hold(from frame: Frame) -> [Effect] {
    guard run != nil else { return [] }
    run?.gate = .closed(from: frame)
    guard let scheduled = run?.scheduled, scheduled >= frame else { return [] }
    switch state {
    case .showingFeedback(let answer, .next(let next, let end)):
      run?.scheduled = nil
      state = .showingFeedback(answer, end: .waiting(end))
      return [.drop(next.epoch)]
    case .playingReference(let exercise):
      run?.scheduled = nil
      state = .waiting
      return [.drop(exercise.epoch)]
    case .idle, .waiting, .holding, .playingTarget, .awaitingAnswer, .showingFeedback:
      return []
    }
  }

  mutating func resume(at frame: Frame) -> [Effect] {
    run?.gate.open(at: frame)
    guard let run else { return [] }
    switch state {
    case .waiting:
      do throws(ExerciseRefusal) {
        return try begin(at: .at(frame), in: run)
      } catch {
        return refuse(error)
      }
    case .showingFeedback(let answer, .waiting(let end)):
      return follow(answer, end: end)
    case .idle, .holding, .playingReference, .playingTarget, .awaitingAnswer, .showingFeedback:
      return []
    }
  }
}
