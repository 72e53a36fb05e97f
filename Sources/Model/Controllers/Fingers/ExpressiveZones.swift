import MIDI

/// Which channels carry a finger each, and how far their bends go: from the mapping, until the keyboard tells by itself (MPE 1.0:
/// the configuration message is registered parameter 6 on channel 1 or 16, the range is parameter 0 on any channel of the zone).
struct ExpressiveZones: Sendable {
  /// How many channels the lower zone has beside channel 1; 0: it is off.
  private var lower: Int
  /// How many channels the upper zone has beside channel 16.
  private var upper: Int
  private var isEverywhere: Bool
  /// Semitones, as told by the keyboard for the lower and the upper zone.
  private var lowerRange: Double?
  private var upperRange: Double?
  private let range: Double
  private var chosen: [Channel: Chosen] = [:]

  private struct Chosen {
    var most: UInt8?
    var least: UInt8?
    /// The value's upper part: the lower one adds to it.
    var semitones: Double?
  }

  /// As the mapping says.
  init(_ setup: FingerSetup) {
    lower = setup.zone == .lower ? 15 : 0
    upper = setup.zone == .upper ? 15 : 0
    isEverywhere = setup.zone == .all
    range = Double(setup.range ?? FingerSetup.defaultRange)
  }

  /// Whether a key on this channel is a finger.
  func isFinger(_ channel: Channel) -> Bool { isEverywhere || isLower(channel) || isUpper(channel) }

  /// How many semitones a bend on this channel goes either way.
  func range(on channel: Channel) -> Double { (isUpper(channel) ? upperRange : lowerRange) ?? range }

  private func isLower(_ channel: Channel) -> Bool { channel.number > 1 && Int(channel.number) <= lower + 1 }

  private func isUpper(_ channel: Channel) -> Bool { channel.number < 16 && Int(channel.number) >= 16 - upper }

  /// Follows a control change; most mean nothing here.
  mutating func follow(_ channel: Channel, _ controller: UInt7, _ value: UInt7) {
    switch controller.rawValue {
    case 101: chosen[channel, default: Chosen()].most = value.rawValue
    case 100: chosen[channel, default: Chosen()].least = value.rawValue
    // A non-registered parameter is chosen: what follows is not for ours.
    case 98, 99: chosen[channel] = nil
    case 6: take(Double(value.rawValue), isFine: false, on: channel)
    case 38: take(Double(value.rawValue), isFine: true, on: channel)
    default: break
    }
  }

  private mutating func take(_ value: Double, isFine: Bool, on channel: Channel) {
    guard let parameter = chosen[channel], parameter.most == 0 else { return }
    switch parameter.least {
    case 0:
      if !isFine { chosen[channel]?.semitones = value }
      guard let semitones = chosen[channel]?.semitones else { return }
      setRange(isFine ? semitones + value / 100 : value, on: channel)
    case 6 where !isFine: configure(Int(value), on: channel)
    default: break
    }
  }

  /// The range of one finger is that of its whole zone; that of the whole keyboard's channel is none of a finger's.
  private mutating func setRange(_ semitones: Double, on channel: Channel) {
    guard semitones > 0 else { return }
    if isLower(channel) || isEverywhere {
      lowerRange = min(semitones, 96)
    } else if isUpper(channel) {
      upperRange = min(semitones, 96)
    }
  }

  /// The zone that begins at `channel` has so many fingers from now on. Where two would overlap the newer one counts.
  private mutating func configure(_ members: Int, on channel: Channel) {
    guard members <= 15, channel.number == 1 || channel.number == 16 else { return }
    isEverywhere = false
    if channel.number == 1 {
      lower = members
      lowerRange = nil
      upper = min(upper, max(0, 14 - members))
    } else {
      upper = members
      upperRange = nil
      lower = min(lower, max(0, 14 - members))
    }
  }
}
