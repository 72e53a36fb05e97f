import Pitch

/// The partials of a sounding note, each a sine as exact as a note of one: their phase is a multiple of the note's.
/// Real-time.
///
/// Their number is fixed when the note starts. A tunable note has those that keep within the limit of the rate wherever
/// practice can tune it (`SoundLimits.headroomRatio`). Tuned beyond that, a partial falls silent between 0.475 and 0.5
/// of the rate, so that none is ever heard at a wrong frequency.
struct HarmonicTone: BitwiseCopyable {
  /// The amplitudes of all partials, 0 after the last that sounds: a row of `HarmonicTable`, valid as long as that.
  private let amplitudes: UnsafePointer<SIMD16<Double>>
  /// The number of partials.
  private let count: Int

  @_noLocks
  fileprivate init(_ amplitudes: UnsafePointer<SIMD16<Double>>, count: Int) {
    self.amplitudes = amplitudes
    self.count = count
  }

  /// Returns the sum of all partials at `turns` full circles of the note, −2⁴⁶…2⁴⁶, whose frequency is `increment`.
  @inline(__always)
  @_noLocks
  func value(turns: Double, increment: Double) -> Double {
    let row = amplitudes.pointee
    let low = SIMD8<Double>(1, 2, 3, 4, 5, 6, 7, 8)
    var sum = row.lowHalf * Self.share(low * increment) * sine(turns: low * turns)
    if count > 8 {
      let high = low + 8
      sum += row.highHalf * Self.share(high * increment) * sine(turns: high * turns)
    }
    let four = sum.lowHalf + sum.highHalf
    let two = four.lowHalf + four.highHalf
    return two.x + two.y
  }

  /// Adds `frames` frames at the constant frequency of `sine`, at `gain`, the first of them at `phase` full circles.
  @_noLocks
  func add(to mix: UnsafeMutablePointer<Double>, count frames: Int, gain: Double, phase: Double, sine: SteadySine) {
    var partial = sine
    for index in 0..<count {
      if index > 0 { partial = partial.combined(with: sine) }
      let amplitude = gain * amplitudes.pointee[index] * Self.share(SIMD8(repeating: partial.increment))[0]
      if amplitude != 0 {
        partial.add(to: mix, count: frames, gain: amplitude, phase: Double(index + 1) * phase)
      }
    }
  }

  /// Returns the shares of partials at `increments` full circles per frame: 1 up to 0.475, 0 from 0.5.
  @inline(__always)
  @_noLocks
  private static func share(_ increments: SIMD8<Double>) -> SIMD8<Double> {
    let share = 20 - 40 * increments
    return share.replacing(with: 0, where: share .< 0).replacing(with: 1, where: share .> 1)
  }
}

/// The amplitudes of every timbre for every number of partials, in memory for the renderer. Control.
struct HarmonicTable: ~Copyable {
  /// `most` rows for each timbre; row k has the lowest k + 1 partials.
  private let rows: UnsafeMutablePointer<SIMD16<Double>>
  private let timbres: Int

  init() {
    let harmonics = Timbre.allCases.map { Harmonics($0).amplitudes }
    timbres = harmonics.count
    rows = .allocate(capacity: timbres * Harmonics.most)
    for (timbre, amplitudes) in harmonics.enumerated() {
      var row = SIMD16<Double>()
      for index in 0..<Harmonics.most {
        row[index] = amplitudes[index]
        (rows + timbre * Harmonics.most + index).initialize(to: row)
      }
    }
  }

  deinit {
    rows.deallocate()
  }

  /// Whether there is a timbre of this number. Real-time.
  @_noLocks
  func has(_ timbre: UInt8) -> Bool { timbre < timbres }

  /// Returns the partials of a note of `increment` full circles per frame, which may rise by the factor `rise`; nil for
  /// a sine, or if there is no timbre of this number. Valid as long as this value. Real-time.
  @_noLocks
  func tone(_ timbre: UInt8, increment: Double, rise: Double) -> HarmonicTone? {
    guard timbre > 0, has(timbre) else { return nil }
    let count = Harmonics.count(increment: increment * rise)
    return HarmonicTone(rows + (Int(timbre) * Harmonics.most + count - 1), count: count)
  }
}
