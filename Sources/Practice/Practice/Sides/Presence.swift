import Ports
import Time
import Training

/// The first of some points in time; nil if there is none.
func earliest(_ times: MonotonicTime?...) -> MonotonicTime? {
  var first: MonotonicTime?
  for case let time? in times { first = first.map { min($0, time) } ?? time }
  return first
}

/// Whether somebody is there: the last input, and what becomes of practice when nobody is any more.
struct Presence {
  /// The last input.
  private(set) var lastInput: MonotonicTime
  /// What gave it.
  private(set) var lastSource: InputSource?
  /// The mode that starts as soon as there is sound.
  var startWhenReady: Mode?
  /// The program is left, at `deadline` even if something still sounds.
  private(set) var leaving: (reason: StopReason, deadline: MonotonicTime)?

  /// Why and that the program has been left.
  private(set) var ended: StopReason?

  /// Somebody was there at `time`.
  init(at time: MonotonicTime, startWhenReady: Mode?) {
    lastInput = time
    self.startWhenReady = startWhenReady
  }

  /// Hands, keys or a page did something at `time`.
  mutating func moved(at time: MonotonicTime, by source: InputSource) {
    lastInput = max(lastInput, time)
    lastSource = source
  }

  /// Nobody has to do anything before `time`.
  mutating func stays(from time: MonotonicTime) { lastInput = time }

  /// Whether the program is left.
  var isLeaving: Bool { leaving != nil }

  /// Leaves once the last note has faded.
  mutating func leave(_ reason: StopReason, at now: MonotonicTime) { leaving = (reason, now + Self.farewell) }

  /// The program is left for good once all is silent, or at the deadline.
  mutating func finish(isSilent: Bool, at now: MonotonicTime) {
    if let leaving, isSilent || now >= leaving.deadline { ended = leaving.reason }
  }

  /// When nobody has done anything for too long where an exercise of `discipline` awaits somebody; nil where none does.
  func patienceEnds(in discipline: Discipline?) -> MonotonicTime? {
    discipline.map { lastInput + .seconds(Self.patience(in: $0) * 60) }
  }

  /// Practice stops where nobody has done anything for too long.
  func advance(awaitedIn discipline: Discipline?, at now: MonotonicTime) -> [Effect] {
    guard let discipline, let end = patienceEnds(in: discipline), now >= end else { return [] }
    return [.stop(.idle), .post(.idle(minutes: Self.patience(in: discipline)))]
  }

  /// Without any input for so many minutes, practice stops. Listening asks for no hand, and yet goes on for nobody but so long.
  private static func patience(in discipline: Discipline) -> Int {
    switch discipline {
    case .comparison, .matching: 3
    case .listening: 30
    }
  }
  /// How long leaving waits for the last note to fade.
  static let farewell = Duration.milliseconds(250)
}
