import MIDI

/// A light of a mapping, identified by the first place that defines it.
struct LightID: Hashable, Comparable, Sendable {
  var area: String
  var group: Int
  var number: UInt7

  static func < (left: LightID, right: LightID) -> Bool {
    (left.area, left.group, left.number) < (right.area, right.group, right.number)
  }
}

/// The lights of a mapping's areas. Areas may share lights (a pad is in its half and in the column of the result): a
/// light in two areas is one light, or clearing one area would turn off lights that the other has just turned on. Does
/// not contain unsure lights.
struct LightTable: Sendable {
  /// The properties that identify a light.
  private struct Address: Hashable {
    enum Kind: Hashable {
      case note, controlChange, polyPressure
      case systemExclusive([TemplateByte])
      case frame(LightFrame)
    }

    var kind: Kind
    var channel: Channel
    var number: UInt7
  }

  /// Every light once, in order of definition.
  let all: [LightID]
  private let areas: [String: [LightID]]
  private let names: [Address: LightID]

  init(_ feedback: Feedback) {
    var names: [Address: LightID] = [:]
    var areas: [String: [LightID]] = [:]
    let halves = Half.allCases.map(\.rawValue)
    // The halves come first: most cues light them.
    for area in halves + feedback.areas.keys.sorted().filter({ !halves.contains($0) }) {
      for (group, light) in (feedback.areas[area] ?? []).enumerated() where light.confidence == .source {
        for number in light.numbers.numbers {
          let address = Address(kind: Self.kind(of: light), channel: light.channel, number: number)
          let id = names[address] ?? LightID(area: area, group: group, number: number)
          names[address] = id
          areas[area, default: []].append(id)
        }
      }
    }
    self.areas = areas
    self.names = names
    all = names.values.sorted()
  }

  /// The lights of an area; empty if the area is unknown.
  subscript(area: String) -> [LightID] { areas[area] ?? [] }

  /// Returns the lights that one message sets, in its order; nil for unknown lights.
  func lights(of frame: LightFrame) -> [LightID?] {
    frame.numbers.numbers.map { names[Address(kind: .frame(frame), channel: Self.noChannel, number: $0)] }
  }

  /// Lights set by SysEx have no channel; all lights of a frame have the same.
  private static let noChannel = Channel(statusNibble: 0)

  private static func kind(of light: Light) -> Address.Kind {
    switch light.kind {
    case .notes, .colouredNotes: .note
    case .controlChange: .controlChange
    case .polyPressure: .polyPressure
    case .systemExclusive(let template, _): .systemExclusive(template)
    case .frame(let frame, _): .frame(frame)
    }
  }
}
