import Glibc
import Pitch
import Training

/// A population of simulated listeners.
public struct Population: Hashable, Sendable {
  /// The traits of each listener before anything is drawn.
  public var traits: ListenerTraits
  /// The standard deviation of log₂ of the threshold about the threshold of `traits`; 0: all alike.
  public var thresholdSpread: Double
  /// The lapse rates; each listener gets one of them; empty: the lapse rate of `traits`.
  public var lapses: [Double]
  /// The standard deviation of the curve over the keyboard, in octaves; 0: flat.
  public var curveSpread: Double

  /// Memberwise.
  public init(
    _ traits: ListenerTraits, thresholdSpread: Double = 0, lapses: [Double] = [], curveSpread: Double = 0
  ) {
    self.traits = traits
    self.thresholdSpread = thresholdSpread
    self.lapses = lapses
    self.curveSpread = curveSpread
  }

  /// The population of the tables: log-normal about 15 cents ± 1.5 octaves, lapses of 0, 2, 5 or 10 %.
  public static let drawn = Population(
    ListenerTraits(threshold: 15), thresholdSpread: 1.5, lapses: [0, 0.02, 0.05, 0.10])

  /// The notes that the curve's spread is measured over: C2…C6, 49 of them.
  static let curveNotes = 36...84
  /// The part of a note's threshold that is independent of its neighbours, in octaves.
  static let idiosyncrasy = 0.1

  /// A listener's traits. Takes 3 random numbers, and 256 more if there is a curve.
  public func draw(using generator: inout SeededGenerator) -> ListenerTraits {
    var drawn = traits
    let deviate = generator.normal()
    let choice = generator.below(max(1, lapses.count))
    if thresholdSpread > 0 { drawn.threshold *= exp2(thresholdSpread * deviate) }
    if !lapses.isEmpty { drawn.lapse = lapses[choice] }
    if curveSpread > 0 { drawn.curve = curve(using: &generator) }
    return drawn
  }

  /// Tilt and bowl in random parts, with low and high notes worse than the middle, and a random part at each note: mean
  /// 0 and, on average, a standard deviation of `curveSpread` over the 49 notes.
  private func curve(using generator: inout SeededGenerator) -> [Double] {
    let angle = generator.unit() * .pi
    let count = Double(Self.curveNotes.count)
    let middle = Double(Self.curveNotes.lowerBound + Self.curveNotes.upperBound) / 2
    let variance = (count * count - 1) / 12
    // The fourth central moment of as many equal steps gives the bowl a standard deviation of 1 as well.
    let fourth = variance * (3 * count * count - 7) / 20
    let smooth = max(0, curveSpread * curveSpread - Self.idiosyncrasy * Self.idiosyncrasy).squareRoot()
    return (0..<128).map { number in
      let distance = Double(number) - middle
      let tilt = distance / variance.squareRoot()
      let bowl = (distance * distance - variance) / (fourth - variance * variance).squareRoot()
      return smooth * (cos(angle) * tilt + sin(angle) * bowl) + min(Self.idiosyncrasy, curveSpread) * generator.normal()
    }
  }
}

extension SeededGenerator {
  /// A standard normal deviate (Box & Muller 1958). Takes two random numbers.
  mutating func normal() -> Double {
    // 1 − u is never 0.
    let radius = (-2 * log(1 - unit())).squareRoot()
    return radius * cos(2 * .pi * unit())
  }

  /// The generator of one of many independent streams.
  package init(seed: UInt64, stream: Int) {
    // An odd multiplier keeps the streams of neighbouring seeds apart; the state is filled by SplitMix64, which is good
    // with seeds that differ by 1.
    self.init(seed: seed &* 0xD134_2543_DE82_EF95 &+ UInt64(bitPattern: Int64(stream)))
  }
}
