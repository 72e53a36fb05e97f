import Glibc
import Linux
import Terminal
import TestSupport
import Testing

/// Each process that changes a terminal is a child of its own, because it ends.
@Suite("The terminal after the program", .serialized)
struct RawModeTests {
  @Test("is as before, however the process ends")
  func ends() async throws {
    let terminal = try PseudoTerminal()
    let number = terminal.number
    let before = try terminal.mode()
    await #expect(processExitsWith: .signal(SIGQUIT)) { [number = number as Int32] in
      // What a shell starts in the background ignores it, and would wait here for ever.
      signal(SIGQUIT, SIG_DFL)
      #expect(RawMode.enter(open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)))
      // To the process: the thread of a test has its signals blocked.
      kill(getpid(), SIGQUIT)
      while true { pause() }
    }
    #expect(try terminal.mode() == before)
    await #expect(processExitsWith: .signal(SIGABRT)) { [number = number as Int32] in
      // The reporter of crashes (SWIFT_BACKTRACE) has taken it, and would keep it.
      signal(SIGABRT, SIG_DFL)
      #expect(RawMode.enter(open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)))
      abort()
    }
    #expect(try terminal.mode() == before)
    await #expect(processExitsWith: .signal(SIGSEGV)) { [number = number as Int32] in
      signal(SIGSEGV, SIG_DFL)
      #expect(RawMode.enter(open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)))
      PlainThread.start(name: "faulty") { UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1 }
      while true { pause() }
    }
    #expect(try terminal.mode() == before)
    // A crash reporter is called with where the fault was, and the terminal is as before by then.
    await #expect(processExitsWith: .exitCode(6)) { [number = number as Int32] in
      var reporter = sigaction()
      reporter.__sigaction_handler.sa_sigaction = { _, information, _ in
        _exit(Int(bitPattern: information?.pointee._sifields._sigfault.si_addr) == 8 ? 6 : 1)
      }
      reporter.sa_flags = Int32(SA_SIGINFO)
      sigaction(SIGSEGV, &reporter, nil)
      #expect(RawMode.enter(open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)))
      PlainThread.start(name: "faulty") { UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1 }
      while true { pause() }
    }
    #expect(try terminal.mode() == before)
    await #expect(processExitsWith: .exitCode(5)) { [number = number as Int32] in
      #expect(RawMode.enter(open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)))
      exit(5)
    }
    #expect(try terminal.mode() == before)
    await #expect(processExitsWith: .signal(SIGKILL)) { [number = number as Int32] in
      #expect(RawMode.enter(open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)))
      kill(getpid(), SIGKILL)
    }
    // The control: what nobody can catch leaves it changed, so the lines above can fail.
    #expect(try terminal.mode() != before)
  }

  @Test("has its cursor below the last line, however the process ends", arguments: [SIGQUIT, SIGABRT, 0])
  func lineEnds(signal: Int32) async throws {
    let terminal = try PseudoTerminal()
    let (number, end) = (terminal.number, signal)
    await #expect(processExitsWith: end == 0 ? .exitCode(5) : .signal(end)) {
      [number = number as Int32, end = end as Int32] in
      let inner = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
      if end != 0 { Glibc.signal(end, SIG_DFL) }
      #expect(RawMode.enter(inner))
      LineCursor.say(["Correct"], on: inner, rests: true) { text in
        _ = text.withCString { write(inner, $0, strlen($0)) }
      }
      guard end != 0 else { exit(5) }
      kill(getpid(), end)
      while true { pause() }
    }
    #expect(terminal.paper { $0.row == 1 && $0.column == 0 } == Paper("Correct\r\n"))
  }
}
