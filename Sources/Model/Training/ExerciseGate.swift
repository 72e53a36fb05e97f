import Time

/// Limits when exercises of a practice may begin, for a caller other than the player, such as a timer. An exercise that
/// has begun is always finished.
enum ExerciseGate: Hashable {
  /// Each follows the one before it.
  case open
  /// No exercise begins on this frame or later.
  case closed(from: Frame)
  /// No exercise begins before this frame.
  case closedUntil(Frame)

  /// Returns the start of the exercise that would follow on `frame`; nil if it must wait until the gate opens.
  func start(after frame: Frame) -> Frame? {
    switch self {
    case .open: frame
    case .closed(let from): frame < from ? frame : nil
    case .closedUntil(let opening): max(frame, opening)
    }
  }

  /// Opens the gate on `frame`, replacing any limit on later frames.
  mutating func open(at frame: Frame) {
    switch self {
    case .open, .closedUntil: break
    case .closed(let from): self = from < frame ? .closedUntil(frame) : .open
    }
  }
}
