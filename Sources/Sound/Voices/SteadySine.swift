import CRealtime

/// A sine at a constant frequency, eight frames at a time. Real-time.
///
/// With w the angle of a frame,
///
///     sin(x + 8w) = 2 cos 8w · sin x − sin(x − 8w)
///
/// so that each eight frames follow from the previous two groups of eight by a multiplication and a subtraction per
/// frame, while `sine(turns:)` takes twenty operations. The first eight are the phase advanced by one, two and four
/// frames, the eight before them the same turned back by eight. Each call begins at a new phase, so errors grow only
/// within one call: to 10⁻¹² in 256 frames.
struct SteadySine: BitwiseCopyable {
  /// Full circles per frame.
  let increment: Double
  /// The cosine of the angle of a frame: accurate to the last bit, unlike `sine(turns:)`.
  private let cosine: Double
  private let sine: Double

  /// Creates a sine at `increment` full circles per frame, −2⁵⁰…2⁵⁰.
  @_noLocks
  init(increment: Double) {
    self.increment = increment
    let angle = (increment - ((increment + 0x1.8p52) - 0x1.8p52)) * 2 * .pi
    cosine = realtime_cos(angle)
    sine = realtime_sin(angle)
  }

  @_noLocks
  private init(increment: Double, cosine: Double, sine: Double) {
    (self.increment, self.cosine, self.sine) = (increment, cosine, sine)
  }

  /// Returns the sine whose frequency is the sum of both: the next partial, without another call of the C library.
  @inline(__always)
  @_noLocks
  func combined(with other: SteadySine) -> SteadySine {
    SteadySine(
      increment: increment + other.increment, cosine: cosine * other.cosine - sine * other.sine,
      sine: sine * other.cosine + cosine * other.sine)
  }

  /// Adds `count` frames of amplitude `gain` to `mix`, the first of them at `phase` full circles.
  @inline(__always)
  @_noLocks
  func add(to mix: UnsafeMutablePointer<Double>, count: Int, gain: Double, phase: Double) {
    let (sine2, cosine2) = doubled(sine, cosine)
    let (sine4, cosine4) = doubled(sine2, cosine2)
    let (sine8, cosine8) = doubled(sine4, cosine4)
    // Sines and cosines of the first frame, the first two, four and eight.
    let first = (sine: gain * Sound.sine(turns: phase), cosine: gain * Sound.sine(turns: phase + 0.25))
    let sines2 = SIMD2(first.sine, first.sine * cosine + first.cosine * sine)
    let cosines2 = SIMD2(first.cosine, first.cosine * cosine - first.sine * sine)
    let sines4 = SIMD4(lowHalf: sines2, highHalf: sines2 * cosine2 + cosines2 * sine2)
    let cosines4 = SIMD4(lowHalf: cosines2, highHalf: cosines2 * cosine2 - sines2 * sine2)
    var eight = SIMD8(lowHalf: sines4, highHalf: sines4 * cosine4 + cosines4 * sine4)
    let cosines8 = SIMD8(lowHalf: cosines4, highHalf: cosines4 * cosine4 - sines4 * sine4)
    var before = eight * cosine8 - cosines8 * sine8

    let factor = 2 * cosine8
    let memory = UnsafeMutableRawPointer(mix)
    let whole = count & ~7
    for frame in stride(from: 0, to: whole, by: 8) {
      let place = memory + frame * MemoryLayout<Double>.stride
      place.storeBytes(of: place.loadUnaligned(as: SIMD8<Double>.self) + eight, as: SIMD8<Double>.self)
      (before, eight) = (eight, factor * eight - before)
    }
    for frame in whole..<count { mix[frame] += eight[frame - whole] }
  }

  /// Returns sine and cosine of twice the angle.
  @inline(__always)
  @_noLocks
  private func doubled(_ sine: Double, _ cosine: Double) -> (sine: Double, cosine: Double) {
    (2 * sine * cosine, cosine * cosine - sine * sine)
  }
}
