import Glibc
import Linux
import Terminal
import Texts

/// `text` and the end of its line on standard output, as it is.
func put(_ text: String) { ProcessOutput.write("\(text)\n", to: STDOUT_FILENO) }

/// One line on standard output, for whoever reads along.
func say(_ line: String) {
  for part in Sentence(line).lines(on: STDOUT_FILENO) { put(part) }
}

/// The same beside `output`, which a command writes to: on standard error where that is standard output, `-`.
func say(_ line: String, beside output: String?) {
  if output == "-" { complain(line) } else { say(line) }
}

/// One line on standard error: what, where, what to do. Where that cannot be written, the exit code is all there is.
func complain(_ line: String) {
  let text = Sentence(line).lines(on: STDERR_FILENO).map { "\($0)\n" }.joined()
  ProcessOutput.write("\(LineCursor.leave(STDERR_FILENO))\(text)", to: STDERR_FILENO)
}
