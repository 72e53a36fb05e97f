import Foundation
import Glibc
import TestSupport
import Testing

extension SoundingProgramTests {
  /// The pages belong to the player alone: other users of the computer get no answer, and none of their bytes are read.
  @Suite(.enabled(if: OtherUser.isPossible, "needs root, to be somebody else"))
  struct OtherUserProgramTests {
    /// As many as `PEACH_STRANGERS` says: `make soak` sends 10,000.
    static let count = ProcessInfo.processInfo.environment["PEACH_STRANGERS"].flatMap { Int($0) } ?? 500
    private static let pages = PracticeProgramTests.dummy + ["--screen", "0"]

    @Test func `another user of the computer gets nothing and takes nothing from the player`() throws {
      let peach = try RunningPeach(Self.pages)
      #expect(peach.wait(for: "soundReady"), "\(peach.complained)")
      let page = try #require(PageClient(peach), "\(peach.shown)")
      // The very first client is another user.
      let first = try #require(OtherUser.ask(port: page.port, count: 1))
      #expect(first.served == 0 && first.closed == 1)
      let outcome = try #require(OtherUser.ask(port: page.port, count: Self.count, held: 40))
      print("\(outcome.served) of \(outcome.served + outcome.closed) requests of another user were served")
      #expect(outcome.served == 0 && outcome.closed == Self.count + 40)
      // Every stream there is is the player's.
      let streams = try (0..<16).map { _ in try #require(PageStates(page)) }
      #expect(streams.allSatisfy { $0.wait { $0["phase"] as? String == "hub" } })
      #expect(page.get("/texts")?.status == 200)
      let line = "Another user of this computer asked for the pages (uid \(OtherUser.id))"
      #expect(eventually { peach.shown.contains(line) }, "\(peach.shown)")
      #expect(peach.shown.components(separatedBy: line).count == 2, "\(peach.shown)")
      withExtendedLifetime(streams) {}
      peach.signal(SIGTERM)
      #expect(peach.end() == 0)
    }

    @Test func `the player is served by IPv4 within IPv6 too`() throws {
      let peach = try RunningPeach(Self.pages)
      #expect(peach.wait(for: "soundReady"), "\(peach.complained)")
      let page = try #require(PageClient(peach), "\(peach.shown)")
      for isMapped in [true, false] {
        let client = try RawClient(port: page.port, isMapped: isMapped)
        client.send("GET /texts HTTP/1.1\r\nHost: 127.0.0.1:\(page.port)\r\n\r\n")
        #expect(client.answer()?.status == 200)
      }
      peach.signal(SIGTERM)
      #expect(peach.end() == 0)
    }
  }
}
