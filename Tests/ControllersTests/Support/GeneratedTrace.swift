import Foundation
import TestSupport

/// A wheel, a hand and a cable, drawn at random within what issue and hardware say they are.
struct GeneratedTrace {
  enum Kind: CaseIterable { case release, slowReturn, crossing, stop }

  var kind: Kind
  var wheel: Wheel
  /// Arrives at the program; the note begins before all of it.
  var samples: [Course.Sample]
  /// What was held just before it was let go: from the lowest to the highest value of the last 100 ms.
  var held: ClosedRange<Int>
  /// The value at the moment of letting go.
  var atRelease: Int
  /// What the wheel did before the note; empty for one that was never moved.
  var history: [Course.Sample] = []

  /// Earlier use of this wheel ends before this time, and the note begins.
  static let start = 10_000.0

  init(_ kind: Kind, using generator: inout SplitMix64) {
    self.kind = kind
    let rest = Double.random(in: -0.03...0.03, using: &generator)
    // 32…16,384 steps, every doubling as likely as the next.
    wheel = Wheel(steps: Int(exp2(Double.random(in: 5...14, using: &generator)).rounded()), rest: rest)
    let transport = Transport(
      thinning: .random(in: 0...0.5, using: &generator), bunching: .random(in: 1...8, using: &generator))
    let scan = Double.random(in: 1...4, using: &generator)

    if Bool.random(using: &generator) {
      var earlier = Course(wheel, from: 1000, scan: scan)
      earlier.lead(to: -0.6, in: 300)
      earlier.release(run: 80, for: 300)
      history = transport.carry(earlier.changes, using: &generator)
    }

    var course = Course(wheel, from: Self.start, scan: scan, tremor: Double.random(in: 0...0.01, using: &generator))
    let side: Double = Bool.random(using: &generator) ? 1 : -1
    let least = max(0.1, 3 * wheel.step)
    let plateau = Double.random(in: least...1, using: &generator)
    func place(_ deflection: Double) -> Double { rest + side * deflection }
    // First somewhere on this side, then the plateau. Ways across the rest are a separate kind.
    if Bool.random(using: &generator) {
      course.lead(
        to: place(.random(in: least...1, using: &generator)), in: .random(in: 100...400, using: &generator))
    }
    course.lead(to: place(plateau), in: .random(in: 100...400, using: &generator))
    course.hold(.random(in: 60...300, using: &generator))
    let end = course.time
    let last = course.samples.last?.value ?? 0
    let standing = course.samples.suffix(while: { $0.time >= end - 100 })
    let values = standing.map(\.value)
    held = (values.min() ?? last)...(values.max() ?? last)
    atRelease = last

    switch kind {
    case .release:
      let run = Double.random(in: 30...150, using: &generator)
      let overshoot = Double.random(in: 0...0.15, using: &generator)
      course.release(run: run, overshoot: overshoot, for: 500)
      if Double.random(in: 0..<1, using: &generator) < 0.3 { course.rest(200) }
    case .slowReturn:
      let duration = Double.random(in: 250...1500, using: &generator)
      if Bool.random(using: &generator) {
        course.lead(to: rest, in: duration)
      } else {
        course.ramp(to: rest, in: duration)
      }
    case .crossing:
      let far = Double.random(in: least...1, using: &generator)
      course.lead(to: place(-far), in: .random(in: 60...500, using: &generator))
      course.hold(300)
    case .stop:
      let stop = Double.random(in: 0.1...max(0.1, plateau), using: &generator)
      course.lead(to: place(stop), in: .random(in: 30...150, using: &generator))
      course.hold(300)
    }
    samples = transport.carry(course.changes, using: &generator)
  }
}

extension Array {
  /// The longest suffix whose elements all fit.
  fileprivate func suffix(while fits: (Element) -> Bool) -> ArraySlice<Element> {
    self[((lastIndex { !fits($0) }).map { $0 + 1 } ?? startIndex)...]
  }
}
