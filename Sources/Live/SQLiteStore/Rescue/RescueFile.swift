import Foundation
import Glibc
import Linux
import PlainText
import Time
import Training

/// Answers that could not be written to the database when the program ended: a text file of JSON Lines that the next
/// start imports and deletes.
///
/// The first line has its format and its database; each other line is one answer, one commit, one withdrawal, or one
/// change of a timed practice, in their original order.
package struct RescueFile {
  /// The first line.
  package struct Header: Codable, Hashable {
    /// Version of this format.
    var peachUnsaved: Int = 1
    /// The absolute path of the answers' database.
    var database: String

    enum CodingKeys: String, CodingKey {
      case peachUnsaved = "peach_unsaved"
      case database
    }
  }

  static let prefix = "peach-unsaved-"
  static let suffix = ".jsonl"

  /// Returns the folders for rescue files, best first: next to the database, the state folder, the temporary folder.
  static func folders(
    database: String, others: [String]?, environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> [String] {
    var folders = [Folder.of(database)]
    if let others { return folders + others }
    if let state = Folder.state(environment) { folders.append(state) }
    folders.append("/tmp")
    return folders
  }

  /// Returns the lines for `changes`: a record withdrawn while it waited becomes one line.
  static func lines(_ changes: [StoreChange]) -> [StoreChange] {
    var lines: [StoreChange] = []
    var places: [UUID: Int] = [:]
    for change in changes {
      switch change {
      case .save(let record):
        guard places[record.id] == nil else { continue }
        places[record.id] = lines.count
        lines.append(.save(record))
      case .withdraw(let id):
        if let place = places[id] {
          if case .save(var record) = lines[place] {
            record.withdrawn = true
            lines[place] = .save(record)
          }
        } else {
          places[id] = lines.count
          lines.append(.withdraw(id))
        }
      case .workout(let entry): lines.append(.workout(entry))
      }
    }
    return lines
  }

  /// Writes `lines` durably to a new file in `folder`; it gets its final name only once it is complete. May block as
  /// long as the disk does.
  static func write(_ lines: [StoreChange], database: String, folder: String) throws -> String {
    var data = try encoder.encode(Header(database: database)) + Data([TextLine.feed])
    for line in lines { data += try encoder.encode(line) + Data([TextLine.feed]) }
    try Folder.make(folder)
    let path = FileStamp.unusedPath { "\(folder)/\(prefix)\($0)-\(getpid())\(suffix)" }
    let file = try AtomicFile(path, temporary: path + ".partial", mode: 0o600)
    try file.write(Array(data))
    try file.finish()
    return path
  }

  /// The content of a rescue file.
  package struct Content {
    var lines: [StoreChange]
    /// The number of unreadable lines: with any, the file must not be removed.
    var unreadable: Int
  }

  /// Returns whether files called `name` are rescue files.
  static func isOne(_ name: String) -> Bool { name.hasPrefix(prefix) && name.hasSuffix(suffix) }

  /// Returns the rescue files in `folder`, oldest first; none if the folder does not exist.
  static func list(_ folder: String) throws(SystemFailure) -> [String] {
    try Folder.names(in: folder).filter(isOne).map { "\(folder)/\($0)" }
  }

  /// Reads the rescue file at `path`; nil if it is not one of ours, or belongs to another database. A file next to the
  /// database belongs to it even if the folder was moved.
  static func read(_ path: String, database: String) -> Content? {
    // In a folder that others may write to, a name alone proves nothing: only our own plain files are trusted.
    var status = stat()
    guard lstat(path, &status) == 0, status.st_uid == geteuid(), status.st_mode & S_IFMT == S_IFREG else { return nil }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    // It is ours, and a rescue file by its name: it may hold answers.
    guard descriptor >= 0 else { return Content(lines: [], unreadable: 1) }
    defer { close(descriptor) }
    guard fstat(descriptor, &status) == 0, status.st_uid == geteuid(), status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    guard let bytes = Descriptor.bytes(of: descriptor) else { return Content(lines: [], unreadable: 1) }
    guard let (header, content) = read(Array(bytes)),
      header.database == database || Folder.of(path) == Folder.of(database)
    else { return nil }
    return content
  }

  /// Parses the header and content of `bytes`; nil if the file is not one of ours. Any thread.
  package static func read(_ bytes: [UInt8]) -> (header: Header, content: Content)? {
    var texts = TextLine.lines(of: TextLine.withoutMark(bytes)).map { Data($0.text) }.filter { !$0.isEmpty }[...]
    guard let first = texts.popFirst(), let header = try? decoder.decode(Header.self, from: first),
      header.peachUnsaved == 1
    else { return nil }
    let lines = texts.compactMap { try? decoder.decode(StoreChange.self, from: $0) }
    return (header, Content(lines: lines, unreadable: texts.count - lines.count))
  }

  // An infinity or NaN must not cost the answer it came with.
  private static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return encoder
  }

  private static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return decoder
  }
}
