import MIDI

/// Reads the fingers of an expressive keyboard from its messages: the key of each finger, and its position.
///
/// MPE sends a note's bend, slide and pressure on the note's own channel, with their initial values before the note
/// itself. One per decoder; loop thread.
struct FingerReader: Sendable {
  /// The slider that all fingers form together.
  let slider: SliderID
  private let control: Control
  private var zones: ExpressiveZones
  /// The latest bend and slide of each channel, and pressure of each key.
  private var bends: [Channel: Int] = [:]
  private var levels: [Channel: Int] = [:]
  /// The fingers that are down, in the order they landed.
  private var keys: [PhysicalKey] = []
  /// Whether all values so far could come from a 7-bit sensor.
  private var isCoarse = true

  private static let centre = 8192

  /// Creates a reader for the first control whose `release` is `lift`; nil without one.
  init?(_ mapping: ControllerMapping) {
    guard let index = mapping.bindings.firstIndex(where: { $0.role == .slider && $0.release == .lift }) else {
      return nil
    }
    let binding = mapping.bindings[index]
    slider = SliderID(binding: index, channel: Channel(statusNibble: 0))
    control = binding.control
    zones = ExpressiveZones(binding.fingers ?? FingerSetup())
  }

  /// Returns whether a key on this channel is a finger.
  func isFinger(on channel: Channel) -> Bool { zones.isFinger(channel) }

  /// Forgets which keys are down, because messages were lost.
  mutating func forgetKeys() { keys = [] }

  // MARK: Keys

  /// Returns the input of a finger that pressed `key`.
  mutating func land(on key: PhysicalKey) -> FingerInput {
    // A finger whose lift message was lost has landed again.
    keys.removeAll { $0 == key }
    keys.append(key)
    let place: FingerPlace
    switch control {
    case .pitchBend: place = bend(key.channel)
    case .polyPressure: place = .level(0)
    // The middle: the start of a slide that sends no initial value.
    default: place = .level(levels[key.channel] ?? 64)
    }
    return .landed(key, place)
  }

  /// Returns the input of a finger that left `key`; nil if there was none.
  mutating func lift(from key: PhysicalKey) -> FingerInput? {
    guard let index = keys.firstIndex(of: key) else { return nil }
    keys.remove(at: index)
    return .lifted(key)
  }

  // MARK: Movement

  /// Returns the inputs that `message` carries; nil if it is not about fingers and may belong to another control.
  mutating func read(_ message: MIDIMessage) -> [FingerInput]? {
    switch message {
    case .pitchBend(let channel, let value):
      guard case .pitchBend = control, zones.isFinger(channel) else { return nil }
      bends[channel] = Int(value.rawValue)
      // 7-bit sensors leave the lower seven bits empty, or repeat the upper ones there.
      if value.least.rawValue != 0, value.least != value.most { isCoarse = false }
      return keys(on: channel).map { .slid($0, bend(channel)) }
    case .controlChange(let channel, let controller, let value):
      zones.follow(channel, controller, value)
      guard case .controlChange(controller, _, _) = control, zones.isFinger(channel) else { return nil }
      levels[channel] = Int(value.rawValue)
      return keys(on: channel).map { .slid($0, .level(Int(value.rawValue))) }
    case .polyPressure(let channel, let note, let pressure):
      let pressed = keys(on: channel).filter { $0.number == note.rawValue }
      guard case .polyPressure = control else { return pressed.isEmpty ? nil : press(pressed, pressure) }
      return zones.isFinger(channel) ? pressed.map { .slid($0, .level(Int(pressure.rawValue))) } : nil
    case .channelPressure(let channel, let pressure):
      if case .polyPressure = control { return nil }
      return zones.isFinger(channel) ? press(keys(on: channel), pressure) : nil
    case .noteOn, .noteOff, .programChange, .systemExclusive, .system: return nil
    }
  }

  private func press(_ keys: [PhysicalKey], _ pressure: UInt7) -> [FingerInput] {
    keys.map { .pressed($0, Int(pressure.rawValue)) }
  }

  private func keys(on channel: Channel) -> [PhysicalKey] { keys.filter { $0.channel == channel } }

  private func bend(_ channel: Channel) -> FingerPlace {
    let unit = zones.range(on: channel) * 100 / Double(Self.centre)
    return .bend(
      cents: unit * Double((bends[channel] ?? Self.centre) - Self.centre), step: isCoarse ? 128 * unit : unit)
  }
}

/// The position of a finger, in the units of its keyboard.
public enum FingerPlace: Hashable, Sendable {
  /// The finger bends its note by `cents` in steps of `step` cents, which give the resolution.
  case bend(cents: Double, step: Double)
  /// A position on the key, or a pressure, 0…127.
  case level(Int)
}

/// An action of a finger on an expressive keyboard. Has no time: it happened when its message did.
public enum FingerInput: Hashable, Sendable {
  /// The finger pressed this key at this position.
  case landed(PhysicalKey, FingerPlace)
  /// The finger slid to this position.
  case slid(PhysicalKey, FingerPlace)
  /// The finger's pressure, 0…127, if pressure does not tune.
  case pressed(PhysicalKey, Int)
  /// The finger left the key.
  case lifted(PhysicalKey)
  /// The finger may or may not be on the key: messages were lost, and it was not lifted.
  case lost(PhysicalKey)
}

/// The channels on which keys of an expressive keyboard are fingers, until the keyboard's own message changes them. The
/// raw values are the words in the files.
public enum FingerZone: String, Sendable, CaseIterable {
  /// MPE's lower zone: channels 2 to 16, one finger each; channel 1 applies to the whole keyboard.
  case lower
  /// MPE's upper zone: channels 15 to 1; channel 16 applies to the whole keyboard.
  case upper
  /// Every channel: for keys that share one and identify each finger by its note.
  case all
}

/// A mapping's settings for the fingers of a control with `release: lift`.
public struct FingerSetup: Hashable, Sendable {
  /// The channels of the fingers.
  public var zone: FingerZone = .lower
  /// The bend range in semitones, 1…96, in either direction; nil if the file does not set it. A range sent by the
  /// keyboard wins.
  public var range: Int?

  /// The bend range if neither file nor keyboard set it: MPE's own default, in semitones.
  public static let defaultRange = 48
}
