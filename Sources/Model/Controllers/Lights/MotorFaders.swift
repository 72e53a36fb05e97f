import MIDI
import Time

/// The motor faders of one controller: where they stand, which are touched, what they were told to do.
///
/// Two things are known of the hardware and kept here. A motor must not pull against a finger, and a finger that leaves
/// must find the motor told of the place it leaves, or the motor returns to where it was told to be last. And a fader
/// that is driven reports its way like one that is moved by hand: what it reports then is an echo.
struct MotorFaders: Sendable {
  /// How long after being told a fader may still be on its way. The slowest way, from the result to the centre, begins
  /// 200 ms before feedback ends and at least 300 ms of reference follow, so a tunable note never falls into it.
  static let travel = Duration.milliseconds(500)
  /// How long after the finger left the fader's last value may still come: which of both messages comes first is not
  /// known of any fader, and USB bunches them.
  static let lateValue = Duration.milliseconds(60)
  /// How far a driven fader may run past either end of its way, as a share of its whole way.
  static let overshoot = 0.03
  /// How far a resting fader may be off the place it was told: the first Mackie faders have 1024 places, cheap ones jitter
  /// by some.
  static let restTolerance = 1.0 / 256

  private struct Drive {
    var from: Double?
    var target: Double
    var start: MonotonicTime
  }

  private struct Fader {
    /// Where it stood last, 0…1.
    var place: Double?
    var isTouched = false
    /// It has told a touch since it was plugged in: from then on an untouched fader is one that no hand moves.
    var tellsTouches = false
    var letGo: MonotonicTime?
    var drive: Drive?
  }

  private let bindings: [Binding]
  private var faders: [Int: Fader]

  /// The sliders of `mapping` that have a motor. Unsure ones are never driven.
  init(_ mapping: ControllerMapping) {
    bindings = mapping.bindings
    faders = [:]
    for (index, binding) in mapping.bindings.enumerated()
    where binding.role == .slider && binding.motorMaximum != nil && binding.confidence == .source {
      faders[index] = Fader()
    }
  }

  var isEmpty: Bool { faders.isEmpty }

  /// Drives every fader that is not touched to `position`, −1…1 with 0 in the middle; anything beyond is the end.
  mutating func move(to position: Double, at time: MonotonicTime) -> [MIDIMessage] {
    guard position.isFinite else { return [] }
    let share = (min(max(position, -1), 1) + 1) / 2
    var messages: [MIDIMessage] = []
    for index in faders.keys.sorted() where faders[index]?.isTouched == false {
      messages += drive(index, to: share, at: time)
    }
    return messages
  }

  /// Whether this fader has a motor that would move now: no finger is on it.
  func canDrive(_ binding: Int) -> Bool { faders[binding]?.isTouched == false }

  /// The place, 0…1, that this fader was told to go to since a hand had it last; nil if a hand has it.
  func target(of binding: Int) -> Double? {
    guard let fader = faders[binding], !fader.isTouched else { return nil }
    return fader.drive?.target
  }

  /// Takes what the controller sent; whether it tells a hand's movement, and what has to be answered at once.
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
      // The hand's last value came after the finger left: the motor must not pull it back.
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
    // Where it started from is not known of a fader that has not been moved yet: its whole way may be before it.
    guard let from = drive.from else { return true }
    // A fader that is told to stay has no way, and so no overshoot.
    guard abs(from - drive.target) > restTolerance else { return false }
    return place >= min(from, drive.target) - overshoot && place <= max(from, drive.target) + overshoot
  }

  private mutating func drive(_ index: Int, to share: Double, at time: MonotonicTime) -> [MIDIMessage] {
    guard var fader = faders[index] else { return [] }
    fader.drive = Drive(from: fader.place, target: share, start: time)
    // Driving it elsewhere ends the time in which late values are the hand's.
    if share != fader.place { fader.letGo = nil }
    faders[index] = fader
    return bindings[index].motorMessages(share: share)
  }
}

extension Binding {
  /// The slider's own messages with the value that moves its motor to `share`, 0…1, of its way. The Mackie Control's pitch
  /// bend (E0…E8, lower seven bits first) and the FaderPort's pair of control changes are the same rule: what the fader
  /// sends, sent back, scaled to the motor's own highest value.
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
  /// The highest value a motor of this control can be told, nil for controls without one: those that tell no position, and
  /// those that listen on any channel, since a message goes to one.
  var highestMotorValue: Int? {
    switch self {
    case .controlChange(_, _?, _): 127
    case .pitchBend(_?), .controlChangePair(_, _, _?): 16383
    default: nil
    }
  }
}
