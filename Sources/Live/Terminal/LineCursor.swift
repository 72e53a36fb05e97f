import Glibc
import Synchronization

/// Where the cursor rests at a terminal whose lines are never redrawn: at the beginning of the newest, because a braille display
/// shows the line that has the cursor. Whatever is written next begins below.
///
/// It rests on the first eight columns by turns. At the foot of a full screen it would else never move, and brltty, which looks 25 times
/// a second and goes where the cursor has moved, would stay with the end of a line for whoever has read one to its end. With two
/// columns two lines at once would bring it back to where it was.
///
/// It rests there only while no key that is pressed is shown by the terminal, which would go over the line: while the keys are read.
public enum LineCursor {
  /// Has `write` put out `lines`, in one piece, at a terminal broken between words as `Sentence` does: it would break them within. At what
  /// is no terminal, and where it is not to rest, each has its end; at a terminal it has come before already where it is still missing.
  /// Any thread, one at a time for each terminal.
  public static func say(_ lines: [String], on descriptor: Int32, rests: Bool, write: (String) -> Void) {
    guard !lines.isEmpty else { return }
    let text = lines.flatMap { Sentence($0).lines(on: descriptor) }.joined(separator: "\n")
    guard let terminal = terminal(of: descriptor) else { return write("\(text)\n") }
    let isWanted = rests && isSilent(descriptor)
    let begin = leave(terminal) ? "\n" : ""
    let column = isWanted ? count.wrappingAdd(1, ordering: .relaxed).oldValue % 8 : 0
    let end = !isWanted ? "\n" : column == 0 ? "\r" : "\r\u{1B}[\(column)C"
    // Whoever leaves the line while it is being written writes one end too many: better than none.
    if isWanted { resting.store(terminal, ordering: .releasing) }
    write("\(begin)\(text)\(end)")
    if isWanted { resting.store(terminal, ordering: .releasing) }
  }

  /// What has to come before anything else that is written to `descriptor`: the end that a line lacks, once. Async-signal-safe.
  public static func leave(_ descriptor: Int32) -> StaticString {
    guard let terminal = terminal(of: descriptor), leave(terminal) else { return "" }
    return "\n"
  }

  /// Once before `leave` may be called in a signal handler.
  static func prepare() { _ = resting.load(ordering: .relaxed) }

  private static func leave(_ terminal: UInt) -> Bool {
    resting.compareExchange(expected: terminal, desired: 0, ordering: .acquiringAndReleasing).exchanged
  }

  /// The device, which is the same by whatever descriptor; nil where it is no terminal.
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

/// The terminal whose cursor rests on a line that has no end yet, or 0.
private let resting = Atomic<UInt>(0)
/// How often the cursor has come to rest.
private let count = Atomic<UInt>(0)
