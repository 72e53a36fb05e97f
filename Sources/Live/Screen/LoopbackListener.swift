import Glibc
import Linux
import Ports

/// A socket that listens on a port of the loopback interface only. Connections wait in its queue until they are
/// accepted.
struct LoopbackListener: Sendable {
  /// Readable once a connection waits. The owner closes it.
  let descriptor: Int32
  /// The port it listens on.
  let port: Int

  /// The bytes that may wait in our buffers and the kernel's for a slow page; states that arrive in the meantime are
  /// skipped.
  static let sendBuffer = 16_384
  /// The maximum number of waiting connections.
  private static let backlog: Int32 = 64

  /// Listens on `port`, or on any free one if it is 0.
  init(port: Int) throws(PagesFailure) {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let made = socket(AF_INET, kind, 0)
    guard made >= 0 else { throw Self.unavailable(errno, port: port) }
    func set(_ level: Int32, _ option: Int32, _ value: Int32) {
      _ = withUnsafePointer(to: value) { setsockopt(made, level, option, $0, socklen_t(MemoryLayout<Int32>.size)) }
    }
    // Closed connections in TIME_WAIT must not block the port.
    set(SOL_SOCKET, SO_REUSEADDR, 1)
    // Accepted sockets inherit it.
    set(Int32(IPPROTO_TCP), TCP_NODELAY, 1)
    set(SOL_SOCKET, SO_SNDBUF, Int32(Self.sendBuffer))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(truncatingIfNeeded: port).bigEndian)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let failure: Int32 = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        let isListening =
          bind(made, address, size) == 0 && listen(made, Self.backlog) == 0 && getsockname(made, address, &size) == 0
        return isListening ? 0 : errno
      }
    }
    guard failure == 0 else {
      Glibc.close(made)
      throw Self.unavailable(failure, port: port)
    }
    descriptor = made
    self.port = Int(UInt16(bigEndian: address.sin_port))
  }

  /// Stops listening; waiting connections are refused.
  func close() { Glibc.close(descriptor) }

  private static func unavailable(_ code: Int32, port: Int) -> PagesFailure {
    switch code {
    case EADDRINUSE: .portTaken(port)
    case EACCES, EPERM: .notPermitted(port)
    default: .failed(reason: SystemFailure.words(code))
    }
  }
}
