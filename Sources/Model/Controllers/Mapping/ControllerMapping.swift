import MIDI

/// The knowledge about one kind of controller: the ports it has, the roles of its controls, and its lights.
public struct ControllerMapping: Hashable, Sendable {
  /// The controller's name as its maker writes it. No control characters.
  public var name: String
  /// The mapping file; nil for a built-in mapping.
  public var file: String?
  /// The main kind of controller; nil if the file does not say.
  public var kind: ControllerKind?
  /// The share of its sources' knowledge that the mapping contains.
  public var extent: MappingExtent = .basic
  /// The mode the hardware must be in, in words for the player.
  public var mode = ""
  /// The sources of the facts.
  public var sources: [String] = []
  /// The ports the mapping fits.
  public var match = PortMatch()
  /// Controls with their own role. If two overlap, the earlier one counts.
  public var bindings: [Binding] = []
  /// Keyboards and grids whose halves are Higher and Lower, apart from controls with a binding.
  public var halves: [HalvesRule] = []
  /// The lights and their meanings.
  public var feedback = Feedback()
  /// Messages sent when practice begins to use the controller, which set its mode.
  public var initSteps: [InitStep] = []
  /// Messages sent when practice leaves the controller, after its lights are dark, which restore its modes.
  public var exitMessages: [OutgoingMessage] = []
  /// The message the controller needs regularly while practice uses it; nil if none.
  public var heartbeat: Heartbeat?
  /// Whether the keyboard has an internal sound, and whether it is switched off during practice.
  public var localControl: LocalControl = .none

  /// The channels of its keyboards, in order; all channels if one keyboard uses any, or none is known.
  var keyboardChannels: [Channel] {
    var bound: Set<UInt8> = []
    for case .keyboard(let channel, _) in halves {
      guard let channel else { return Channel.all }
      bound.insert(channel.number)
    }
    return bound.isEmpty ? Channel.all : Channel.all.filter { bound.contains($0.number) }
  }

  /// Returns whether the mapping has a keyboard that may send on `channel`.
  func hasKeyboard(on channel: Channel?) -> Bool {
    halves.contains { if case .keyboard(let keys, _) = $0 { keys.meets(channel) } else { false } }
  }

  /// Returns the part of `pads` without a binding; nil if all are bound.
  func free(_ pads: NumberSet, on channel: Channel?) -> NumberSet? {
    var left = pads
    for case .notes(let bound, let other) in bindings.map(\.control) where other == nil || other == channel {
      left.subtract(bound)
    }
    return left.isEmpty ? nil : left
  }

  /// The initial split of the keyboard, as the first note that is Higher. Nil without a keyboard.
  public var initialSplit: Int? {
    for case .keyboard(_, let split) in halves { return split }
    return nil
  }
}

/// The main kind of a controller, by the control most used in matching, else by the controls for answers. The raw
/// values are the words in the files.
public enum ControllerKind: String, Sendable, CaseIterable {
  /// Keys without a wheel or strip: the pitch is stepped, or bent with a stick or buttons.
  case keys
  /// Keys with a wheel that springs back.
  case wheel
  /// Keys with a touch strip.
  case strip
  /// About eight rows of pads, and no keys.
  case grid
  /// A few rows of pads.
  case pads
  /// Plain faders.
  case fader
  /// Motorised faders.
  case motorFader = "motor-fader"
  /// Endless knobs.
  case encoder
}

/// The extent of a mapping's knowledge about a controller. The raw values are the words in the files.
public enum MappingExtent: String, Sendable, CaseIterable {
  /// The ports, the halves and the release of each control. The file omits facts, or they are unknown.
  case basic
  /// Everything in its sources: all controls useful in practice, and everything that its lights can show.
  case complete
}

extension Channel {
  /// 1 to 16, in order.
  fileprivate static let all = (0..<16).map { Channel(statusNibble: $0) }
}

/// The treatment of a keyboard's internal sound, which CC 122 ("local control") switches.
public enum LocalControl: Hashable, Sendable {
  /// The keyboard has none, or it is unknown.
  case none
  /// The keyboard has one that can be switched off. Nothing is sent unless the player agrees.
  case offered
  /// The player wants it off while practising.
  case offWhilePractising
}

/// A part of a controller whose halves are Higher and Lower.
public enum HalvesRule: Hashable, Sendable {
  /// Keys: Higher from the split up, Lower below. The split starts at this note and is moved at the hub.
  case keyboard(channel: Channel?, split: Int)
  /// Pads in rows: upper rows Higher, lower rows Lower; the middle one of an odd number of rows is neither.
  case grid(Grid, channel: Channel?)
}

/// Pads in rows and columns, by their note numbers.
public struct Grid: Hashable, Sendable {
  /// The pads of the upper rows.
  public var upper: NumberSet
  /// The pads of the lower rows.
  public var lower: NumberSet
  /// The number of pads in a row.
  public let columns: Int
  /// The pads of the first and the last row if each half has several rows; otherwise none.
  private let outermost: NumberSet

