import Glibc

/// The form of standard output.
public enum OutputForm: Equatable, Sendable {
  /// A few lines, redrawn in place.
  case redraw(StatusStyle)
  /// One line per change.
  case lines
  /// Lines for a journal, which is stored for long and read by others: about the machine, without practice and its
  /// results.
  case journal

  /// Chooses lines for `--plain`, if `ACCESSIBLE` is set, if the output is not a terminal, and for a terminal that
  /// cannot move its cursor; else redrawing, without emphasis if `NO_COLOR` is set and not empty (no-color.org).
  public static func choose(plain: Bool, isTerminal: Bool, environment: [String: String]) -> OutputForm {
    guard !plain, !isAccessible(environment), isTerminal, movesCursor(environment) else { return .lines }
    return .redraw((environment["NO_COLOR"] ?? "").isEmpty ? .emphasised : .plain)
  }

  /// Whether lines are redrawn, instead of written once.
  var isRedrawn: Bool { if case .redraw = self { true } else { false } }

  /// Returns whether `TERM` names a terminal that can move its cursor, and so understands escape sequences. `unknown`
  /// is terminfo's name for an unidentified terminal.
  public static func movesCursor(_ environment: [String: String]) -> Bool {
    !["", "dumb", "unknown"].contains(environment["TERM"] ?? "")
  }

  /// Returns whether `ACCESSIBLE` is set, as for other terminal programs, and neither empty nor `0`, `false` or `no`.
  public static func isAccessible(_ environment: [String: String]) -> Bool {
    !["", "0", "false", "no"].contains((environment["ACCESSIBLE"] ?? "").lowercased())
  }
}

/// Columns and rows of a terminal.
public struct WindowSize: Equatable, Sendable {
  /// Columns, at least 2.
  public var width: Int
  /// Rows, at least 2.
  public var height: Int

  /// Raises both to at least 2.
  public init(width: Int, height: Int) {
    self.width = max(width, 2)
    self.height = max(height, 2)
  }

  /// The size of the terminal at `descriptor`; 80 by 24 if unknown. Any thread.
  public init(of descriptor: Int32) {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      self.init(width: 80, height: 24)
      return
    }
    self.init(width: Int(size.ws_col), height: Int(size.ws_row))
  }
}
