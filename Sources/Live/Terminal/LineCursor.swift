import Glibc
import Synchronization

/// The resting place of the cursor in a terminal whose lines are never redrawn: at the beginning of the newest, because
/// a braille display shows the line of the cursor. New output begins below.
///
/// It uses the first eight columns in turn. Otherwise, at the bottom of a full screen, it would never move; brltty,
/// which checks 25 times a second and follows a moving cursor, would stay at the end of a line that the player has
/// read. With two columns, two lines at once would return it to the same column.
///
/// It rests only while the terminal does not echo pressed keys, which would overwrite the line: while the keys are
/// read.
public enum LineCursor {
  /// Makes `write` output `lines` in one piece, wrapped between words by `Sentence` in a terminal, which would
  /// otherwise break within words. If the output is not a terminal, or `rests` is false, every line ends with a
  /// newline; in a terminal, a newline still missing is written first. Any thread, one at a time for each terminal.
  public static func say(_ lines: [String], on descriptor: Int32, rests: Bool, write: (String) -> Void) {
    guard !lines.isEmpty else { return }
    let text = lines.flatMap { Sentence($0).lines(on: descriptor) }.joined(separator: "\n")
    guard let terminal = terminal(of: descriptor) else { return write("\(text)\n") }
    let isWanted = rests && isSilent(descriptor)
    let begin = leave(terminal) ? "\n" : ""
    let column = isWanted ? count.wrappingAdd(1, ordering: .relaxed).oldValue % 8 : 0
    let end = !isWanted ? "\n" : column == 0 ? "\r" : "\r\u{1B}[\(column)C"
    // If another thread leaves the line while it is being written, one newline too many is written: better than none.
    if isWanted { resting.store(terminal, ordering: .releasing) }
    write("\(begin)\(text)\(end)")
    if isWanted { resting.store(terminal, ordering: .releasing) }
  }

  /// Returns the text to write before any other output to `descriptor`: the newline that a line lacks, once.
  /// Async-signal-safe.
  public static func leave(_ descriptor: Int32) -> StaticString {
    guard let terminal = terminal(of: descriptor), leave(terminal) else { return "" }
    return "\n"
  }

  /// Prepares for signal handlers: call it once before `leave` may be called in one.
  static func prepare() { _ = resting.load(ordering: .relaxed) }

  private static func leave(_ terminal: UInt) -> Bool {
    resting.compareExchange(expected: terminal, desired: 0, ordering: .acquiringAndReleasing).exchanged
  }

  /// Returns the device, which is the same for every descriptor; nil if it is not a terminal.
  private static func terminal(of descriptor: Int32) -> UInt? {
    var file = stat()
    guard isatty(descriptor) == 1, fstat(descriptor, &file) == 0 else { return nil }
    return UInt(file.st_rdev)
  }

  private static func isSilent(_ descriptor: Int32) -> Bool {
    var mode = termios()
    return RawMode.isOurs(descriptor) && tcgetattr(descriptor, &mode) == 0 && mode.c_lflag & tcflag_t(ECHO) == 0
  }
}

/// The terminal whose cursor rests on a line without a newline, or 0.
private let resting = Atomic<UInt>(0)
/// The number of times the cursor has come to rest.
private let count = Atomic<UInt>(0)
