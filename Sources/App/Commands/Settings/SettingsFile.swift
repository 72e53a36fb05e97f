import Controllers
import Foundation
import Linux
import PlainText
import Ports

/// `settings.yaml`: lines of `key: value`. Reading never fails as a whole; writing keeps comments and order.
package struct SettingsFile {
  /// More than any settings need, and little enough to read at once.
  static let sizeLimit = YAMLDocument.largestFile

  let path: String

  /// The file at `path`, which need not exist.
  package init(path: String) { self.path = path }

  /// The settings of the file, read once. A missing file has no settings.
  func read(last: Settings = Settings()) -> SettingsReading {
    let bytes: [UInt8]
    do throws(SmallFile.Failure) {
      bytes = try SmallFile.read(path, limit: Self.sizeLimit)
    } catch {
      switch error {
      case .unreadable(ENOENT), .unreadable(ENOTDIR): return read("", last: last)
      default: return SettingsReading(self, last, nothingBecause: SettingsFileProblem(file: path, error))
      }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { return readForeign(bytes, last: last) }
    return read(text, last: last)
  }

  /// The same for the file's `text`.
  package func read(_ text: String, last: Settings = Settings()) -> SettingsReading {
    do throws(SettingsFileProblem) {
      return SettingsReading(self, try SettingsDocument(text, file: path), last: last)
    } catch {
      return SettingsReading(self, last, nothingBecause: error)
    }
  }

  /// The same for a text with lines that are not UTF-8, as editors of other systems save them: the other lines count.
  private func readForeign(_ bytes: [UInt8], last: Settings) -> SettingsReading {
    var lines = TextLine.lines(of: bytes)
    var problems: [SettingsFileProblem] = []
    for index in lines.indices where String(validating: lines[index].text, as: UTF8.self) == nil {
      let text = lines[index].text.drop { SettingsDocument.isBlank($0) }
      lines[index].text = []
      guard text.first != UInt8(ascii: "#") else { continue }
      let key = SettingKey(rawValue: String(decoding: text.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self))
      problems.append(SettingsFileProblem(file: path, line: index + 1, reason: .notUTF8, key: key))
    }
    let foreign = SettingsFileProblem(file: path, reason: .notUTF8)
    // UTF-16, or no text at all.
    guard !bytes.contains(0), problems.count < lines.count else {
      return SettingsReading(self, last, nothingBecause: foreign)
    }
    do throws(SettingsFileProblem) {
      let document = try SettingsDocument(
        String(decoding: lines.flatMap { $0.text + $0.end }, as: UTF8.self), file: path)
      return SettingsReading(self, document, last: last, unread: problems, uneditable: foreign)
    } catch {
      return SettingsReading(self, last, nothingBecause: error)
    }
  }

  /// Replaces the file as a whole, or not at all. A symbolic link (settings kept in a repository) stays one. Returns
  /// the state of the written file.
  fileprivate func replace(with text: String) throws(SettingsFileProblem) -> FileState? {
    let target = URL(filePath: path).resolvingSymlinksInPath().path
    let folder = URL(filePath: target).deletingLastPathComponent().path
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var status = stat()
    let mode = stat(target, &status) == 0 ? status.st_mode & 0o777 : 0o644
    do throws(FileFailure) {
      return try WholeFile.write(text, to: target, mode: mode)
    } catch {
      throw SettingsFileProblem(file: path, reason: .unwritable(code: error.code))
    }
  }
}

/// The state of `settings.yaml` at one moment, on top of the last good settings, and its changed version.
package struct SettingsReading {
  /// The settings. An unusable value keeps its previous one.
  package let settings: Settings
  /// The problems of the file.
  package let problems: [SettingsFileProblem]
  /// The state of the file after a change; nil if it was only read.
  let written: FileState?
  private let file: SettingsFile
  /// The text, which can be changed, or the reason it cannot.
  private let document: Result<SettingsDocument, SettingsFileProblem>

  /// Applies the values in `document` on top of `last`. Settings whose lines are `unread` keep their value; the file
  /// then cannot be changed, because text that is not UTF-8 would not be written back unchanged.
  fileprivate init(
    _ file: SettingsFile, _ document: SettingsDocument, last: Settings, unread: [SettingsFileProblem] = [],
    uneditable: SettingsFileProblem? = nil, written: FileState? = nil
  ) {
    self.file = file
    self.written = written
    self.document = uneditable.map { .failure($0) } ?? .success(document)
    var settings = last
    var problems = unread + document.problems
    // A key that is not in the file has its default, regardless of earlier values.
    for key in SettingKey.allCases where document.places[key] == nil && !unread.contains(where: { $0.key == key }) {
      settings.reset(key)
    }
    let values = document.entries.sorted { $0.value.order < $1.value.order }
    for (key, problem) in settings.set(all: values.map { (key: $0.key, text: $0.value.text) }) {
      let place = document.entries[key]
      problems.append(
        SettingsFileProblem(file: file.path, line: place?.line, column: place?.column, reason: .setting(problem)))
    }
    self.settings = settings
    self.problems = problems.map { $0.replaced(in: settings) }.sorted {
      ($0.line ?? 0, $0.column ?? 0) < ($1.line ?? 0, $1.column ?? 0)
    }
  }

  /// Creates the reading of an unreadable file: the settings are the previous ones.
  fileprivate init(_ file: SettingsFile, _ last: Settings, nothingBecause problem: SettingsFileProblem) {
    self.file = file
    written = nil
    document = .failure(problem)
    settings = last
    problems = [problem.whole(last)]
  }

  /// Writes `key` with its value in `settings`, leaving every other line unchanged. Returns the settings of the file.
  @discardableResult
  func write(_ key: SettingKey, of settings: Settings) throws(SettingsFileProblem) -> SettingsReading {
    try replaced(by: changed(key, to: settings.text(of: key)))
  }

  /// Removes `keys` from the file, which gives them their defaults. Comments stay. Returns the settings of the file.
  @discardableResult
  func remove(_ keys: [SettingKey]) throws(SettingsFileProblem) -> SettingsReading {
    try replaced(by: checked(Set(keys)) { $0.removing(Set(keys)) })
  }

  /// Returns the parsed file with `key` set to `value`.
  /// - Throws: the reason it is impossible; then nothing has changed.
  package func changed(_ key: SettingKey, to value: String) throws(SettingsFileProblem) -> SettingsDocument {
    try checked([key], value) { $0.setting(key, to: value) }
  }

  /// Returns the text after `edit`, checked by reading it again: `keys` have `value`, or are removed, and everything
  /// else is unchanged.
  private func checked(
    _ keys: Set<SettingKey>, _ value: String? = nil, _ edit: (SettingsDocument) -> String
  ) throws(SettingsFileProblem) -> SettingsDocument {
    // Unreadable parts stay unchanged, except for the setting being changed.
    let before = try document.get()
    guard let after = try? SettingsDocument(edit(before), file: file.path),
      after.rest(without: keys) == before.rest(without: keys),
      keys.allSatisfy({ after.entries[$0]?.text == value && (value != nil || after.places[$0] == nil) })
    else { throw SettingsFileProblem(file: file.path, reason: .uneditable) }
    return after
  }

  private func replaced(by document: SettingsDocument) throws(SettingsFileProblem) -> SettingsReading {
    let written = try file.replace(with: document.text)
    return SettingsReading(file, document, last: settings, written: written)
  }
}

extension SettingsFileProblem {
  /// The problem with a `file` that cannot be read.
  init(file: String, _ failure: SmallFile.Failure) {
    let reason: Reason =
      switch failure {
      case .unreadable(let code): .unreadable(code: code)
      case .notAFile: .notAFile
      case .tooLarge(let limit): .tooLarge(limit: limit)
      }
    self.init(file: file, reason: reason)
  }

  /// The same problem where nothing runs with other values.
  var withoutConsequence: SettingsFileProblem {
    var problem = self
    problem.instead = []
    return problem
  }

  /// The same problem for an unreadable file: the settings are then `last`.
  fileprivate func whole(_ last: Settings) -> SettingsFileProblem {
    var problem = self
    problem.instead = [.all(areDefaults: last == Settings())]
    return problem
  }
}
