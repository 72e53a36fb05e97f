import MIDI

/// A light of a mapping, named by the first place it is written at.
struct LightID: Hashable, Comparable, Sendable {
  var area: String
  var group: Int
  var number: UInt7

  static func < (left: LightID, right: LightID) -> Bool {
    (left.area, left.group, left.number) < (right.area, right.group, right.number)
  }
}

/// Which lights a mapping's areas have. Areas may share lights (a pad is in its half and in the column of the result): a
/// light that two areas name is one light, or clearing the one area would put out what the other has just lit. Unsure
/// lights are not in it.
struct LightTable: Sendable {
  /// What makes two lines mean the same light.
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

  /// Every light once, in the order they are written in.
  let all: [LightID]
  private let areas: [String: [LightID]]
  private let names: [Address: LightID]

  init(_ feedback: Feedback) {
    var names: [Address: LightID] = [:]
    var areas: [String: [LightID]] = [:]
    let halves = Half.allCases.map(\.rawValue)
    // The halves name their lights first: they are what most cues light.
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

  /// The lights of an area; none for one that is not there.
  subscript(area: String) -> [LightID] { areas[area] ?? [] }

  /// The lights that one message sets, in its order; nil where none is known.
  func lights(of frame: LightFrame) -> [LightID?] {
    frame.numbers.numbers.map { names[Address(kind: .frame(frame), channel: Self.noChannel, number: $0)] }
  }

  /// What is told by SysEx has none; for a frame all its lights have the same.
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
