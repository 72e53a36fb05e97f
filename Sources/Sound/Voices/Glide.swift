/// The path of a retuned note from one frequency to the next, without an audible step.
///
/// The renderer reads the requested tuning once a cycle. Let vᵢ be the increment (full circles a frame) read at the
/// first frame fᵢ of cycle i, which has Pᵢ frames. Then, for every frame n of that cycle,
///
///     a(n) = vᵢ₋₁ + (vᵢ − vᵢ₋₁) · (n − fᵢ + 1) / Pᵢ             a straight line, at vᵢ on the cycle's last frame
///     r(n) = (a(n) + a(n − 1) + … + a(n − Q + 1)) / Q            the mean of the last Q of them
///     φ(n + 1) = φ(n) + r(n)                                     the phase; the sample is gain · sin 2πφ(n)
///
/// with Q = max(1, L − P + 1). L is 20 ms (`SoundLimits.glide`, in whole frames) and P the length of the cycle in which
/// the glide starts; Q is constant until r is. So r changes from the first frame of the cycle that reads a new value,
/// and equals the last one read at the end of L frames, or of one cycle if that is longer. Before the glide starts, a
/// is the note's constant increment.
///
/// Reading once a cycle makes a staircase of the hand's movement, whose steps are audible as lines at multiples of the
/// cycle's rate next to the carrier. The straight line has a zero at every one of these multiples, and with the mean
/// its images fall like those of a quadratic spline. The mean, within the limit of 20 ms, also smooths the jitter of
/// messages that arrive every millisecond and are read once a cycle.
///
/// Real-time, unless stated otherwise; one note follows it at a time.
struct Glide: ~Copyable {
  /// The last `capacity` values of a, as differences from `origin`; values from before the start are 0 and not stored.
  private let history: UnsafeMutablePointer<Double>
  private let capacity: Int
  /// Frames since the start of the glide.
  private var made = 0
  /// The index of the next value in `history`, and Q.
  private var next = 0
  private var window = 1
  /// The increment at the start, and the sum of the last `window` differences from it.
  private var origin = 0.0
  private var sum = 0.0
  /// vᵢ, the growth of a per frame, and the number of frames it still grows.
  private(set) var target = 0.0
  private var step = 0.0
  private var left = 0
  /// Frames during which a has been at `target`.
  private var stood = 0
  /// Whether r has reached `target`.
  private(set) var isSteady = true

  /// Creates a glide whose Q is up to `longest`. Control.
  init(longest: Int) {
    capacity = max(longest, 1)
    history = .allocate(capacity: capacity)
    history.initialize(repeating: 0, count: capacity)
  }

  deinit {
    history.deallocate()
  }

  /// Sets it to a constant `increment`.
  @_noLocks
  mutating func stand(at increment: Double) {
    target = increment
    left = 0
    isSteady = true
  }

  /// Starts a glide to `increment`, the value read at the first frame of a cycle of `frames` frames.
  /// - Parameter length: L.
  @_noLocks
  mutating func go(to increment: Double, cycle frames: Int, length: Int) {
    guard increment != target, frames > 0 else { return }
    if isSteady {
      isSteady = false
      origin = target
      sum = 0
      made = 0
      next = 0
      window = min(max(length - frames + 1, 1), capacity)
    }
    // After a cycle that was cut short, a continues from its current value.
    let start = target - step * Double(left)
    target = increment
    step = (increment - start) / Double(frames)
    left = frames
    stood = 0
  }

  /// Returns r of this frame, and advances by a frame.
  @inline(__always)
  @_noLocks
  mutating func advance() -> Double {
    guard !isSteady else { return target }
    if left > 0 { left -= 1 }
    if left == 0 { stood += 1 }
    if stood >= window {
      isSteady = true
      return target  // Exactly, whatever the sum has added up to.
    }
    let distance = target - step * Double(left) - origin
    // Values from before the start do not exist: their difference is 0.
    let oldest = made < window ? 0 : history[next]
    history[next] = distance
    next = next + 1 == window ? 0 : next + 1
    made += 1
    sum += distance - oldest
    return origin + sum / Double(window)
  }
}
