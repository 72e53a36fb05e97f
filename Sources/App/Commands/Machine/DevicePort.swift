import ALSASequencer
import Controllers
import Ports
import Texts

/// A sequencer port as shown by `peach devices`: its kind, its mapping and the reason for it, and the places of its
/// roles.
struct DevicePort: Encodable {
  /// A role and its place.
  struct Placed: Encodable {
    var role: String
    var places: [Place]
  }

  /// A place of a role, in the words of mapping files.
  struct Place: Encodable {
    var control: String
    /// The detection of its release; for sliders.
    var release: String?
    var motor: Bool
    var unsure: Bool
  }

  /// Another mapping that could have served the port, and what kept it from it.
  struct Other: Encodable {
    struct Obstacle: Encodable {
      var by: String
      /// What the mapping expects there.
      var expected: [String]?
    }

    var mapping: String?
    var file: String?
    var kept: [Obstacle]
  }

  var client: String
  var port: String
  var address: String
  /// The port's index among its device's ports, from 0.
  var index: Int
  var usb: String?
  var usbPath: String?
  var connects: Bool
  var refused: String?
  var mapping: String?
  var file: String?
  /// Whether the file is the player's own.
  var own: Bool?
  var why: String?
  /// The mappings that do not serve it although they could have; nil unless requested.
  var others: [Other]?
  var kind: String?
  var mode: String?
  var roles: [Placed]?
  /// Parts of the mapping that are off because no source confirms them.
  var off: [String]?
  var localControl: String?
  var otherListeners: [String]
  /// Whether practice sleeps on it until the player holds two keys.
  var sleeps: Bool
  /// USB paths of equal ports.
  var twins: [String]

  private let served: ControllerMapping?
  private let passedOver: [PassedOver]?
  private let usedRoles: [Role]
  private let players: [String]

  private enum CodingKeys: String, CodingKey {
    case client, port, address, index, usb, usbPath, connects, refused, mapping, file, own, why, others, kind, mode,
      roles, off
    case localControl, otherListeners, sleeps, twins
  }

  /// Describes a port. `refused` is the reason why practice would not connect it, as the word of `PortRefusal`; nil if
  /// it would. `ports` are all ports, `idle` the roles without an effect; `namesOthers`: reads files.
  init(
    _ port: PortDescription, refused: String?, among ports: [PortDescription], _ library: MappingLibrary,
    ownFolder: String, without idle: Set<Role> = [], why namesOthers: Bool = false
  ) {
    usedRoles = Role.allCases.filter { !idle.contains($0) }
    client = port.clientName
    self.port = port.portName
    address = "\(port.id.client):\(port.id.port)"
    index = port.portIndex
    usb = port.usb?.description
    usbPath = port.usbPath
    connects = refused == nil
    self.refused = refused
    otherListeners = port.otherListeners
    players = port.players
    sleeps = refused == nil && !port.players.isEmpty
    twins = ports.filter { $0.isTwin(of: port) }.compactMap(\.usbPath)
    guard refused == nil else {
      (served, passedOver) = (nil, nil)
      return
    }
    let (mapping, reason) = library.match(port)
    served = mapping
    passedOver = namesOthers ? library.passedOver(port, reading: MappingReader.file) : nil
    others = passedOver?.map(Other.init)
    self.mapping = mapping.name
    file = mapping.file
    own = mapping.file?.hasPrefix(ownFolder + "/")
    why = reason.word
    kind = mapping.kind?.rawValue
    mode = mapping.mode.isEmpty ? nil : mapping.mode
    roles = usedRoles.compactMap { role in
      let places = mapping.places(of: role).map(Place.init)
      return places.isEmpty ? nil : Placed(role: role.rawValue, places: places)
    }
    off = mapping.unsureParts.map(\.words) + (mapping.hasUnsureMotors ? ["motor"] : [])
    localControl = mapping.localControl.word
  }

  /// Returns the report in words.
  func lines(_ texts: Catalogue) -> [String] {
    let roles = served.map { served in usedRoles.compactMap { texts.line($0, in: served) } } ?? []
    return [title(texts)]
      + ([choice(texts)] + passed(texts) + setting(texts) + roles + remarks(texts)).map { "  " + $0 }
  }

  /// Returns a line with its mapping and the reason for it.
  func choice(_ texts: Catalogue) -> String { served.map { reason($0, texts) } ?? refusal(texts) }

  /// Returns the notes of the report in words, without name, mapping and places of roles.
  func notes(_ texts: Catalogue) -> [String] { setting(texts) + remarks(texts) }

  /// Returns a line with the mode that the hardware must be in.
  private func setting(_ texts: Catalogue) -> [String] { mode.map { [texts(.hardwareMode, ["mode": $0])] } ?? [] }

  private func remarks(_ texts: Catalogue) -> [String] {
    guard let served else { return listeners(texts) }
    var lines: [String] = []
    let parts = served.unsureParts.map(texts.name) + (served.hasUnsureMotors ? [texts(.partMotor)] : [])
    if !parts.isEmpty { lines.append(texts(.off, ["parts": parts.joined(separator: ", ")])) }
    switch served.localControl {
    case .none: break
    case .offered: lines.append(texts(.localControl))
    case .offWhilePractising: lines.append(texts(.localControlOff))
    }
    return lines + twins.map { texts(.twin, ["path": $0]) } + listeners(texts)
  }

