import NIOCore
import Ports
import Synchronization
import Texts
import Time

/// Sends the state of practice to every page: each state is encoded once, and only the newest is kept.
final class StateFeed: PageTask {
  private struct Newest {
    var number = 0
    var version = 0
    var event: [UInt8] = []
    /// With the version of the state as the event's id.
    var message: [UInt8] = []
  }

  /// State of the pages' worker; its lock is never contended.
  private struct Work {
    var shown: ViewState?
    var sent: MonotonicTime?
    var heartbeat: StreamHeartbeat
  }

  private let views: ViewPublisher
  private let limits: ScreenLimits
  private let ringWorker: @Sendable () -> Void
  private let room = StreamRoom()
  private let newest = Mutex(Newest())
  private let isAsked = Atomic(false)
  /// The highest version that a page waits for, of those that the state has reached.
  private let awaited = Atomic(0)
  private let texts = Mutex<Catalogue?>(nil)
  private let work: Mutex<Work>

  init(views: ViewPublisher, limits: ScreenLimits, ring: @escaping @Sendable () -> Void) {
    self.views = views
    self.limits = limits
    ringWorker = ring
    work = Mutex(Work(heartbeat: StreamHeartbeat(every: limits.heartbeat)))
  }

  /// Opens a stream of states on `channel`. The first state comes at once.
  func stream(
    on channel: any Channel, _ catalogue: Catalogue, left: @escaping @Sendable () -> Void
  ) -> StreamRoom.Lease {
    let last = Mutex(0)
    let lease = room.enter(
      PageStream(on: channel, heartbeat: limits.heartbeat) { [weak self] in
        guard let newest = self?.newest.withLock({ $0 }) else { return nil }
        return last.withLock { last in
          guard last != newest.number else { return nil }
          last = newest.number
          return newest.message
        }
      }, left: left)
    changed(catalogue)
    return lease
  }

  /// Sends the state again after a change of texts, or for a new page.
  func changed(_ catalogue: Catalogue) {
    texts.withLock { $0 = catalogue }
    isAsked.store(true, ordering: .releasing)
    ringWorker()
  }

  /// Sends the state once it has `version`, even if it has not changed: a page waits for it.
  func expect(_ version: Int) {
    views.expect(version) { [weak self] in
      self?.awaited.max(version, ordering: .releasing)
      self?.ringWorker()
    }
  }

  func work(at now: MonotonicTime) -> MonotonicTime? {
    guard !room.isEmpty, let catalogue = texts.withLock({ $0 }) else { return nil }
    return work.withLock { work in
      room.close(ifStalledSince: now - limits.stalled)
      let isAsked = isAsked.exchange(false, ordering: .acquiringAndReleasing)
      let isAwaited = awaited.load(ordering: .acquiring) > newest.withLock(\.version)
      let (view, version) = views.newest
      if isAsked || isAwaited || view != work.shown {
        let next = work.sent.map { $0 + .seconds(1) / limits.statesPerSecond }
        if !isAsked, let next, now < next { return next }
        show(view, version, isAwaited: isAwaited, catalogue)
        work.shown = view
        work.sent = now
        work.heartbeat.sent(at: now)
        room.ring()
      }
      return work.heartbeat.beat(at: now) { room.ring() }
    }
  }

  private func show(_ view: ViewState, _ version: Int, isAwaited: Bool, _ catalogue: Catalogue) {
    guard let event = Reply.event("state", PageState(view, catalogue)) else { return }
    newest.withLock { newest in
      guard isAwaited || newest.event != event else { return }
      newest.number += 1
      newest.version = version
      newest.event = event
      newest.message = Array("id: \(version)\n".utf8) + event
    }
  }
}
