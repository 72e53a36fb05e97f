import Time

/// Holding exercises back, and letting them begin again.
extension MatchingSession {
  mutating func hold(from frame: Frame) -> [Effect] {
    guard run != nil else { return [] }
    run?.gate = .closed(from: frame)
    guard let scheduled = run?.scheduled, scheduled >= frame else { return [] }
    switch state {
    case .showingFeedback(let attempt, .next(let next, let end)):
      run?.scheduled = nil
      state = .showingFeedback(attempt, end: .waiting(end))
      return [.drop(next.epoch)]
    case .playingReference(let exercise):
      run?.scheduled = nil
      state = .waiting
      return [.drop(exercise.epoch)]
    case .idle, .waiting, .holding, .playingTunable, .committing, .showingFeedback:
      return []
    }
  }

  mutating func resume(at frame: Frame, reach: TuningReach) -> [Effect] {
    run?.gate.open(at: frame)
    guard var run else { return [] }
    switch state {
    case .waiting:
      run.reach = reach
      do throws(ExerciseRefusal) {
        return try begin(at: .at(frame), in: run)
      } catch {
        return complete(.refused(error))
      }
    case .showingFeedback(let attempt, .waiting(let end)):
      return follow(attempt, end: end, reach: reach)
    case .idle, .holding, .playingReference, .playingTunable, .committing, .showingFeedback:
      return []
    }
  }
}
