import ArgumentParser
import Controllers
import Foundation
import Linux
import Pitch
import Ports
import Practice
import Sound
import Texts
import Training

/// `peach render`: the exact sound of practice, or one steady tone, as a float WAV at 48 kHz.
struct RenderCommand: NamedCommand {
  static let name = "render"
  static let configuration = CommandConfiguration(
    commandName: name, abstract: Help.catalogue(.render),
    discussion: Help.example("peach render --mode comparison --exercises 5 --out practice.wav"))

  @OptionGroup var common: CommonOptions
  @Option(help: Help.text(.mode))
  var mode: Mode = .comparison
  @Option(parsing: .unconditional, help: Help.text(.seed))
  var seed: UInt64 = 1
  @Option(parsing: .unconditional, help: Help.text(.exercises))
  var exercises = 10
  @Option(parsing: .unconditional, help: Help.text(.threshold))
  var threshold = 10.0
  @Option(help: Help.text(.events), completion: .file())
  var events: String?
  @Option(parsing: .unconditional, help: Help.text(.tone))
  var tone: Double?
  @Option(help: Help.text(.timbre))
  var timbre: Timbre = .sine
  @Option(parsing: .unconditional, help: Help.text(.seconds))
  var seconds = 10.0
  @Option(name: [.customShort("o"), .long], help: Help.text(.out), completion: .file(extensions: ["wav"]))
  var out: String
  @Flag(help: Help.text(.force))
  var force = false

  /// Longer tones do not fit a WAV file.
  static let longest = 20_000.0

  func validate() throws {
    let texts = Help.catalogue
    if let tone, !(1...20_000).contains(tone) { throw ValidationError(texts(.usageTone)) }
    if tone == nil, timbre != .sine { throw ValidationError(texts(.usageTimbre)) }
    if !(seconds > 0 && seconds <= Self.longest) { throw ValidationError(texts(.usageSeconds)) }
    if out == "-", events == "-" { throw ValidationError(texts(.usageRenderOutput)) }
    if exercises < 1 { throw ValidationError(texts(.usageExercises)) }
    if !(threshold > 0 && threshold <= 1_200) { throw ValidationError(texts(.usageThreshold)) }
  }

  func run() throws {
    let setup = try Setup(common: common)
    setup.complainOfSettings()
    try setup.writing { try render(setup) }
  }

  private func render(_ setup: Setup) throws {
    let output = OutputPath(out, force: force, isPrivate: false, in: setup.paths)
    let events = events.map { OutputPath($0, force: force, in: setup.paths) }
    try events?.check()
    switch try output.check() {
    case .nothing, .file:
      let frames = try render(to: output, events, setup)
      let seconds = setup.catalogue.decimals(Double(frames) / Double(OfflinePractice.rate), places: 1)
      say(setup.catalogue(.renderDone, ["file": out, "seconds": seconds]), beside: self.events)
    case .pipe, .other:
      // Through a file: the header contains the length, which is known only at the end.
      let place = FileManager.default.temporaryDirectory.appendingPathComponent("peach-\(UUID().uuidString).wav").path
      defer { unlink(place) }
      _ = try render(to: OutputPath(place, force: false, in: setup.paths), events, setup)
      try copy(place, to: StreamedFile(output))
    }
  }

  /// Renders to `output`; returns the number of frames written.
  private func render(to output: OutputPath, _ events: OutputPath?, _ setup: Setup) throws -> Int {
    let file = try WAVWriter(takingOver: output.open(), path: output.path, rate: OfflinePractice.rate)
    if let tone { try renderTone(tone, to: file, setup) } else { try renderPractice(to: file, events, setup) }
    try file.finish()
    return file.frames
  }

  private func copy(_ place: String, to output: StreamedFile) throws {
    let descriptor = Descriptor.read(place)
    guard descriptor >= 0 else { throw FileFailure(path: place, code: -descriptor) }
    defer { close(descriptor) }
    while true {
      guard let piece = Descriptor.bytes(of: descriptor, limit: 1 << 20) else {
        throw FileFailure(path: place, code: errno)
      }
      if piece.isEmpty { return try output.finish() }
      try output.write(piece)
    }
  }

  private func renderTone(_ hertz: Double, to file: WAVWriter, _ setup: Setup) throws {
    var renderer = try OfflineRenderer(rate: OfflinePractice.rate, period: 1_024)
    var controller = try renderer.engine.takeController()
    let frames = Int64((seconds * Double(OfflinePractice.rate)).rounded())
    controller.setLevel(decibels: Float(setup.settings.level))
    _ = controller.submit([
      .note(
        role: .reference, epoch: 1, start: .at(0), frames: frames, hertz: hertz,
        gain: Float(pow(10, toneGain(at: hertz, setup.settings) / 20)), timbre: timbre)
    ])
    while renderer.frame.count < frames {
      try renderer.renderCycle(frames: Int(min(1_024, frames - renderer.frame.count))) { try file.append($0) }
      while controller.nextEvent() != nil {}
    }
  }

  /// Returns the gain of a tone in dB: that of a sine is 0 at every frequency, for measuring; another timbre is as loud
  /// as a sine of 1 kHz, as far as the limit of −6 dBFS allows.
  private func toneGain(at hertz: Double, _ settings: Settings) -> Double {
    guard timbre != .sine else { return 0 }
    let harmonics = Harmonics(timbre)
    let room = Double(SoundLimits.levels.upperBound) - settings.level - 20 * log10(harmonics.peak)
    return min(settings.equalLoudness ? harmonics.gain(at: hertz, rate: OfflinePractice.rate) : 0, room)
  }

  private func renderPractice(to file: WAVWriter, _ events: OutputPath?, _ setup: Setup) throws {
    guard let listener = SimulatedListener(threshold: Cents(threshold), seed: seed) else { return }
    let stream = try events.map { output throws(FileFailure) in try EventStream(output) }
    let configuration = setup.configuration(
      PracticeBeginning(mode: mode, exercises: exercises), library: MappingLibrary(mappings: []), seed: seed)
    var practice = try OfflinePractice(
      configuration: configuration, listener: listener, answeringAfter: .milliseconds(300),
      events: stream ?? NoEvents())
    try practice.run { samples throws(FileFailure) in try file.append(samples) }
    if let failure = stream?.close(within: .seconds(10)) { throw failure }
  }
}
