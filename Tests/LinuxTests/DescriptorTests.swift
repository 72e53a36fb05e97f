import Glibc
import TestSupport
import Testing

@testable import Linux

/// Bytes on their way to files and pipes.
@Suite struct DescriptorTests {
  private func pipe() -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    #expect(Glibc.pipe(&ends) == 0)
    return (ends[0], ends[1])
  }

  @Test(arguments: [false, true]) func `all bytes are written, however few are taken at once`(isNonblocking: Bool) {
    let ends = pipe()
    if isNonblocking { #expect(fcntl(ends.write, F_SETFL, O_NONBLOCK) == 0) }
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let reader = PlainThread(name: "reader") {
      // Until the writer can only wait.
      #expect(
        eventually {
          var writable = pollfd(fd: ends.write, events: Int16(POLLOUT), revents: 0)
          return poll(&writable, 1, 0) == 0
        })
      #expect(Descriptor.bytes(of: ends.read, limit: 300_000) == bytes)
      close(ends.read)
    }
    #expect(Descriptor.write(bytes, to: ends.write) == nil)
    reader?.join()
    signal(SIGPIPE, SIG_IGN)
    #expect(Descriptor.write([1], to: ends.write) == EPIPE)
    close(ends.write)
  }

  @Test func `the error that ended writing is returned`() {
    #expect(Descriptor.write([1], to: -1) == EBADF)
    let full = open("/dev/full", O_WRONLY)
    #expect(Descriptor.write([1], to: full) == ENOSPC)
    #expect(Descriptor.write([], to: full) == nil)
    close(full)
  }

  @Test func `an existing file is not created again`() {
    #expect(Descriptor.create("/dev/null", mode: 0o600) == -EEXIST)
    #expect(Descriptor.create("/nowhere/a", mode: 0o600) == -ENOENT)
    #expect(Descriptor.reopen("/", mode: 0o600) == -EISDIR)
  }

  @Test func `a path that cannot be examined is not missing`() {
    #expect(Existence(of: "/") == .there)
    #expect(Existence(of: "/nowhere") == .missing)
    #expect(Existence(of: "/dev/null/a") == .unknown(code: ENOTDIR))
    #expect(Existence(of: "/" + String(repeating: "a", count: 300)) == .unknown(code: ENAMETOOLONG))
  }

  @Test func `a folder is listed without itself, and a file gives the reason`() throws {
    #expect(Descriptor.names(in: "/proc/self/fdinfo")?.contains("2") == true)
    #expect(try #require(Descriptor.names(in: "/proc/self")).allSatisfy { $0 != "." && $0 != ".." })
    #expect(Descriptor.names(in: "/nowhere") == nil && errno == ENOENT)
    #expect(Descriptor.names(in: "/dev/null") == nil && errno == ENOTDIR)
  }
}
