import Foundation
import Glibc
import Linux
import Testing

@Suite struct LocalSocketTests {
  @Test(arguments: ["/nowhere/at-all", String(repeating: "x", count: 200)])
  func `a connection without a listener, or to an impossible socket, is refused`(path: String) {
    guard case .refused = LocalSocket.connect(to: path) else {
      Issue.record("connected to \(path)")
      return
    }
  }

  @Test func `a server that listens is connected to, and one whose queue is full still exists`() throws {
    let path = FileManager.default.temporaryDirectory.path + "/peach-\(getpid())-local"
    let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer {
      close(server)
      unlink(path)
    }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let isBound = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(server, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0 && listen(server, 0) == 0
      }
    }
    try #require(isBound)
    var connections: [Int32] = []
    defer { for descriptor in connections { close(descriptor) } }
    // The kernel accepts one or two more than the backlog; this test accepts none of them.
    var isBusy = false
    for _ in 0..<20 where !isBusy {
      switch LocalSocket.connect(to: path) {
      case .connected(let descriptor): connections.append(descriptor)
      case .busy: isBusy = true
      case .refused: Issue.record("refused")
      }
    }
    #expect(isBusy && !connections.isEmpty)
  }
}
