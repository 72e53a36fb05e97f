import ArgumentParser

/// What the program's end tells the shell: 0 is done. `docs/reference/exit-codes.md` has the table.
extension ExitCode {
  /// The command line could not be understood.
  static let usage = ExitCode(2)
  /// No sound where there should be some.
  static let noSound = ExitCode(3)
  /// The store cannot be used, answers could not be saved, or this user already practises in another process.
  static let store = ExitCode(4)
  /// A configuration that was named on the command line is bad.
  static let configuration = ExitCode(5)
  /// Rows of a file were refused, and nothing of it was imported.
  static let refusedRows = ExitCode(6)
  /// Some of what was asked for could not be read; the rest was done.
  static let partial = ExitCode(7)
}
