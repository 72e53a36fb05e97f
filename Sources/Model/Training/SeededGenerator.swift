/// Random numbers that are the same for the same seed, on every machine and in every version.
///
/// xoshiro256** 1.0 (Blackman & Vigna 2018), its state filled by SplitMix64 as its authors advise. The standard
/// library's `random(in:using:)` may change how it uses a generator, so the draws Peach needs are made here.
public struct SeededGenerator: RandomNumberGenerator, Hashable, Sendable {
  private var state: (UInt64, UInt64, UInt64, UInt64)

  /// The sequence of `seed`. Any value is good, 0 as well.
  public init(seed: UInt64) {
    var filler = SplitMix64(state: seed)
    state = (filler.next(), filler.next(), filler.next(), filler.next())
  }

  /// The sequence from a state of the algorithm itself, to compare with published values.
  init(state: (UInt64, UInt64, UInt64, UInt64)) { self.state = state }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    let result = Self.rotate(state.1 &* 5, by: 7) &* 9
    let shifted = state.1 << 17
    state.2 ^= state.0
    state.3 ^= state.1
    state.1 ^= state.2
    state.0 ^= state.3
    state.2 ^= shifted
    state.3 = Self.rotate(state.3, by: 45)
    return result
  }

  /// Returns a uniform number in 0 ..< 1, a multiple of 2⁻⁵³. Takes one number.
  public mutating func unit() -> Double {
    Double(next() >> 11) * 0x1p-53
  }

  /// Returns a uniform integer in 0 ..< `bound`; 0 for a bound of 1 or less. Takes one number, rarely more (Lemire
  /// 2019, unbiased).
  public mutating func below(_ bound: Int) -> Int {
    let bound = UInt64(max(bound, 1))
    var product = next().multipliedFullWidth(by: bound)
    if product.low < bound {
      let biased = (0 &- bound) % bound
      while product.low < biased { product = next().multipliedFullWidth(by: bound) }
    }
    return Int(product.high)
  }

  /// A fair coin. Takes one number.
  public mutating func coin() -> Bool {
    next() >> 63 == 1
  }

  private static func rotate(_ value: UInt64, by bits: UInt64) -> UInt64 {
    value << bits | value >> (64 - bits)
  }

  /// Whether two generators will give the same sequence.
  public static func == (left: SeededGenerator, right: SeededGenerator) -> Bool { left.state == right.state }

  /// Feeds the whole state.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(state.0)
    hasher.combine(state.1)
    hasher.combine(state.2)
    hasher.combine(state.3)
  }
}

/// SplitMix64 (Steele, Lea & Flood 2014): spreads any seed, even 0, over a whole state.
struct SplitMix64 {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
