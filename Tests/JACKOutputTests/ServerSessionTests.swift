import CJACK
import Dispatch
import Glibc
import Linux
import Ports
import Sound
import Synchronization
import TestSupport
import Testing
import Time

@testable import JACKOutput

/// The library's own function and how often it was asked, for the one that takes its place, which can capture nothing.
// Written before a service has its client, by the test's thread, which alone calls it: the suite is serialized.
private nonisolated(unsafe) var portConnections:
  (@convention(c) (OpaquePointer?) -> UnsafeMutablePointer<UnsafePointer<CChar>?>?)?
private let questions = Atomic<Int>(0)
/// The server that stops when it is asked next, if any, and how the question comes back in the end.
private let stopped = Atomic<Int32>(0)
private let answer = DispatchSemaphore(value: 0)
/// Answers are those of before any connection was made, as of a server that is slow.
private let isSlow = Atomic<Bool>(false)

extension ServerTests {
  /// One connection to a real jackd, step by step.
  @Suite(.serialized, .enabled(if: Installed.hasJackd, "jackd or its library is not installed"))
  struct ServiceTests {
    let deadline = TestDeadline()
    let jackd: TestJackd
    let output: JACKOutput
    let service: ServerSession

    init() throws {
      TestJackd.awaitClosedClients()
      jackd = try TestJackd()
      output = try jackd.output(for: SoundEngine(rate: 48000))
      let library = try #require(ServerSearch.of(.test).jackLibrary())
      portConnections = library.functions.pointee.port_get_connections
      library.functions.pointee.port_get_connections = { port in
        questions.add(1, ordering: .relaxed)
        let process = stopped.exchange(0, ordering: .relaxed)
        if process > 0 {
          kill(process, SIGSTOP)
          answer.wait()
        }
        return isSlow.load(ordering: .relaxed) ? nil : portConnections?(port)
      }
      questions.store(0, ordering: .relaxed)
      let client = try #require(library.open(client: "peach", server: jackd.name))
      let ports = client.playbackPorts(physical: true)
      service = ServerSession(
        output: output,
        connection: ServerConnection(
          client: client, server: .dummy, destination: try Destination.choose(physical: ports, others: [], output: nil))
      )
      output.feed(.asks)
    }

    private var asked: Int { questions.load(ordering: .relaxed) }

    /// One turn in which the server is looked at.
    private func asks() -> Bool {
      output.feed(.formatChanged)
      return service.step()
    }

    @Test func `the server is not queried about our own connections before sound plays`() throws {
      defer { service.end() }
      let askedWhenReady = Mutex<Int?>(nil)
      output.start { if $0.ready != nil { askedWhenReady.withLock { $0 = questions.load(ordering: .relaxed) } } }
      try service.begin()
      #expect(eventually { service.step() && output.isPlaying })
      #expect(
        askedWhenReady.withLock(\.self) == 0, "jackd's library would let the first note wait for a cycle")
      #expect(eventually { asks() && asked > 0 }, "it is, once the server has gone on for a while")
    }

    @Test func `sound that has just started is not lost to an older answer`() throws {
      isSlow.store(true, ordering: .relaxed)
      defer {
        isSlow.store(false, ordering: .relaxed)
        service.end()
      }
      let log = StatusLog()
      output.start(report: log.append)
      try service.begin()
      #expect(eventually { service.step() && output.isPlaying })
      #expect(asks())
      #expect(log.statuses.count == 1 && log.statuses.first?.ready != nil)
    }

    /// A question for the server itself, such as its connections, returns when the server continues.
    @Test func `a query without an answer does not keep a hung server from being reported`() throws {
      let log = StatusLog()
      defer {
        output.close(within: .seconds(1))
        service.end()
      }
      output.start(report: log.append)
      PlainThread.start(name: "watch") { [output] in output.watch() }
      try service.begin()
      #expect(eventually { service.step() && output.isPlaying })
      let before = asked
      stopped.store(jackd.process.id, ordering: .relaxed)
      PlainThread.start(name: "told") { [process = jackd.process.id] in
        _ = log.wait { $0 == .lost(.hung) }
        kill(process, SIGCONT)
        answer.signal()
      }
      #expect(eventually { asks() && asked > before })
      #expect(log.wait { $0 == .lost(.hung) } != nil)
    }
  }
}
