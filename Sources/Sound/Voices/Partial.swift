/// One of the sines from which samples are computed before any callback runs.
struct Partial {
  /// Full circles from one frame to the next.
  var turn: Double
  /// Full circles at the first frame.
  var phase: Double
  /// The amplitude at the first frame.
  var amplitude = 1.0
  /// The factor of its decay per frame; 1 does not decay.
  var loss = 1.0

  /// Adds `partials` to `samples`, from the first frame to the last.
  ///
  /// Each sample follows from the previous two: y₁ = 2r cos(turn) y₀ − r² y₋₁, with the loss r. That is two
  /// multiplications instead of a polynomial, for eight partials at once: every start of the program waits for three
  /// million of them.
  static func add(_ partials: [Partial], to samples: inout [Double]) {
    for group in stride(from: 0, to: partials.count, by: 8) {
      var last = SIMD8<Double>()
      var beforeLast = SIMD8<Double>()
      var factor = SIMD8<Double>()
      var square = SIMD8<Double>()
      for (lane, partial) in partials[group..<min(group + 8, partials.count)].enumerated() {
        let (turn, phase, loss) = (partial.turn, partial.phase, partial.loss)
        last[lane] = partial.amplitude * sine(turns: phase - turn) / loss
        beforeLast[lane] = partial.amplitude * sine(turns: phase - 2 * turn) / (loss * loss)
        factor[lane] = 2 * loss * sine(turns: turn + 0.25)
        square[lane] = loss * loss
      }
      let lasts = square == SIMD8(repeating: 1)
      samples.withUnsafeMutableBufferPointer { samples in
        for frame in samples.indices {
          let next = factor * last - (lasts ? beforeLast : square * beforeLast)
          let four = next.lowHalf + next.highHalf
          let two = four.lowHalf + four.highHalf
          samples[frame] += two.x + two.y
          (beforeLast, last) = (last, next)
        }
      }
    }
  }
}
