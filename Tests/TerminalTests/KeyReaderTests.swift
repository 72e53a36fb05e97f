import Dispatch
import Glibc
import Ports
import Synchronization
import Terminal
import TestSupport
import Testing
import Texts
import Time

/// Pseudo-terminals stand for the player's. One at a time: a process has one terminal.
@Suite("Keys from a terminal", .serialized)
struct KeyReaderTests {
  @Test("keys arrive in order, stamped when they were read, and the terminal is restored afterwards")
  func keys() throws {
    let terminal = try PseudoTerminal()
    let before = try terminal.mode()
    let received = Received()
    let time = ManualTime(MonotonicTime(nanoseconds: 7))
    let made = KeyReader(
      input: terminal.inner, decoder: KeyDecoder(Catalogue(.english)), time: time, onKey: received.append,
      onResize: {})
    let reader = try #require(made)
    #expect(try terminal.mode().c_lflag & tcflag_t(ICANON | ECHO) == 0)
    terminal.type("h\u{1B}[B ")
    #expect(received.waitForKeys(3) == [.higher, .lower, .start])
    time.set(MonotonicTime(nanoseconds: 9))
    terminal.type("\u{1B}")
    #expect(received.waitForKeys(4).last == .leave)
    #expect(received.times.map(\.nanoseconds) == [7, 7, 7, 9])
    reader.close()
    #expect(try terminal.mode() == before)
  }

  @Test("letters are switched on and off with the setting")
  func letters() throws {
    let terminal = try PseudoTerminal()
    let received = Received()
    let areKeys = Atomic(true)
    let made = KeyReader(
      input: terminal.inner, decoder: KeyDecoder(Catalogue(.english)),
      update: { $0.hasLetters = areKeys.load(ordering: .relaxed) }, onKey: { received.append($0, $1) }, onResize: {})
    let reader = try #require(made)
    terminal.type("h")
    #expect(received.waitForKeys(1) == [.higher])
    areKeys.store(false, ordering: .relaxed)
    terminal.type("h ")
    #expect(received.waitForKeys(2) == [.higher, .start])
    reader.close()
  }

  @Test("a stopped process gives the terminal back and takes it again")
  func suspended() throws {
    let terminal = try PseudoTerminal()
    let before = try terminal.mode()
    let made = KeyReader(
      input: terminal.inner, decoder: KeyDecoder(Catalogue(.english)), onKey: { _, _ in }, onResize: {})
    let reader = try #require(made)
    reader.suspend()
    #expect(try terminal.mode() == before)
    reader.resume()
    #expect(try eventually { try terminal.mode() != before })
    reader.close()
    #expect(try terminal.mode() == before)
    reader.close()
  }

  /// Control-Z empties what was typed: the reading of a key right before it waited for the next line, and no key
  /// arrived any more.
  @Test("a key that was taken away before it was read blocks no thread")
  func takenAway() throws {
    let terminal = try PseudoTerminal()
    let before = try terminal.mode()
    let received = Received()
    let isHeld = DispatchSemaphore(value: 0)
    let changes = Atomic(0)
    let inner = terminal.inner
    let made = KeyReader(
      input: terminal.inner, decoder: KeyDecoder(Catalogue(.english)),
      onKey: { key, time in
        received.append(key, time)
        if key == .higher { isHeld.wait() }
      },
      // Reported when the key is there and not yet read.
      onResize: {
        tcflush(inner, TCIFLUSH)
        changes.add(1, ordering: .relaxed)
      })
    let reader = try #require(made)
    terminal.type("h")
    #expect(received.waitForKeys(1) == [.higher])
    terminal.type("l")
    var typed = pollfd(fd: inner, events: Int16(POLLIN), revents: 0)
    #expect(poll(&typed, 1, 5000) == 1)
    // It is woken by both at once.
    reader.resume()
    isHeld.signal()
    #expect(eventually { changes.load(ordering: .relaxed) > 0 })
    // What Control-Z and `fg` do then.
    reader.suspend()
    reader.resume()
    #expect(try eventually { try terminal.mode() != before })
    terminal.type(" ")
    #expect(received.waitForKeys(2) == [.higher, .start])
    // One that waits for a line gets it, and ends.
    terminal.type("\n")
    reader.close()
  }

  @Test("a change of the window is reported")
  func resized() throws {
    let terminal = try PseudoTerminal()
    let received = Received()
    let made = KeyReader(
      input: terminal.inner, decoder: KeyDecoder(Catalogue(.english)), onKey: { _, _ in },
      onResize: { received.append(.start, MonotonicTime(nanoseconds: 0)) })
    let reader = try #require(made)
    // To the process: the thread of a test has its signals blocked.
    kill(getpid(), SIGWINCH)
    #expect(received.waitForKeys(1) == [.start])
    reader.close()
    // Rings nothing now that the descriptor is closed.
    kill(getpid(), SIGWINCH)
  }

  @Test("a terminal that disappears ends the reading")
  func hangup() throws {
    let terminal = try PseudoTerminal()
    let made = KeyReader(
      input: terminal.inner, decoder: KeyDecoder(Catalogue(.english)), onKey: { _, _ in }, onResize: {})
    let reader = try #require(made)
    terminal.hangUp()
    reader.close()
  }

  @Test("a file other than a terminal is not read")
  func noTerminal() {
    let descriptor = open("/dev/null", O_RDONLY)
    defer { close(descriptor) }
    let made = KeyReader(
      input: descriptor, decoder: KeyDecoder(Catalogue(.english)), onKey: { _, _ in }, onResize: {})
    #expect(made == nil)
  }
}

/// The keys a reader reports, and waiting for them.
private final class Received: Sendable {
  private let keys = Mutex<[(key: Key, time: MonotonicTime)]>([])

  var times: [MonotonicTime] { keys.withLock { $0.map(\.time) } }

  func append(_ key: Key, _ time: MonotonicTime) { keys.withLock { $0.append((key, time)) } }

  /// The keys, once there are `count` of them, or those that came.
  func waitForKeys(_ count: Int) -> [Key] {
    _ = eventually { keys.withLock { $0.count } >= count }
    return keys.withLock { $0.map(\.key) }
  }
}
