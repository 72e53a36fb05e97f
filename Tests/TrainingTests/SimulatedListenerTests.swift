import Pitch
import Testing

@testable import Training

struct SimulatedListenerTests {
  @Test(arguments: [0.5, 8, 60])
  func `without lapses the threshold is the 75 per cent point`(threshold: Double) throws {
    let listener = try found(SimulatedListener(threshold: Cents(threshold), seed: 1))
    for sign in [1.0, -1] {
      #expect(abs(listener.probabilityRight(at: Cents(sign * threshold)) - 0.75) < 1e-12)
    }
    #expect(listener.probabilityRight(at: .zero) == 0.5)
    #expect(listener.probabilityRight(at: Cents(20 * threshold)) > 0.999_999)
  }

  @Test func `lapses are guesses`() throws {
    let listener = try found(SimulatedListener(threshold: Cents(5), lapse: 0.1, seed: 1))
    #expect(abs(listener.probabilityRight(at: Cents(1_000)) - 0.95) < 1e-12)
    #expect(abs(listener.probabilityRight(at: Cents(5)) - (0.05 + 0.9 * 0.75)) < 1e-12)
    let absent = try found(SimulatedListener(threshold: Cents(5), lapse: 1, seed: 1))
    #expect(absent.probabilityRight(at: Cents(1_000)) == 0.5)
  }

  @Test func `answers come with their probability for both directions`() throws {
    for offset in [6.0, -6] {
      var listener = try found(SimulatedListener(threshold: Cents(10), lapse: 0.04, seed: 17))
      let asked = try exercise(offset: offset)
      let right = (0..<20_000).filter { _ in listener.answer(asked) == asked.correctAnswer }.count
      #expect(abs(Double(right) / 20_000 - listener.probabilityRight(at: Cents(offset))) < 0.017)
    }
  }

  @Test func `the same seed answers alike`() throws {
    let asked = try exercise(offset: 4)
    func answers(_ seed: UInt64) throws -> [Answer] {
      var listener = try found(SimulatedListener(threshold: Cents(10), seed: seed))
      return (0..<64).map { _ in listener.answer(asked) }
    }
    #expect(try answers(4) == answers(4))
    #expect(try answers(4) != answers(5))
  }

  @Test func `half of its matches end within the threshold and none out of reach`() throws {
    var listener = try found(SimulatedListener(threshold: Cents(10), seed: 3))
    let asked = try matchingExercise(startOffset: 20, range: 100)
    let errors = (0..<20_000).map { _ in listener.finalError(of: asked).value }
    let within = Double(errors.filter { abs($0) <= 10 }.count) / 20_000
    #expect(abs(within - 0.5) < 0.012)
    let mean = errors.reduce(0, +) / 20_000
    let deviation = (errors.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 20_000).squareRoot()
    #expect(abs(mean) < 0.4 && abs(deviation - 14.826) < 0.25)
    let short = try matchingExercise(startOffset: 8, range: 10)
    let reached = (0..<2_000).map { _ in listener.finalError(of: short).value }
    #expect(reached.allSatisfy { (-2...18).contains($0) } && reached.min() == -2 && reached.max() == 18)
  }

  @Test func `a lapse releases anywhere within reach`() throws {
    var absent = try found(SimulatedListener(threshold: Cents(1), lapse: 1, seed: 3))
    let asked = try matchingExercise(startOffset: -30, range: 50)
    let errors = (0..<4_000).map { _ in absent.finalError(of: asked).value }
    #expect(errors.allSatisfy { (-80...20).contains($0) })
    let mean = errors.reduce(0, +) / 4_000
    #expect(abs(mean + 30) < 2)
    #expect((900...1_100).contains(errors.filter { $0 < -55 }.count))
  }

  @Test func `the same seed matches alike`() throws {
    let asked = try matchingExercise()
    func errors(_ seed: UInt64) throws -> [Double] {
      var listener = try found(SimulatedListener(threshold: Cents(10), lapse: 0.1, seed: seed))
      return (0..<64).map { _ in listener.finalError(of: asked).value }
    }
    #expect(try errors(4) == errors(4))
    #expect(try errors(4) != errors(5))
  }

  @Test(arguments: [(0.0, 0.0), (-1, 0), (.nan, 0), (.infinity, 0), (5, -0.01), (5, 1.01), (5, .nan)])
  func `an impossible ear is refused`(threshold: Double, lapse: Double) {
    #expect(SimulatedListener(threshold: Cents(threshold), lapse: lapse, seed: 1) == nil)
  }
}
