import Synchronization

/// The page that waits for a control, its controller, and the pages that listen. A page may wait only while its message
/// stream is open: without one it could not receive the result, and is refused. Any thread.
final class LearnerPage: Sendable {
  /// A request of a page.
  typealias Ticket = Int

  private struct State {
    /// The number of open message streams of each page.
    var streams: [PageID: Int] = [:]
    var learner: (ticket: Ticket, page: PageID, controller: String)?
    var last: Ticket = 0
  }

  private let state = Mutex(State())

  /// Records that a stream of messages to `page` begins.
  func connected(_ page: PageID) { state.withLock { $0.streams[page, default: 0] += 1 } }

  /// Records that a stream of messages to `page` has ended.
  func disconnected(_ page: PageID) {
    state.withLock { state in
      let left = state.streams[page, default: 1] - 1
      state.streams[page] = left > 0 ? left : nil
    }
  }

  /// Makes `page` the only one that waits for a control of `controller`; nil if it could not receive the result.
  func begin(_ page: PageID, on controller: String) -> Ticket? {
    state.withLock { state in
      guard state.streams[page] != nil else { return nil }
      state.last += 1
      state.learner = (state.last, page, controller)
      return state.last
    }
  }

  /// Returns whether this request is still current.
  func waits(_ ticket: Ticket) -> Bool { state.withLock { $0.learner?.ticket == ticket } }

  /// Ends the request.
  func end(_ ticket: Ticket) {
    state.withLock { if $0.learner?.ticket == ticket { $0.learner = nil } }
  }

  /// Returns the controller whose waiting page is gone, once.
  func takeAbandoned() -> String? {
    state.withLock { state in
      guard let learner = state.learner, state.streams[learner.page] == nil else { return nil }
      state.learner = nil
      return learner.controller
    }
  }
}
