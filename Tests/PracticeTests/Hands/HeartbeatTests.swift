import Controllers
import MIDI
import Ports
import TestSupport
import Testing
import Time

@testable import Practice

/// Controllers that take the computer for gone unless they hear from it.
@Suite struct HeartbeatTests {
  private static let port = PortDescription(
    id: PortID(client: 32, port: 0), clientName: "PreSonus FP8", portName: "PreSonus FP8 MIDI 1",
    usb: USBID(vendor: 0x194f, product: 0x0203), usbPath: "1-4")
  private static let library = MappingLibrary.load(folders: [], shipped: PracticeHarness.mappings)

  private func beats(_ practice: PracticeHarness) -> Int {
    practice.ports.takeSent(to: Self.port.id).count { $0.bytes == [0xA0, 0, 0] }
  }

  @Test func `a FaderPort receives its heartbeat each second while it is plugged in`() throws {
    let practice = try PracticeHarness(library: Self.library)
    practice.plug(Self.port)
    #expect(beats(practice) == 1)
    practice.run(for: .milliseconds(980))
    #expect(beats(practice) == 0)
    practice.run(for: .milliseconds(9_020))
    #expect(beats(practice) == 10)
    // While the computer stood still nothing was sent, and afterwards once.
    practice.time.advance(by: .seconds(5))
    practice.turn()
    practice.turn()
    #expect(beats(practice) == 1)
    practice.unplug(Self.port)
    practice.run(for: .seconds(3))
    #expect(beats(practice) == 0)
  }

  @Test func `a sleeping controller receives no heartbeat`() throws {
    let practice = try PracticeHarness(library: Self.library, asleep: true)
    practice.plug(Self.port)
    practice.run(for: .seconds(3))
    #expect(beats(practice) == 0)
  }

  @Test func `no heartbeat is sent after the end`() throws {
    let practice = try PracticeHarness(library: Self.library)
    practice.plug(Self.port)
    practice.core.leave(.interrupt)
    _ = beats(practice)
    practice.run(for: .seconds(3))
    #expect(beats(practice) == 0)
  }
}
