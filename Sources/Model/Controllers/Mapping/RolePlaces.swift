import MIDI

/// The place of a role on a controller: one part of it, or parts of one kind side by side.
public struct RolePlace: Hashable, Sendable {
  /// The part of the controller.
  public enum Spot: Hashable, Sendable {
    /// Pads in rows, by note.
    case pads(NumberSet)
    /// Keys from this note up.
    case keysFrom(Int)
    /// Keys below this note.
    case keysBelow(Int)
    /// Controls with these controller numbers; endless ones report steps.
    case controllers(NumberSet, isEndless: Bool)
    /// Pitch wheels, or faders with the same messages.
    case bends
    /// Any other control, including its channel.
    case control(Control)
  }

  /// The part of the controller.
  public var spot: Spot
  /// The channels of the part, in order; empty if it may be any, or if the control includes it.
  public var channels: [Channel]
  /// The way its release is detected; nil unless it is a slider.
  public var release: Release?
  /// Whether the part has a motor.
  public var hasMotor: Bool
  /// Whether no source confirms the part. It is active all the same.
  public var isUnsure: Bool

  /// Memberwise initializer.
  public init(
    _ spot: Spot, channels: [Channel] = [], release: Release? = nil, hasMotor: Bool = false, isUnsure: Bool = false
  ) {
    self.spot = spot
    self.channels = channels
    self.release = release
    self.hasMotor = hasMotor
    self.isUnsure = isUnsure
  }

  /// The place in the words of mapping files: `notes 36-43 channel 10`, `keyboard from 60`, `cc 48-56`, `pitch-bend
  /// 1-8`.
  public var words: String {
    let channels = channels.isEmpty ? "" : NumberSet(channels).words
    let named = channels.isEmpty ? "" : " channel \(channels)"
    return switch spot {
    case .pads(let numbers): "notes \(numbers.words)" + named
    case .keysFrom(let note): "keyboard from \(note)" + named
    case .keysBelow(let note): "keyboard below \(note)" + named
    case .controllers(let numbers, let isEndless): "\(isEndless ? "relative" : "cc") \(numbers.words)" + named
    case .bends: channels.isEmpty ? "pitch-bend" : "pitch-bend \(channels)"
    case .control(let control): control.words
    }
  }
}

extension ControllerMapping {
  /// Returns the places of `role`, controls before halves as in precedence; empty if the role has none. Controls of one
  /// kind form one place.
  public func places(of role: Role) -> [RolePlace] {
    var places: [RolePlace] = []
    for place in bindings.filter({ $0.role == role }).map(RolePlace.init) + halfPlaces(of: role) {
      places.merge(place) { $0.joinNumbers($1) }
    }
    return places.reduce(into: []) { places, place in places.merge(place) { $0.joinChannels($1) } }
  }

  private func halfPlaces(of role: Role) -> [RolePlace] {
    guard let half = Half(role) else { return [] }
    return halves.compactMap { rule in
      switch rule {
      case .keyboard(let channel, let split):
        RolePlace(half == .higher ? .keysFrom(split) : .keysBelow(split), channels: [channel].compactMap { $0 })
      case .grid(let grid, let channel):
        free(grid.pads(of: half), on: channel).map {
          RolePlace(.pads($0), channels: [channel].compactMap { $0 })
        }
      }
    }
  }
}

extension RolePlace {
  fileprivate init(_ binding: Binding) {
    let (spot, channel): (Spot, Channel?) =
      switch binding.control {
      case .notes(let numbers, let channel) where channel?.number == 10: (.pads(numbers), channel)
      case .controlChange(let number, let channel, _):
        (.controllers(NumberSet([number]), isEndless: false), channel)
      case .relative(let number, _, let channel): (.controllers(NumberSet([number]), isEndless: true), channel)
      case .pitchBend(let channel): (.bends, channel)
      default: (.control(binding.control), nil)
      }
    self.init(
      spot, channels: [channel].compactMap { $0 }, release: binding.role == .slider ? binding.release : nil,
      hasMotor: binding.motorMaximum != nil, isUnsure: binding.confidence == .unsure)
  }

  /// Adds the numbers of `other` if it is of the same kind, on the same channels.
  fileprivate mutating func joinNumbers(_ other: RolePlace) -> Bool {
    var joined = other
    switch (spot, joined.spot) {
    case (.pads(var numbers), .pads(let more)):
      numbers.formUnion(more)
      joined.spot = .pads(numbers)
    case (.controllers(var numbers, let isEndless), .controllers(let more, let other)) where isEndless == other:
      numbers.formUnion(more)
      joined.spot = .controllers(numbers, isEndless: isEndless)
    default: return false
    }
    guard sameBut(joined, { $0.spot = joined.spot }) else { return false }
    self = joined
    return true
  }

  /// Adds the channels of `other` if it is otherwise the same.
  fileprivate mutating func joinChannels(_ other: RolePlace) -> Bool {
    guard !channels.isEmpty, !other.channels.isEmpty, sameBut(other, { $0.channels = other.channels }) else {
      return false
    }
    channels = Set(channels + other.channels).sorted()
    return true
  }

  private func sameBut(_ other: RolePlace, _ change: (inout RolePlace) -> Void) -> Bool {
    var changed = self
    change(&changed)
    return changed == other
  }
}

extension [RolePlace] {
  fileprivate mutating func merge(_ place: RolePlace, _ join: (inout RolePlace, RolePlace) -> Bool) {
    for index in indices where join(&self[index], place) { return }
    append(place)
  }
}

extension NumberSet {
  /// Creates a set of these values.
  public init(_ numbers: [UInt7]) {
    self.init()
    for number in numbers { insert(Int(number.rawValue)) }
  }

  /// Creates a set of the numbers of these channels, 1…16.
  public init(_ channels: [Channel]) {
    self.init()
    for channel in channels { insert(Int(channel.number)) }
  }
}
