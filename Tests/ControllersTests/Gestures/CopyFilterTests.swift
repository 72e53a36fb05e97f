import MIDI
import Testing
import Time

@testable import Controllers

struct CopyFilterTests {
  private let first = PortID(client: 20, port: 0)
  private let second = PortID(client: 20, port: 1)

  @Test func `the same from another port at the same moment is a copy once`() {
    var filter = CopyFilter()
    #expect(filter.isCopy(on(60), from: first, at: milliseconds(10)) == false)
    #expect(filter.isCopy(on(60), from: second, at: milliseconds(11)) == true)
    #expect(filter.isCopy(on(60), from: second, at: milliseconds(12)) == false)
  }

  @Test func `one port repeats as it likes`() {
    var filter = CopyFilter()
    for _ in 0..<3 { #expect(filter.isCopy(cc(16, 1), from: first, at: milliseconds(10)) == false) }
    for _ in 0..<3 { #expect(filter.isCopy(cc(16, 1), from: second, at: milliseconds(10)) == true) }
    #expect(filter.isCopy(cc(16, 1), from: second, at: milliseconds(10)) == false)
  }

  @Test func `two hands are no copies`() {
    var filter = CopyFilter()
    #expect(filter.isCopy(on(60), from: first, at: milliseconds(10)) == false)
    #expect(filter.isCopy(on(60), from: second, at: milliseconds(13)) == false)
    #expect(filter.isCopy(on(61), from: first, at: milliseconds(13)) == false)
  }

  @Test func `releases always pass`() {
    var filter = CopyFilter()
    #expect(filter.isCopy(off(60), from: first, at: milliseconds(10)) == false)
    #expect(filter.isCopy(off(60), from: second, at: milliseconds(10)) == false)
  }
}
