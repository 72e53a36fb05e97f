import Controllers
import Foundation
import Ports
import SQLiteStore
import Screen
import Synchronization
import Texts
import Timers
import Training

/// The data that pages show and change, from a running practice: its view state, its mailbox, its files. Of the files
/// that practice has open it opens only the database, and only for reading.
struct LiveScreen: ScreenParts {
  let live: LiveSettings
  let paths: Paths
  let mappings: LiveMappings
  let catalogues: LiveCatalogues
  let views: ViewPublisher
  let mailbox: Mailbox
  let hands: ControllerMonitor
  let roles: RoleLearning
  let time: any TimeSource
  /// Returns the current outputs.
  let listOutputs: @Sendable () -> [OutputName]
  /// The stored timed practices; nil if they are not stored.
  var practices: (any KeptPractices)?

  private var library: MappingLibrary { mappings.library }

  var catalogue: Catalogue { catalogues.catalogue(live.language) }

  func settings() -> (values: Settings, problems: [SettingsFileProblem]) { live.read() }

  func set(_ key: SettingKey, to value: String) throws(SettingRefusal) -> Settings { try live.set(key, to: value) }

  func resetSettings() throws(SettingRefusal) -> (values: Settings, problems: [SettingsFileProblem]) {
    try live.reset()
  }

  func outputs() -> [OutputName] { listOutputs() }

  func profile() throws(ScreenFailure) -> ProfileReport {
    do throws(StoreFailure) {
      let range = live.read().values.training.range
      return try SQLiteStore.storedProfile(path: paths.database).report(over: range, now: Date(), calendar: .current)
    } catch {
      throw ScreenFailure(line: catalogue.line(error))
    }
  }

  func controllers() -> [ScreenController] {
    let controllers = views.state.controllers
    let texts = catalogue
    let library = library
    let settings = live.read().values
    let (idle, unasked) = (settings.idleRoles, settings.unaskedRoles)
    return controllers.map { controller in
      let mapping = library.serving(controller)
      let cues = CueEncoder(mapping: mapping)
      let report = DevicePort(
        controller.port, refused: nil, among: controllers.map(\.port), library, ownFolder: paths.controllers)
      return ScreenController(
        id: controller.id.text, name: controller.name, mapping: controller.mapping, why: report.choice(texts),
        lines: report.notes(texts), asleep: controller.asleep,
        roles: Role.allCases.filter { !idle.contains($0) }.compactMap { role in
          let places = mapping.places(of: role).map { texts.words(of: $0, as: role) }
          guard !places.isEmpty else { return nil }
          return ScreenController.PlacedRole(
            role: role, label: texts.name(of: role), place: places.joined(separator: "; "),
            hasLight: cues.lights(role))
        }, drawing: ControlDrawing(mapping, without: idle),
        free: mapping.freeRoles.filter { !unasked.contains($0) }.map { ($0, texts.name(of: $0)) }.map(
          ScreenController.FreeRole.init),
        way: roles.way(of: controller))
    }
  }

  func listen(_ take: @escaping @Sendable (HeardMessage) -> Void) -> any Sendable { hands.listen(take) }

  func show(_ cue: Cue, on id: String) -> Bool {
    let view = views.state
    guard view.mode == nil, !view.leaving, let controller = view.controllers.first(where: { $0.id.text == id }),
      !controller.asleep, CueEncoder(mapping: library.serving(controller)).tells(cue)
    else { return false }
    mailbox.post(.intent(.show(cue, on: controller.id), at: time.now(), source: .page))
    return true
  }

  func learn(_ role: Role, on id: String, tell: @escaping @Sendable (LearnOutcome) -> Void) throws(ScreenFailure) {
    try roles.begin(role, on: id, tell: tell)
  }

  func endLearning(on id: String) { roles.end(on: id) }

  func go(
    _ way: ScreenController.Way, on id: String, tell: @escaping @Sendable (LearnOutcome) -> Void
  ) throws(ScreenFailure) {
    try roles.go(way, on: id, tell: tell)
  }

  func summaries(before: UUID?, limit: Int) throws(ScreenFailure) -> [WorkoutSummary] {
    try kept { practices throws(StoreFailure) in try practices.summaries(before: before, limit: limit) }
  }

  func workout(_ id: UUID) throws(ScreenFailure) -> Workout? {
    try kept { practices throws(StoreFailure) in try practices.workout(id) }
  }

  func removeWorkout(_ id: UUID) throws(ScreenFailure) {
    try kept { practices throws(StoreFailure) in _ = try practices.removeWorkout(id) }
  }

  func restoreWorkout(_ id: UUID) throws(ScreenFailure) {
    try kept { practices throws(StoreFailure) in _ = try practices.restoreWorkout(id) }
  }

