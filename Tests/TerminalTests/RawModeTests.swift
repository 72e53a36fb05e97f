import Glibc
import Linux
import Terminal
import TestSupport
import Testing

/// Each process that changes a terminal is a child process, because it ends.
@Suite("The terminal after the program", .serialized)
struct RawModeTests {
  @Test("is restored, however the process ends")
  func ends() async throws {
    let terminal = try PseudoTerminal()
    let before = try terminal.mode()
    try terminal.shareWithChildren()
    await #expect(processExitsWith: .signal(SIGQUIT)) {
      // What a shell starts in the background ignores it, and would wait here for ever.
      signal(SIGQUIT, SIG_DFL)
      #expect(RawMode.enter(PseudoTerminal.openOfParent()))
      // To the process: the thread of a test has its signals blocked.
      kill(getpid(), SIGQUIT)
      while true { pause() }
    }
    #expect(try terminal.mode() == before)
    await #expect(processExitsWith: .signal(SIGABRT)) {
      // The reporter of crashes (SWIFT_BACKTRACE) has taken it, and would keep it.
      signal(SIGABRT, SIG_DFL)
      #expect(RawMode.enter(PseudoTerminal.openOfParent()))
      abort()
    }
    #expect(try terminal.mode() == before)
    await #expect(processExitsWith: .signal(SIGSEGV)) {
      signal(SIGSEGV, SIG_DFL)
      #expect(RawMode.enter(PseudoTerminal.openOfParent()))
      PlainThread.start(name: "faulty") { UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1 }
      while true { pause() }
    }
    #expect(try terminal.mode() == before)
    // A crash reporter is called with where the fault was, and the terminal is as before by then.
    await #expect(processExitsWith: .exitCode(6)) {
      var reporter = sigaction()
      reporter.__sigaction_handler.sa_sigaction = { _, information, _ in
        _exit(Int(bitPattern: information?.pointee._sifields._sigfault.si_addr) == 8 ? 6 : 1)
      }
      reporter.sa_flags = Int32(SA_SIGINFO)
      sigaction(SIGSEGV, &reporter, nil)
      #expect(RawMode.enter(PseudoTerminal.openOfParent()))
      PlainThread.start(name: "faulty") { UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1 }
      while true { pause() }
    }
    #expect(try terminal.mode() == before)
    await #expect(processExitsWith: .exitCode(5)) {
      #expect(RawMode.enter(PseudoTerminal.openOfParent()))
      exit(5)
    }
    #expect(try terminal.mode() == before)
    await #expect(processExitsWith: .signal(SIGKILL)) {
      #expect(RawMode.enter(PseudoTerminal.openOfParent()))
      kill(getpid(), SIGKILL)
    }
    // The control: an uncatchable signal leaves it changed, so the lines above can fail.
    #expect(try terminal.mode() != before)
  }

  @Test("has its cursor below the last line, however the process ends")
  func lineEnds() async throws {
    for end in [SIGQUIT, SIGABRT, 0] {
      let terminal = try PseudoTerminal()
      try terminal.shareWithChildren()
      switch end {
      case SIGQUIT: await #expect(processExitsWith: .signal(SIGQUIT)) { writeLine(andEndBy: SIGQUIT) }
      case SIGABRT: await #expect(processExitsWith: .signal(SIGABRT)) { writeLine(andEndBy: SIGABRT) }
      default: await #expect(processExitsWith: .exitCode(5)) { writeLine(andEndBy: nil) }
      }
      #expect(terminal.paper { $0.row == 1 && $0.column == 0 } == Paper("Correct\r\n"), "signal \(end)")
    }
  }
}

/// In an exit test: leaves the cursor at the end of a line, and ends by a signal, or with code 5.
private func writeLine(andEndBy number: Int32?) {
  let inner = PseudoTerminal.openOfParent()
  if let number { signal(number, SIG_DFL) }
  #expect(RawMode.enter(inner))
  LineCursor.say(["Correct"], on: inner, rests: true) { text in
    _ = text.withCString { write(inner, $0, strlen($0)) }
  }
  guard let number else { exit(5) }
  kill(getpid(), number)
  while true { pause() }
}
