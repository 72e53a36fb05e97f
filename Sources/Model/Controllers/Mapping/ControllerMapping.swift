import MIDI

/// All that is known of one kind of controller: which ports it fits, what its controls do, what lights it has.
public struct ControllerMapping: Hashable, Sendable {
  /// The controller's name as its maker writes it. No control characters.
  public var name: String
  /// The mapping file; nil for what is built in.
  public var file: String?
  /// What it mainly is; nil where the file does not say.
  public var kind: ControllerKind?
  /// How much of what its sources know is in it.
  public var extent: MappingExtent = .basic
  /// The mode the hardware must be in, in words for the player.
  public var mode = ""
  /// Where the facts were read.
  public var sources: [String] = []
  /// Which ports it fits.
  public var match = PortMatch()
  /// Controls with a role of their own. Where two overlap the earlier one counts.
  public var bindings: [Binding] = []
  /// Keyboards and grids whose halves are Higher and Lower; what a binding claims is not theirs.
  public var halves: [HalvesRule] = []
  /// Lights and what they tell.
  public var feedback = Feedback()
  /// Sent when practice begins to use the controller: puts it in the right mode.
  public var initSteps: [InitStep] = []
  /// Sent when practice leaves it, after its lights are dark: leaves its modes as found.
  public var exitMessages: [OutgoingMessage] = []
  /// What it wants to hear again and again while practice uses it; nil if nothing.
  public var heartbeat: Heartbeat?
  /// Whether the keyboard has a sound of its own, and whether it is switched off during practice.
  public var localControl: LocalControl = .none

  /// The channels its keyboards send on, in order; all of them where one sends on any, or none is known.
  var keyboardChannels: [Channel] {
    var bound: Set<UInt8> = []
    for case .keyboard(let channel, _) in halves {
      guard let channel else { return Channel.all }
      bound.insert(channel.number)
    }
    return bound.isEmpty ? Channel.all : Channel.all.filter { bound.contains($0.number) }
  }

  /// Whether it has a keyboard that may send on `channel`.
  func hasKeyboard(on channel: Channel?) -> Bool {
    halves.contains { if case .keyboard(let keys, _) = $0 { keys.meets(channel) } else { false } }
  }

  /// What bindings leave of `pads`; nil where that is nothing.
  func free(_ pads: NumberSet, on channel: Channel?) -> NumberSet? {
    var left = pads
    for case .notes(let bound, let other) in bindings.map(\.control) where other == nil || other == channel {
      left.subtract(bound)
    }
    return left.isEmpty ? nil : left
  }

  /// Where the keyboard's split stands until it is moved: the first note that is Higher. Nil without a keyboard.
  public var initialSplit: Int? {
    for case .keyboard(_, let split) in halves { return split }
    return nil
  }
}

/// What a controller mainly is: what of it a player uses most in matching, else where the answers are pressed. The raw values
/// are the words in the files.
public enum ControllerKind: String, Sendable, CaseIterable {
  /// Keys without a wheel or strip to lead: the pitch is stepped, or bent with a stick or buttons.
  case keys
  /// Keys with a wheel that springs back.
  case wheel
  /// Keys with a strip that is touched.
  case strip
  /// Eight rows of pads or so, and no keys.
  case grid
  /// A few rows of pads.
  case pads
  /// Plain faders.
  case fader
  /// Faders that move by themselves.
  case motorFader = "motor-fader"
  /// Knobs that turn without end.
  case encoder
}

/// How much of a controller a mapping knows. The raw values are the words in the files.
public enum MappingExtent: String, Sendable, CaseIterable {
  /// Which ports it fits, where the halves are, what lets go how. The file leaves out things, or cannot know them.
  case basic
  /// All that its sources tell: every control of use in practice, and everything that its lights can tell.
  case complete
}

extension Channel {
  /// 1 to 16, in order.
  fileprivate static let all = (0..<16).map { Channel(statusNibble: $0) }
}

/// What is to be done about a keyboard's own sound, which CC 122 ("local control") switches.
public enum LocalControl: Hashable, Sendable {
  /// It has none, or nothing is known of it.
  case none
  /// It has one that can be switched off. Nothing is sent: the player is asked first.
  case offered
  /// The player wants it off while practising.
  case offWhilePractising
}

