import Glibc

/// Waits until `descriptor` is readable, up to `milliseconds` (nil: forever). Returns whether it is.
@discardableResult
func waitReadable(_ descriptor: Int32, milliseconds: Int?) -> Bool {
  var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  return poll(&entry, 1, milliseconds.map { Int32(clamping: max($0, 0)) } ?? -1) > 0
}
