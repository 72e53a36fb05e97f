import Time

/// When exercises of a practice may begin, where something else than the player's answers has a say in it. One that has
/// begun is finished whatever is said here.
enum ExerciseGate: Hashable {
  /// Each follows the one before it.
  case open
  /// None begins on this frame or later.
  case closed(from: Frame)
  /// None begins before this frame.
  case closedUntil(Frame)

  /// When the exercise begins that would follow on `frame`; nil if it has to wait until more is said.
  func start(after frame: Frame) -> Frame? {
    switch self {
    case .open: frame
    case .closed(let from): frame < from ? frame : nil
    case .closedUntil(let opening): max(frame, opening)
    }
  }

  /// The gate opens on `frame`: what was said of later frames is replaced.
  mutating func open(at frame: Frame) {
    switch self {
    case .open, .closedUntil: break
    case .closed(let from): self = from < frame ? .closedUntil(frame) : .open
    }
  }
}
