import Ports
import Synchronization
import Time

/// Tells practice when the page that was played last is gone. Any thread.
final class AttendanceDuty: ClerkDuty {
  private let mailbox: Mailbox
  private let time: any TimeSource
  private let ring: @Sendable () -> Void
  private let attendance = Mutex(PageAttendance())

  init(mailbox: Mailbox, time: any TimeSource, ring: @escaping @Sendable () -> Void) {
    self.mailbox = mailbox
    self.time = time
    self.ring = ring
  }

  /// Something happened to a page.
  func note(_ change: (inout PageAttendance, MonotonicTime) -> Void) {
    let now = time.now()
    let isOther = attendance.withLock { attendance in
      let before = attendance.due
      change(&attendance, now)
      return attendance.due != before
    }
    // A slider that moves a thousand times a second wakes nobody.
    if isOther { ring() }
  }

  func work(at now: MonotonicTime) -> MonotonicTime? {
    let (isGone, due) = attendance.withLock { ($0.isGone(at: now), $0.due) }
    if isGone { mailbox.post(.intent(.pageGone, at: now, source: .page)) }
    return due
  }
}
