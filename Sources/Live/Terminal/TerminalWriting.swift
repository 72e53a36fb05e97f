import Glibc

/// Writes all of `text` to `descriptor`, however slowly it is taken; false if its reader has gone away. Blocks: any thread that
/// may wait for a terminal.
public func writeAll(_ text: String, to descriptor: Int32) -> Bool {
  var rest = Array(text.utf8)[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count >= 0 {
      rest = rest.dropFirst(count)
    } else if errno == EAGAIN {
      var writable = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      poll(&writable, 1, -1)
    } else if errno != EINTR {
      return false
    }
  }
  return true
}
