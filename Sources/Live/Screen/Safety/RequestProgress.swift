import Time

/// The state of requests on one connection: received bytes, their times, and the number of incomplete responses. Pure.
struct RequestProgress: Sendable {
  /// The decision on received bytes.
  enum Verdict: Sendable {
    case take
    /// Longer than any of our requests.
    case tooLong
  }

  private let longest: Int
  private let patience: Duration
  private let idle: Duration
  private var bytes = 0
  private var began: MonotonicTime?
  /// Requests whose headers have arrived and whose responses are incomplete.
  private(set) var unanswered = 0
  /// Whether the last of them is still incomplete.
  private var isArriving = false
  /// Whether a response to a complete request is in progress. An incomplete request holds no slot.
  var isAnswering: Bool { unanswered > (isArriving ? 1 : 0) }
  /// The time of the last byte in either direction.
  private(set) var lastActive: MonotonicTime

  init(_ limits: ScreenLimits, at now: MonotonicTime) {
    // The overhead of chunks and blank lines in addition to the header and the body.
    longest = limits.header + limits.target + limits.body + 1024
    patience = limits.arriving
    idle = limits.idle
    lastActive = now
  }

  /// Records `count` received bytes.
  mutating func received(_ count: Int, at now: MonotonicTime) -> Verdict {
    lastActive = now
    if began == nil { began = now }
    bytes += count
    return bytes > longest ? .tooLong : .take
  }

  /// Records that the headers of a request are complete.
  mutating func headEnded() {
    unanswered += 1
    isArriving = true
  }

  /// Records that the current request is complete.
  mutating func requestEnded() {
    isArriving = false
    began = nil
    bytes = 0
  }

  /// Records that the response to a request is complete.
  mutating func answered(at now: MonotonicTime) {
    lastActive = now
    unanswered = max(unanswered - 1, 0)
  }

  /// The time by which the current request must be complete, or the next byte must arrive; nil during a response.
  var due: MonotonicTime? {
    let next = isAnswering ? nil : lastActive + idle
    guard let began else { return next }
    return min(began + patience, next ?? began + patience)
  }
}
