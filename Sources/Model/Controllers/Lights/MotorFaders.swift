import MIDI
import Time

/// The motor faders of one controller: their positions, touches and targets.
///
/// Handles two properties of the hardware. A motor must not pull against a finger, and when a finger leaves, the motor
/// must receive the place it leaves as its target, or it returns to the previous one. And a driven fader reports its
/// travel like one moved by hand: those reports are echoes.
struct MotorFaders: Sendable {
  /// The longest time for which a fader travels to a target. The slowest travel, from the result to the centre, begins
  /// 200 ms before feedback ends and is followed by at least 300 ms of reference, so it never overlaps a tunable note.
  static let travel = Duration.milliseconds(500)
  /// The time after the finger left in which the fader's last value may still arrive: the order of the two messages is
  /// not known for any fader, and USB bunches them.
  static let lateValue = Duration.milliseconds(60)
  /// The distance by which a driven fader may overshoot either end of its travel, as a share of its full travel.
  static let overshoot = 0.03
  /// The distance of a resting fader from its target: the first Mackie faders have 1024 places, cheap ones jitter by a
  /// few.
  static let restTolerance = 1.0 / 256

  private struct Drive {
    var from: Double?
    var target: Double
    var start: MonotonicTime
  }

  private struct Fader {
    /// The latest position, 0…1.
    var place: Double?
    var isTouched = false
    /// Whether it has reported a touch since it was plugged in: if so, only a touched fader is moved by hand.
    var tellsTouches = false
    var letGo: MonotonicTime?
    var drive: Drive?
  }

  private let bindings: [Binding]
  private var faders: [Int: Fader]

  /// Creates the state for the sliders of `mapping` with a motor. Unsure ones are never driven.
  init(_ mapping: ControllerMapping) {
    bindings = mapping.bindings
    faders = [:]
    for (index, binding) in mapping.bindings.enumerated()
    where binding.role == .slider && binding.motorMaximum != nil && binding.confidence == .source {
      faders[index] = Fader()
    }
  }

  var isEmpty: Bool { faders.isEmpty }

  /// Drives every untouched fader to `position`, −1…1 with 0 in the middle, clamped.
  mutating func move(to position: Double, at time: MonotonicTime) -> [MIDIMessage] {
    guard position.isFinite else { return [] }
    let share = (min(max(position, -1), 1) + 1) / 2
    var messages: [MIDIMessage] = []
    for index in faders.keys.sorted() where faders[index]?.isTouched == false {
      messages += drive(index, to: share, at: time)
    }
    return messages
  }

  /// Returns whether this fader has a motor that would move now: no finger is on it.
  func canDrive(_ binding: Int) -> Bool { faders[binding]?.isTouched == false }

  /// Returns the fader's target, 0…1, since the player last moved it; nil if the player has moved it.
  func target(of binding: Int) -> Double? {
    guard let fader = faders[binding], !fader.isTouched else { return nil }
    return fader.drive?.target
  }

  /// Handles an event of the controller. Returns whether it is an echo rather than a movement by hand, and the messages
  /// to send at once.
  mutating func hear(_ event: ControlEvent, at time: MonotonicTime) -> (isEcho: Bool, reply: [MIDIMessage]) {
    switch event {
    case .touch(let slider, let isTouched):
      return (false, touch(slider.binding, isTouched, at: time))
    case .slider(let slider, .absolute(let value, let maximum)):
      let index = slider.binding
      return moved(index, to: Double(value) / Double(maximum), at: time)
    case .allReleased:
      for index in faders.keys {
        faders[index]?.isTouched = false
        faders[index]?.letGo = nil
      }
      return (false, [])
    case .pressed, .released, .forgotten, .slider, .finger, .level:
      return (false, [])
    }
  }

  private mutating func touch(_ index: Int, _ isTouched: Bool, at time: MonotonicTime) -> [MIDIMessage] {
    guard var fader = faders[index] else { return [] }
    fader.isTouched = isTouched
    fader.tellsTouches = true
    fader.letGo = isTouched ? nil : time
    fader.drive = nil
    faders[index] = fader
    guard !isTouched, let place = fader.place else { return [] }
    return drive(index, to: place, at: time)
  }

  private mutating func moved(
    _ index: Int, to place: Double, at time: MonotonicTime
  ) -> (isEcho: Bool, reply: [MIDIMessage]) {
    guard let fader = faders[index] else { return (false, []) }
    faders[index]?.place = place
    if fader.isTouched { return (false, []) }
    if let letGo = fader.letGo, time - letGo <= Self.lateValue {
      // The player's last value arrived after the finger left: the motor must not pull it back.
      let isThere = fader.drive.map { abs(place - $0.target) <= Self.restTolerance } ?? false
      return (false, isThere ? [] : drive(index, to: place, at: time))
    }
    if let drive = fader.drive, Self.isOnItsWay(place, drive, at: time) { return (true, []) }
    if fader.tellsTouches { return (true, []) }
    faders[index]?.drive = nil
    return (false, [])
  }

  private static func isOnItsWay(_ place: Double, _ drive: Drive, at time: MonotonicTime) -> Bool {
    if abs(place - drive.target) <= restTolerance { return true }
    guard time - drive.start <= travel else { return false }
    // A fader that has not moved yet has an unknown start, so it may travel the full distance.
    guard let from = drive.from else { return true }
    // A fader whose target is its own position does not travel, and cannot overshoot.
    guard abs(from - drive.target) > restTolerance else { return false }
    return place >= min(from, drive.target) - overshoot && place <= max(from, drive.target) + overshoot
  }

  private mutating func drive(_ index: Int, to share: Double, at time: MonotonicTime) -> [MIDIMessage] {
    guard var fader = faders[index] else { return [] }
    fader.drive = Drive(from: fader.place, target: share, start: time)
    // Driving it elsewhere ends the time in which late values count as the player's.
    if share != fader.place { fader.letGo = nil }
    faders[index] = fader
    return bindings[index].motorMessages(share: share)
  }
}

extension Binding {
  /// Returns the slider's own messages with the value that moves its motor to `share`, 0…1, of its travel. The Mackie
  /// Control's pitch bend (E0…E8, lower seven bits first) and the FaderPort's pair of control changes follow the same
  /// rule: the fader's own message, sent back, scaled to the motor's highest value.
  func motorMessages(share: Double) -> [MIDIMessage] {
    guard let motorMaximum else { return [] }
    let value = Int((share * Double(motorMaximum)).rounded())
    let (most, least) = (UInt7(truncating: value >> 7), UInt7(truncating: value))
    switch control {
    case .pitchBend(let channel?):
      return [.pitchBend(channel: channel, value: UInt14(most: most, least: least))]
    case .controlChange(let number, let channel?, _):
      return [.controlChange(channel: channel, controller: number, value: least)]
    case .controlChangePair(let upper, let lower, let channel?):
      return [
        .controlChange(channel: channel, controller: upper, value: most),
        .controlChange(channel: channel, controller: lower, value: least),
      ]
    default:
      return []
    }
  }
}

extension Control {
  /// The highest motor value of this control; nil for controls that cannot have a motor: those that report no position,
  /// and those on any channel, since a message goes to one.
  var highestMotorValue: Int? {
    switch self {
    case .controlChange(_, _?, _): 127
    case .pitchBend(_?), .controlChangePair(_, _, _?): 16383
    default: nil
    }
  }
}
