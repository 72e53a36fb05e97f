import Ports
import Synchronization
import Time

/// Notifies practice when the page with the last input is hidden, returns, or is gone. Any thread.
final class AttendanceDuty: PageTask {
  private let mailbox: Mailbox
  private let time: any TimeSource
  private let ring: @Sendable () -> Void
  private let attendance = Mutex(PageAttendance())

  init(mailbox: Mailbox, time: any TimeSource, ring: @escaping @Sendable () -> Void) {
    self.mailbox = mailbox
    self.time = time
    self.ring = ring
  }

  /// Applies an event of a page.
  func note(_ change: (inout PageAttendance, MonotonicTime) -> Void) {
    let now = time.now()
    let isOther = attendance.withLock { attendance in
      let (before, wasAway) = (attendance.due, attendance.isAway)
      change(&attendance, now)
      // Under the lock, so that practice receives the changes in this order.
      if attendance.isAway != wasAway {
        mailbox.post(.intent(attendance.isAway ? .pageAway : .pageBack, at: now, source: .page))
      }
      return attendance.due != before
    }
    // A slider that moves a thousand times a second does not wake the thread.
    if isOther { ring() }
  }

  func work(at now: MonotonicTime) -> MonotonicTime? {
    attendance.withLock { attendance in
      if attendance.isGone(at: now) { mailbox.post(.intent(.pageGone, at: now, source: .page)) }
      return attendance.due
    }
  }
}
