import Pitch
import Training

/// The threshold over the keyboard as shapes: for the page and, smaller, for the preview.
struct CurveShapes {
  let keys: KeyboardAxis
  let cents: CentsAxis

  /// The number of notes over which a band fades towards unknown ones.
  private static let fading = 4.0

  /// The least strength of the curve at uncertain estimates: the band alone shows the uncertainty.
  static let leastStrength = 0.55

  /// Returns the bands of `curve`, then its line; with gaps at unknown notes.
  func shapes(_ curve: [CurvePoint], lineWidth: Double) -> [Shape] {
    let runs = Self.runs(curve) { _ in true }
    return runs.map(band) + runs.map { line($0, width: lineWidth) }
  }

  /// A sign along the keys of each run of weak notes, between `top` and `bottom`: place and shape identify them, not
  /// colour alone.
  func signs(_ curve: [CurvePoint], top: Double, bottom: Double, width: Double) -> [Shape] {
    Self.runs(curve, where: \.isWeak).flatMap { run -> [Shape] in
      guard let first = run.first, let last = run.last else { return [] }
      let extent = keys.extent(first.note, last.note)
      let corners = [
        Point(extent.lowerBound, bottom), Point(extent.lowerBound, top), Point(extent.upperBound, top),
        Point(extent.upperBound, bottom),
      ]
      return [.polyline(corners, ink: .weak, width: width, stops: [])]
    }
  }

  /// Returns runs of neighbouring notes for which `belongs` is true; gaps stay open.
  static func runs(_ curve: [CurvePoint], where belongs: (CurvePoint) -> Bool) -> [[CurvePoint]] {
    var runs: [[CurvePoint]] = []
    for point in curve where belongs(point) {
      if let last = runs.last?.last, last.note.number + 1 == point.note.number {
        runs[runs.count - 1].append(point)
      } else {
        runs.append([point])
      }
    }
    return runs
  }

  /// Returns the places along `run`: its notes, and a little more at both ends, so that a single note has a width.
  private func places(_ run: [CurvePoint]) -> [(x: Double, point: CurvePoint)] {
    guard let first = run.first, let last = run.last else { return [] }
    let extent = keys.extent(first.note, last.note)
    return [(extent.lowerBound, first)] + run.map { (keys.x($0.note), $0) } + [(extent.upperBound, last)]
  }

  private func band(_ run: [CurvePoint]) -> Shape {
    let places = places(run)
    // Fade at the ends of the answers, because the notes beyond are only unknown. The keyboard itself does end.
    let (first, last) = (run.first?.note, run.last?.note)
    func fading(_ place: Int) -> Double {
      let fromLeft = first == keys.range.low ? Self.fading : Double(place)
      let fromRight = last == keys.range.high ? Self.fading : Double(places.count - 1 - place)
      return min(min(fromLeft, fromRight) / Self.fading, 1)
    }
    return .band(
      upper: places.map { Point($0.x, cents.y($0.point.threshold.band.upperBound)) },
      lower: places.map { Point($0.x, cents.y($0.point.threshold.band.lowerBound)) }, ink: .band,
      stops: places.enumerated().map { index, place in
        StrengthStop(x: place.x, strength: fading(index) * Self.share(place.point.knowledge))
      })
  }

  private func line(_ run: [CurvePoint], width: Double) -> Shape {
    let places = places(run)
    return .polyline(
      places.map { Point($0.x, cents.y($0.point.threshold.value)) }, ink: .curve, width: width,
      stops: places.map {
        let strength = Self.leastStrength + (1 - Self.leastStrength) * Self.share($0.point.knowledge)
        return StrengthStop(x: $0.x, strength: strength)
      })
  }

  private static func share(_ value: Double) -> Double { value.isFinite ? min(max(value, 0), 1) : 0 }
}
