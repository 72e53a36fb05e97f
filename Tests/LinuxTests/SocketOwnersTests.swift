import CLinux
import Foundation
import Glibc
import Linux
import Testing

@Suite struct SocketOwnersTests {
  /// How a socket is connected to another.
  enum Way: CaseIterable {
    case four, six, fourWithinSix
  }

  /// A socket that listens, and those that are connected to it.
  private final class Pair {
    let listener: Int32
    private(set) var client: Int32
    let accepted: Int32

    /// Nil where this machine has no IPv6.
    init?(_ way: Way) throws {
      var loopback = in6_addr()
      inet_pton(AF_INET6, "::1", &loopback)
      let listener = socket(way == .six ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      let client = socket(way == .four ? AF_INET : AF_INET6, Int32(SOCK_STREAM.rawValue), 0)
      var end = linux_tcp_end()
      guard listener >= 0, client >= 0, Self.call(bind, listener, way == .six ? loopback : nil, 0) == 0,
        listen(listener, 4) == 0, linux_tcp_end_of(listener, 0, &end) == 0
      else { return nil }
      if way == .fourWithinSix { inet_pton(AF_INET6, "::ffff:127.0.0.1", &loopback) }
      guard Self.call(connect, client, way == .four ? nil : loopback, end.port) == 0 else { throw POSIXError(.EIO) }
      (self.listener, self.client, accepted) = (listener, client, accept(listener, nil, nil))
    }

    /// By IPv4 without an address.
    private static func call(
      _ call: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32, _ socket: Int32, _ address: in6_addr?,
      _ port: UInt16
    ) -> Int32 {
      func use<Name>(_ name: Name) -> Int32 {
        withUnsafePointer(to: name) {
          $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { call(socket, $0, socklen_t(MemoryLayout<Name>.size)) }
        }
      }
      guard let address else {
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = port
        name.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
        return use(name)
      }
      var name = sockaddr_in6()
      name.sin6_family = sa_family_t(AF_INET6)
      name.sin6_port = port
      name.sin6_addr = address
      return use(name)
    }

    /// Closes the client; at once, and without a trace, if `abruptly`.
    func closeClient(abruptly: Bool) {
      if abruptly {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(client, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
      }
      close(client)
      client = -1
    }

    deinit {
      for socket in [listener, client, accepted] where socket >= 0 { close(socket) }
    }
  }

  @Test(arguments: Way.allCases, [true, false])
  func `the owner of a connection is found by the kernel's own answer and by its tables`(way: Way, asksKernel: Bool)
    throws
  {
    guard let pair = try Pair(way) else { return }
    let owners = try #require(SocketOwners(listener: pair.listener, asksKernel: asksKernel))
    #expect(owners.owner(ofPeer: pair.accepted) == .user(geteuid()))
    if geteuid() == 0 {
      fchown(pair.client, 65_534, .max)
      #expect(owners.owner(ofPeer: pair.accepted) == .user(65_534))
    }
    // An unconnected socket has no owner.
    #expect(owners.owner(ofPeer: pair.listener) == .none && owners.owner(ofPeer: -1) == .none)
  }

  /// A closed socket reads as root's, and one that was reset has left its place to others.
  @Test(arguments: [true, false], [true, false])
  func `a closed connection has no owner`(abruptly: Bool, asksKernel: Bool) throws {
    let pair = try #require(try Pair(.four))
    let owners = try #require(SocketOwners(listener: pair.listener, asksKernel: asksKernel))
    _ = "x".withCString { send(pair.client, $0, 1, 0) }
    pair.closeClient(abruptly: abruptly)
    #expect(owners.owner(ofPeer: pair.accepted) == .none)
  }

  @Test func `without the kernel's answer or a usable table there are no owners`() throws {
    let pair = try #require(try Pair(.four))
    #expect(SocketOwners(listener: pair.listener, asksKernel: false, tables: "/nowhere") == nil)
    // Tables of another network do not know the socket that listens.
    let folder = FileManager.default.temporaryDirectory.path + "/peach-\(getpid())-tables"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data("  sl  local_address rem_address   st\n".utf8).write(to: URL(filePath: folder + "/tcp"))
    #expect(SocketOwners(listener: pair.listener, asksKernel: false, tables: folder) == nil)
    #expect(SocketOwners(listener: pair.accepted) == nil && SocketOwners(listener: -1) == nil)
  }

  @Test func `any number of queries keeps one descriptor, which is closed at the end`() throws {
    let pair = try #require(try Pair(.four))
    func count() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
    var owners = SocketOwners(listener: pair.listener)
    let start = ContinuousClock.now
    for _ in 0..<10_000 where owners?.owner(ofPeer: pair.accepted) != .user(geteuid()) { Issue.record("not ours") }
    print("whose a connection is takes \((ContinuousClock.now - start) / 10_000)")
    owners = nil
  }
}