  private func kept<Result>(_ work: (any KeptPractices) throws(StoreFailure) -> Result) throws(ScreenFailure) -> Result
  {
    guard let practices else { throw ScreenFailure(line: catalogue(.noHistory)) }
    do throws(StoreFailure) {
      return try work(practices)
    } catch {
      throw ScreenFailure(line: catalogue.line(error))
    }
  }

  var about: ScreenAbout { ScreenAbout(version: Peach.configuration.version, parts: Licences.parts) }

  /// Returns the state that practice knows already: no probing while it plays.
  func check() -> [ScreenCheckLine] {
    let view = views.state
    let texts = catalogue
    func good(_ line: String) -> ScreenCheckLine { ScreenCheckLine(isGood: true, line: line) }
    func bad(_ line: String) -> ScreenCheckLine { ScreenCheckLine(isGood: false, line: line) }
    func missing(_ matches: (ViewState.Notice) -> Bool) -> [ScreenCheckLine]? {
      let lines = view.notices.filter(matches).map { bad(texts.line($0)) }
      return lines.isEmpty ? nil : lines
    }
    let controllers =
      view.controllers.isEmpty
      ? [good(texts(.checkControllerNone))]
      : view.controllers.map { good(texts(.checkController, ["controller": $0.name])) }
    let sound: ScreenCheckLine =
      switch view.sound {
      case .ready(let description) where !description.isAudible: bad(texts.line(description))
      case .ready(let description): good(texts.line(description))
      case .starting: bad(texts(.soundStarting))
      case .lost(let loss): bad(texts.line(loss))
      case .failed(let failure, _): bad(texts.line(failure))
      }
    // One by one: as a single sum it exceeds the type checker's limits in some compilers.
    var lines = live.read().problems.map { bad(texts.line($0)) }
    lines += library.allProblems.map { bad(texts.line($0)) }
    let mappings = library.count
    lines.append(
      mappings > 0 ? good(texts(.checkMappings, ["count": "\(mappings)"])) : bad(texts(.checkMappingsMissing)))
    lines += missing { if case .noSequencer = $0 { true } else { false } } ?? controllers
    lines.append(sound)
    lines += missing { $0 == .realtimeMissing } ?? [good(texts(.checkRealtime))]
    lines +=
      missing { if case .notSaving = $0 { true } else { false } } ?? [
        good(texts(.checkStore, ["path": paths.database]))
      ]
    return lines
  }
}

extension CueEncoder {
  /// Returns whether a light that certainly exists shows `role`: a half when it was right, a mode when it starts.
  fileprivate func lights(_ role: Role) -> Bool {
    switch role {
    case .higher: tells(.correct(pressed: .higher))
    case .lower: tells(.correct(pressed: .lower))
    default: role.startsMode && tells(.mode(role))
    }
  }
}

extension MappingLibrary {
  /// Returns the mapping that serves `controller` now, split if the player has split it. It may differ from the result
  /// of `match`: names of a port change, but a mapping in use does not.
  func serving(_ controller: ViewState.Controller) -> ControllerMapping {
    let served = ([preferred].compactMap(\.self) + mappings).first { $0.file != nil && $0.file == controller.file }
    var mapping = served ?? (controller.file == nil ? .generic : match(controller.port).mapping)
    mapping.halves = mapping.halves.map { rule in
      if case .keyboard(let channel, _) = rule { .keyboard(channel: channel, split: controller.split) } else { rule }
    }
    return mapping
  }
}

/// The stored timed practices, as the pages' history needs them: the store that practice has open. Each call blocks as
/// long as the database does; any thread but the loop's.
protocol KeptPractices: Sendable {
  /// Returns the newest `limit` of those older than the one with the id `before`, newest first; of all if it is nil.
  func summaries(before: UUID?, limit: Int) throws(StoreFailure) -> [WorkoutSummary]
  /// Returns the one with this id; nil if it does not exist.
  func workout(_ id: UUID) throws(StoreFailure) -> Workout?
  /// Removes a practice with its sets and rounds; returns false if it does not exist.
  @discardableResult
  func removeWorkout(_ id: UUID) throws(StoreFailure) -> Bool
  /// Restores a practice removed since practice was started; returns false if none was.
  @discardableResult
  func restoreWorkout(_ id: UUID) throws(StoreFailure) -> Bool
}

extension SQLiteStore: KeptPractices {}

/// The current controller mappings: those read at the start, with the changes made by pages. Any thread.
final class LiveMappings: Sendable {
  private let changed: Mutex<ChangedLibrary>

  /// Starts with `library`.
  init(_ library: MappingLibrary) { changed = Mutex(ChangedLibrary(library)) }

  /// All mappings.
  var library: MappingLibrary { changed.withLock { $0.library } }

  /// Records that the file at `file` now holds `mapping`; nil if it was removed.
  func change(_ file: String, to mapping: ControllerMapping?) {
    changed.withLock { $0.change(file, to: mapping) }
  }
}
