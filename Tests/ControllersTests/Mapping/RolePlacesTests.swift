import Testing

@testable import Controllers

@Suite("Places of roles")
struct RolePlacesTests {
  @Test(
    "controls of one kind are one place",
    arguments: [
      ("akai-mpk-mini-2.yaml", Role.higher, ["notes 38, 40, 44, 46, 49, 51, 53, 55 channel 10", "keyboard from 60"]),
      ("akai-mpk-mini-2.yaml", .slider, ["pitch-bend"]), ("akai-mpk-mini-2.yaml", .stop, []),
      ("akai-apc-mini-mk2.yaml", .lower, ["notes 0-31"]), ("akai-apc-mini-mk2.yaml", .slider, ["cc 48-55"]),
      ("behringer-x-touch.yaml", .slider, ["pitch-bend 1-8", "relative 16-23 channel 1"]),
      ("behringer-x-touch.yaml", .level, ["pitch-bend 9"]),
    ])
  func shippedRoles(file: String, role: Role, words: [String]) throws {
    let places = try shipped(file).places(of: role)
    #expect(places.map(\.words) == words)
  }

  @Test("the halves exclude controls with a role")
  func complete() throws {
    let mapping = ControllerMapping(
      name: "Box",
      bindings: [Binding(role: .stop, control: .notes(NumberSet(38...38), channel: nil))],
      halves: [
        .grid(Grid(first: 36, rows: 2, columns: 2, rowStep: 2, firstRowIsBottom: true), channel: nil),
        .keyboard(channel: nil, split: 70),
      ])
    #expect(mapping.places(of: .higher).map(\.words) == ["notes 39", "keyboard from 70"])
    #expect(mapping.places(of: .lower).map(\.words) == ["notes 36-37", "keyboard below 70"])
    #expect(mapping.places(of: .stop).map(\.words) == ["notes 38"])
    #expect(ControllerMapping.generic.places(of: .commit).map(\.words) == ["cc 64"])
  }
}
