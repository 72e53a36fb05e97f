import Glibc
import Linux
import Testing
import Training

@testable import Simulation

@Suite("A simulated listener to early and late")
struct TimingListenerTests {
  @Test("hears three in four at its threshold without lapses, on either side", arguments: [3.0, 10, 40])
  func threshold(milliseconds: Double) {
    let ear = TimingTraits(threshold: milliseconds)
    for sign in [1.0, -1] {
      #expect(abs(ear.probabilityRight(at: sign * milliseconds, gap: 187.5, loops: 1) - 0.75) < 1e-12)
      // Twice the gap, twice the threshold.
      #expect(abs(ear.probabilityRight(at: sign * 2 * milliseconds, gap: 500, loops: 1) - 0.75) < 1e-12)
    }
  }

  @Test("a positive lean lets late notes sound on time")
  func lean() {
    let ear = TimingTraits(threshold: 10, lean: 8)
    #expect(abs(ear.probabilityRight(at: 8, gap: 200, loops: 1) - 0.5) < 1e-12)
    #expect(abs(ear.probabilityRight(at: 18, gap: 200, loops: 1) - 0.75) < 1e-12)
    #expect(abs(ear.probabilityRight(at: -2, gap: 200, loops: 1) - 0.75) < 1e-12)
  }

  @Test(
    "lapses are guesses, and more loops are worth a finer threshold", arguments: [(1, 8.0), (2, 4), (4, 2), (6, 1)])
  func loops(loops: Int, threshold: Double) {
    #expect(TimingTraits(threshold: 8, gainOfLoops: 1).threshold(loops: loops) == threshold)
    #expect(
      abs(TimingTraits(threshold: 8, lapse: 0.1).probabilityRight(at: 1e4, gap: 200, loops: loops) - 0.95) < 1e-12)
  }

  @Test("answers are the same for the same seed, and as often right as predicted")
  func answers() throws {
    let space = try TimingSpace(.standard)
    let traits = TimingTraits(threshold: 10, lapse: 0.05, lean: 3)
    var (one, other) = (TimingListener(traits, seed: 4), TimingListener(traits, seed: 4))
    var right = 0
    for _ in 0..<4_000 {
      let answer = one.answersRightly(-12_000_000, in: space, loops: 3)
      #expect(other.answersRightly(-12_000_000, in: space, loops: 3) == answer)
      if answer { right += 1 }
    }
    // 4 standard errors.
    #expect(abs(Double(right) / 4_000 - traits.probabilityRight(at: -12, gap: 187.5, loops: 3)) < 0.027)
  }
}

/// Small seeded versions of the benchmark's table.
@Suite("A course of early or late")
struct TimingCourseTests {
  private static func courses(_ traits: TimingTraits, _ count: Int, answers: Int) throws -> [TimingCourse] {
    let space = try TimingSpace(.standard)
    return parallel(count) { index in
      var generator = SeededGenerator(seed: 1, stream: index)
      let luck = generator.next()
      var course = TimingCourse(
        EdgeTimingStrategy(), listener: TimingListener(traits, seed: luck), space: space, seed: generator.next())
      while course.answers < answers { course.step() }
      return course
    }
  }

  /// RMS of 60 ears: a standard error of 9 %.
  @Test("finds the threshold", arguments: [4.0, 10, 25])
  func error(threshold: Double) throws {
    let courses = try Self.courses(TimingTraits(threshold: threshold, lapse: 0.05), 60, answers: 200)
    #expect(rootMeanSquare(courses.map { $0.error ?? .infinity }) < 0.20 * 1.36)
    let right = mean(courses.map { Double($0.right) / Double($0.answers) })
    #expect((0.775...0.835).contains(right), "\(right)")
    #expect(courses.count { $0.isCovered } >= 46)
    #expect(courses.count { $0.ear.report()?.lean != nil } <= 8)
  }

  /// 90 % of 60, less 4 standard errors.
  @Test("shows a lean as the listener has it", arguments: [8.0, -8])
  func lean(lean: Double) throws {
    let courses = try Self.courses(TimingTraits(threshold: 10, lapse: 0.05, lean: lean), 60, answers: 200)
    #expect(courses.count { abs(($0.ear.report()?.lean?.value ?? .infinity) - lean) <= 3 } >= 45)
  }

  @Test("follows an ear with a strategy that has no model of it")
  func kazez() throws {
    var course = TimingCourse(
      KazezTimingStrategy(), listener: TimingListener(TimingTraits(threshold: 10), seed: 1),
      space: try TimingSpace(.standard), seed: 1)
    #expect(course.error == nil && !course.isCovered)
    for _ in 0..<300 { course.step() }
    let error = try #require(course.error)
    #expect(course.ear.answers == 300 && abs(error) < 1)
  }

  @Test("each ear has the same random numbers whichever strategy asks")
  func sameEars() throws {
    let comparison = TimingComparison(
      traits: TimingTraits(threshold: 10, lapse: 0.05), listeners: 3, counts: [20, 40], seed: 5,
      space: try TimingSpace(.standard))
    #expect(comparison.outcome(of: 2, by: .edge) == comparison.outcome(of: 2, by: .edge))
    #expect(comparison.outcome(of: 2, by: .edge) != comparison.outcome(of: 1, by: .edge))
    var ears = StrategyName.allCases.map { comparison.course(of: 2, by: $0).listener }
    for _ in 0..<50 {
      let answers = ears.indices.map { ears[$0].answersRightly(4_000_000, in: comparison.space, loops: 1) }
      #expect(Set(answers).count == 1)
    }
  }

  /// 4,000 answers: 4 standard errors. The original's rule, known, is right 67 %.
  @Test("closed ears that know every rule are right half of the time", arguments: ClosedEars.Rule.allCases)
  func closedEars(rule: ClosedEars.Rule) throws {
    let space = try TimingSpace(.standard)
    for strategy in [EdgeTimingStrategy(), KazezTimingStrategy()] as [any TimingStrategy] {
      let right = ClosedEars(strategy, rule: rule, seed: 2).shareRight(of: 4_000, in: space)
      #expect(abs(right - 0.5) < 0.032, "\(right)")
    }
  }
}
