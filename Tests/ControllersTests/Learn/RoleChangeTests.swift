import Foundation
import MIDI
import Testing

@testable import Controllers

@Suite("Giving a control another role")
struct RoleChangeTests {
  private static func note(_ number: Int, _ channel: UInt8? = 1) -> Control {
    .notes(NumberSet(number...number), channel: channel.flatMap { Channel(Int($0)) })
  }
  private static func cc(_ number: Int) -> Control {
    .controlChange(UInt7(truncating: number), channel: Channel(1), threshold: Control.half)
  }

  /// What comes of it: the roles of the mapping that changed, and who lost.
  private static func outcome(
    _ mapping: ControllerMapping, _ role: Role, _ control: Control, _ release: Release = .none
  )
    -> String
  {
    switch mapping.giving(Binding(role: role, control: control, release: release)) {
    case .split(let note): return "split \(note)"
    case .unfit: return "unfit"
    case .mapping(let changed, let losers):
      let places = changed.places(of: role).map(\.words).joined(separator: "; ")
      return
        ([places]
        + losers.map { loser in
          "\(loser.rawValue) → " + changed.places(of: loser).map(\.words).joined(separator: "; ")
        }).joined(separator: " | ")
    }
  }

  private static let box = ControllerMapping(
    name: "Box",
    bindings: [
      Binding(role: .stop, control: cc(20)), Binding(role: .again, control: note(36, nil)),
      Binding(role: .commit, control: .notes(NumberSet(40...43), channel: nil)),
      Binding(
        role: .slider, control: .pitchBend(channel: nil), release: .touch,
        touch: .notes(NumberSet(104...111), channel: nil), motorMaximum: 16383),
      Binding(role: .cancel, control: .longPress(cc(21), milliseconds: 800)),
    ],
    halves: [.grid(Grid(first: 0, rows: 2, columns: 4, rowStep: 8, firstRowIsBottom: true), channel: nil)])

  static let cases: [(ControllerMapping, Role, Control, String)] = [
    // Keys of a keyboard: the halves stay halves.
    (.generic, .higher, note(67), "split 67"), (.generic, .lower, note(67), "split 68"),
    (.generic, .higher, note(0), "unfit"), (.generic, .lower, note(127), "unfit"),
    (.generic, .stop, note(30), "notes 30 channel 1 | lower → keyboard below 60"),
    (.generic, .higher, cc(20), "cc 20 channel 1; keyboard from 60"),
    (
      .generic, .again, .controlChange(UInt7(truncating: 64), channel: Channel(1), threshold: Control.half),
      "cc 64 channel 1 | commit → "
    ),
    // What has another role moves.
    (box, .start(.comparison), cc(20), "cc 20 channel 1 | stop → "),
    (box, .stop, note(36), "notes 36 | again → "),
    (box, .stop, note(41), "notes 41 | commit → notes 40, 42-43"),
    (box, .commit, note(41), "notes 41"),
    (box, .stop, cc(20), "cc 20 channel 1"), (box, .stop, cc(21), "cc 21 channel 1"),
    // Grids: the half goes, the other stays.
    (box, .higher, note(8), "notes 8"), (box, .higher, note(1), "notes 1 | lower → notes 0, 2-3"),
    (box, .stop, note(9), "notes 9 | higher → notes 8, 10-11"), (box, .lower, cc(99), "cc 99 channel 1"),
    // A finger on a fader is no press.
    (box, .stop, note(106), "unfit"),
  ]

  @Test("the control is its role's only one, and has no other role", arguments: cases)
  func outcomes(mapping: ControllerMapping, role: Role, control: Control, expected: String) {
    #expect(Self.outcome(mapping, role, control) == expected)
  }

  @Test("a mapping's facts about a slider remain: its release, its motor, its touch in the row")
  func slider() throws {
    let given = Binding(role: .slider, control: .pitchBend(channel: Channel(3)), release: .settle)
    guard case .mapping(let changed, losers: []) = Self.box.giving(given) else {
      Issue.record("not given")
      return
    }
    let slider = try #require(changed.bindings.first { $0.role == .slider })
    #expect(slider.release == .touch && slider.motorMaximum == 16383)
    #expect(slider.control == .pitchBend(channel: Channel(3)) && slider.touch == Self.note(106, nil))
    guard case .mapping(let generic, _) = ControllerMapping.generic.giving(given) else { return }
    // A wheel on any channel stays one.
    #expect(generic.places(of: .slider).map(\.words) == ["pitch-bend"])
    #expect(generic.bindings.first?.release == .springBack)
  }

  @Test("the generic mapping becomes one for the controller; others keep their match")
  func own() {
    let port = PortDescription(
      id: PortID(client: 20, port: 0), clientName: "My keys", portName: "My keys MIDI 1",
      usb: USBID(vendor: 0x1234, product: 1), usbPath: "1-1")
    let own = ControllerMapping.generic.own(for: port)
    #expect(own.name == "My keys" && own.match.fitsUSB(port) && !own.sources.isEmpty && !own.mode.isEmpty)
    var shipped = Self.box
    shipped.file = "/somewhere/box.yaml"
    shipped.match = PortMatch(clients: [NamePattern("Box*")])
    #expect(shipped.own(for: port).match == shipped.match && shipped.own(for: port).name == "Box")
    #expect(shipped.own(for: port).own(for: port) == shipped.own(for: port))
  }

  /// Every role of every shipped mapping, given a button and a pad: the file that is written says the same, without a
  /// warning that was not there.
  @Test("the written mapping is read back as given", arguments: shippedFiles)
  func written(file: String) throws {
    let mapping = try shipped(file)
    let before = Set(MappingDecoder.decode(Array(MappingWriter.text(mapping).utf8), file: "x").problems.map(\.reason))
    for role in Role.allCases {
      let isMoved = role == .slider || role == .level
      for control in isMoved ? [.pitchBend(channel: Channel(16))] : [Self.cc(119), Self.note(5)] {
        guard case .mapping(let changed, _) = mapping.giving(Binding(role: role, control: control)) else { continue }
        let text = MappingWriter.text(changed)
        let (decoded, problems) = MappingDecoder.decode(Array(text.utf8), file: "x")
        let read = try #require(decoded, "\(role) \(problems)")
        for each in Role.allCases {
          #expect(
            Set(read.places(of: each).map(\.words)) == Set(changed.places(of: each).map(\.words)), "\(role) \(each)")
        }
        let known = { (reason: MappingProblemReason) -> Bool in
          if case .unreachable = reason { true } else { before.contains(reason) }
        }
        #expect(problems.map(\.reason).allSatisfy(known), "\(role) \(control.words): \(problems)")
      }
    }
  }

  @Test("roles without a control are listed")
  func free() {
    let free = ControllerMapping.generic.freeRoles
    #expect(free.contains(.stop) && !free.contains(.higher) && !free.contains(.commit) && !free.contains(.confirm))
  }

  @Test(
    "roles that learning skips can be given",
    arguments: [
      Role.startListening, .startIntervalListening, .startTiming, .startTimingListening, .startChords, .startBeats,
      .startTemperament, .stepBack, .explain,
    ])
  func unasked(_ role: Role) {
    #expect(!LearnDraft.roles.contains(role))
    #expect(ControllerMapping.generic.freeRoles.contains(role))
  }
}

extension Role {
  fileprivate enum Start { case comparison }
  fileprivate static func start(_ start: Start) -> Role { .startComparison }
}
