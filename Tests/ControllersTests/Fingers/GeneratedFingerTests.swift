import Foundation
import TestSupport
import Testing

@testable import Controllers

/// Hundreds of generated fingers, ten thousand in `make soak` (`PEACH_FINGERS=10000`). `PEACH_TRACE_SEED=7` sets
/// another seed.
///
/// **The right answer.** A finger that wobbles by four cents does not define a pitch to the cent. The player tuned by
/// ear, so the right pitch is the mean of the last 200 ms before the hand began to leave the key: about the time an ear
/// needs for a pitch, and about one wobble. A keyboard that ignores all movement would pass that test too, so the pitch
/// heard must also be where the hand's slides led (`astray`).
struct GeneratedFingerTests {
  private static let seed = ProcessInfo.processInfo.environment["PEACH_TRACE_SEED"].flatMap(UInt64.init) ?? 1
  private static let count = ProcessInfo.processInfo.environment["PEACH_FINGERS"].flatMap(Int.init) ?? 500
  /// The time an ear needs for a pitch, in milliseconds.
  private static let ear = 200.0

  private struct Tally: CustomStringConvertible {
    var wrong = 0
    var lost = 0
    var unasked = 0
    /// What was heard before the lift is further from where the hand led than landing's wobble and a sensor's step
    /// explain.
    var astray = 0
    /// What was heard before the lift moved by more than two cents.
    var unsteady = 0
    var worst = 0.0

    var description: String {
      "wrong \(wrong), lost \(lost), without lift \(unasked), astray \(astray), unsteady \(unsteady); worst \(worst) cents"
    }
  }

  private static func play(_ finger: GeneratedFinger, isLate: Bool = false) -> FingerPlayer {
    var player = FingerPlayer(.pitchBend(channel: nil), FingerSetup(zone: .lower, range: finger.range))
    player.isLate = isLate
    player.begin(range: GeneratedFinger.reach, at: GeneratedFinger.start)
    for (message, time) in finger.messages { player.send(message, at: time) }
    player.wait(until: finger.lifted + 1000)
    return player
  }

  private static func judge(_ finger: GeneratedFinger, _ player: FingerPlayer, _ tally: inout Tally) {
    guard player.lifts == 1 else { return tally.lost += 1 }
    if let left = player.leftAt, left < finger.liftBegan - 50 { tally.unasked += 1 }
    let right = player.heard(from: finger.liftBegan - ear, to: finger.liftBegan)
    let error = abs(player.heard - right)
    tally.worst = max(tally.worst, error)
    if error > 2 { tally.wrong += 1 }
    let step = finger.isCoarse ? min(5, Double(finger.range) * 100 / 64) : 0
    if abs(right - finger.intended) > 4 + step { tally.astray += 1 }
    let heard = stride(from: finger.liftBegan - 100, to: finger.liftBegan, by: 5).map(player.heard(at:))
    if (heard.max() ?? 0) - (heard.min() ?? 0) > 2 { tally.unsteady += 1 }
  }

  @Test func `the steady pitch that was heard is kept`() {
    var tally = Tally()
    var generator = SplitMix64(seed: Self.seed)
    for _ in 0..<Self.count {
      let finger = GeneratedFinger(using: &generator)
      Self.judge(finger, Self.play(finger), &tally)
    }
    print("\(Self.count) generated fingers, seed \(Self.seed): \(tally)")
    #expect(Double(tally.wrong) <= 0.005 * Double(Self.count), "seed \(Self.seed): \(tally)")
    #expect(Double(tally.lost) <= 0.001 * Double(Self.count), "seed \(Self.seed): \(tally)")
    #expect(tally.unasked == 0, "seed \(Self.seed): \(tally)")
    #expect(Double(tally.astray) <= 0.01 * Double(Self.count), "seed \(Self.seed): \(tally)")
    #expect(Double(tally.unsteady) <= 0.02 * Double(Self.count), "seed \(Self.seed): \(tally)")
  }

  @Test func `a finger that stays on its key commits nothing`() {
    var generator = SplitMix64(seed: Self.seed &+ 1)
    for index in 0..<Self.count {
      let player = Self.play(GeneratedFinger(isLifted: false, using: &generator))
      #expect(player.lifts == 0, "seed \(Self.seed), finger \(index)")
    }
  }

  /// Being asked late, or only when the next message comes, changes nothing.
  @Test func `late polling changes nothing`() {
    var generator = SplitMix64(seed: Self.seed &+ 2)
    for index in 0..<200 {
      let finger = GeneratedFinger(using: &generator)
      #expect(Self.play(finger).events == Self.play(finger, isLate: true).events, "seed \(Self.seed), finger \(index)")
    }
  }

  /// The kept pitch is the last one that sounded, is within the range, and nothing moves after it.
  @Test func `nothing moves after a lift`() {
    var generator = SplitMix64(seed: Self.seed &+ 3)
    for index in 0..<200 {
      let events = Self.play(GeneratedFinger(using: &generator)).events
      for (place, event) in events.enumerated() {
        switch event {
        case .moved(let cents, _): #expect(abs(cents) <= GeneratedFinger.reach)
        case .released: #expect(place == events.count - 1, "seed \(Self.seed), finger \(index)")
        }
      }
    }
  }
}
