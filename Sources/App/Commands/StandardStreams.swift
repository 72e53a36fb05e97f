import Glibc
import Linux
import Terminal
import Texts

/// Writes `text` and a newline to standard output, unwrapped.
func put(_ text: String) { ProcessOutput.write("\(text)\n", to: STDOUT_FILENO) }

/// Prints one line to standard output.
func say(_ line: String) {
  for part in Sentence(line).lines(on: STDOUT_FILENO) { put(part) }
}

/// Prints one line alongside `output`, which a command writes to: to standard error if `output` is standard output
/// (`-`).
func say(_ line: String, beside output: String?) {
  if output == "-" { complain(line) } else { say(line) }
}

/// Prints one line to standard error: problem, place, remedy. If it cannot be written, only the exit code remains.
func complain(_ line: String) {
  let text = Sentence(line).lines(on: STDERR_FILENO).map { "\($0)\n" }.joined()
  ProcessOutput.write("\(LineCursor.leave(STDERR_FILENO))\(text)", to: STDERR_FILENO)
}
