import MIDI
import Testing
import Time

@testable import Controllers

struct CopyFilterTests {
  private let first = PortID(client: 20, port: 0)
  private let second = PortID(client: 20, port: 1)

  @Test func theSameFromAnotherPortAtTheSameMomentIsACopyOnce() {
    var filter = CopyFilter()
    #expect(filter.isCopy(on(60), from: first, at: milliseconds(10)) == false)
    #expect(filter.isCopy(on(60), from: second, at: milliseconds(11)) == true)
    #expect(filter.isCopy(on(60), from: second, at: milliseconds(12)) == false)
  }

  @Test func onePortRepeatsAsItLikes() {
    var filter = CopyFilter()
    for _ in 0..<3 { #expect(filter.isCopy(cc(16, 1), from: first, at: milliseconds(10)) == false) }
    for _ in 0..<3 { #expect(filter.isCopy(cc(16, 1), from: second, at: milliseconds(10)) == true) }
    #expect(filter.isCopy(cc(16, 1), from: second, at: milliseconds(10)) == false)
  }

  @Test func twoHandsAreNoCopies() {
    var filter = CopyFilter()
    #expect(filter.isCopy(on(60), from: first, at: milliseconds(10)) == false)
    #expect(filter.isCopy(on(60), from: second, at: milliseconds(13)) == false)
    #expect(filter.isCopy(on(61), from: first, at: milliseconds(13)) == false)
  }

  @Test func releasesAlwaysPass() {
    var filter = CopyFilter()
    #expect(filter.isCopy(off(60), from: first, at: milliseconds(10)) == false)
    #expect(filter.isCopy(off(60), from: second, at: milliseconds(10)) == false)
  }
}
