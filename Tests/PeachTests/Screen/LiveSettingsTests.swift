import Foundation
import Pitch
import Ports
import SQLiteStore
import Screen
import Synchronization
import TestSupport
import Testing
import Texts
import Training

@testable import Commands

/// Settings that pages read and change while practice runs.
@Suite struct LiveSettingsTests {
  /// The changes sent to practice.
  private final class Told: Sendable {
    let changes = Mutex<[SettingsChange]>([])
    var all: [SettingsChange] { changes.withLock(\.self) }
  }

  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("peach-live-\(UUID())").path
  private let told = Told()
  private let paths: Paths

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    paths = Paths(config: folder, data: folder)
  }

  private func live() -> LiveSettings {
    let told = told
    return LiveSettings(
      Settings(), told: PracticeSettings(Settings(), place: nil), paths: paths,
      place: SpeechPlace(outputIsTerminal: true, hasEvents: true),
      tell: { change in told.changes.withLock { $0.append(change) } })
  }

  private var text: String { (try? String(contentsOfFile: paths.settings, encoding: .utf8)) ?? "" }

  @Test func `a change is saved and reported at once`() throws {
    let live = live()
    try live.set(.noteDuration, to: "0.5")
    #expect(text == "note-duration: 0.5\n")
    #expect(live.read().values.training.noteDuration == 0.5)
    #expect(told.all.map(\.settings.training.noteDuration) == [0.5])
    try live.set(.speech, to: "on")
    #expect(
      told.all.map(\.settings.speaks) == [false, true] && told.all.map(\.settings.expectsVoice) == [false, true])
  }

  @Test func `the same change twice is reported once`() throws {
    let live = live()
    try live.set(.level, to: "-25")
    try live.set(.level, to: "-25")
    _ = live.read()
    #expect(told.all.map(\.settings.level) == [-25])
    // Settings that practice does not change while it runs are saved but not sent.
    try live.set(.period, to: "256")
    #expect(told.all.count == 1 && text.contains("period: 256"))
  }

  @Test(arguments: [(SettingKey.level, "0"), (.noteDuration, "long"), (.strategy, "guess"), (.noteRangeLow, "80")])
  func `an impossible value is refused and changes nothing`(key: SettingKey, value: String) throws {
    let live = live()
    #expect(throws: SettingRefusal.self) { try live.set(key, to: value) }
    #expect(told.all.isEmpty && text.isEmpty && live.read().values == Settings())
  }

  @Test func `an unusable scale is refused with its file`() throws {
    #expect {
      try live().set(.tuning, to: "gone.scl")
    } throws: { error in
      guard case .file(let problem)? = error as? SettingRefusal else { return false }
      return problem.file == "\(folder)/gone.scl"
    }
    #expect(text.isEmpty)
  }

  @Test(arguments: zip(SettingKey.files, ["x.scl", "x.scl", "x.scl", "mine.txt"]))
  func `a file elsewhere is refused with the command that chooses it for its setting`(
    key: SettingKey, file: String
  ) throws {
    let refusal = try #require(throws: SettingRefusal.self) { try live().set(key, to: "/elsewhere/\(file)") }
    #expect(
      Catalogue(.english).line(refusal, on: .pages)
        == "A page can choose a file that comes with Peach or is in \(folder). "
        + "For any other: peach settings set \(key.rawValue) FILE")
    #expect(Catalogue(.german).line(refusal, on: .pages).hasSuffix(": peach settings set \(key.rawValue) DATEI"))
  }

  @Test func `recordings get the scale with the change`() throws {
    let scale = "! own.scl\nown\n 12\n!\n90.\n200.\n300.\n400.\n500.\n600.\n702.\n800.\n900.\n1000.\n1100.\n2/1\n"
    try scale.write(toFile: folder + "/own.scl", atomically: true, encoding: .utf8)
    try live().set(.tuning, to: "own.scl")
    #expect(told.all.map(\.settings.training.tuning.name) == ["own.scl"])
    #expect(told.all.map(\.scales) == [["tuning": RecordedScale(scale: scale, mapping: nil)]])
  }

  @Test func `a change by the command line is seen and reported when a page loads`() throws {
    let live = live()
    try SettingsEditor(paths: paths).reset([], in: Settings())
    _ = try SettingsEditor(paths: paths).set(.tick, to: "off", in: Settings())
    #expect(live.read().values.tick == false)
    #expect(told.all.map(\.settings.tick) == [false])
    // And a change on a page keeps it.
    try live.set(.level, to: "-25")
    #expect(text == "tick: off\nlevel: -25\n" && told.all.last?.settings.tick == false)
  }

  @Test func `a file in the middle of an edit keeps the last good settings`() throws {
    let live = live()
    try live.set(.level, to: "-25")
    try "level: [".write(toFile: paths.settings, atomically: true, encoding: .utf8)
    let (values, problems) = live.read()
    #expect(values.level == -25 && problems.count == 1 && told.all.count == 1)
    try live.set(.tick, to: "off")
    #expect(live.read().values.level == -25 && !live.read().values.tick)
    #expect(try String(contentsOfFile: paths.settings, encoding: .utf8) == "level: [\ntick: off\n")
  }

  @Test func `a change reads the file once, and its own result is not read again`() throws {
    let live = live()
    try live.set(.level, to: "-25")
    let openings = try Openings(in: folder)
    try live.set(.noteDuration, to: "0.5")
    #expect(openings.count(of: "settings.yaml") == 1)
    live.follow()
    #expect(openings.count(of: "settings.yaml") == 0)
    try live.reset()
    live.follow()
    #expect(openings.count(of: "settings.yaml") == 1)
  }

  @Test func `later changes by other programs are followed`() throws {
    let live = live()
    try live.set(.level, to: "-25")
    let ours = try Data(contentsOf: URL(filePath: paths.settings))
    // In place, as some editors do.
    let handle = try FileHandle(forWritingTo: URL(filePath: paths.settings))
    try handle.write(contentsOf: Data("level: -26\ntick: off\n".utf8))
    try handle.close()
    live.follow()
    #expect(told.all.last?.settings.level == -26 && told.all.last?.settings.tick == false)
    // A new one in its place, as large as ours.
    try ours.write(to: URL(filePath: paths.settings), options: .atomic)
    live.follow()
    #expect(told.all.last?.settings.level == -25 && told.all.last?.settings.tick == true)
    try FileManager.default.removeItem(atPath: paths.settings)
    live.follow()
    #expect(told.all.last?.settings.level == -20)
  }

  /// The settings file stays as it is.
  @Test func `a rewritten scale is followed`() throws {
    func scale(fifth: Int) -> String {
      "test\n 12\n" + (1...11).map { "\($0 == 7 ? fifth : $0 * 100).\n" }.joined() + "2/1\n"
    }
    try scale(fifth: 702).write(toFile: folder + "/own.scl", atomically: true, encoding: .utf8)
    let live = live()
    try live.set(.tuning, to: "own.scl")
    try scale(fifth: 697).write(toFile: folder + "/own.scl", atomically: true, encoding: .utf8)
    live.follow()
    #expect(told.all.map { $0.scales?["tuning"]?.scale } == [scale(fifth: 702), scale(fifth: 697)])
  }

  @Test func `a reset restores all defaults`() throws {
    let live = live()
    try live.set(.level, to: "-25")
    try live.set(.letters, to: "off")
    try live.reset()
    #expect(
      live.read().values == Settings()
        && told.all.last?.settings == PracticeSettings(Settings(), place: nil))
  }

  @Test func `the start of another strategy is read from the store`() throws {
    let store = try SQLiteStore(path: paths.database)
    store.start { _ in }
    for index in 0..<3 { store.save(.comparison(Self.record(Cents(Double(10 + index))))) }
    _ = store.close(within: testLimit)
    let live = live()
    try live.set(.strategy, to: "kazez")
    try live.set(.level, to: "-25")
    try live.set(.strategy, to: "edge")
    let known = told.all.map(\.known)
    #expect(known[0]?.history.map(\.exercise.offset) == [Cents(10), Cents(11), Cents(12)])
    #expect(known[0]?.profile == PerceptualProfile() && known[1] == nil)
    #expect(known[2]?.history.isEmpty == true)
    #expect(known[2].map { $0.profile.ear != Ear() } == true)
  }

  @Test func `without a database nothing is known, and none is created`() throws {
    try live().set(.strategy, to: "kazez")
    #expect(told.all.map { $0.known?.history.count } == [0])
    #expect(!FileManager.default.fileExists(atPath: paths.database))
  }

  static func record(_ offset: Cents) -> ComparisonRecord {
    let note = Note(literal: 60)
    let exercise = ComparisonExercise(
      epoch: Epoch(1), index: 1, mode: .comparison, reference: note, referenceHertz: Hertz(261.6), target: note,
      offset: offset, targetHertz: Hertz(262), interval: .prime, loudnessOffset: 0)
    return ComparisonRecord(
      id: UUID(), time: Date(), exercise: exercise, tuning: "equal", concertPitch: Hertz(440), noteDuration: 1,
      noteGap: 0, strategy: "kazez", answer: exercise.correctAnswer, correct: true, responseTime: 0.5, controller: nil,
      source: .keys, playbackLatency: 0)
  }
}

/// How often files of a folder are opened, as the kernel counts it.
private final class Openings {
  private let descriptor: Int32

  init(in folder: String) throws {
    descriptor = inotify_init1(O_NONBLOCK | O_CLOEXEC)
    try #require(inotify_add_watch(descriptor, folder, UInt32(IN_OPEN)) >= 0)
  }

  deinit { close(descriptor) }

  /// How often the file called `name` was opened since this was asked last.
  func count(of name: String) -> Int {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    var found = 0
    while case let count = read(descriptor, &bytes, bytes.count), count > 0 {
      var rest = bytes[..<count]
      // An inotify event is four numbers, the last being the length of the name after them.
      while rest.count >= 16 {
        let length = rest.dropFirst(12).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        if String(decoding: rest.dropFirst(16).prefix(length).prefix { $0 != 0 }, as: UTF8.self) == name { found += 1 }
        rest = rest.dropFirst(16 + length)
      }
    }
    return found
  }
}
