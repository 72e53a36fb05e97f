import CLinux
import Glibc
import Linux
import Testing

@Suite struct WakerTests {
  @Test func `a signal is seen, however many there were, until it is cleared`() {
    let waker = EventFD()
    #expect(waker.isUsable)
    #expect(!waker.clear())
    waker.ring()
    waker.ring()
    #expect(waker.clear())
    #expect(!waker.clear())
  }

  @Test func `waiting ends with a signal, or at the limit`() {
    let waker = EventFD()
    var polled = pollfd(fd: waker.descriptor, events: Int16(POLLIN), revents: 0)
    #expect(linux_wait(&polled, 1, 1000) == 0)
    waker.ring()
    #expect(linux_wait(&polled, 1, -1) == 1)
  }
}
