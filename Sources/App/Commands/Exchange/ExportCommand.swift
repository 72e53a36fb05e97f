import ArgumentParser
import Exchange
import Foundation
import Linux
import SQLiteStore
import Texts
import Training

extension ExchangeFormat: ExpressibleByArgument {}

/// `peach export FILE`: all records, or all timed practice, as a file.
struct ExportCommand: NamedCommand {
  static let name = "export"
  static let configuration = CommandConfiguration(
    commandName: name, abstract: Help.catalogue(.export), discussion: Help.example("peach export answers.csv"))

  @OptionGroup var common: CommonOptions
  @Argument(help: Help.text(.exportFile), completion: .file())
  var file: String
  @Option(help: Help.text(.format))
  var format: ExchangeFormat?
  @Flag(help: Help.text(.force))
  var force = false
  @Flag(help: ArgumentHelp(Help.catalogue(.helpTimers)))
  var timers = false

  func validate() throws {
    if timers, format == .peach3 { throw ValidationError(Help.catalogue(.usageTimersFormat)) }
  }

  func run() throws {
    let setup = try Setup(common: common)
    let texts = setup.catalogue
    let nothing = timers ? texts(.noTimersToExport) : texts(.exportNothing)
    let output = OutputPath(file, force: force, in: setup.paths)
    let damage = Damage()
    // Reading must not create a database.
    let database = setup.paths.database
    switch Existence(of: database) {
    case .there: break
    case .missing: return say(nothing, beside: file)
    case .unknown(let code):
      complain(texts(.fileNotRead, ["path": database, "reason": texts.words(code)]))
      throw ExitCode.store
    }
    // Opening the database may already write to it.
    try setup.writing { _ = try output.check() }
    do {
      let store = try SQLiteStore.forReading(path: database)
      defer { _ = store.close(within: .seconds(5)) }
      for line in texts.lines(store.opening) { complain(line) }
      let count = timers ? try store.workoutCount() : try store.recordCount()
      let foreign = timers ? 0 : try store.foreignRowCount()
      guard count + foreign > 0 else { return say(nothing, beside: file) }
      try setup.writing {
        if timers {
          try writeTimers(store, count, to: StreamedFile(output), damage, texts)
        } else {
          try write(store, count + foreign, to: StreamedFile(output), damage, texts)
        }
      }
      if foreign > 0, !timers, format != .peach3 { say(texts(.exportForeign, count: foreign), beside: file) }
    } catch let failure as StoreFailure {
      complain(texts.line(failure))
      throw ExitCode.store
    }
    guard damage.count > 0 else { return }
    damage.lines(texts).forEach { complain($0) }
    throw ExitCode.partial
  }

  private func write(
    _ store: SQLiteStore, _ count: Int, to output: StreamedFile, _ damage: Damage, _ texts: Catalogue
  ) throws {
    let format = format ?? ExchangeFormat(fileName: file)
    var writer = ExchangeWriter(format)
    var progress = Progress(texts(.exporting), texts)
    var (read, leftOut) = (0, 0)
    var counts: [PluralKey: Int] = [:]
    do {
      defer { progress.end() }
      func go() throws {
        read += 1
        guard writer.bytes.count >= Self.piece else { return }
        try output.write(writer.bytes)
        writer.removeBytes()
        progress.show(Double(read) / Double(count), count: read)
      }
      func add(_ row: ForeignRow) throws {
        writer.write(row)
        try go()
      }
      // Peach's files are sorted by time; ours keep the order of insertion, which only the database knows.
      try store.readAll(
        format == .peach3 ? .time : .insertion, foreign: format == .peach3 ? add : nil, damaged: { damage.add($0) }
      ) { record in
        if let reason = writer.write(record) {
          leftOut += 1
          counts[reason.remark, default: 0] += 1
        } else if format == .peach3 {
          for remark in record.reductions { counts[remark, default: 0] += 1 }
        }
        try go()
      }
      try output.write(writer.bytes)
      try output.finish()
    }
    if file != "-" { say(texts(.exportDone, count: read - leftOut, ["file": file]), beside: file) }
    for remark in Self.remarks {
      if let count = counts[remark] { say(texts(remark, count: count), beside: file) }
    }
  }

  /// The sentences that count what Peach's CSV does not take, in the order in which they are given.
  private static let remarks: [PluralKey] = [
    .exportWithdrawn, .exportTuning, .exportListening, .exportHeld, .exportChord, .exportBeats, .exportTiming,
    .exportTimbre, .exportSureness,
  ]

  private func writeTimers(
    _ store: SQLiteStore, _ count: Int, to output: StreamedFile, _ damage: Damage, _ texts: Catalogue
  ) throws {
    // The command line has refused the format without timed practice.
    guard var writer = WorkoutWriter(format ?? ExchangeFormat(fileName: file)) else { return }
    var progress = Progress(texts(.exporting), texts)
    var read = 0
    do {
      defer { progress.end() }
      try store.readWorkouts(damaged: { damage.add($0) }) { workout in
        writer.write(workout)
        read += 1
        if writer.bytes.count >= Self.piece {
          try output.write(writer.bytes)
          writer.removeBytes()
          progress.show(Double(read) / Double(count), count: read)
        }
      }
      try output.write(writer.bytes)
      try output.finish()
    }
    if file != "-" { say(texts(.exported, count: read, ["file": file]), beside: file) }
  }

  /// The number of bytes written at once.
  private static let piece = 1 << 18
}

extension ExchangeWriter.LeftOut {
  /// The sentence that counts the records left out for this reason.
  fileprivate var remark: PluralKey {
    switch self {
    case .withdrawn: .exportWithdrawn
    case .tuning: .exportTuning
    case .listening: .exportListening
    case .held: .exportHeld
    case .chord: .exportChord
    case .beats: .exportBeats
    }
  }
}

extension ExerciseRecord {
  /// The sentences that count what Peach's CSV leaves out of this record.
  var reductions: [PluralKey] {
    let (isReduced, isSure): (Bool, Bool?) =
      switch self {
      case .comparison(let answer): (false, answer.isSure)
      case .timing(let answer): (!answer.isPartial, answer.isSure)
      case .matching, .listening, .timingListening, .beats: (false, nil)
      }
    let timbres = pair?.exercise.timbres ?? .sines
    return (isReduced ? [.exportTiming] : []) + (timbres == .sines ? [] : [.exportTimbre])
      + (isSure == nil ? [] : [.exportSureness])
  }
}
