import MIDI
import Testing
import Time

@testable import Controllers

struct CopyFilterTests {
  private let first = PortID(client: 20, port: 0)
  private let second = PortID(client: 20, port: 1)

  @Test func `the same message from another port at the same moment is a copy, once`() {
    var filter = CopyFilter()
    #expect(filter.isCopy(on(60), from: first, at: milliseconds(10)) == false)
    #expect(filter.isCopy(on(60), from: second, at: milliseconds(11)) == true)
    #expect(filter.isCopy(on(60), from: second, at: milliseconds(12)) == false)
  }

  @Test func `repeats from one port are not copies`() {
    var filter = CopyFilter()
    for _ in 0..<3 { #expect(filter.isCopy(cc(16, 1), from: first, at: milliseconds(10)) == false) }
    for _ in 0..<3 { #expect(filter.isCopy(cc(16, 1), from: second, at: milliseconds(10)) == true) }
    #expect(filter.isCopy(cc(16, 1), from: second, at: milliseconds(10)) == false)
  }

  @Test func `messages of two hands are not copies`() {
    var filter = CopyFilter()
    #expect(filter.isCopy(on(60), from: first, at: milliseconds(10)) == false)
    #expect(filter.isCopy(on(61), from: second, at: milliseconds(11)) == false)
    #expect(filter.isCopy(on(62, channel: 2), from: first, at: milliseconds(12)) == false)
    #expect(filter.isCopy(on(60), from: second, at: milliseconds(23)) == false)
  }

  /// A separate cable delivers the note later, and layers send it with another velocity.
  @Test func `a key is the same on another channel or port`() {
    var filter = CopyFilter()
    #expect(filter.isCopy(on(60), from: first, at: milliseconds(10)) == false)
    #expect(filter.isCopy(on(60, velocity: 80, channel: 2), from: first, at: milliseconds(11)) == true)
    #expect(filter.isCopy(on(60, velocity: 70, channel: 3), from: first, at: milliseconds(11)) == true)
    #expect(filter.isCopy(on(60), from: second, at: milliseconds(20)) == true)
    #expect(filter.isCopy(on(60, channel: 2), from: second, at: milliseconds(21)) == true)
    // The next press of the same key, with the other layer's message first.
    #expect(filter.isCopy(on(60, channel: 2), from: first, at: milliseconds(200)) == false)
    #expect(filter.isCopy(on(60), from: first, at: milliseconds(201)) == true)
  }

  @Test func `everything must be equal except a layer's channel`() {
    var filter = CopyFilter()
    #expect(filter.isCopy(bend(9000), from: first, at: milliseconds(10)) == false)
    #expect(filter.isCopy(bend(9000, channel: 2), from: first, at: milliseconds(10)) == true)
    #expect(filter.isCopy(bend(9001, channel: 2), from: first, at: milliseconds(10)) == false)
    #expect(filter.isCopy(bend(9000, channel: 2), from: second, at: milliseconds(10)) == false)
    #expect(filter.isCopy(bend(9000), from: second, at: milliseconds(18)) == true)
  }

  @Test func `a message with another meaning on its port is not a copy`() {
    var filter = CopyFilter()
    #expect(filter.isCopy(on(60), from: first, at: milliseconds(10)) == false)
    #expect(filter.isCopy(on(60, channel: 2), from: first, at: milliseconds(11)) { _, _ in false } == false)
  }

  @Test func `releases always pass`() {
    var filter = CopyFilter()
    #expect(filter.isCopy(off(60), from: first, at: milliseconds(10)) == false)
    #expect(filter.isCopy(off(60), from: second, at: milliseconds(10)) == false)
  }
}
