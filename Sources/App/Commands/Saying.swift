import Foundation
import Glibc
import Terminal
import Texts

/// One line on standard output, for whoever reads along.
func say(_ line: String) {
  for part in Sentence(line).lines(on: STDOUT_FILENO) { print(part) }
}

/// The same beside `output`, which a command writes to: on standard error where that is standard output, `-`.
func say(_ line: String, beside output: String?) {
  if output == "-" { complain(line) } else { say(line) }
}

/// One line on standard error: what, where, what to do.
func complain(_ line: String) {
  let text = Sentence(line).lines(on: STDERR_FILENO).map { "\($0)\n" }.joined()
  FileHandle.standardError.write(Data("\(LineCursor.leave(STDERR_FILENO))\(text)".utf8))
}
