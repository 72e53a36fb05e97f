import Glibc
import TestSupport

struct CallFailed: Error {}

/// A terminal without a window: bytes written to its outer end are typed at its inner end.
final class PseudoTerminal {
  private var outer: Int32
  let inner: Int32
  /// Of the inner end.
  private let path: String
  private var isShared = false
  private var written: [UInt8] = []

  init() throws {
    outer = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    // Swift's Glibc lacks `posix_openpt` and its relatives; they make these two requests (ioctl_tty(2)).
    let unlock = UInt(0x4004_5431)
    let getNumber = UInt(0x8004_5430)
    var locked: Int32 = 0
    var number: Int32 = -1
    guard outer >= 0, ioctl(outer, unlock, &locked) == 0, ioctl(outer, getNumber, &number) == 0 else {
      throw CallFailed()
    }
    path = "/dev/pts/\(number)"
    inner = open(path, O_RDWR | O_NOCTTY)
    guard inner >= 0 else { throw CallFailed() }
  }

  deinit {
    if isShared { unlink(Self.link(of: getpid())) }
    hangUp()
    close(inner)
  }

  /// Lets exit tests `openOfParent` it for as long as it lives: in Swift 6.2 they capture nothing.
  func shareWithChildren() throws {
    let link = Self.link(of: getpid())
    unlink(link)  // of a process that ended within its tests, and had this number
    guard symlink(path, link) == 0 else { throw CallFailed() }
    isShared = true
  }

  /// In an exit test: the inner end of the terminal that its parent shares, or -1.
  static func openOfParent() -> Int32 { open(link(of: getppid()), O_RDWR | O_NOCTTY) }

  private static func link(of process: pid_t) -> String { "/tmp/peach-terminal-\(process)" }

  func type(_ text: String) { _ = text.withCString { write(outer, $0, strlen($0)) } }

  /// Sets the width in columns, which is unknown before.
  func resize(columns: UInt16) {
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(inner, UInt(TIOCSWINSZ), &size)
  }

  /// Turns echo and line input off, as while keys are read.
  func silence() throws {
    var silent = try mode()
    silent.c_lflag &= ~tcflag_t(ECHO | ICANON)
    guard tcsetattr(inner, TCSANOW, &silent) == 0 else { throw CallFailed() }
  }

  /// What has been written to its inner end, as soon as `isEnough`, or as it is after 5 s.
  func paper(_ isEnough: (Paper) -> Bool) -> Paper {
    var bytes = [UInt8](repeating: 0, count: 4096)
    var paper: Paper { Paper(String(decoding: written, as: UTF8.self)) }
    for _ in 0..<100 where !isEnough(paper) {
      var readable = pollfd(fd: outer, events: Int16(POLLIN), revents: 0)
      guard poll(&readable, 1, 50) > 0 else { continue }
      let count = read(outer, &bytes, bytes.count)
      if count > 0 { written += bytes[..<count] }
    }
    return paper
  }

  func hangUp() {
    if outer >= 0 { close(outer) }
    outer = -1
  }

  func mode() throws -> termios {
    var mode = termios()
    guard tcgetattr(inner, &mode) == 0 else { throw CallFailed() }
    return mode
  }
}

extension termios: @retroactive Equatable {
  /// The flags alone; the speeds and characters are never changed.
  public static func == (left: termios, right: termios) -> Bool {
    left.c_lflag == right.c_lflag && left.c_iflag == right.c_iflag && left.c_oflag == right.c_oflag
      && left.c_cflag == right.c_cflag
  }
}
