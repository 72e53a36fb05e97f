import Glibc
import Linux
import Pitch
import Simulation
import Training

/// The reports of a contestant on an ear over a long time: one that stays the same, or changes.
struct ChangeStudy: Sendable {
  /// The listeners, and the counts of answers at which the reports are examined.
  var comparison: Comparison
  /// The change tested by `Outcome.evidence`.
  var suspicion: ThresholdChange

  /// A study of these listeners, with evidence of `suspicion`.
  init(_ comparison: Comparison, suspicion: ThresholdChange = .none) {
    self.comparison = comparison
    self.suspicion = suspicion
  }

  /// The report on one listener after one count of answers.
  struct Outcome: Hashable, Sendable {
    /// log₂ of the threshold in cents that is shown.
    var shownOctaves: Double
    /// Its difference from the true one.
    var error: Double
    /// The trend that is shown, if any.
    var trend: Trend?
    /// The change of the threshold over the minutes of a session, if one is reported.
    var session: SessionCourse?
    /// The natural logarithm of the likelihood ratio of all answers, if the ear, one of `Population.drawn`, changed as
    /// suspected against staying: the most powerful evidence (Neyman & Pearson 1933). 0 if no change is suspected.
    var evidence: Double
  }

  /// Outcomes by listener, then count. On all cores.
  func outcomes(of contender: Contender) -> [[Outcome]] {
    parallel(comparison.listeners) { index in
      var course = comparison.course(of: index, before: contender)
      var evidence = ChangeEvidence(of: suspicion)
      return comparison.counts.map { count in
        while course.answers < count {
          let (exercise, response) = course.step()
          if suspicion != .none { evidence.learn(exercise.offset.magnitude.value, correct: response.correct) }
        }
        let shown = log2(course.shown?.value ?? GridPosterior.priorCentre)
        return Outcome(
          shownOctaves: shown, error: shown - course.trueOctaves, trend: course.contestant.trend(at: course.now),
          session: course.contestant.session(at: course.now),
          evidence: suspicion == .none ? 0 : evidence.logRatio)
      }
    }
  }
}
