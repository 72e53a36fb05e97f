import Controllers
import Foundation
import Glibc
import Linux
import PlainText

/// The mapping files that the Controllers page writes into the player's own folder, each with its previous content.
/// Blocks on files; the owner serialises calls.
///
/// The previous content is kept next to the file, hidden, as long as the page's own text is unchanged. A file edited
/// since belongs to the player. The player's own file for the controller is changed in place, so that no two files
/// serve one device.
struct RoleFiles {
  let folder: MappingFolder

  /// Writes `mapping`, which was derived from the one in `served` (nil for a built-in one). Returns the file's path and
  /// text.
  /// - Throws: if a write fails; every mapping is then unchanged.
  func write(
    _ mapping: ControllerMapping, insteadOf served: String?
  ) throws(FileFailure) -> (file: String, text: String) {
    var text = Self.marked(MappingWriter.text(mapping))
    guard let served, served.hasPrefix(folder.path + "/") else {
      let file = try folder.save(text, name: mapping.name, replacing: nil)
      do throws(FileFailure) {
        try keep("", before: file)
      } catch {
        unlink(file)
        throw error
      }
      return (file, text)
    }
    let isTheirs = !isOurs(served)
    let before = try WholeFile.text(of: served)
    if isTheirs { try keep(before, before: served) }
    text = TextLine.written(text, like: before)
    do throws(FileFailure) {
      return (try folder.save(text, name: mapping.name, replacing: served), text)
    } catch {
      if isTheirs { unlink(Self.hidden(served)) }
      throw error
    }
  }

  /// Returns whether the page wrote the current text of `file`, to the letter, and its previous content is still kept.
  func isOurs(_ file: String) -> Bool {
    guard let text = (try? WholeFile.text(of: file)).map(TextLine.plain), let end = text.firstIndex(of: "\n"),
      text == Self.marked(String(text[text.index(after: end)...]))
    else { return false }
    return access(Self.hidden(file), R_OK) == 0
  }

  /// Returns `text` with a first line that names the page as its author and carries a checksum, which reveals edits.
  private static func marked(_ text: String) -> String {
    "\(MappingWriter.pageMark) [\(String(FNV1a.hash64(text.utf8), radix: 16))]\n\(text)"
  }

  /// Restores the content of `file` from before the page wrote it. Returns that text, nil if there was no file, and the
  /// page's own text, which is removed.
  /// - Throws: if a file cannot be read or written; every mapping is then unchanged.
  func takeBack(_ file: String) throws(FileFailure) -> (before: String?, written: String) {
    let written = try WholeFile.text(of: file)
    let before = try WholeFile.text(of: Self.hidden(file))
    if before.isEmpty {
      guard unlink(file) == 0 else { throw FileFailure(path: file, code: errno) }
    } else {
      _ = try folder.save(before, name: "", replacing: file)
    }
    unlink(Self.hidden(file))
    return (before.isEmpty ? nil : before, written)
  }

  /// Writes the page's own text, which `takeBack` has removed, again.
  /// - Throws: if it cannot be written, or if another file is there now.
  func putBack(_ text: String, into file: String, over before: String?) throws(FileFailure) {
    let found = Existence(of: file) == .missing ? nil : try WholeFile.text(of: file)
    guard found == before else { throw FileFailure(path: file, code: EEXIST) }
    try keep(before ?? "", before: file)
    _ = try folder.save(text, name: "", replacing: file)
  }

  private func keep(_ text: String, before file: String) throws(FileFailure) {
    try WholeFile.write(text, to: Self.hidden(file))
  }

  /// Returns the path of the previous content of `file`.
  static func hidden(_ file: String) -> String {
    let url = URL(filePath: file)
    return url.deletingLastPathComponent().appending(path: ".\(url.lastPathComponent).before").path
  }
}
