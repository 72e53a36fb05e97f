import Foundation

/// Cents along a picture's height, on a logarithmic scale with the small ones at the bottom: better is nearer to the
/// keys.
struct CentsAxis: Hashable, Sendable {
  /// The lowest and highest cents.
  let limits: ClosedRange<Double>
  let top: Double
  let bottom: Double

  /// The range of an axis without data.
  static let usual = 2.0...100.0
  /// The least range of an axis, in octaves: with more, 12 and 14 cents look alike.
  private static let least = 2.0
  /// The widest range drawn.
  static let outermost = 0.1...1200.0

  /// Creates an axis that follows `bands`, or shows `usual` without any.
  init(showing bands: [ClosedRange<Double>], orElse usual: ClosedRange<Double> = usual, top: Double, bottom: Double) {
    let inside = bands.map { $0.clamped(to: Self.outermost) }
    let ends = (
      inside.map(\.lowerBound).min() ?? usual.lowerBound, inside.map(\.upperBound).max() ?? usual.upperBound
    )
    let missing = exp2(max(Self.least - log2(ends.1 / ends.0), 0) / 2)
    let (low, high) = (ends.0 / missing, ends.1 * missing)
    let lowest = Self.steps.last { $0 <= low } ?? Self.outermost.lowerBound
    let highest = Self.steps.first { $0 >= high } ?? Self.outermost.upperBound
    limits = lowest...highest
    self.top = top
    self.bottom = bottom
  }

  /// The values that may label the axis.
  private static let steps: [Double] = [
    0.1, 0.2, 0.3, 0.5, 0.7, 1, 1.5, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1000,
  ]

  /// The y of `cents`; values outside the limits lie at the edge.
  func y(_ cents: Double) -> Double {
    let inside = Swift.min(Swift.max(cents, limits.lowerBound), limits.upperBound)
    let share = log2(inside / limits.lowerBound) / log2(limits.upperBound / limits.lowerBound)
    return bottom - share * (bottom - top)
  }

  /// Returns lines across to `right`, with their values left of `left`; those without room are left out.
  func shapes(left: Double, right: Double, _ measures: Measures, _ words: PictureWords) -> [Shape] {
    let values = Self.steps.filter(limits.contains)
    // The powers of ten come first, so that they are not those left out.
    let ordered =
      values.filter { Self.isDecade($0) } + values.filter { Self.isHalving($0) }
      + values.filter { !Self.isDecade($0) && !Self.isHalving($0) }
    var taken: [Double] = []
    var shapes: [Shape] = []
    for value in ordered {
      let y = self.y(value)
      let baseline = measures.baseline(middle: y, .tick)
      guard taken.allSatisfy({ abs($0 - baseline) >= measures.lineHeight(.tick) }) else { continue }
      taken.append(baseline)
      if !measures.isCells {
        shapes.append(.line(from: Point(left, y), to: Point(right, y), ink: .rule, width: 1, isDashed: false))
      }
      shapes.append(
        .text(
          Text(
            words.number(value), at: Point(left - measures.textWidth(" ", .tick), baseline), anchor: .end, role: .tick)
        ))
    }
    return shapes
  }

  private static func isHalving(_ value: Double) -> Bool { isDecade(value / 2) || isDecade(value * 2) }
  private static func isDecade(_ value: Double) -> Bool { [0.1, 1, 10, 100, 1000].contains(value) }
}
