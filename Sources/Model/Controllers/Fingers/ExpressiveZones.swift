import MIDI

/// The channels that carry one finger each, and their bend ranges: from the mapping, until the keyboard sends its own
/// (MPE 1.0: the configuration message is registered parameter 6 on channel 1 or 16; the range is parameter 0 on any
/// channel of the zone).
struct ExpressiveZones: Sendable {
  /// The number of channels in the lower zone in addition to channel 1; 0 means off.
  private var lower: Int
  /// The number of channels in the upper zone in addition to channel 16.
  private var upper: Int
  private var isEverywhere: Bool
  /// The bend ranges sent by the keyboard for the lower and upper zone, in semitones.
  private var lowerRange: Double?
  private var upperRange: Double?
  private let range: Double
  private var chosen: [Channel: Chosen] = [:]

  private struct Chosen {
    var most: UInt8?
    var least: UInt8?
    /// The upper part of the value, to which the lower one adds.
    var semitones: Double?
  }

  /// Creates zones from the mapping.
  init(_ setup: FingerSetup) {
    lower = setup.zone == .lower ? 15 : 0
    upper = setup.zone == .upper ? 15 : 0
    isEverywhere = setup.zone == .all
    range = Double(setup.range ?? FingerSetup.defaultRange)
  }

  /// Returns whether a key on this channel is a finger.
  func isFinger(_ channel: Channel) -> Bool { isEverywhere || isLower(channel) || isUpper(channel) }

  /// Returns the bend range on this channel in semitones, in either direction.
  func range(on channel: Channel) -> Double { (isUpper(channel) ? upperRange : lowerRange) ?? range }

  private func isLower(_ channel: Channel) -> Bool { channel.number > 1 && Int(channel.number) <= lower + 1 }

  private func isUpper(_ channel: Channel) -> Bool { channel.number < 16 && Int(channel.number) >= 16 - upper }

  /// Handles a control change; most are ignored.
  mutating func follow(_ channel: Channel, _ controller: UInt7, _ value: UInt7) {
    switch controller.rawValue {
    case 101: chosen[channel, default: Chosen()].most = value.rawValue
    case 100: chosen[channel, default: Chosen()].least = value.rawValue
    // A non-registered parameter is selected: the following data is not ours.
    case 98, 99: chosen[channel] = nil
    case 6: handle(Double(value.rawValue), isFine: false, on: channel)
    case 38: handle(Double(value.rawValue), isFine: true, on: channel)
    default: break
    }
  }

  private mutating func handle(_ value: Double, isFine: Bool, on channel: Channel) {
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

  /// Sets the range of a whole zone from one of its fingers. The range of the zone's own channel does not apply to
  /// fingers.
  private mutating func setRange(_ semitones: Double, on channel: Channel) {
    guard semitones > 0 else { return }
    if isLower(channel) || isEverywhere {
      lowerRange = min(semitones, 96)
    } else if isUpper(channel) {
      upperRange = min(semitones, 96)
    }
  }

  /// Sets the number of fingers of the zone that begins at `channel`. If two zones would overlap, the newer one wins.
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
