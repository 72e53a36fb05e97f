import ArgumentParser

/// The exit codes of the program; 0 is success. `docs/playing/reference/exit-codes.md` has the table.
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

/// Returns the result of `body`.
/// - Throws: `code`, after printing the `line` of the failure of `body`.
func orExit<Value, Failure: Error>(
  _ code: ExitCode, _ line: (Failure) -> String, _ body: () throws(Failure) -> Value
) throws(ExitCode) -> Value {
  do throws(Failure) {
    return try body()
  } catch {
    complain(line(error))
    throw code
  }
}
