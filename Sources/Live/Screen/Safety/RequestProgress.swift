import Time

/// What arrives on one connection: how much of a request there is, since when, and how many wait for their answers. Pure.
struct RequestProgress: Sendable {
  /// What is to be done with bytes that have come.
  enum Verdict: Sendable {
    case take
    /// More than any of our requests has.
    case tooLong
  }

  private let longest: Int
  private let patience: Duration
  private let idle: Duration
  private var bytes = 0
  private var began: MonotonicTime?
  /// Requests whose headers have come and that are not answered in full yet.
  private(set) var unanswered = 0
  /// Whether the last of them is not whole yet.
  private var isArriving = false
  /// Whether an answer is being made: to a request that is whole. One that has yet to arrive holds no place.
  var isAnswering: Bool { unanswered > (isArriving ? 1 : 0) }
  /// When the last byte came or went.
  private(set) var lastActive: MonotonicTime

  init(_ limits: ScreenLimits, at now: MonotonicTime) {
    // What chunks and blank lines cost beside the header and the body themselves.
    longest = limits.header + limits.target + limits.body + 1024
    patience = limits.arriving
    idle = limits.idle
    lastActive = now
  }

  /// So many bytes have come.
  mutating func received(_ count: Int, at now: MonotonicTime) -> Verdict {
    lastActive = now
    if began == nil { began = now }
    bytes += count
    return bytes > longest ? .tooLong : .take
  }

  /// The headers of a request are whole.
  mutating func headEnded() {
    unanswered += 1
    isArriving = true
  }

  /// The request whose bytes came is whole.
  mutating func requestEnded() {
    isArriving = false
    began = nil
    bytes = 0
  }

  /// A request is answered in full.
  mutating func answered(at now: MonotonicTime) {
    lastActive = now
    unanswered = max(unanswered - 1, 0)
  }

  /// By when the request that is arriving has to be whole, or the next byte has to come; nil while an answer is made.
  var due: MonotonicTime? {
    let next = isAnswering ? nil : lastActive + idle
    guard let began else { return next }
    return min(began + patience, next ?? began + patience)
  }
}
