import Glibc

/// A text file that is replaced as a whole, or not at all. Blocks on files.
struct WholeFile {
  /// What it replaces: no symbolic link, which would become a file.
  let path: String
  /// What it writes first, in the same folder.
  let temporary: String
  /// The new file's permissions.
  var mode: mode_t = 0o644

  /// Writes `text` beside it, then gives that its name.
  func write(_ text: String) throws(FileFailure) {
    let file = try PartialFile(path, temporary: temporary, final: path, mode: mode)
    try file.write(Array(text.utf8))
    try file.finish()
  }
}
