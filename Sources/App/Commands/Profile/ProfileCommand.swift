import ArgumentParser
import Foundation
import Linux
import Ports
import SQLiteStore
import Texts
import Training

/// `peach profile`: the measured profile of the player's ear. Practice may be running at the same time.
struct ProfileCommand: NamedCommand {
  static let name = "profile"
  static let configuration = CommandConfiguration(
    commandName: name, abstract: Help.catalogue(.profile), discussion: Help.example("peach profile --text"))

  @OptionGroup var common: CommonOptions
  @Flag(help: Help.text(.rebuild))
  var rebuild = false
  @OptionGroup var output: ProfileOutput

  func run() throws {
    let setup = try Setup(common: common)
    setup.complainOfSettings()
    try setup.writing { _ = try output.picture(in: setup.paths)?.check() }
    let profile = try orExit(.store, setup.catalogue.line) { () throws(StoreFailure) in try read(setup) }
    let report = profile.report(over: setup.training.range, now: Date(), calendar: .current)
    try setup.writing { try output.show(report, setup.catalogue, in: setup.paths) }
  }

  private func read(_ setup: Setup) throws(StoreFailure) -> PerceptualProfile {
    let path = setup.paths.database
    let progress = ShownProgress(setup.catalogue(.learningProfile), setup.catalogue)
    defer { progress.end() }
    // Without anything to learn from, no database is created.
    guard rebuild, Existence(of: path) == .there else {
      return try SQLiteStore.storedProfile(path: path, progress.show)
    }
    let store = try SQLiteStore(path: path)
    defer { _ = store.close(within: .seconds(2)) }
    for line in setup.catalogue.lines(store.opening) { complain(line) }
    try store.rebuildProfile(progress.show)
    return try store.profile()
  }
}

/// A progress bar on standard error for a count of records out of a total.
final class ShownProgress {
  private var progress: Progress

  /// Creates a bar titled `title`; shown once the work has lasted a while.
  init(_ title: String, _ texts: Catalogue) { progress = Progress(title, texts) }

  func show(_ done: Int, _ total: Int) { progress.show(total > 0 ? Double(done) / Double(total) : nil, count: done) }
  func end() { progress.end() }
}
