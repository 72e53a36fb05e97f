import Controllers
import Foundation
import Glibc
import Linux
import PlainText

/// The mapping files that the page Controllers writes into the player's own folder, each with what was there before. Blocks on
/// files; whoever holds it calls it one at a time.
///
/// What was there before is kept beside such a file, hidden, for as long as the page's own text stands in it. What somebody has
/// edited since is theirs. A file of the player's that serves the controller is changed in place, so that no two files are for
/// one device.
struct RoleFiles {
  let folder: MappingFolder

  /// Writes `mapping`, which was changed from the one in `served`, nil being what is built in. The file's path and its text.
  /// - Throws: if something cannot be written; then every mapping is as it was.
  func write(
    _ mapping: ControllerMapping, insteadOf served: String?
  ) throws(MappingFolderFailure) -> (file: String, text: String) {
    var text = Self.marked(MappingWriter.text(mapping))
    guard let served, served.hasPrefix(folder.path + "/") else {
      let file = try folder.save(text, name: mapping.name, replacing: nil)
      do throws(MappingFolderFailure) {
        try keep("", before: file)
      } catch {
        unlink(file)
        throw error
      }
      return (file, text)
    }
    let isTheirs = !isOurs(served)
    let before = try read(served)
    if isTheirs { try keep(before, before: served) }
    text = TextLine.written(text, like: before)
    do throws(MappingFolderFailure) {
      return (try folder.save(text, name: mapping.name, replacing: served), text)
    } catch {
      if isTheirs { unlink(Self.hidden(served)) }
      throw error
    }
  }

  /// Whether the page wrote what stands in `file`, to the letter, and what was there before is still known.
  func isOurs(_ file: String) -> Bool {
    guard let text = (try? read(file)).map(TextLine.plain), let end = text.firstIndex(of: "\n"),
      text == Self.marked(String(text[text.index(after: end)...]))
    else { return false }
    return access(Self.hidden(file), R_OK) == 0
  }

  /// `text` with a first line that says who wrote it, and by a sum of it that nobody has changed it since.
  private static func marked(_ text: String) -> String {
    // FNV-1a: G. Fowler, L. C. Noll, K.-P. Vo.
    let sum = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return "\(MappingWriter.pageMark) [\(String(sum, radix: 16))]\n\(text)"
  }

  /// Puts back what was in `file` before the page wrote it: its text, nil if there was no file, and the page's own, which is gone.
  /// - Throws: if a file cannot be read or written; then every mapping is as it was.
  func takeBack(_ file: String) throws(MappingFolderFailure) -> (before: String?, written: String) {
    let written = try read(file)
    let before = try read(Self.hidden(file))
    if before.isEmpty {
      guard unlink(file) == 0 else { throw MappingFolderFailure(path: file, code: errno) }
    } else {
      _ = try folder.save(before, name: "", replacing: file)
    }
    unlink(Self.hidden(file))
    return (before.isEmpty ? nil : before, written)
  }

  /// Writes the page's own text again that `takeBack` has taken away.
  /// - Throws: if it cannot be written, or another file is there by now.
  func putBack(_ text: String, into file: String, over before: String?) throws(MappingFolderFailure) {
    let found = Existence(of: file) == .missing ? nil : try read(file)
    guard found == before else { throw MappingFolderFailure(path: file, code: EEXIST) }
    try keep(before ?? "", before: file)
    _ = try folder.save(text, name: "", replacing: file)
  }

  private func keep(_ text: String, before file: String) throws(MappingFolderFailure) {
    let path = Self.hidden(file)
    do throws(FileFailure) {
      try WholeFile(path: path, temporary: "\(path).\(getpid()).new").write(text)
    } catch {
      throw MappingFolderFailure(path: error.path, code: error.code)
    }
  }

  private func read(_ file: String) throws(MappingFolderFailure) -> String {
    do throws(FileFailure) {
      return try WholeFile.text(of: file)
    } catch {
      throw MappingFolderFailure(path: error.path, code: error.code)
    }
  }

  /// Where what was before `file` is kept.
  static func hidden(_ file: String) -> String {
    let url = URL(filePath: file)
    return url.deletingLastPathComponent().appending(path: ".\(url.lastPathComponent).before").path
  }
}
