import Testing

@testable import Controllers

@Suite("A library some files of which have changed")
struct ChangedLibraryTests {
  private static func profile(_ name: String, _ file: String) -> ControllerProfile {
    ControllerProfile(name: name, file: file, match: PortMatch(clients: [NamePattern("Box")]))
  }
  private static let port = PortDescription(id: PortID(client: 20, port: 0), clientName: "Box", portName: "Box 1")

  @Test("what was written serves first, what is gone no more, and what was there before is back")
  func changes() {
    let problem = ProfileProblem(file: "/own/box.yaml", position: nil, reason: .notAFile)
    var changed = ChangedLibrary(
      ProfileLibrary(profiles: [Self.profile("old", "/share/box.yaml")], problems: [problem]))
    #expect(changed.library.match(Self.port).profile.name == "old" && changed.library.problems == [problem])
    changed.change("/own/box.yaml", to: Self.profile("new", "/own/box.yaml"))
    #expect(changed.library.match(Self.port).profile.name == "new" && changed.library.problems.isEmpty)
    changed.change("/own/box.yaml", to: Self.profile("newer", "/own/box.yaml"))
    #expect(changed.library.profiles.map(\.name) == ["newer", "old"])
    changed.change("/own/box.yaml", to: nil)
    #expect(changed.library.match(Self.port).profile.name == "old" && changed.library.profiles.count == 1)
    changed.change("/share/box.yaml", to: nil)
    #expect(changed.library.match(Self.port).profile.isGeneric)
  }

  @Test("it goes before the profile that was asked for, where it is for the same controller")
  func preferred() {
    let asked = Self.profile("asked", "/elsewhere/box.yaml")
    var changed = ChangedLibrary(ProfileLibrary(profiles: [], preferred: asked))
    changed.change(
      "/own/other.yaml", to: ControllerProfile(name: "other", match: PortMatch(clients: [NamePattern("X")])))
    #expect(changed.library.match(Self.port).profile.name == "asked")
    changed.change("/own/box.yaml", to: Self.profile("new", "/own/box.yaml"))
    #expect(changed.library.match(Self.port).profile.name == "new")
    changed.change("/own/box.yaml", to: nil)
    #expect(changed.library.match(Self.port).profile.name == "asked")
  }
}
