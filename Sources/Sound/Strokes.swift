import CRealtime
import Glibc

/// The unpitched strokes as samples, made before any callback runs. Control.
///
/// A stroke is a sum of many sines at random frequencies of its band with random phases, under half a cosine up and
/// down: noise that has nothing outside the band but what the envelope adds, and no click.
struct Strokes: ~Copyable {
  /// How a kind of strokes sounds.
  struct Recipe {
    /// Cycles a second, from and to.
    var band: ClosedRange<Double>
    /// Seconds each stroke lasts.
    var duration: Double
    /// Seconds from each stroke's start to the next one's.
    var spacing: Double
    /// How many.
    var count: Int

    /// The recipe of `kind`.
    static func of(_ kind: StrokeKind) -> Recipe {
      switch kind {
      case .tick: Recipe(band: 400...1_500, duration: 0.040, spacing: 0.050, count: 2)
      case .trouble: Recipe(band: 120...350, duration: 0.080, spacing: 0.120, count: 2)
      }
    }
  }

  /// One kind's samples. Valid as long as the `Strokes` they are of.
  struct Samples: BitwiseCopyable {
    var start: UnsafePointer<Float>
    var count: Int
  }

  private let memory: UnsafeMutablePointer<Float>
  let tick: Samples
  let trouble: Samples

  /// The samples at `rate` frames a second; the same seed gives the same.
  init(rate: Int, seed: UInt64) {
    let tickCount = Self.length(.of(.tick), rate: rate)
    let troubleCount = Self.length(.of(.trouble), rate: rate)
    memory = .allocate(capacity: tickCount + troubleCount)
    memory.initialize(repeating: 0, count: tickCount + troubleCount)
    var random = SplitMix64(state: seed)
    Self.fill(memory, .of(.tick), rate: rate, random: &random)
    Self.fill(memory + tickCount, .of(.trouble), rate: rate, random: &random)
    tick = Samples(start: memory, count: tickCount)
    trouble = Samples(start: memory + tickCount, count: troubleCount)
  }

  deinit {
    memory.deallocate()
  }

  private static func length(_ recipe: Recipe, rate: Int) -> Int {
    Int((Double(recipe.count - 1) * recipe.spacing + recipe.duration) * Double(rate)) + 1
  }

  private static func fill(
    _ samples: UnsafeMutablePointer<Float>, _ recipe: Recipe, rate: Int, random: inout SplitMix64
  ) {
    let frames = Int(recipe.duration * Double(rate))
    let partials = 96
    for stroke in 0..<recipe.count {
      var noise = [Double](repeating: 0, count: frames)
      for partial in 0..<partials {
        // One sine in each of equal slices of the band: even noise, whatever the seed.
        let slice = (recipe.band.upperBound - recipe.band.lowerBound) / Double(partials)
        let hertz = recipe.band.lowerBound + (Double(partial) + random.nextUnit()) * slice
        let phase = random.nextUnit()
        for frame in 0..<frames {
          noise[frame] += sine(turns: phase + hertz * Double(frame) / Double(rate))
        }
      }
      var energy = 0.0
      for frame in 0..<frames {
        let half = sine(turns: 0.5 * Double(frame) / Double(frames))
        noise[frame] *= half * half
        energy += noise[frame] * noise[frame]
      }
      // 12 dB under a note of gain 1, both as root mean square over the stroke.
      let gain = pow(10, -12.0 / 20) * 0.5.squareRoot() / (energy / Double(frames)).squareRoot()
      let first = Int(Double(stroke) * recipe.spacing * Double(rate))
      for frame in 0..<frames { samples[first + frame] += Float(noise[frame] * gain) }
    }
  }
}

/// Random numbers of Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014): same seed, same
/// noise, on every machine.
private struct SplitMix64 {
  var state: UInt64

  /// Evenly within 0 ..< 1.
  mutating func nextUnit() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((mixed ^ (mixed >> 31)) >> 11) * 0x1p-53
  }
}
