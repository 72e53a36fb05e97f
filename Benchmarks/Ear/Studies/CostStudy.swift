import Pitch
import Simulation
import Training

/// The computing time of a contestant.
struct CostStudy: Sendable {
  /// Microseconds to choose an exercise, the median over batches.
  var choice: Double
  /// Microseconds to learn an answer.
  var update: Double

  /// Measures wall time on this thread, after 400 answers: no other work should run at the same time.
  init(
    of contender: Contender, before traits: ListenerTraits, space: ExerciseSpace, batches: Int = 51, batch: Int = 40
  ) {
    let comparison = Comparison(
      population: Population(traits), listeners: 1, counts: [400], seed: 1, space: space)
    var course = comparison.course(of: 0, before: contender)
    var exercises: [(ComparisonExercise, Sureness.Response)] = []
    while course.answers < 400 { exercises.append(course.step()) }
    var contestant = course.contestant
    var generator = SeededGenerator(seed: 1)
    let (clock, now) = (ContinuousClock(), course.now)
    var (choices, updates): ([Double], [Double]) = ([], [])
    var asked = 0.0
    for number in 0..<batches {
      choices.append(
        clock.measure {
          for _ in 0..<batch { asked += contestant.next(in: space, using: &generator).offset.value }
        } / .microseconds(batch))
      updates.append(
        clock.measure {
          for index in 0..<batch {
            let (exercise, response) = exercises[(number * batch + index) % exercises.count]
            contestant.learn(exercise, in: .usual, response, at: now)
          }
        } / .microseconds(batch))
    }
    // Uses the choices, so that the compiler cannot remove them.
    choice = asked.isNaN ? .nan : choices.sorted()[batches / 2]
    update = updates.sorted()[batches / 2]
  }
}
