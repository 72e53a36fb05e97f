import Foundation
import Glibc
import Terminal
import Texts

/// One line on standard output, for whoever reads along.
func say(_ line: String) {
  for part in Sentence(line).lines(on: STDOUT_FILENO) { print(part) }
}

/// One line on standard error: what, where, what to do.
func complain(_ line: String) {
  let text = Sentence(line).lines(on: STDERR_FILENO).map { "\($0)\n" }.joined()
  FileHandle.standardError.write(Data(text.utf8))
}
