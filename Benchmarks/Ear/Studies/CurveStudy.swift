import Glibc
import Linux
import Pitch
import Simulation
import Training

/// The accuracy of a contestant's threshold for each note, compared with a kernel over the same answers.
struct CurveStudy: Sendable {
  /// The listeners, and the counts of answers at which the curve is examined.
  var comparison: Comparison

  /// One listener's curve after one count of answers.
  struct Outcome: Hashable, Sendable {
    /// Mean of the squared errors over the notes, in octaves²: the contestant's; nil if it shows no curve.
    var contestant: Double?
    /// The same of the kernel.
    var kernel: Double
    /// Notes that the contestant's curve shows.
    var shown: Int
    /// The number of these notes whose band holds the true threshold.
    var covered: Int
  }

  /// Returns outcomes by listener, then count. `asker` chooses the exercises, `contender` learns from them; if both are
  /// the same, the contender learns from its own choice. Notes that a curve leaves out count with the mean of those it
  /// shows. On all cores.
  func outcomes(of contender: Contender, askedBy asker: Contender) -> [[Outcome]] {
    parallel(comparison.listeners) { index in
      var course = comparison.course(of: index, before: asker)
      var onlooker = asker == contender ? nil : contender.make()
      var kernel = KernelCurve(range: comparison.space.range)
      return comparison.counts.map { count in
        while course.answers < count {
          let time = course.schedule.time(of: course.answers)
          let (exercise, response) = course.step()
          kernel.learn(exercise.offset.magnitude.value, at: exercise.reference, correct: response.correct)
          onlooker?.learn(exercise, in: .usual, response, at: time)
        }
        return outcome(of: onlooker ?? course.contestant, kernel, course)
      }
    }
  }

  private func outcome(of contestant: any Contestant, _ kernel: KernelCurve, _ course: SimulatedCourse) -> Outcome {
    let notes = comparison.space.range.notes
    let truth = notes.map { course.listener.traits.octaves(at: $0, answer: max(0, course.answers - 1)) }
    let smoothed = zip(kernel.octaves, truth).map { ($0 - $1) * ($0 - $1) }
    let points = contestant.curve(over: comparison.space.range, at: course.now)
    let byNote = Dictionary(points.map { ($0.note, $0.threshold) }) { first, _ in first }
    let usual = mean(points.map { log2($0.threshold.value) })
    var covered = 0
    let errors = zip(notes, truth).map { note, truth in
      let point = byNote[note]
      if let point, point.band.contains(exp2(truth)) { covered += 1 }
      let error = (point.map { log2($0.value) } ?? usual) - truth
      return error * error
    }
    return Outcome(
      contestant: points.isEmpty ? nil : mean(errors), kernel: mean(smoothed), shown: byNote.count, covered: covered)
  }
}
