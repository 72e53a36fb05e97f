import Controllers
import Foundation
import PlainText
import Ports

/// `settings.yaml`: lines of `key: value`. Reading never fails as a whole; writing keeps comments and order.
package struct SettingsFile {
  /// Longer than any settings, short enough to read at once.
  static let sizeLimit = YAMLDocument.largestFile

  let path: String

  /// The file at `path`, be it there or not.
  package init(path: String) { self.path = path }

  /// The settings of the file on top of `last`, the last good ones, and everything that is wrong with it. A value that
  /// cannot be used leaves that of `last`; no file means no settings.
  func read(last: Settings = Settings()) -> (settings: Settings, problems: [SettingsFileProblem]) {
    let bytes: [UInt8]
    do throws(SettingsFileProblem) {
      bytes = try contents()
    } catch {
      return (last, error.isMissingFile ? [] : [error.whole(last)])
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { return readForeign(bytes, last: last) }
    return read(text, last: last)
  }

  /// The same for the file's `text`. Settings whose lines are `unread` are not asked for.
  package func read(_ text: String, last: Settings = Settings(), unread: [SettingsFileProblem] = []) -> (
    settings: Settings, problems: [SettingsFileProblem]
  ) {
    let document: SettingsDocument
    do throws(SettingsFileProblem) {
      document = try SettingsDocument(text, file: path)
    } catch {
      return (last, [error.whole(last)])
    }
    var settings = last
    var problems = unread + document.problems
    // A key that is not in the file has its default, whatever stood there before.
    for key in SettingKey.allCases where document.places[key] == nil && !unread.contains(where: { $0.key == key }) {
      settings.reset(key)
    }
    let values = document.entries.sorted { $0.value.order < $1.value.order }
    for (key, problem) in settings.set(all: values.map { (key: $0.key, text: $0.value.text) }) {
      let place = document.entries[key]
      problems.append(
        SettingsFileProblem(file: path, line: place?.line, column: place?.column, reason: .setting(problem)))
    }
    let read = settings
    return (
      settings,
      problems.map { $0.replaced(in: read) }.sorted { ($0.line ?? 0, $0.column ?? 0) < ($1.line ?? 0, $1.column ?? 0) }
    )
  }

  /// The same of a text with lines that are not UTF-8, as editors of other systems save them: the other lines count.
  private func readForeign(
    _ bytes: [UInt8], last: Settings
  ) -> (settings: Settings, problems: [SettingsFileProblem]) {
    var lines = TextLine.lines(of: bytes)
    var problems: [SettingsFileProblem] = []
    for index in lines.indices where String(validating: lines[index].text, as: UTF8.self) == nil {
      let text = lines[index].text.drop { SettingsDocument.isBlank($0) }
      lines[index].text = []
      guard text.first != UInt8(ascii: "#") else { continue }
      let key = SettingKey(rawValue: String(decoding: text.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self))
      problems.append(SettingsFileProblem(file: path, line: index + 1, reason: .notUTF8, key: key))
    }
    // UTF-16, or no text at all.
    guard !bytes.contains(0), problems.count < lines.count else {
      return (last, [SettingsFileProblem(file: path, reason: .notUTF8).whole(last)])
    }
    return read(String(decoding: lines.flatMap { $0.text + $0.end }, as: UTF8.self), last: last, unread: problems)
  }

  /// Writes `key` with the value that `settings` has, leaving every other line as it is.
  func write(_ key: SettingKey, of settings: Settings) throws(SettingsFileProblem) {
    try change { (text: String) throws(SettingsFileProblem) in
      try changed(text, key, to: settings.text(of: key))
    }
  }

  /// Takes `keys` out of the file, so that they have their defaults. Comments stay.
  func remove(_ keys: [SettingKey]) throws(SettingsFileProblem) {
    try change { (text: String) throws(SettingsFileProblem) in
      try checked(text, Set(keys)) { $0.removing(Set(keys)) }
    }
  }

  /// The file's `text` with `key` set to `value`.
  /// - Throws: why it cannot be, and nothing else changed with it.
  package func changed(_ text: String, _ key: SettingKey, to value: String) throws(SettingsFileProblem) -> String {
    try checked(text, [key], value) { $0.setting(key, to: value) }
  }

  /// What `edit` makes of `text`, read again: `keys` have `value`, or are gone, and all else is as it was.
  private func checked(
    _ text: String, _ keys: Set<SettingKey>, _ value: String? = nil, _ edit: (SettingsDocument) -> String
  ) throws(SettingsFileProblem) -> String {
    // What cannot be read stays as it is, unless it is the very setting that is changed.
    let before = try SettingsDocument(text, file: path)
    let edited = edit(before)
    guard let after = try? SettingsDocument(edited, file: path),
      after.rest(without: keys) == before.rest(without: keys),
      keys.allSatisfy({ after.entries[$0]?.text == value && (value != nil || after.places[$0] == nil) })
    else { throw SettingsFileProblem(file: path, reason: .uneditable) }
    return edited
  }

  private func change(_ edit: (String) throws(SettingsFileProblem) -> String) throws(SettingsFileProblem) {
    var text = ""
    do throws(SettingsFileProblem) {
      text = try wholeText()
    } catch  where error.isMissingFile {
      text = ""
    }
    try replace(with: edit(text))
  }

  /// The text of a file that is to be changed: what is not UTF-8 would not be written back as it is.
  private func wholeText() throws(SettingsFileProblem) -> String {
    guard let text = String(validating: try contents(), as: UTF8.self) else {
      throw SettingsFileProblem(file: path, reason: .notUTF8)
    }
    return text
  }

  private func contents() throws(SettingsFileProblem) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw SettingsFileProblem(file: path, reason: .unreadable(code: errno)) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while bytes.count <= Self.sizeLimit {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw SettingsFileProblem(file: path, reason: .unreadable(code: errno)) }
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    guard bytes.count <= Self.sizeLimit else {
      throw SettingsFileProblem(file: path, reason: .tooLarge(limit: Self.sizeLimit))
    }
    return bytes
  }

  /// Replaces the file as a whole, or not at all. A symbolic link (settings kept in a repository) stays one.
  private func replace(with text: String) throws(SettingsFileProblem) {
    let target = URL(filePath: path).resolvingSymlinksInPath().path
    let folder = URL(filePath: target).deletingLastPathComponent().path
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var status = stat()
    let mode = stat(target, &status) == 0 ? status.st_mode & 0o777 : 0o644
    do throws(FileFailure) {
      try WholeFile(path: target, temporary: "\(target).\(getpid()).new", mode: mode).write(text)
    } catch {
      throw SettingsFileProblem(file: path, reason: .unwritable(code: error.code))
    }
  }
}

extension SettingsFileProblem {
  fileprivate var isMissingFile: Bool {
    if case .unreadable(let code) = reason { code == ENOENT || code == ENOTDIR } else { false }
  }

  /// The same of a file of which nothing could be read: `last` are the settings then.
  fileprivate func whole(_ last: Settings) -> SettingsFileProblem {
    var problem = self
    problem.instead = [.all(areDefaults: last == Settings())]
    return problem
  }
}
