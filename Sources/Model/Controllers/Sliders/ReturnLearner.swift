import Time

/// Determines whether a control without a mapping springs back: joysticks send CC 1, but so do modulation wheels, which
/// stay where they are left.
///
/// A *return* is a stand reached in one fast run from far away. A hand can do that too, but not to the same place three
/// times in a row, unless the place is the end of the travel, which therefore requires five. A fast run to another
/// place restarts the count; slow movements are ignored.
struct ReturnLearner: Sendable {
  /// The rest position once it is certain, as a share of the format's range.
  private(set) var rest: Double?
  private var count = 0
  private var place = 0.0

  private var position: Double?
  private var movedAt = MonotonicTime(nanoseconds: 0)
  /// The start of the last run without a turn, and its time.
  private var origin = 0.0
  private var since = MonotonicTime(nanoseconds: 0)
  private var direction = 0.0

  /// The silence that counts as a stand. Milliseconds.
  private static let stand = 150.0
  /// The distance that counts as far, as a share of the format's range.
  private static let far = 0.2

  /// Handles the position `new` at `time`.
  mutating func move(to new: Double, at time: MonotonicTime) {
    settle(at: time)
    if let position, new != position {
      let turn: Double = new < position ? -1 : 1
      if turn != direction || time.milliseconds(since: movedAt) >= Self.stand {
        origin = position
        since = time
        direction = turn
      }
    }
    position = new
    movedAt = time
  }

  /// Evaluates the position at which the control has stood until `time`.
  mutating func settle(at time: MonotonicTime) {
    guard let position, direction != 0, time.milliseconds(since: movedAt) >= Self.stand else { return }
    let isFast = movedAt.milliseconds(since: since) <= SpringLimits.run
    direction = 0
    guard isFast, abs(position - origin) >= Self.far else { return }
    count = count > 0 && abs(position - place) <= ReleaseLimits.returnAgreement ? count + 1 : 1
    place = position
    let isEnd = place < ReleaseLimits.returnAgreement || place > 1 - ReleaseLimits.returnAgreement
    if count >= (isEnd ? ReleaseLimits.returnsToEnd : ReleaseLimits.returnsWithin) { rest = place }
  }

  /// Revokes the conclusion that the control springs back.
  mutating func doubt() {
    rest = nil
    count = 0
  }
}
