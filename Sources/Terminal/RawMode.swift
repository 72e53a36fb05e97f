import Glibc
import Synchronization

/// The process's terminal set to hand over each key as it is pressed, and set back however the process ends, SIGKILL
/// excepted.
///
/// Signals of the keyboard (Control-C, Control-Z) stay signals: they reach the process even if its loop hangs.
public enum RawMode {
  /// Asks the terminal to mark pastes, so that pasted letters are not keys; and no longer to.
  private static let markPastes: StaticString = "\u{1B}[?2004h"
  fileprivate static let leavePastes: StaticString = "\u{1B}[?2004l"

  /// Sets the terminal at `descriptor`; false if it is none, or if it belongs to another process now (`peach &`), where
  /// setting it would stop us. One terminal at a time. Not within a signal handler.
  public static func enter(_ descriptor: Int32) -> Bool {
    guard isatty(descriptor) == 1, rawDescriptor.load(ordering: .acquiring) < 0 else { return false }
    let owner = tcgetpgrp(descriptor)
    guard owner < 0 || owner == getpgrp(), tcgetattr(descriptor, savedMode) == 0 else { return false }
    restoreAtExit()
    var mode = savedMode.pointee
    mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
    mode.c_iflag &= ~tcflag_t(ICRNL)
    withUnsafeMutableBytes(of: &mode.c_cc) {
      $0[Int(VMIN)] = 1
      $0[Int(VTIME)] = 0
    }
    guard tcsetattr(descriptor, TCSANOW, &mode) == 0 else { return false }
    rawDescriptor.store(descriptor, ordering: .releasing)
    _ = write(descriptor, markPastes.utf8Start, markPastes.utf8CodeUnitCount)
    return true
  }

  /// Sets the terminal back to what it was, if it was changed. Idempotent; any thread, and async-signal-safe.
  public static func leave() {
    restoreTerminal()
  }

  private static func restoreAtExit() {
    guard !isInstalled.exchange(true, ordering: .acquiringAndReleasing) else { return }
    atexit(restoreTerminal)
    for signal in [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT, SIGSEGV, SIGSYS, SIGTRAP, SIGXCPU] {
      var known = sigaction()
      // One that is handled by somebody else, a crash reporter or a sanitizer, stays theirs.
      guard sigaction(signal, nil, &known) == 0, known.__sigaction_handler.sa_handler == nil else { continue }
      var action = sigaction()
      action.__sigaction_handler.sa_handler = restoreAndRaise
      action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
      sigaction(signal, &action, nil)
    }
  }
}

private let isInstalled = Atomic(false)

/// The terminal that was changed, or −1. Whoever takes it sets it back, so that happens once.
private let rawDescriptor = Atomic<Int32>(-1)

// Written in `enter` alone, while `rawDescriptor` is negative; read only by the one who has taken `rawDescriptor`, which
// was stored after (releasing, acquiring). Allocated once and never freed, because a signal handler may need it.
private nonisolated(unsafe) let savedMode: UnsafeMutablePointer<termios> = {
  let pointer = UnsafeMutablePointer<termios>.allocate(capacity: 1)
  pointer.initialize(to: termios())
  return pointer
}()

/// Async-signal-safe: an atomic exchange, `tcsetattr` and `write` (POSIX 2.4.3), on globals that `enter` has made.
private func restoreTerminal() {
  let descriptor = rawDescriptor.exchange(-1, ordering: .acquiringAndReleasing)
  guard descriptor >= 0 else { return }
  tcsetattr(descriptor, TCSANOW, savedMode)
  let end = RawMode.leavePastes
  _ = write(descriptor, end.utf8Start, end.utf8CodeUnitCount)
}

/// Sets the terminal back and lets the signal do what it does without us: `SA_RESETHAND` has put its action back.
private func restoreAndRaise(_ signal: Int32) {
  restoreTerminal()
  raise(signal)
}
