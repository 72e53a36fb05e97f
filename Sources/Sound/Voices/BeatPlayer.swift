/// The strokes of a pattern that sounds, in their order. Next to the voices, because only patterns need it. Real-time.
struct BeatPlayer: BitwiseCopyable {
  /// One stroke.
  struct Stroke: BitwiseCopyable {
    fileprivate var beat: Int64
    fileprivate var cell: Int
    /// Frames from the pattern's start to its own.
    fileprivate(set) var onset: Int64
    fileprivate(set) var samples: Samples
  }

  /// The first stroke that is not over.
  private(set) var current: Stroke
  private let pattern: BeatPattern
  private let rate: Int
  private let plain: Samples
  private let accent: Samples

  /// Creates a player at the pattern's start.
  /// - Parameter pattern: playable at `rate`.
  @_noLocks
  init(_ pattern: BeatPattern, rate: Int, tones: borrowing BeatTones) {
    self.pattern = pattern
    self.rate = rate
    plain = tones.plain
    accent = tones.accent
    current = Stroke(beat: pattern.firstBeat, cell: 0, onset: 0, samples: accent)
  }

  /// Frames from the pattern's start to its end: a stroke's length after the start of the beat that is not played any
  /// more.
  var frames: Int64 {
    @_noLocks get { pattern.offset(ofBeat: pattern.endBeat, rate: rate) + Int64(plain.count) }
  }

  /// Leaves out the strokes that are over before `position`, in frames from the pattern's start.
  @_noLocks
  mutating func skip(to position: Int64) {
    while current.onset + Int64(current.samples.count) <= position, let next = stroke(after: current) {
      current = next
    }
  }

  /// Returns the next stroke; nil after the last.
  @_noLocks
  func stroke(after stroke: Stroke) -> Stroke? {
    var next = stroke
    repeat {
      next.cell += 1
      if next.cell >= pattern.cells {
        next.cell = 0
        next.beat += 1
      }
    } while !pattern.has(next.cell)
    guard next.beat < pattern.endBeat else { return nil }
    next.onset = pattern.onset(ofBeat: next.beat, cell: next.cell, rate: rate)
    next.samples = next.cell == 0 ? accent : plain
    return next
  }
}
