import MIDI

/// Reads from an expressive keyboard's messages what its fingers do: which key each one is on, and where.
///
/// MPE sends a note's bend, slide and pressure on the note's own channel, and where they stand before the note itself. One per
/// decoder; loop thread.
struct FingerReader: Sendable {
  /// All its fingers are one slider.
  let slider: SliderID
  private let control: Control
  private var zones: ExpressiveZones
  /// Where each channel's bend, slide and each key's pressure stand.
  private var bends: [Channel: Int] = [:]
  private var levels: [Channel: Int] = [:]
  /// Fingers that are down, in the order they landed.
  private var keys: [PhysicalKey] = []
  /// Nothing has been heard yet that a sensor of seven bits could not send.
  private var isCoarse = true

  private static let centre = 8192

  /// Of the first control whose `release` is `lift`; nil without one.
  init?(_ mapping: ControllerMapping) {
    guard let index = mapping.bindings.firstIndex(where: { $0.role == .slider && $0.release == .lift }) else {
      return nil
    }
    let binding = mapping.bindings[index]
    slider = SliderID(binding: index, channel: Channel(statusNibble: 0))
    control = binding.control
    zones = ExpressiveZones(binding.fingers ?? FingerSetup())
  }

  /// Whether a key on this channel is a finger.
  func isFinger(on channel: Channel) -> Bool { zones.isFinger(channel) }

  /// Forgets which keys are down: messages were lost.
  mutating func forgetKeys() { keys = [] }

  // MARK: Keys

  /// A finger pressed `key`.
  mutating func land(on key: PhysicalKey) -> FingerInput {
    // One whose lifting was lost has landed anew.
    keys.removeAll { $0 == key }
    keys.append(key)
    let place: FingerPlace
    switch control {
    case .pitchBend: place = bend(key.channel)
    case .polyPressure: place = .level(0)
    // The middle is where a slide begins that tells nothing else.
    default: place = .level(levels[key.channel] ?? 64)
    }
    return .landed(key, place)
  }

  /// It left `key`; nil where none was.
  mutating func lift(from key: PhysicalKey) -> FingerInput? {
    guard let index = keys.firstIndex(of: key) else { return nil }
    keys.remove(at: index)
    return .lifted(key)
  }

  // MARK: Movement

  /// What fingers do by `message`; nil where it is none of theirs and may be another control's.
  mutating func read(_ message: MIDIMessage) -> [FingerInput]? {
    switch message {
    case .pitchBend(let channel, let value):
      guard case .pitchBend = control, zones.isFinger(channel) else { return nil }
      bends[channel] = Int(value.rawValue)
      // Sensors of seven bits leave the lower ones empty, or repeat the upper ones there.
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