  /// Creates a grid of `rows` rows of `columns` pads. The first row begins at note `first`, each next one `rowStep`
  /// notes later; `firstRowIsBottom` is whether the first row is the lowest or the highest on the controller.
  public init(first: Int, rows: Int, columns: Int, rowStep: Int, firstRowIsBottom: Bool) {
    upper = NumberSet()
    lower = NumberSet()
    self.columns = columns
    var outermost = NumberSet()
    for row in 0..<rows {
      let start = first + row * rowStep
      let pads = NumberSet(start...(start + columns - 1))
      if rows >= 4, row == 0 || row == rows - 1 { outermost.formUnion(pads) }
      let isFirstHalf = row < rows / 2
      let isSecondHalf = row >= rows - rows / 2
      if isFirstHalf && firstRowIsBottom || isSecondHalf && !firstRowIsBottom { lower.formUnion(pads) }
      if isSecondHalf && firstRowIsBottom || isFirstHalf && !firstRowIsBottom { upper.formUnion(pads) }
    }
    self.outermost = outermost
  }

  /// Returns the pads of `half`.
  func pads(of half: Half) -> NumberSet { half == .higher ? upper : lower }

  /// Returns the pads of `half` farthest from the other one, which mark an answer as sure; none if it has a single row.
  func surePads(of half: Half) -> NumberSet {
    var others = pads(of: half)
    others.subtract(outermost)
    var pads = pads(of: half)
    pads.subtract(others)
    return pads
  }

  /// Returns the half of the pad of `note`; nil for a pad in neither, and for other notes.
  func half(of note: Int) -> Half? { Half.allCases.first { pads(of: $0).contains(note) } }
}

/// The ports that a mapping fits.
public struct PortMatch: Hashable, Sendable {
  /// The USB ids, any of which fits.
  public var usb: [USBID] = []
  /// The port's place among its device's ports, from 0, for matches by id and by name; nil fits every port.
  public var portIndex: Int?
  /// Client names; `*` stands for any characters.
  public var clients: [NamePattern] = []
  /// Port names, one per spelling of the kernel; empty fits every port of the client.
  public var ports: [NamePattern] = []
  /// Whether either id or name is enough, or both are needed because a maker has given one id to several products.
  public var requirement: MatchRequirement = .either

  /// Returns whether the port's USB id and place fit, and its names if these are required as well.
  public func fitsUSB(_ port: PortDescription) -> Bool {
    guard let id = port.usb, usb.contains(id), hasPlace(port) else { return false }
    return requirement == .either || hasName(port)
  }

  /// Returns whether the client's and the port's names and the port's place fit, and no id is required as well.
  public func fitsName(_ port: PortDescription) -> Bool {
    requirement == .either && hasPlace(port) && hasName(port)
  }

  /// A name alone cannot distinguish a device's ports: the kernel truncates it, and some makers give all ports the
  /// same.
  func hasPlace(_ port: PortDescription) -> Bool { portIndex == nil || portIndex == port.portIndex }

  func hasClient(_ port: PortDescription) -> Bool { clients.contains { $0.matches(port.clientName) } }

  func hasPort(_ port: PortDescription) -> Bool { ports.isEmpty || ports.contains { $0.matches(port.portName) } }

  private func hasName(_ port: PortDescription) -> Bool { hasClient(port) && hasPort(port) }
}

/// The properties of a port that must fit. The raw values are the words in the files.
public enum MatchRequirement: String, Sendable, CaseIterable {
  /// The USB id or the names.
  case either
  /// The USB id and the names.
  case both
}

/// A name in which `*` matches any characters, and `\*` and `\\` a star and a backslash. Ignores case.
public struct NamePattern: Hashable, Sendable {
  /// The pattern as written.
  public let text: String

  /// Creates a pattern from its text.
  public init(_ text: String) { self.text = text }

  /// Creates the pattern that only `name` fits.
  public init(literally name: String) {
    text = name.replacing("\\", with: "\\\\").replacing("*", with: "\\*")
  }

  /// The bytes of the pattern in lower case, nil for any characters.
  private var parts: [UInt8?] {
    let (star, escape) = (UInt8(ascii: "*"), UInt8(ascii: "\\"))
    var parts: [UInt8?] = []
    var isLiteral = false
    for byte in text.lowercased().utf8 {
      if isLiteral, byte != star, byte != escape { parts.append(escape) }
      if isLiteral || byte != escape { parts.append(byte == star && !isLiteral ? nil : byte) }
      isLiteral = !isLiteral && byte == escape
    }
    return isLiteral ? parts + [escape] : parts
  }

  /// The length in bytes to which the kernel truncates a port's name.
  static let longestPortName = 31

  /// Returns whether all of `name` fits. A pattern without `*` also fits a name that the kernel truncated.
  public func matches(_ name: String) -> Bool {
    let pattern = parts
    let name = Array(name.lowercased().utf8)
    if !pattern.contains(nil), name.count == Self.longestPortName {
      return pattern.starts(with: name.map(Optional.some))
    }
    // Greedy with backtracking to the last star only: in the worst case, linear in the product of the lengths.
    var (position, reached) = (0, 0)
    var star: (pattern: Int, name: Int)?
    while reached < name.count {
      if position < pattern.count, pattern[position] == nil {
        star = (position, reached)
        position += 1
      } else if position < pattern.count, pattern[position] == name[reached] {
        position += 1
        reached += 1
      } else if let last = star {
        star = (last.pattern, last.name + 1)
        position = last.pattern + 1
        reached = last.name + 1
      } else {
        return false
      }
    }
    return pattern[position...].allSatisfy { $0 == nil }
  }
}
