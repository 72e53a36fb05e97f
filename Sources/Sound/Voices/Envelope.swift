/// The shape of a note's rise and fall.
enum EnvelopeShape {
  /// Half a cosine: no corner in the signal or in its slope, so no click.
  case raisedCosine
  /// A straight line: clicks. The tests need it to show that they would detect a click.
  case linear
}

/// The gain of a rising or falling note, 0…1. Real-time.
struct Envelope: BitwiseCopyable {
  var shape: EnvelopeShape

  /// Returns the gain `index` frames after the start of a rise of `length` frames: 0 at 0, 1 at `length`.
  @inline(__always)
  @_noLocks
  func rise(_ index: Double, of length: Double) -> Double {
    let share = index / length
    switch shape {
    case .raisedCosine:
      let half = sine(turns: share * 0.25)
      return half * half  // ½ − ½ cos πx = sin² ½πx
    case .linear:
      return share
    }
  }

  /// Returns the gain on frame `index` of a fall of `length` frames: below 1 on the first, exactly 0 on the last
  /// (`length` − 1).
  @inline(__always)
  @_noLocks
  func fall(_ index: Double, of length: Double) -> Double {
    rise(length - (index + 1), of: length)
  }
}

/// A gain moving from one value to another along half a cosine. Real-time.
struct Ramp: BitwiseCopyable {
  private var from: Double
  private(set) var target: Double
  private var position = 0.0
  private var length = 0.0

  /// Creates a ramp at a constant `value`.
  @_noLocks
  init(_ value: Double) {
    from = value
    target = value
  }

  /// Whether it has arrived.
  var isSteady: Bool {
    @_noLocks get { position >= length }
  }

  /// The current value.
  var value: Double {
    @_noLocks get {
      guard position < length else { return target }
      let half = sine(turns: position / length * 0.25)
      return from + (target - from) * half * half
    }
  }

  /// Starts a ramp to `target` from the current value, to arrive after `frames`.
  @_noLocks
  mutating func go(to target: Double, frames: Double) {
    from = value
    self.target = target
    position = 0
    length = frames
  }

  /// Starts a ramp from `start` to `target`.
  @_noLocks
  mutating func go(from start: Double, to target: Double, frames: Double) {
    from = start
    self.target = target
    position = 0
    length = frames
  }

  /// Returns the value of this frame, and advances by a frame.
  @_noLocks
  mutating func next() -> Double {
    let value = value
    if position < length { position += 1 }
    return value
  }
}
