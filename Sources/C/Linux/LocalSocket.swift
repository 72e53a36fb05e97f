import Glibc

/// A connection to a server on this machine, by the path of its socket.
package enum LocalSocket {
  /// The result of an attempt to connect.
  package enum Attempt {
    /// The connection's descriptor: non-blocking, closed on exec; the caller must close it.
    case connected(Int32)
    /// The server is there, but its queue is full.
    case busy
    /// No process listens there.
    case refused
  }

  /// Connects to the server at `path`. Never waits. Any thread.
  package static func connect(to path: String) -> Attempt {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return .refused }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = socket(AF_UNIX, kind, 0)
    guard descriptor >= 0 else { return .refused }
    let result = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    if result == 0 { return .connected(descriptor) }
    let isBusy = errno == EAGAIN
    Glibc.close(descriptor)
    return isBusy ? .busy : .refused
  }
}
