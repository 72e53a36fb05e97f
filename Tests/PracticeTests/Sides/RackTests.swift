import Controllers
import MIDI
import Ports
import Testing
import Time

@testable import Practice

@Suite("The rack of controllers, without a loop")
struct RackTests {
  static let keyboard = PortDescription(
    id: PortID(client: 20, port: 0), clientName: "Keyboard", portName: "Keyboard MIDI 1")
  static let pads = PortDescription(id: PortID(client: 24, port: 0), clientName: "Pads", portName: "Pads MIDI 1")

  static func hub(_ milliseconds: Int64 = 0) -> PracticeContext { .atRest(milliseconds: milliseconds) }

  static func rack(_ ports: PortDescription..., sleeps: Bool = false) -> Rack {
    var rack = Rack(library: MappingLibrary(mappings: []), sleeps: sleeps)
    for port in ports { _ = rack.handle(.connected(port), in: hub()) }
    return rack
  }

  private func shown(_ rack: Rack) -> ViewState {
    var view = ViewState()
    rack.show(in: &view)
    return view
  }

  @Test("controllers are reported and shown in the order of plugging")
  func plugging() {
    var rack = Self.rack(Self.pads)
    #expect(words(rack.handle(.connected(Self.keyboard), in: Self.hub())) == ["tuning", "tell"])
    #expect(shown(rack).controllers.map(\.name) == ["Pads", "Keyboard"])
    #expect(
      words(rack.handle(.disconnected(Self.pads.id), in: Self.hub())) == [
        "tuning", "tell", "retract", "explanation end",
      ])
    #expect(rack.order == [Self.keyboard.id])
    #expect(words(rack.handle(.disconnected(Self.pads.id), in: Self.hub())) == [])
  }

  @Test("unplugging the controller in use interrupts, another does not")
  func unplugging() {
    var rack = Self.rack(Self.keyboard, Self.pads)
    _ = rack.handle(.use(Self.keyboard.id), in: Self.hub())
    #expect(!words(rack.handle(.disconnected(Self.pads.id), in: Self.hub())).contains("interrupt unplugged"))
    #expect(words(rack.handle(.disconnected(Self.keyboard.id), in: Self.hub())).contains("interrupt unplugged"))
  }

  @Test("a controller with another listener sleeps until it is woken, unless practice runs on it")
  func sleeping() throws {
    var rack = Self.rack(Self.keyboard)
    let id = Self.keyboard.id
    let device = { (rack: Rack) in try #require(rack.devices[id]) }
    #expect(rack.gestureContext(of: try device(rack), in: Self.hub()) == .hub)
    _ = rack.handle(.listeners(id, ["Synth"]), in: Self.hub())
    #expect(rack.gestureContext(of: try device(rack), in: Self.hub()) == .asleep)
    #expect(shown(rack).controllers.first?.asleep == true)
    _ = rack.handle(.wake(id), in: Self.hub())
    #expect(rack.gestureContext(of: try device(rack), in: Self.hub()) == .hub)

    var sleeper = Self.rack(Self.keyboard, sleeps: true)
    #expect(!sleeper.isAwake(id))
    _ = sleeper.handle(.use(id), in: Self.hub())
    #expect(sleeper.isAwake(id))
  }

  @Test("the third press in a row without a role is reported, and a role in between restarts the count")
  func unmapped() {
    var rack = Self.rack(Self.keyboard)
    let press = { (rack: inout Rack) in words(rack.handle(.unmapped(Self.keyboard.id), in: Self.hub())) }
    #expect(press(&rack).isEmpty && press(&rack).isEmpty)
    #expect(words(rack.handle(.hasRole(Self.keyboard.id), in: Self.hub())) == ["retract"])
    #expect(press(&rack).isEmpty && press(&rack).isEmpty)
    #expect(press(&rack) == ["retract", "post", "trouble unmapped-presses"])
  }

  @Test("the level follows the movement of its control, never its position")
  func level() {
    var rack = Self.rack(Self.keyboard)
    let move = { (rack: inout Rack, value: Int) in
      rack.moveLevel(to: .absolute(value: value, maximum: 127), on: Self.keyboard.id)
    }
    #expect(move(&rack, 127).isEmpty)
    guard case .sound(.moveLevel(let change))? = move(&rack, 0).first else {
      Issue.record("nothing moved")
      return
    }
    #expect(change == -54)
  }

  @Test("a split is kept, returns with its controller, and is within the keys")
  func split() {
    var rack = Self.rack(Self.keyboard)
    #expect(words(rack.handle(.split(72, on: Self.keyboard.id), in: Self.hub())) == ["split 72"])
    #expect(words(rack.handle(.split(0, on: Self.keyboard.id), in: Self.hub())) == [])
    _ = rack.handle(.disconnected(Self.keyboard.id), in: Self.hub())
    _ = rack.handle(.connected(Self.keyboard), in: Self.hub())
    #expect(shown(rack).controllers.first?.split == 72)
  }

  @Test("learning ends by itself after half a minute, and is refused in practice")
  func learning() {
    var rack = Self.rack(Self.keyboard)
    _ = rack.handle(.learn(.commit, on: Self.keyboard.id), in: Self.hub())
    #expect(rack.deadline == Self.hub(30_000).now)
    _ = rack.advance(in: Self.hub(29_999))
    #expect(shown(rack).learning?.stage == .waiting)
    _ = rack.advance(in: Self.hub(30_000))
    #expect(shown(rack).learning?.stage == .ended(.late))
    var practising = Self.hub()
    practising.isPractising = true
    _ = rack.handle(.learn(.commit, on: Self.keyboard.id), in: practising)
    #expect(shown(rack).learning?.stage == .ended(.refused))
  }

  @Test("one click confirms a hold, and one each tap, and none sounds during practice")
  func acknowledgement() {
    var rack = Self.rack(Self.keyboard)
    let id = Self.keyboard.id
    #expect(words(rack.handle(.acknowledge(id), in: Self.hub())) == ["submit"])
    #expect(words(rack.handle(.acknowledge(id), in: Self.hub())) == [])
    #expect(words(rack.handle(.acknowledge(id, isTap: true), in: Self.hub())) == ["submit"])
    #expect(rack.deadline == Self.hub(400).now)
    _ = rack.advanceAcknowledgement(in: Self.hub(400))
    #expect(rack.deadline == nil)
    var practising = Self.hub()
    practising.isPractising = true
    #expect(words(rack.handle(.acknowledge(id), in: practising)) == [])
  }
}
