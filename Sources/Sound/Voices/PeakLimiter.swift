import Glibc

/// Brings speech to the level of the notes without clipping its peaks.
///
/// The audible parts are brought to an effective value (root mean square) 6 dB below a note of gain 1, because speech's
/// peaks are that much further above it. If a peak would then exceed a note's, the gain bends down before it and up
/// after it within 5 ms, which costs another few dB for a voice with many peaks. So speech never exceeds the notes' own
/// peak, at any level. Pure.
enum PeakLimiter {
  /// The target effective value of audible parts: a sine of amplitude 1, less 6 dB.
  static let level = 0.353_553_39
  /// The limit of all samples: just below a note's peak, so that the clamp at the highest level does not affect it.
  static let ceiling = 0.999
  /// Parts quieter than the loudest by this ratio of powers count as silent: 30 dB.
  private static let pause = 1e-3

  /// Returns the levelled `samples`; silence stays silence.
  static func levelled(_ samples: [Float], rate: Int) -> [Float] {
    let power = soundingPower(samples, rate: rate)
    guard power > 0 else { return samples }
    let gain = level / power.squareRoot()
    let reach = max(1, rate / 200)
    // The gain each sample permits; the smallest within reach; its mean over the same reach: that one bends softly and
    // never exceeds the gain of any sample.
    let asked = samples.map { min(1, ceiling / max(Double($0.magnitude) * gain, 1e-9)) }
    let held = slidingMinimum(asked, reach: reach)
    var sum = 0.0
    for index in -reach...reach { sum += held[min(max(index, 0), held.count - 1)] }
    return samples.indices.map { index in
      let mean = sum / Double(2 * reach + 1)
      sum += held[min(index + reach + 1, held.count - 1)] - held[max(index - reach, 0)]
      let value = Double(samples[index]) * gain * mean
      return Float(min(max(value, -ceiling), ceiling))  // Only rounding is left to cut off.
    }
  }

  /// Returns the mean power of the audible parts of 20 ms.
  private static func soundingPower(_ samples: [Float], rate: Int) -> Double {
    let length = max(1, rate / 50)
    let powers = stride(from: 0, to: samples.count, by: length).map { start in
      let part = samples[start..<min(start + length, samples.count)]
      return part.reduce(0) { $0 + Double($1) * Double($1) } / Double(part.count)
    }
    let loudest = powers.max() ?? 0
    let sounding = powers.filter { $0 > loudest * pause }
    return sounding.isEmpty ? 0 : sounding.reduce(0, +) / Double(sounding.count)
  }

  /// Returns the smallest value within `reach` places of each one: a queue of the remaining candidates.
  private static func slidingMinimum(_ values: [Double], reach: Int) -> [Double] {
    var queue: [Int] = []
    var first = 0
    var added = 0
    return values.indices.map { index in
      while added <= min(index + reach, values.count - 1) {
        while queue.count > first, let last = queue.last, values[last] >= values[added] { queue.removeLast() }
        queue.append(added)
        added += 1
      }
      while queue[first] < index - reach { first += 1 }
      return values[queue[first]]
    }
  }
}
