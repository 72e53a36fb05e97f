import Foundation
import MIDI
import TestSupport

@testable import Controllers

/// A finger on an expressive keyboard, drawn at random within what hands and sensors do: it lands with a jerk, slides
/// once or twice, holds with a wobble, presses so hard that its bend gives way, and lifts with a jerk.
struct GeneratedFinger {
  var messages: [(message: MIDIMessage, time: Double)] = []
  /// Semitones of a full bend, and whether its sensor has 7 bits.
  var range: Int
  var isCoarse: Bool
  /// When the hand began to leave the key, and when it had.
  var liftBegan: Double
  var lifted: Double
  /// Where the hand's slides led, in cents of the note.
  var intended: Double

  /// The note begins then, and goes so far either way.
  static let start = 1000.0
  static let reach = 100.0

  init(isLifted: Bool = true, using generator: inout SplitMix64) {
    func random(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &generator) }
    range = [2, 24, 48].randomElement(using: &generator) ?? 48
    isCoarse = Bool.random(using: &generator)
    let scan = random(1...6)
    let landed = Self.start + random(50...500)
    let origin = random(-15...15)
    let landing = random(-12...12)
    let (wobble, frequency, phase) = (random(0...4), random(4...7), random(0...6.28))
    let coupling = random(-6...6)
    let hardness = random(40...110)
    let rise = random(30...80)

    // The hand's own way.
    var way: [(from: Double, to: Double, cents: Double)] = []
    var time = landed + random(100...500)
    let step = Double(range) * 100 / 64
    let scale = isCoarse ? min(1, 5 / step) : 1
    intended = 0
    for _ in 0..<Int.random(in: 1...2, using: &generator) {
      let slide = random(8...120) * (Bool.random(using: &generator) ? 1 : -1)
      let end = time + random(150...800)
      way.append((time, end, slide))
      intended = min(max(intended + slide * scale, -Self.reach), Self.reach)
      time = end + random(0...300)
    }
    time = max(time, way.last?.to ?? time) + random(300...1500)
    liftBegan = time
    let (jerk, jerkTime, easeTime) = (random(-30...30), random(10...50), random(20...100))
    lifted = liftBegan + max(jerkTime, easeTime) + random(0...5)
    let lifted = self.lifted

    func hand(_ now: Double) -> Double {
      way.reduce(origin) { sum, slide in
        let share = min(max((now - slide.from) / (slide.to - slide.from), 0), 1)
        return sum + slide.cents * share * share * share * (10 - 15 * share + 6 * share * share)
      }
    }
    func pressure(_ now: Double) -> Double {
      let up = min(max((now - landed) / rise, 0), 1)
      let down = isLifted ? min(max((lifted - now) / easeTime, 0), 1) : 1
      return hardness * min(up, down)
    }
    func place(_ now: Double) -> Double {
      var cents = hand(now) + wobble * sin(2 * Double.pi * frequency * now / 1000 + phase)
      if now < landed + 30 { cents += landing * (1 - (now - landed) / 30) }
      if isLifted, now > lifted - jerkTime { cents += jerk * (1 - (lifted - now) / jerkTime) }
      return cents + coupling * (pressure(now) / hardness - 1)
    }
    func bent(_ now: Double) -> MIDIMessage {
      let value = 8192 + Int((place(now) / Double(range * 100) * 8192).rounded())
      let sent = min(max(isCoarse ? value / 128 * 128 : value, 0), 16383)
      return bend(sent, channel: 3)
    }

    // The sensor's messages: changes only, and those that MPE sends before a note.
    let key = 60 + Int(random(-12...12))
    var (lastBend, lastPressure) = (bent(landed), -1)
    messages = [(lastBend, landed), (on(key, channel: 3), landed)]
    var now = landed + scan
    while now < lifted {
      let pressed = Int(pressure(now).rounded())
      if pressed != lastPressure {
        messages.append((.channelPressure(channel: channel(3), pressure: UInt7(truncating: pressed)), now))
        lastPressure = pressed
      }
      let message = bent(now)
      if message != lastBend {
        messages.append((message, now))
        lastBend = message
      }
      now += scan
    }
    guard isLifted else { return }
    messages.append((off(key, channel: 3), lifted))
    // After a note the bend is back in the middle.
    messages.append((bend(8192, channel: 3), lifted + 1))
  }
}
