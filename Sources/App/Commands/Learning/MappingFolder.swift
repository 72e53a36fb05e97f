import Controllers
import Foundation
import Glibc
import Linux

/// The folder of the player's own controller mappings, for writing. Blocks on files.
struct MappingFolder {
  let path: String

  /// More numbered files of one name than any player keeps; beyond that the folder counts as broken.
  private static let numbers = 1...999

  /// Checks that a file could be written now; for use before the player presses controls for minutes. Creates nothing.
  /// - Throws: with the folder that prevents it.
  func checkWritable() throws(FileFailure) {
    var folder = path
    while Existence(of: folder) == .missing, folder != "/" {
      folder = URL(filePath: folder).deletingLastPathComponent().path
    }
    try FileFailure.checkWritable(folder: folder)
  }

  /// Writes `text` as the file `existing`, or, without one, as a new file with a name derived from `name`; never
  /// overwrites another file. Whole or not at all. Returns the file's path.
  /// - Throws: if it cannot be written.
  func save(_ text: String, name: String, replacing existing: String?) throws(FileFailure) -> String {
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    if let existing {
      // A symbolic link (mappings kept in a repository) remains a link.
      try write(text, to: URL(filePath: existing).resolvingSymlinksInPath().path)
      return existing
    }
    let file = try reserve(Self.slug(name))
    do throws(FileFailure) {
      try write(text, to: file)
    } catch {
      unlink(file)
      throw error
    }
    return file
  }

  /// Writes `text` as a new file into the first of `folders` that accepts it, so that minutes of the player's work are
  /// not lost to a folder that became unwritable. Returns its path; nil if none accepts it.
  static func rescue(_ text: String, name: String, into folders: [String]) -> String? {
    for folder in folders {
      if let file = try? MappingFolder(path: folder).save(text, name: name, replacing: nil) { return file }
    }
    return nil
  }

  /// Returns `name` as a file name: lower case, ASCII letters and digits with hyphens between them.
  static func slug(_ name: String) -> String {
    let plain = name.folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil)
    let words = plain.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let slug = words.joined(separator: "-").prefix(longestName)
    return slug.isEmpty ? "controller" : String(slug)
  }

  private static let longestName = 60

  /// Creates an empty file with an unused name, atomically, so that no other file can take the name.
  private func reserve(_ slug: String) throws(FileFailure) -> String {
    var (file, code) = ("", EEXIST)
    for number in Self.numbers {
      file = "\(path)/\(slug)\(number == 1 ? "" : "-\(number)").yaml"
      let descriptor = Descriptor.create(file, mode: 0o644)
      if descriptor >= 0 {
        close(descriptor)
        return file
      }
      code = -descriptor
      guard code == EEXIST else { break }
    }
    throw FileFailure(path: file, code: code)
  }

  private func write(_ text: String, to target: String) throws(FileFailure) {
    let folder = URL(filePath: target).deletingLastPathComponent().path
    // Hidden, so that a library read at the same time does not see it.
    let temporary = "\(folder)/.\(URL(filePath: target).lastPathComponent).\(getpid()).new"
    try WholeFile.write(text, to: target, temporary: temporary)
  }
}
