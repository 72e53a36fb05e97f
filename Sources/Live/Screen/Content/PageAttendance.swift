import Time

/// Tracks which pages are visible, and when the one that gave the last input is gone: closed, hidden, or lost for
/// `patience`.
///
/// A value without a clock; its owner passes events with their times, and checks it again at `due`.
struct PageAttendance {
  /// The time a page may be away, as when its connection is lost for a moment.
  static let patience = Duration.seconds(2)

  private struct Page {
    var streams = 0
    var isHidden = false
    var awaySince: MonotonicTime?

    var isThere: Bool { streams > 0 && !isHidden }
  }

  private var pages: [PageID: Page] = [:]
  private var lastPlayed: PageID?
  /// Whether the page with the last input was visible, is away, and may still come back.
  private(set) var isAway = false

  /// Records that a stream of states to `page` begins. Pages have one only while they are visible: a reloaded page has
  /// just reported that it is hidden.
  mutating func connected(_ page: PageID, at now: MonotonicTime) {
    change(page, at: now) {
      $0.streams += 1
      $0.isHidden = false
    }
  }

  /// Records that a stream of states to `page` has ended, for any reason.
  mutating func disconnected(_ page: PageID, at now: MonotonicTime) {
    change(page, at: now) { $0.streams = max($0.streams - 1, 0) }
    if page == lastPlayed, due != nil { isAway = true }
  }

  /// Records that `page` is hidden.
  mutating func hidden(_ page: PageID, at now: MonotonicTime) {
    change(page, at: now) { $0.isHidden = true }
    if page == lastPlayed { isAway = true }
  }

  /// Records that `page` is visible.
  mutating func shown(_ page: PageID, at now: MonotonicTime) {
    change(page, at: now) { $0.isHidden = false }
  }

  /// Records an input of the player on `page`.
  mutating func played(_ page: PageID, at now: MonotonicTime) {
    let before = lastPlayed
    lastPlayed = page
    isAway = false
    if let before, before != page { change(before, at: now) { _ in } }
    // A page that gives input was visible a moment ago.
    change(page, at: now) { $0.awaySince = nil }
  }

  /// The next time to check `isGone(at:)`; nil while no page is away.
  var due: MonotonicTime? { lastPlayed.flatMap { pages[$0]?.awaySince }.map { $0 + Self.patience } }

  /// Returns whether the page with the last input is gone; true once for each time it goes.
  mutating func isGone(at now: MonotonicTime) -> Bool {
    guard let page = lastPlayed, let due, due <= now else { return false }
    lastPlayed = nil
    isAway = false
    forget(page)
    return true
  }

  /// The number of remembered pages: no more than there are streams, and the one with the last input.
  var count: Int { pages.count }

  private mutating func change(_ id: PageID, at now: MonotonicTime, _ change: (inout Page) -> Void) {
    var page = pages[id] ?? Page()
    change(&page)
    page.awaySince = page.isThere ? nil : page.awaySince ?? now
    pages[id] = page
    if id == lastPlayed, page.isThere { isAway = false }
    forget(id)
  }

  /// Forgets a page without stream and input: otherwise a client could fill the memory with invented pages.
  private mutating func forget(_ id: PageID) {
    if id != lastPlayed, pages[id]?.streams == 0 { pages[id] = nil }
  }
}
