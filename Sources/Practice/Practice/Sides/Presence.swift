import Ports
import Time
import Training

/// Returns the first of some points in time; nil if all are nil.
func earliest(_ times: MonotonicTime?...) -> MonotonicTime? {
  var first: MonotonicTime?
  for case let time? in times { first = first.map { min($0, time) } ?? time }
  return first
}

/// The player's presence: the last input, and the end of practice after a long absence.
struct Presence {
  /// The time of the last input.
  private(set) var lastInput: MonotonicTime
  /// The source of the last input.
  private(set) var lastSource: InputSource?
  /// The mode that starts as soon as there is sound.
  var startWhenReady: Mode?
  /// The reason for leaving, and the deadline even if something still sounds; nil while the program stays.
  private(set) var leaving: (reason: StopReason, deadline: MonotonicTime)?

  /// The reason why the program has been left; nil before.
  private(set) var ended: StopReason?

  /// Creates the state of a player present at `time`.
  init(at time: MonotonicTime, startWhenReady: Mode?) {
    lastInput = time
    self.startWhenReady = startWhenReady
  }

  /// Records input of controller, keys or page at `time`.
  mutating func moved(at time: MonotonicTime, by source: InputSource) {
    lastInput = max(lastInput, time)
    lastSource = source
  }

  /// Counts the player as present at `time`: no input is expected before.
  mutating func stays(from time: MonotonicTime) { lastInput = time }

  /// Whether the program is being left.
  var isLeaving: Bool { leaving != nil }

  /// Leaves once the last note has faded.
  mutating func leave(_ reason: StopReason, at now: MonotonicTime) { leaving = (reason, now + Self.farewell) }

  /// Ends the program once all is silent, or at the deadline.
  mutating func finish(isSilent: Bool, at now: MonotonicTime) {
    if let leaving, isSilent || now >= leaving.deadline { ended = leaving.reason }
  }

  /// Returns when the wait for input ends in an exercise of `discipline`; nil if no exercise awaits input.
  func patienceEnds(in discipline: Discipline?) -> MonotonicTime? {
    discipline.map { lastInput + .seconds(Self.patience(in: $0) * 60) }
  }

  /// Stops practice if there was no input for too long.
  func advance(awaitedIn discipline: Discipline?, at now: MonotonicTime) -> [Effect] {
    guard let discipline, let end = patienceEnds(in: discipline), now >= end else { return [] }
    return [.stop(.idle), .post(.idle(minutes: Self.patience(in: discipline)))]
  }

  /// The minutes without input after which practice stops. Listening needs no input, but should not run forever in an
  /// empty room.
  private static func patience(in discipline: Discipline) -> Int {
    switch discipline {
    case .comparison, .matching, .timing, .beats: 3
    case .listening, .timingListening: 30
    }
  }
  /// The time that leaving waits for the last note to fade.
  static let farewell = Duration.milliseconds(250)
}
