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

  static func hub(_ milliseconds: Int64 = 0) -> Rack.Situation {
    Rack.Situation(now: MonotonicTime(nanoseconds: 1_000_000_000 + milliseconds * 1_000_000), meaning: .hub)
  }

  static func rack(_ ports: PortDescription..., sleeps: Bool = false) -> Rack {
    var rack = Rack(library: MappingLibrary(mappings: []), sleeps: sleeps)
    for port in ports { _ = rack.take(.connected(port), hub()) }
    return rack
  }

  private func shown(_ rack: Rack) -> ViewState {
    var view = ViewState()
    rack.show(in: &view)
    return view
  }

  @Test("a controller is told and shown in the order of plugging")
  func plugging() {
    var rack = Self.rack(Self.pads)
    #expect(words(rack.take(.connected(Self.keyboard), Self.hub())) == ["tuning", "tell"])
    #expect(shown(rack).controllers.map(\.name) == ["Pads", "Keyboard"])
    #expect(
      words(rack.take(.disconnected(Self.pads.id), Self.hub())) == [
        "tuning", "tell", "retract", "explanation end", "rack",
      ])
    #expect(rack.order == [Self.keyboard.id])
    #expect(words(rack.take(.disconnected(Self.pads.id), Self.hub())) == [])
  }

  @Test("pulling out the one in use interrupts, another does not")
  func unplugging() {
    var rack = Self.rack(Self.keyboard, Self.pads)
    _ = rack.take(.use(Self.keyboard.id), Self.hub())
    #expect(!words(rack.take(.disconnected(Self.pads.id), Self.hub())).contains("interrupt unplugged"))
    #expect(words(rack.take(.disconnected(Self.keyboard.id), Self.hub())).contains("interrupt unplugged"))
  }

  @Test("one that somebody else listens to sleeps until it is woken, unless practice runs on it")
  func sleeping() throws {
    var rack = Self.rack(Self.keyboard)
    let id = Self.keyboard.id
    let device = { (rack: Rack) in try #require(rack.devices[id]) }
    #expect(rack.context(of: try device(rack), Self.hub()) == .hub)
    _ = rack.take(.listeners(id, ["Synth"]), Self.hub())
    #expect(rack.context(of: try device(rack), Self.hub()) == .asleep)
    #expect(shown(rack).controllers.first?.asleep == true)
    _ = rack.take(.wake(id), Self.hub())
    #expect(rack.context(of: try device(rack), Self.hub()) == .hub)

    var sleeper = Self.rack(Self.keyboard, sleeps: true)
    #expect(!sleeper.isAwake(id))
    _ = sleeper.take(.use(id), Self.hub())
    #expect(sleeper.isAwake(id))
  }

  @Test("the third press in a row without a role is told, and a role in between counts anew")
  func unmapped() {
    var rack = Self.rack(Self.keyboard)
    let press = { (rack: inout Rack) in words(rack.take(.unmapped(Self.keyboard.id), Self.hub())) }
    #expect(press(&rack).isEmpty && press(&rack).isEmpty)
    #expect(words(rack.take(.hasRole(Self.keyboard.id), Self.hub())) == ["retract"])
    #expect(press(&rack).isEmpty && press(&rack).isEmpty)
    #expect(press(&rack) == ["post", "trouble unmapped-presses"])
  }

  @Test("the level follows the way of its control, never its place")
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

  @Test("a split is kept, comes back with its controller, and lies within the keys")
  func split() {
    var rack = Self.rack(Self.keyboard)
    #expect(words(rack.take(.split(72, on: Self.keyboard.id), Self.hub())) == ["split 72"])
    #expect(words(rack.take(.split(0, on: Self.keyboard.id), Self.hub())) == [])
    _ = rack.take(.disconnected(Self.keyboard.id), Self.hub())
    _ = rack.take(.connected(Self.keyboard), Self.hub())
    #expect(shown(rack).controllers.first?.split == 72)
  }

  @Test("learning ends by itself after half a minute, and is refused in practice")
  func learning() {
    var rack = Self.rack(Self.keyboard)
    _ = rack.take(.learn(.commit, on: Self.keyboard.id), Self.hub())
    #expect(rack.deadline == Self.hub(30_000).now)
    _ = rack.advance(Self.hub(29_999))
    #expect(shown(rack).learning?.stage == .waiting)
    _ = rack.advance(Self.hub(30_000))
    #expect(shown(rack).learning?.stage == .ended(.late))
    var practising = Self.hub()
    practising.isPractising = true
    _ = rack.take(.learn(.commit, on: Self.keyboard.id), practising)
    #expect(shown(rack).learning?.stage == .ended(.refused))
  }

  @Test("a hold is acknowledged by one stroke, each tap by one of its own, and nothing during practice")
  func acknowledgement() {
    var rack = Self.rack(Self.keyboard)
    let id = Self.keyboard.id
    #expect(words(rack.take(.acknowledge(id), Self.hub())) == ["submit"])
    #expect(words(rack.take(.acknowledge(id), Self.hub())) == [])
    #expect(words(rack.take(.acknowledge(id, isTap: true), Self.hub())) == ["submit"])
    #expect(rack.deadline == Self.hub(400).now)
    _ = rack.advanceAcknowledgement(Self.hub(400))
    #expect(rack.deadline == nil)
    var practising = Self.hub()
    practising.isPractising = true
    #expect(words(rack.take(.acknowledge(id), practising)) == [])
  }
}
