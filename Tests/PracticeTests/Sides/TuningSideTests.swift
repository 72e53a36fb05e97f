import Controllers
import Pitch
import Ports
import Testing
import Time
import Training

@testable import Practice

@Suite("Tuning, without a loop")
struct TuningSideTests {
  static let id = PortID(client: 20, port: 0)
  static let situation = PracticeContext.atRest { $0.lastSource = .controller }

  static func exercise() throws -> MatchingExercise {
    var session = MatchingSession(settings: .standard, generator: SeededGenerator(seed: 1))
    for case .course(.play(let exercise, _, _)) in session.handle(.start(mode: .matching, reach: .free)) {
      return exercise
    }
    throw Missing()
  }

  struct Missing: Error {}

  static func tuning() throws -> TuningSide {
    var tuning = TuningSide()
    let hands = TuningSide.Hands(ports: [id], hasControllers: true, sliders: [])
    _ = tuning.handle(.begin(try exercise(), hands, heard: situation.now), in: situation, cycle: nil)
    return tuning
  }

  @Test("steps move the note, and nothing does after its release")
  func steps() throws {
    var tuning = try Self.tuning()
    #expect(words(tuning.handle(.step(.keys, by: 1), in: Self.situation, cycle: nil)) == ["tune"])
    #expect(tuning.tuner.cents == 1)
    _ = tuning.handle(.end, in: Self.situation, cycle: nil)
    #expect(words(tuning.handle(.step(.keys, by: 1), in: Self.situation, cycle: nil)) == [])
  }

  @Test("a commit names the tuning control, and has none while nothing is tuned")
  func commits() throws {
    var tuning = try Self.tuning()
    _ = tuning.handle(.step(.steps(Self.id), by: -1), in: Self.situation, cycle: nil)
    let event = TuningSide.Event.commit(.chord, at: Self.situation.now, source: .controller, controller: "Keyboard")
    let effects = tuning.handle(event, in: Self.situation, cycle: nil)
    guard case .exercises(.session(.commit(let commit, _)))? = effects.first else {
      Issue.record("no commit")
      return
    }
    #expect(commit.control == "steps" && commit.centsPerStep == 1 && commit.controller == "Keyboard")
    _ = tuning.handle(.end, in: Self.situation, cycle: nil)
    #expect(words(tuning.handle(event, in: Self.situation, cycle: nil)) == [])
  }

  @Test("the hand that had the pitch has the next note too, until its controller is gone")
  func hands() throws {
    var tuning = try Self.tuning()
    _ = tuning.handle(.step(.steps(Self.id), by: 1), in: Self.situation, cycle: nil)
    let hands = TuningSide.Hands(ports: [], hasControllers: true, sliders: [])
    _ = tuning.handle(.begin(try Self.exercise(), hands, heard: Self.situation.now), in: Self.situation, cycle: nil)
    #expect(tuning.hand == .halves)
    _ = tuning.handle(.forget(Self.id), in: Self.situation, cycle: nil)
    _ = tuning.handle(.begin(try Self.exercise(), hands, heard: Self.situation.now), in: Self.situation, cycle: nil)
    #expect(tuning.hand == .slider)
  }

  @Test("motors wait for notes to fade, and return once")
  func motors() throws {
    var tuning = TuningSide()
    let now = Self.situation.now
    #expect(words(tuning.stop(returns: true, at: nil)) == ["rack"])
    #expect(words(tuning.stop(returns: true, at: now + .milliseconds(60))) == [])
    #expect(tuning.deadline == now + .milliseconds(60))
    #expect(words(tuning.advanceMotors(to: now)) == [])
    #expect(words(tuning.advanceMotors(to: now + .milliseconds(60))) == ["rack"])
    #expect(tuning.deadline == nil)
  }
}