/// A part of a controller whose halves are Higher and Lower.
public enum HalvesRule: Hashable, Sendable {
  /// Keys: from the split up Higher, below Lower. The split starts at this note and is moved at the hub.
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
  /// How many pads a row has.
  public let columns: Int

  /// `rows` rows of `columns` pads. The first row begins at note `first`, each next one `rowStep` notes later;
  /// `firstRowIsBottom` tells whether the first row is the lowest or the highest on the controller.
  public init(first: Int, rows: Int, columns: Int, rowStep: Int, firstRowIsBottom: Bool) {
    upper = NumberSet()
    lower = NumberSet()
    self.columns = columns
    for row in 0..<rows {
      let start = first + row * rowStep
      let pads = NumberSet(start...(start + columns - 1))
      let isFirstHalf = row < rows / 2
      let isSecondHalf = row >= rows - rows / 2
      if isFirstHalf && firstRowIsBottom || isSecondHalf && !firstRowIsBottom { lower.formUnion(pads) }
      if isSecondHalf && firstRowIsBottom || isFirstHalf && !firstRowIsBottom { upper.formUnion(pads) }
    }
  }

  /// The pads of `half`.
  func pads(of half: Half) -> NumberSet { half == .higher ? upper : lower }

  /// The half that the pad of `note` lies in; nil for a pad of neither, and for what is no pad.
  func half(of note: Int) -> Half? { Half.allCases.first { pads(of: $0).contains(note) } }
}

/// Which ports a mapping fits.
public struct PortMatch: Hashable, Sendable {
  /// USB ids, any of which fits.
  public var usb: [USBID] = []
  /// The port's place among its device's ports, from 0, by whatever it is found; nil fits every port.
  public var portIndex: Int?
  /// Client names; `*` stands for any characters.
  public var clients: [NamePattern] = []
  /// Port names, one for each of the kernel's spellings; empty fits every port of the client.
  public var ports: [NamePattern] = []
  /// Whether one of id and name is enough, or a maker has given one id to several products and both are needed.
  public var requirement: MatchRequirement = .either

  /// Whether the port's USB id and place fit, and its names where these are needed as well.
  public func fitsUSB(_ port: PortDescription) -> Bool {
    guard let id = port.usb, usb.contains(id), hasPlace(port) else { return false }
    return requirement == .either || hasName(port)
  }

  /// Whether the client's and the port's names and the port's place fit, and no id is needed as well.
  public func fitsName(_ port: PortDescription) -> Bool {
    requirement == .either && hasPlace(port) && hasName(port)
  }

  /// A name alone does not tell a device's ports apart: the kernel cuts it, and some makers give all of them the same.
  private func hasPlace(_ port: PortDescription) -> Bool { portIndex == nil || portIndex == port.portIndex }

  private func hasName(_ port: PortDescription) -> Bool {
    guard clients.contains(where: { $0.matches(port.clientName) }) else { return false }
    return ports.isEmpty || ports.contains { $0.matches(port.portName) }
  }
}

/// What of a port must fit. The raw values are the words in the files.
public enum MatchRequirement: String, Sendable, CaseIterable {
  /// The USB id or the names.
  case either
  /// The USB id and the names.
  case both
}

/// A name in which `*` stands for any characters, and `\*` and `\\` for a star and a backslash. Upper and lower case are the same.
public struct NamePattern: Hashable, Sendable {
  /// As it is written.
  public let text: String

  /// The pattern `text`.
  public init(_ text: String) { self.text = text }

  /// The pattern that `name` alone fits.
  public init(literally name: String) {
    text = name.replacing("\\", with: "\\\\").replacing("*", with: "\\*")
  }

  /// Its bytes in lower case, nil for any characters.
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

  /// The kernel cuts a port's name to this many bytes.
  static let longestPortName = 31

  /// Whether all of `name` fits. A pattern without `*` also fits a name the kernel had to cut.
  public func matches(_ name: String) -> Bool {
    let pattern = parts
    let name = Array(name.lowercased().utf8)
    if !pattern.contains(nil), name.count == Self.longestPortName {
      return pattern.starts(with: name.map(Optional.some))
    }
    // Greedy with one step back to the last star: linear in the product of the lengths at worst.
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
