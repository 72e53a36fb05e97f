import CLinux
import Glibc
import Synchronization

/// Finds the owner of the other end of an accepted TCP connection from this machine, by the kernel's data: `sock_diag`
/// for exactly that connection, or else the tables in `/proc`. Any thread, which never waits for more than the kernel;
/// queries are answered one after the other.
package final class SocketOwners: Sendable {
  /// The owner of a socket.
  package enum Owner: Hashable, Sendable {
    /// The user who created it.
    case user(uid_t)
    /// The socket does not exist, or is closed: the kernel no longer knows its owner.
    case none
  }

  /// Negative if only the tables are usable.
  private let kernel: Int32
  private let tables: String
  /// The address of the connections at this end; nil if the listening socket accepts them at any address.
  private let place: linux_tcp_end?
  private let questions = Mutex<UInt32>(0)

  /// Nil if neither way works: both are tried with `listener`, a socket of this process that listens for TCP and
  /// accepts the connections. Without `asksKernel` only the tables are read, in the folder `tables`.
  package init?(listener: Int32, asksKernel: Bool = true, tables: String = "/proc/self/net") {
    self.tables = tables
    let opened = asksKernel ? linux_sockets_open() : -ENOSYS
    var status = stat()
    guard let place = Self.end(of: listener), fstat(listener, &status) == 0 else {
      kernel = opened
      self.place = nil
      return nil
    }
    self.place = place.isAnywhere ? nil : place
    var nowhere = linux_tcp_end()
    nowhere.family = place.family
    func isListener(_ found: linux_socket_owner?) -> Bool { found.map { ino_t($0.inode) == status.st_ino } ?? false }
    if opened >= 0, isListener(Self.ask(opened, 1, place, nowhere).found) {
      questions.withLock { $0 = 1 }
      kernel = opened
      return
    }
    if opened >= 0 { close(opened) }
    kernel = -1
    guard isListener(row(place, nowhere)) else { return nil }
  }

  deinit { if kernel >= 0 { close(kernel) } }

  /// Returns the owner of the peer of `connection`.
  package func owner(ofPeer connection: Int32) -> Owner {
    guard let peer = Self.end(of: connection, isFar: true), let own = place ?? Self.end(of: connection),
      let found = find(peer, own), found.inode != 0,
      // If that socket had been reset in the meantime, another one could have its place now, with the first one's data
      // still here.
      linux_tcp_is_connected(connection) == 1
    else { return .none }
    return .user(found.user)
  }

  private func find(_ own: linux_tcp_end, _ other: linux_tcp_end) -> linux_socket_owner? {
    guard kernel >= 0 else { return row(own, other) }
    let answer = questions.withLock { number in
      number &+= 1
      return Self.ask(kernel, number, own, other)
    }
    return answer.isKnown ? answer.found : row(own, other)
  }

  private static func ask(
    _ kernel: Int32, _ number: UInt32, _ own: linux_tcp_end, _ other: linux_tcp_end
  ) -> (isKnown: Bool, found: linux_socket_owner?) {
    var owner = linux_socket_owner()
    let result = withUnsafePointer(to: own) { own in
      withUnsafePointer(to: other) { linux_tcp_owner(kernel, number, own, $0, &owner) }
    }
    return (result >= 0, result == 1 ? owner : nil)
  }

  private static func end(of socket: Int32, isFar: Bool = false) -> linux_tcp_end? {
    var end = linux_tcp_end()
    return linux_tcp_end_of(socket, isFar ? 1 : 0, &end) == 0 ? end : nil
  }

  // MARK: The tables

  /// Returns the row of the socket at `own` that is connected to `other`. An IPv6 socket may be connected by IPv4.
  private func row(_ own: linux_tcp_end, _ other: linux_tcp_end) -> linux_socket_owner? {
    let isShort = own.family == AF_INET
    if isShort, let found = row("tcp", own.text(isLong: false), other.text(isLong: false)) { return found }
    return row("tcp6", own.text(isLong: true), other.text(isLong: true))
  }

  private func row(_ table: String, _ own: String, _ other: String) -> linux_socket_owner? {
    let places = Array(" \(own) \(other) ".utf8)
    for line in ((try? SmallFile.read("\(tables)/\(table)", limit: 1 << 26)) ?? []).split(separator: UInt8(ascii: "\n"))
    {
      guard line.firstRange(of: places) != nil else { continue }
      // Number, both places, state, queues, timer, retransmissions, user, probes, inode.
      let words = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
      guard words.count > 9, let user = UInt32(words[7]), let inode = UInt32(words[9]) else { return nil }
      return linux_socket_owner(user: user, inode: inode)
    }
    return nil
  }
}

extension linux_tcp_end {
  fileprivate var isAnywhere: Bool { address == (0, 0, 0, 0) }

  /// Returns the address in the format of the tables: its words as numbers in host byte order, and the port, in
  /// hexadecimal.
  fileprivate func text(isLong: Bool) -> String {
    let (first, second, third, fourth) = address
    let words =
      if family == AF_INET6 {
        [first, second, third, fourth]
      } else if isLong {
        // IPv4 within IPv6; zeros mean any address.
        [0, 0, first == 0 && port == 0 ? 0 : UInt32(0xFFFF).bigEndian, first]
      } else {
        [first]
      }
    return words.map { Self.hex($0, digits: 8) }.joined() + ":" + Self.hex(UInt32(UInt16(bigEndian: port)), digits: 4)
  }

  private static func hex(_ number: UInt32, digits: Int) -> String {
    let text = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(digits - text.count, 0)) + text
  }
}
