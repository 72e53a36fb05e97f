import CLinux
import Glibc
import Testing

@Suite struct CLinuxTests {
  @Test func anEventDescriptorCountsSignalsAndIsEmptyAfterwards() {
    let descriptor = linux_eventfd()
    #expect(descriptor >= 0)
    defer { close(descriptor) }
    #expect(linux_eventfd_take(descriptor) == 0)
    #expect(linux_eventfd_signal(descriptor) == 0)
    #expect(linux_eventfd_signal(descriptor) == 0)
    #expect(linux_eventfd_take(descriptor) == 2)
    #expect(linux_eventfd_take(descriptor) == 0)
  }

  @Test func waitingEndsAtASignalAndAtTheLimit() {
    let descriptor = linux_eventfd()
    defer { close(descriptor) }
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    #expect(linux_wait(&polled, 1, 1000) == 0)
    linux_eventfd_signal(descriptor)
    #expect(linux_wait(&polled, 1, -1) == 1)
  }

  @Test func whatIsNoEventDescriptorIsRefusedWithItsReason() {
    #expect(linux_eventfd_signal(-1) == -EBADF)
    #expect(linux_signalfd_take(-1) == -EBADF)
    let impossible: [Int32] = [1000]
    #expect(linux_signalfd(impossible, 1) == -EINVAL)
    #expect(linux_block_signals(impossible, 1) == -EINVAL)
  }

  @Test func aBlockedSignalIsTakenFromItsDescriptorOnce() {
    let signals = [SIGUSR2]
    #expect(linux_block_signals(signals, 1) == 0)
    defer { linux_unblock_signals(signals, 1) }
    let descriptor = linux_signalfd(signals, 1)
    #expect(descriptor >= 0)
    defer { close(descriptor) }
    #expect(linux_signalfd_take(descriptor) == 0)
    pthread_kill(pthread_self(), SIGUSR2)
    #expect(linux_signalfd_take(descriptor) == SIGUSR2)
    #expect(linux_signalfd_take(descriptor) == 0)
  }

  @Test func aPriorityOutOfRangeIsRefused() {
    #expect(linux_set_realtime(1000) == -EINVAL)
    #expect(linux_thread_id() > 0)
  }
}
