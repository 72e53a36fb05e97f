/// How a note rises and falls.
enum EnvelopeShape {
  /// Half a cosine: no corner in the signal nor in its slope, so no click.
  case raisedCosine
  /// A straight line: clicks. The tests need it to show that they would detect a click.
  case linear
}

/// Gains while a note rises and falls, 0…1. Real-time.
struct Envelope: BitwiseCopyable {
  var shape: EnvelopeShape

  /// The gain `index` frames after a rise of `length` frames began: 0 at 0, 1 at `length`.
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

  /// The gain on frame `index` of a fall of `length` frames: below 1 on the first, exactly 0 on the last (`length` −
  /// 1).
  @inline(__always)
  @_noLocks
  func fall(_ index: Double, of length: Double) -> Double {
    rise(length - (index + 1), of: length)
  }
}

/// A gain on its way from one value to another along half a cosine. Real-time.
struct Ramp: BitwiseCopyable {
  private var from: Double
  private(set) var target: Double
  private var position = 0.0
  private var length = 0.0

  /// Standing at `value`.
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

  /// Sets out for `target` from `start`.
  @_noLocks
  mutating func go(from start: Double, to target: Double, frames: Double) {
    from = start
    self.target = target
    position = 0
    length = frames
  }

  /// The value of this frame; then a frame on.
  @_noLocks
  mutating func next() -> Double {
    let value = value
    if position < length { position += 1 }
    return value
  }
}
