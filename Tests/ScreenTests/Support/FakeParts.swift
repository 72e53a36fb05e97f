import Controllers
import Foundation
import Pictures
import Pitch
import Ports
import Synchronization
import Texts
import Timers
import Training

@testable import Screen

/// What pages are given, in memory.
final class FakeParts: ScreenParts {
  private struct Shared {
    var settings = Settings()
    var report = ProfileReport(range: .standard)
    var controllers: [ScreenController] = []
    var shown: [Cue] = []
    var take: (@Sendable (HeardMessage) -> Void)?
    var listeners = 0
    var isStoreLost = false
    var learning: Learning?
    var ended: [String] = []
    var gone: [ScreenController.Way] = []
    var workouts: [Workout] = []
    var removed: [UUID: (workout: Workout, place: Int)] = [:]
  }

  private struct Learning {
    let role: Role
    let id: String
    let tell: @Sendable (LearnOutcome) -> Void
  }

  private let shared = Mutex(Shared())
  private static let english = Catalogue(.english)
  private static let german = Catalogue(.german)

  var catalogue: Catalogue {
    shared.withLock { $0.settings.language } == .german ? Self.german : Self.english
  }

  func settings() -> (values: Settings, problems: [SettingsFileProblem]) {
    (shared.withLock { $0.settings }, [])
  }

  @discardableResult func set(_ key: SettingKey, to value: String) throws(SettingRefusal) -> Settings {
    var changed = settings().values
    do throws(SettingProblem) {
      try changed.set(key, value)
    } catch {
      throw .value(error)
    }
    shared.withLock { [changed] in $0.settings = changed }
    return changed
  }

  func resetSettings() throws(SettingRefusal) -> (values: Settings, problems: [SettingsFileProblem]) {
    shared.withLock { $0.settings = Settings() }
    return settings()
  }

  func outputs() -> [OutputName] { [OutputName(name: "Scarlett 2i2 USB", title: "Scarlett 2i2 USB")] }

  func profile() throws(ScreenFailure) -> ProfileReport {
    if shared.withLock({ $0.isStoreLost }) { throw ScreenFailure(line: "The store is away.") }
    return shared.withLock { $0.report }
  }

  func controllers() -> [ScreenController] { shared.withLock { $0.controllers } }

  func listen(_ take: @escaping @Sendable (HeardMessage) -> Void) -> any Sendable {
    shared.withLock { shared in
      shared.take = take
      shared.listeners += 1
    }
    return Listening { self.shared.withLock { $0.listeners -= 1 } }
  }

  func show(_ cue: Cue, on id: String) -> Bool {
    guard id == "20:0" else { return false }
    shared.withLock { $0.shown.append(cue) }
    return true
  }

  func learn(_ role: Role, on id: String, tell: @escaping @Sendable (LearnOutcome) -> Void) throws(ScreenFailure) {
    guard id == "20:0" else { throw ScreenFailure(line: "It is away.") }
    let older = shared.withLock { shared in
      defer { shared.learning = Learning(role: role, id: id, tell: tell) }
      return shared.learning
    }
    if let older {
      older.tell(LearnOutcome(id: older.id, role: older.role, line: "Nothing was changed.", hasChanged: false))
    }
  }

  func endLearning(on id: String) {
    let learning = shared.withLock { shared in
      shared.ended.append(id)
      defer { shared.learning = nil }
      return shared.learning
    }
    if let learning {
      learning.tell(LearnOutcome(id: learning.id, role: learning.role, line: "Nothing was changed.", hasChanged: false))
    }
  }

  func go(
    _ way: ScreenController.Way, on id: String, tell: @escaping @Sendable (LearnOutcome) -> Void
  ) throws(ScreenFailure) {
    guard id == "20:0" else { throw ScreenFailure(line: "It is away.") }
    shared.withLock { $0.gone.append(way) }
    tell(LearnOutcome(id: id, role: nil, line: "As before.", hasChanged: true))
  }

  func workout(_ id: UUID) throws(ScreenFailure) -> Workout? {
    if shared.withLock({ $0.isStoreLost }) { throw ScreenFailure(line: "The store is away.") }
    return shared.withLock { $0.workouts.first { $0.id == id } }
  }

  func summaries(before: UUID?, limit: Int) throws(ScreenFailure) -> [WorkoutSummary] {
    if shared.withLock({ $0.isStoreLost }) { throw ScreenFailure(line: "The store is away.") }
    let all = shared.withLock { $0.workouts.map(WorkoutSummary.init) }
    guard let before else { return Array(all.prefix(limit)) }
    return Array(all.drop { $0.id != before }.dropFirst().prefix(limit))
  }

  func removeWorkout(_ id: UUID) throws(ScreenFailure) {
    if shared.withLock({ $0.isStoreLost }) { throw ScreenFailure(line: "The store is away.") }
    shared.withLock { shared in
      guard let place = shared.workouts.firstIndex(where: { $0.id == id }) else { return }
      shared.removed[id] = (shared.workouts.remove(at: place), place)
    }
  }

  func restoreWorkout(_ id: UUID) throws(ScreenFailure) {
    if shared.withLock({ $0.isStoreLost }) { throw ScreenFailure(line: "The store is away.") }
    shared.withLock { shared in
      guard let (workout, place) = shared.removed.removeValue(forKey: id) else { return }
      shared.workouts.insert(workout, at: place)
    }
  }

  var about: ScreenAbout {
    ScreenAbout(
      version: "1.2", parts: [.init(name: "SwiftNIO", licence: "Apache-2.0", address: "https://example.org/nio")])
  }

  func check() -> [ScreenCheckLine] { [ScreenCheckLine(isGood: true, line: "Sound: there.")] }

  // What tests do and see.

  var listeners: Int { shared.withLock { $0.listeners } }
  var shown: [Cue] { shared.withLock { $0.shown } }

  var learning: Role? { shared.withLock { $0.learning?.role } }
  var ended: [String] { shared.withLock { $0.ended } }
  var gone: [ScreenController.Way] { shared.withLock { $0.gone } }

  /// Presses the control that is waited for.
  func press(_ line: String) {
    let learning = shared.withLock { shared in
      defer { shared.learning = nil }
      return shared.learning
    }
    if let learning {
      learning.tell(LearnOutcome(id: learning.id, role: learning.role, line: line, hasChanged: true))
    }
  }

  func hear(_ message: HeardMessage) { shared.withLock { $0.take }?(message) }
  func plug(_ controller: ScreenController) { shared.withLock { $0.controllers.append(controller) } }
  func know(_ report: ProfileReport) { shared.withLock { $0.report = report } }
  func keep(_ workouts: [Workout]) { shared.withLock { $0.workouts = workouts } }
  func loseStore() { shared.withLock { $0.isStoreLost = true } }

  private final class Listening: Sendable {
    private let end: @Sendable () -> Void
    init(_ end: @escaping @Sendable () -> Void) { self.end = end }
    deinit { end() }
  }
}