  private func title(_ texts: Catalogue) -> String {
    var values = ["client": client, "port": port]
    guard let usb else { return texts(.title, values) }
    values["usb"] = usb
    guard let usbPath else { return texts(.titleUSB, values) }
    values["path"] = usbPath
    return texts(.titlePath, values)
  }

  private func reason(_ mapping: ControllerMapping, _ texts: Catalogue) -> String {
    switch why {
    case "usb" where mapping.match.portIndex != nil:
      texts(.mappingUSBPort, ["mapping": mapping.name, "number": "\(index + 1)"])
    case "usb": texts(.devicesMappingUSB, ["mapping": mapping.name])
    case "name": texts(.devicesMappingName, ["mapping": mapping.name])
    default: texts(.devicesMappingGeneric)
    }
  }

  /// Returns a line for each other mapping with what kept it from the port.
  private func passed(_ texts: Catalogue) -> [String] {
    guard let passedOver else { return [] }
    guard !passedOver.isEmpty else { return [texts(.whyNone)] }
    return passedOver.map { other in
      let obstacles = other.obstacles.map { texts.line($0, index, instead: mapping ?? "") }
      let name = other.name ?? other.file.map { $0.split(separator: "/").last.map(String.init) ?? $0 } ?? ""
      return texts(.whyNot, ["mapping": name, "obstacles": obstacles.joined(separator: "; ")])
    }
  }

  private func refusal(_ texts: Catalogue) -> String {
    let key: TextKey =
      switch refused.flatMap(PortRefusal.init) {
      case .notPermitted: .devicesRefusedNotPermitted
      case .software: .devicesRefusedSoftware
      default: .devicesRefusedOther
      }
    return texts(key, ["controller": client])
  }

  private func listeners(_ texts: Catalogue) -> [String] {
    guard !otherListeners.isEmpty else { return [] }
    let others = players.isEmpty ? otherListeners : players
    let line = texts(
      .controllerOtherListeners, ["listeners": others.joined(separator: ", "), "controller": client])
    return [line + (sleeps ? " " + texts(.sleeps) : "")]
  }
}

extension DevicePort.Place {
  init(_ place: RolePlace) {
    control = place.words
    release = place.release?.rawValue
    motor = place.hasMotor
    unsure = place.isUnsure
  }
}

extension DevicePort.Other {
  init(_ other: PassedOver) {
    mapping = other.name
    file = other.file
    kept = other.obstacles.map(Obstacle.init)
  }
}

extension DevicePort.Other.Obstacle {
  init(_ obstacle: MatchObstacle) {
    (by, expected) =
      switch obstacle {
      case .place(let index): ("index", ["\(index)"])
      case .usb(let ids): ("usb", ids.map(\.description))
      case .client(let names): ("client", names.map(\.text))
      case .port(let names): ("port", names.map(\.text))
      case .namesOnly, .later: ("order", nil)
      case .errors: ("errors", nil)
      }
  }
}

extension Catalogue {
  /// Returns what kept a mapping from the port at `index` of its device, which the mapping named `serving` has.
  fileprivate func line(_ obstacle: MatchObstacle, _ index: Int, instead serving: String) -> String {
    switch obstacle {
    case .place(let place): self(.whyPlace, ["number": "\(place + 1)", "own": "\(index + 1)"])
    case .usb(let ids): self(.whyUSB, ["names": alternatives(ids.inRanges)])
    case .client(let names): self(.whyClient, ["names": alternatives(names.map(\.text))])
    case .port(let names): self(.whyPort, ["names": alternatives(names.map(\.text))])
    case .namesOnly: self(.whyNamesOnly, ["mapping": serving])
    case .later: self(.whyLater, ["mapping": serving])
    case .errors: self(.whyErrors)
    }
  }

  /// Returns names of which one is needed, and what a star in them stands for.
  private func alternatives(_ names: [String]) -> String {
    let list = names.dropLast().joined(separator: ", ")
    let text = [list, names.last ?? ""].filter { !$0.isEmpty }.joined(separator: " \(self(.or)) ")
    return names.contains { $0.contains("*") } ? "\(text) \(self(.whyStar))" : text
  }
}

extension [USBID] {
  /// The ids as mapping files write them, neighbours as a range.
  fileprivate var inRanges: [String] {
    var ranges: [(first: USBID, last: USBID)] = []
    for id in self {
      if let last = ranges.last?.last, last.vendor == id.vendor, last.product &+ 1 == id.product {
        ranges[ranges.count - 1].last = id
      } else {
        ranges.append((id, id))
      }
    }
    return ranges.map { $0 == $1 ? "\($0)" : "\($0)-\("\($1)".suffix(4))" }
  }
}

extension MatchReason {
  /// The word for `--json`.
  fileprivate var word: String {
    switch self {
    case .usb: "usb"
    case .name: "name"
    case .generic: "generic"
    }
  }
}

extension ControllerMapping {
  /// Whether a motor is off because its values are unsure.
  var hasUnsureMotors: Bool { bindings.contains { $0.motorMaximum != nil && $0.confidence == .unsure } }
}

extension LocalControl {
  /// The word in mapping files; nil if it has none.
  fileprivate var word: String? {
    switch self {
    case .none: nil
    case .offered: "offered"
    case .offWhilePractising: "off-while-practising"
    }
  }
}

extension PortDescription {
  /// Returns whether this is the same port of another device of the same kind.
  fileprivate func isTwin(of other: PortDescription) -> Bool {
    id != other.id && usb != nil && usb == other.usb && portIndex == other.portIndex && usbPath != other.usbPath
  }
}
