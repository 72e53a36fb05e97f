import Testing

@testable import Controllers

@Suite("A library whose files change")
struct ChangedLibraryTests {
  private static func mapping(_ name: String, _ file: String) -> ControllerMapping {
    ControllerMapping(name: name, file: file, match: PortMatch(clients: [NamePattern("Box")]))
  }
  private static let port = PortDescription(id: PortID(client: 20, port: 0), clientName: "Box", portName: "Box 1")

  @Test("a written file serves first, a removed one no more, and the mapping before it returns")
  func changes() {
    let problem = MappingProblem(file: "/own/box.yaml", position: nil, reason: .notAFile)
    var changed = ChangedLibrary(
      MappingLibrary(mappings: [Self.mapping("old", "/share/box.yaml")], problems: [problem]))
    #expect(changed.library.match(Self.port).mapping.name == "old" && changed.library.problems == [problem])
    changed.change("/own/box.yaml", to: Self.mapping("new", "/own/box.yaml"))
    #expect(changed.library.match(Self.port).mapping.name == "new" && changed.library.problems.isEmpty)
    changed.change("/own/box.yaml", to: Self.mapping("newer", "/own/box.yaml"))
    #expect(changed.library.mappings.map(\.name) == ["newer", "old"])
    changed.change("/own/box.yaml", to: nil)
    #expect(changed.library.match(Self.port).mapping.name == "old" && changed.library.mappings.count == 1)
    changed.change("/share/box.yaml", to: nil)
    #expect(changed.library.match(Self.port).mapping == .generic)
  }

  @Test("a written file has priority over the requested mapping for the same controller")
  func preferred() {
    let asked = Self.mapping("asked", "/elsewhere/box.yaml")
    var changed = ChangedLibrary(MappingLibrary(mappings: [], preferred: asked))
    changed.change(
      "/own/other.yaml", to: ControllerMapping(name: "other", match: PortMatch(clients: [NamePattern("X")])))
    #expect(changed.library.match(Self.port).mapping.name == "asked")
    changed.change("/own/box.yaml", to: Self.mapping("new", "/own/box.yaml"))
    #expect(changed.library.match(Self.port).mapping.name == "new")
    changed.change("/own/box.yaml", to: nil)
    #expect(changed.library.match(Self.port).mapping.name == "asked")
  }
}
