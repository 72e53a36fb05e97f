import ArgumentParser
import Controllers
import Foundation
import Linux
import Pitch
import Ports
import Practice
import Recordings
import Time

/// `peach record FILE`: ordinary practice that records all its inputs and outputs: a report that others can play.
struct RecordCommand: NamedCommand {
  static let name = "record"
  static let configuration = CommandConfiguration(
    commandName: name, abstract: Help.catalogue(.record), discussion: Help.example("peach record report.jsonl"))

  @Argument(help: Help.text(.recording), completion: .file())
  var file: String
  @OptionGroup var practice: PracticeCommand

  func validate() throws { try practice.validate() }

  func run() throws { try practice.run(recordingTo: file) }
}

/// A recording of practice from its start.
struct RunningRecording {
  private let file: LineWriter<RecordedLine>
  /// The recorder the loop hands steps to.
  let recorder: Recorder

  /// Starts recording practice with `configuration` to `output`.
  init(_ output: OutputPath, _ configuration: PracticeConfiguration, _ setup: Setup) throws(FileFailure) {
    // Up to half a million waiting lines: a quarter of an hour of a wheel that never rests.
    file = try LineWriter(output) {
      let encoder = RecordedLine.encoder()
      return { Data(try $0.text(encoder).utf8) }
    }
    recorder = Recorder(
      configuration, program: Peach.configuration.version, date: Date(),
      scales: RecordedScale.all(setup.settings, setup.paths),
      mappingTexts: setup.library.files.reduce(into: [:]) { texts, file in
        texts[file] = try? String(contentsOfFile: file, encoding: .utf8)
      }, to: file)
  }

  /// Ends the recording; returns the reason if it is incomplete.
  func close() -> FileFailure? {
    recorder.end()
    return file.close(within: ShutdownBudget.recording)
  }
}

extension RecordedScale {
  /// Returns the files of the tunings and the order in `settings`, by the names of their settings, a scale with the
  /// keyboard map next to it; nil without any. Files that could not be read are left out.
  static func all(_ settings: Settings, _ paths: Paths) -> [String: RecordedScale]? {
    let scales = SettingKey.files.compactMap { key in
      RecordedScale(key, settings, paths).map { (key.rawValue, $0) }
    }
    return scales.isEmpty ? nil : Dictionary(uniqueKeysWithValues: scales)
  }

  private init?(_ key: SettingKey, _ settings: Settings, _ paths: Paths) {
    guard case .file(let name) = settings[key] else { return nil }
    let path = paths.tuningFile.path(of: name)
    guard settings.loaded(key).text == URL(filePath: path).lastPathComponent,
      let scale = Self.text(of: path)
    else { return nil }
    self.init(scale: scale, mapping: TuningFile.mappings(of: path).lazy.compactMap(Self.text).first)
  }

  /// The bytes of a file, each as the character of its number (ISO 8859-1).
  private static func text(of path: String) -> String? {
    (try? SmallFile.read(path, limit: ScalaScale.sizeLimit)).map { bytes in
      String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
  }
}

extension LineWriter: RecordingSink where Line == RecordedLine {}
