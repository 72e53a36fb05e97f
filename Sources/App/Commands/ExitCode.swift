import ArgumentParser

/// The exit codes of the program; 0 is success. `docs/reference/exit-codes.md` has the table.
extension ExitCode {
  /// The command line could not be parsed.
  static let usage = ExitCode(2)
  /// There is no sound although there should be.
  static let noSound = ExitCode(3)
  /// The store cannot be used, answers could not be saved, or this user already practises in another process.
  static let store = ExitCode(4)
  /// A configuration named on the command line is invalid.
  static let configuration = ExitCode(5)
  /// Rows of a file were refused, and none of its rows was imported.
  static let refusedRows = ExitCode(6)
  /// Some of the requested data could not be read; the rest was done.
  static let partial = ExitCode(7)
}
