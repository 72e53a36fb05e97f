import CRealtime
import Glibc

/// The unpitched clicks as samples, made before any callback runs. Control.
///
/// A click is a sum of many sines at random frequencies of its band with random phases, under half a cosine up and
/// down: noise with no energy outside the band but the envelope's, and no sharp edge.
struct Clicks: ~Copyable {
  /// The parameters of a kind of clicks.
  struct Recipe {
    /// Cycles a second, from and to.
    var band: ClosedRange<Double>
    /// Seconds each click lasts.
    var duration: Double
    /// Seconds from each click's start to the next one's.
    var spacing: Double
    /// The number of clicks.
    var count: Int
    /// The level below a note of gain 1, in dB, both as root mean square over a click.
    var underNote = 12.0

    static let tick = Recipe(band: 400...1_500, duration: 0.040, spacing: 0.050, count: 2)
    static let trouble = Recipe(band: 120...350, duration: 0.080, spacing: 0.120, count: 2)

    /// Returns the clicks of a result, up to the highest possible number. The dull ones are 12 dB below the notes; the
    /// bright ones have the same A-weighted level, so that sharp and flat are as equal as one number for all ears and
    /// loudspeakers can express. Their partials keep a distance from the band's edges for the spread of the envelope.
    static func result(_ timbre: ClickTimbre) -> Recipe {
      let dull = Recipe(band: 180...470, duration: 0.060, spacing: 0.100, count: 3)
      guard case .bright = timbre else { return dull }
      var bright = dull
      bright.band = 2_030...5_970
      bright.underNote += Weighting.mean(of: bright.band) - Weighting.mean(of: dull.band)
      return bright
    }

    /// Returns the length of its first `count` clicks at `rate`, in frames.
    func frames(of count: Int, rate: Int) -> Int {
      Int((Double(count - 1) * spacing + duration) * Double(rate)) + 1
    }
  }

  private let memory: UnsafeMutablePointer<Float>
  // Valid as long as this value.
  private let tick: Samples
  private let trouble: Samples
  private let bright: Samples
  private let dull: Samples
  /// The lengths of one and of two clicks of a result, in frames; three are the whole recording.
  private let one: Int
  private let two: Int

  /// Renders the samples at `rate` frames per second; the same seed gives the same samples.
  init(rate: Int, seed: UInt64) {
    let recipes = [Recipe.tick, .trouble, .result(.bright), .result(.dull)]
    let counts = recipes.map { $0.frames(of: $0.count, rate: rate) }
    let all = counts.reduce(0, +)
    memory = .allocate(capacity: all)
    memory.initialize(repeating: 0, count: all)
    var random = SplitMix64(state: seed)
    var made: [Samples] = []
    var start = memory
    for (recipe, count) in zip(recipes, counts) {
      Self.fill(start, recipe, rate: rate, random: &random)
      made.append(Samples(start: start, count: count))
      start += count
    }
    tick = made[0]
    trouble = made[1]
    bright = made[2]
    dull = made[3]
    one = recipes[2].frames(of: 1, rate: rate)
    two = recipes[2].frames(of: 2, rate: rate)
  }

  deinit {
    memory.deallocate()
  }

  /// Returns the samples of `kind`. Valid as long as this value. Real-time.
  @_noLocks
  func samples(of kind: ClickKind) -> Samples {
    switch kind {
    case .tick: return tick
    case .trouble: return trouble
    case .result(let count, let timbre):
      var samples = dull
      if case .bright = timbre { samples = bright }
      switch count {
      case .one: samples.count = one
      case .two: samples.count = two
      case .three: break
      }
      return samples
    }
  }

  private static func fill(
    _ samples: UnsafeMutablePointer<Float>, _ recipe: Recipe, rate: Int, random: inout SplitMix64
  ) {
    let frames = Int(recipe.duration * Double(rate))
    for click in 0..<recipe.count {
      // One sine in each of equal slices of the band: even noise for any seed.
      let count = 96
      let slice = (recipe.band.upperBound - recipe.band.lowerBound) / Double(count)
      let partials = (0..<count).map { index in
        let hertz = recipe.band.lowerBound + (Double(index) + random.nextUnit()) * slice
        return Partial(turn: hertz / Double(rate), phase: random.nextUnit())
      }
      var noise = [Double](repeating: 0, count: frames)
      Partial.add(partials, to: &noise)
      var energy = 0.0
      for frame in 0..<frames {
        let half = sine(turns: 0.5 * Double(frame) / Double(frames))
        noise[frame] *= half * half
        energy += noise[frame] * noise[frame]
      }
      let gain = pow(10, -recipe.underNote / 20) * 0.5.squareRoot() / (energy / Double(frames)).squareRoot()
      let first = Int(Double(click) * recipe.spacing * Double(rate))
      for frame in 0..<frames { samples[first + frame] += Float(noise[frame] * gain) }
    }
  }
}

/// The generator of Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014): same seed, same
/// noise, on every machine.
private struct SplitMix64 {
  var state: UInt64

  /// Returns a uniform random number within 0 ..< 1.
  mutating func nextUnit() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((mixed ^ (mixed >> 31)) >> 11) * 0x1p-53
  }
}
