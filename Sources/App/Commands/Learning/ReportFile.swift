import Glibc
import Linux

/// The file of a report on a controller: a new one, so that a slip of the hand overwrites no other.
struct ReportFile: Hashable {
  let path: String

  /// Checks that it could be written now; for use before the player presses controls for minutes. Creates nothing.
  /// - Throws: with the path that prevents it.
  func checkWritable() throws(FileFailure) {
    var status = stat()
    guard lstat(path, &status) != 0 else { throw FileFailure(path: path, code: EEXIST) }
    try FileFailure.checkWritable(folder: Folder.of(path))
  }

  /// Writes `text`, whole or not at all; a file created there in the meantime stays.
  /// - Throws: if it cannot be written.
  func write(_ text: String) throws(FileFailure) {
    try checkWritable()
    try WholeFile.write(text, to: path)
  }
}
