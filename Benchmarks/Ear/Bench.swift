import Linux
import Pitch
import Simulation
import Training

extension Comparison {
  /// Every listener's outcome with `contender`, in the listeners' order. On all cores.
  func outcomes(of contender: Contender) -> [Outcome] {
    parallel(listeners) { outcome(of: $0, before: contender) }
  }
}

/// The common parameters of all tables: the contender measured, and the seed.
struct Bench {
  /// The contender that must meet the bars: the players' default strategy.
  var subject: Contender
  var seed: UInt64
  /// The results of questplus, if it is installed.
  var questplus: [PeerResult]

  /// The number of listeners of tables that do not need a certain one.
  var listeners: Int
  static let tenCents = ListenerTraits(threshold: 10, lapse: 0.05)

  /// C2…C6 in unison, everything at its default.
  let space: ExerciseSpace

  init(subject: Contender, seed: UInt64, listeners: Int = 1_500, questplus: [PeerResult]) throws {
    self.subject = subject
    self.listeners = listeners
    self.seed = seed
    self.questplus = questplus
    space = try ExerciseSpace(mode: .comparison, settings: .standard)
  }

  func comparison(
    _ population: Population, listeners: Int? = nil, counts: [Int] = Comparison.usualCounts,
    schedule: Schedule = .oneSitting, plan: ConditionPlan = .usual, space: ExerciseSpace? = nil
  ) -> Comparison {
    Comparison(
      population: population, listeners: listeners ?? self.listeners, counts: counts, seed: seed,
      space: space ?? self.space,
      schedule: schedule, plan: plan)
  }

  /// Every table, by the name it can be asked for with.
  var tables: [(name: String, make: () throws -> BarTable)] {
    [
      ("error", { error() }), ("yardstick", { yardstick() }), ("bias", { bias() }), ("curve", { curve() }),
      ("coverage", { coverage() }), ("change", { change() }),
      ("conditions", { conditions() }), ("session", { session() }), ("notes", { try notes() }),
      ("keys", { try keys() }), ("widths", { try widths() }),
      ("guesses", { try guesses() }), ("timing", { try timing() }), ("beats", { beats() }),
      ("sure", { sure() }), ("cost", { cost() }),
    ]
  }
}
