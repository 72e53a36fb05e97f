import Glibc
import Synchronization

/// Sets the process's terminal to pass on each key as it is pressed, and restores it at every end of the process except
/// SIGKILL.
///
/// Keyboard signals (Control-C, Control-Z) stay signals: they reach the process even if its loop hangs. The terminal is
/// changed only while it is ours: changing one that a shell has taken back would stop us, or garble it for the shell.
/// No call here waits for a terminal whose output is stopped (Control-S).
public enum RawMode {
  /// Makes the terminal mark pastes, so that pasted letters are not keys; and stop marking them.
  private static let markPastes: StaticString = "\u{1B}[?2004h"
  fileprivate static let leavePastes: StaticString = "\u{1B}[?2004l"

  /// Sets the terminal at `descriptor`, unless its mode is still the one set earlier; returns false if it is not a
  /// terminal, or belongs to another process now (`peach &`). `marksPastes` may be true only for a terminal that
  /// understands escape sequences. One terminal at a time, one thread at a time. Not within a signal handler.
  public static func enter(_ descriptor: Int32, marksPastes: Bool = true) -> Bool {
    let known = rawDescriptor.load(ordering: .acquiring)
    var found = termios()
    guard known < 0 || known == descriptor, isOurs(descriptor), tcgetattr(descriptor, &found) == 0 else { return false }
    var mode = found
    mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
    mode.c_iflag &= ~tcflag_t(ICRNL)
    if known == descriptor, mode.c_lflag == found.c_lflag, mode.c_iflag == found.c_iflag { return true }
    // The process that had it in the meantime has changed its mode, and expects that mode back.
    rawDescriptor.store(-1, ordering: .releasing)
    savedMode.pointee = found
    restoreAtExit()
    // A read never waits: the available input may have been discarded, as by Control-Z.
    withUnsafeMutableBytes(of: &mode.c_cc) {
      $0[Int(VMIN)] = 0
      $0[Int(VTIME)] = 0
    }
    guard tcsetattr(descriptor, TCSANOW, &mode) == 0 else { return false }
    arePastesMarked.store(marksPastes, ordering: .releasing)
    rawDescriptor.store(descriptor, ordering: .releasing)
    if marksPastes { write(markPastes, to: descriptor) }
    return true
  }

  /// Returns whether `descriptor` is a terminal that this process may use now: in its own session only the foreground
  /// process group may. Async-signal-safe.
  static func isOurs(_ descriptor: Int32) -> Bool {
    guard isatty(descriptor) == 1 else { return false }
    let owner = tcgetpgrp(descriptor)
    return owner < 0 || owner == getpgrp()
  }

  /// Restores the terminal's mode, if it was changed and the terminal is ours. Idempotent; any thread, and
  /// async-signal-safe.
  public static func leave() {
    restoreTerminal()
  }

  private static func restoreAtExit() {
    guard !isInstalled.exchange(true, ordering: .acquiringAndReleasing) else { return }
    LineCursor.prepare()
    atexit(restoreTerminal)
    for signal in [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT, SIGSEGV, SIGSYS, SIGTRAP, SIGXCPU] {
      let previous = previousActions + Int(signal)
      guard sigaction(signal, nil, previous) == 0 else { continue }
      var action = sigaction()
      action.__sigaction_handler.sa_sigaction = restoreAndPass
      action.sa_mask = previous.pointee.sa_mask
      // On the stack that a crash reporter has prepared, as the thread's own stack may have overflowed.
      action.sa_flags = previous.pointee.sa_flags | Int32(SA_SIGINFO | SA_ONSTACK)
      sigaction(signal, &action, nil)
    }
  }

  /// Writes to a terminal that accepts output; a stopped one misses it. Async-signal-safe.
  fileprivate static func write(_ text: StaticString, to descriptor: Int32) {
    var writable = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard text.utf8CodeUnitCount > 0, poll(&writable, 1, 0) == 1 else { return }
    _ = Glibc.write(descriptor, text.utf8Start, text.utf8CodeUnitCount)
  }
}

private let isInstalled = Atomic(false)

/// The terminal that was changed, or −1. The thread that takes it restores it, so that happens once.
private let rawDescriptor = Atomic<Int32>(-1)

/// Whether that terminal was set to mark pastes.
private let arePastesMarked = Atomic(false)

// Written only in `enter`, while `rawDescriptor` is negative; read only by the thread that has taken `rawDescriptor`,
// which was stored later (releasing, acquiring). Allocated once and never freed, because a signal handler may need it.
private nonisolated(unsafe) let savedMode: UnsafeMutablePointer<termios> = {
  let pointer = UnsafeMutablePointer<termios>.allocate(capacity: 1)
  pointer.initialize(to: termios())
  return pointer
}()

// The earlier action of each signal. Written once, before the handler that reads it is installed; never freed.
private nonisolated(unsafe) let previousActions: UnsafeMutablePointer<sigaction> = {
  let pointer = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
  pointer.initialize(repeating: sigaction(), count: 65)
  return pointer
}()

/// Restores the terminal. Async-signal-safe: atomic exchanges, `tcgetpgrp`, `fstat`, `tcsetattr`, `poll` and `write`
/// (POSIX 2.4.3), on globals that `enter` has created.
private func restoreTerminal() {
  let descriptor = rawDescriptor.exchange(-1, ordering: .acquiringAndReleasing)
  guard descriptor >= 0, RawMode.isOurs(descriptor) else { return }
  RawMode.write(LineCursor.leave(descriptor), to: descriptor)
  tcsetattr(descriptor, TCSANOW, savedMode)
  if arePastesMarked.load(ordering: .acquiring) { RawMode.write(RawMode.leavePastes, to: descriptor) }
}

/// Restores the terminal, and lets the signal have its earlier effect: end the process, or call a crash reporter.
private func restoreAndPass(
  _ signal: Int32, _ information: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?
) {
  restoreTerminal()
  let previous = previousActions + Int(signal)
  sigaction(signal, previous, nil)
  if previous.pointee.sa_flags & Int32(SA_SIGINFO) != 0 {
    previous.pointee.__sigaction_handler.sa_sigaction?(signal, information, context)
  } else {
    // Delivered when this returns: a fault then has its original location.
    raise(signal)
  }
}
