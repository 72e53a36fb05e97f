import CLinux
import Controllers
import Glibc
import MIDI
import Testing
import Time

@testable import ALSASequencer

@Suite struct OutboxTests {
  private let one = PortID(client: 20, port: 0)
  private let other = PortID(client: 24, port: 0)

  private func program(_ number: Int) -> MIDIMessage {
    .programChange(channel: Channel(statusNibble: 0), program: UInt7(truncating: number))
  }

  private func isAwake(_ outbox: Outbox) -> Bool {
    var polled = pollfd(fd: outbox.wakeup.descriptor, events: Int16(POLLIN), revents: 0)
    return linux_wait(&polled, 1, 0) == 1
  }

  @Test func `messages are taken once, in order, and wake the thread`() {
    let outbox = Outbox()
    #expect(!isAwake(outbox))
    outbox.put([program(1), program(2)], to: one)
    outbox.put([program(3)], to: other)
    outbox.put([], to: one)
    #expect(isAwake(outbox))
    let taken = outbox.take()
    #expect(taken.batches.map(\.port) == [one, other])
    #expect(taken.batches.map(\.messages) == [[program(1), program(2)], [program(3)]])
    #expect(taken.closeBy == nil)
    #expect(!isAwake(outbox))
    #expect(outbox.take().batches.isEmpty)
  }

  @Test func `messages beyond the limit are dropped and counted until there is room`() {
    let outbox = Outbox()
    outbox.put([MIDIMessage](repeating: program(1), count: Outbox.limit), to: one)
    outbox.put([program(2), program(3)], to: one)
    #expect(outbox.dropped.load(ordering: .relaxed) == 2)
    #expect(outbox.take().batches.map(\.messages.count) == [Outbox.limit])
    outbox.put([program(4)], to: one)
    #expect(outbox.take().batches.map(\.messages) == [[program(4)]])
  }

  @Test func `the earliest deadline counts`() {
    let outbox = Outbox()
    outbox.close(by: MonotonicTime(nanoseconds: 5))
    outbox.close(by: MonotonicTime(nanoseconds: 9))
    #expect(isAwake(outbox))
    #expect(outbox.take().closeBy == MonotonicTime(nanoseconds: 5))
  }
}
