import Controllers
import Foundation
import MIDI
import Ports
import Screen
import Synchronization
import TestSupport
import Testing
import Texts
import Time

@testable import Commands

/// What controllers send, on its way past the loop to a page.
@Suite struct HandsOnTests {
  private static let port = PortDescription(
    id: PortID(client: 20, port: 0), clientName: "Keys", portName: "Keys MIDI 1")
  private let base = InMemoryMIDIPorts()
  private let time = ManualTime(MonotonicTime(nanoseconds: 1_000_000_000))

  private static func note(_ number: Int, isOn: Bool = true) -> MIDIMessage {
    let (note, velocity) = (UInt7(truncating: number), UInt7(truncating: 80))
    let channel = Channel(statusNibble: 0)
    return isOn
      ? .noteOn(channel: channel, note: note, velocity: velocity)
      : .noteOff(channel: channel, note: note, velocity: velocity)
  }

  /// The messages passed to the listener.
  private final class Given: Sendable {
    let messages = Mutex<[HeardMessage]>([])
    var all: [HeardMessage] { messages.withLock(\.self) }
  }

  private func hands(_ ports: MonitoredMIDIPorts, split: Int = 60) -> ControllerMonitor {
    ControllerMonitor(
      ports: ports, time: time, controllers: { [.init(port: Self.port, split: split)] }, mapping: { _ in .generic },
      catalogue: { Catalogue(.english) })
  }

  private func send(_ messages: [MIDIMessage]) {
    for message in messages { base.inject(.received(Self.port.id, message, at: time.now())) }
  }

  @Test func `the loop learns of a controller when its mapping can be chosen without waiting for files`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let text =
      "schema: 1\nname: Keys of a test\nmode: any\nsources: [a test]\nmatch: {clients: [Keys]}\nhalves: [{keyboard: {}}]\n"
    let file = folder.appending(path: "keys.yaml")
    try Data(text.utf8).write(to: file)
    let library = MappingLibrary.load(folders: [], shipped: folder.path)
    let chosen = Mutex<[String]>([])
    MonitoredMIDIPorts(base, library: library).start { event in
      guard event != .ready else { return }
      // What has not been read by now is not found any more.
      try? FileManager.default.removeItem(at: file)
      let port =
        switch event {
        case .connected(let port): port
        default: Self.port
        }
      chosen.withLock { $0.append(library.match(port).mapping.name) }
    }
    base.inject(.connected(Self.port))
    send([Self.note(60)])
    #expect(chosen.withLock(\.self) == ["Keys of a test", "Keys of a test"])
  }

  @Test func `the loop receives every message, with a listener or without`() {
    let ports = MonitoredMIDIPorts(base, library: MappingLibrary(mappings: []))
    let heard = Mutex(0)
    ports.start { event in if case .received = event { heard.withLock { $0 += 1 } } }
    send([Self.note(60)])
    ports.beginListening()
    send((0..<600).map { Self.note($0 % 128) })
    #expect(heard.withLock(\.self) == 601)
    var list: [MonitoredMIDIPorts.Heard] = []
    ports.take(into: &list)
    // What was sent before is not kept, and what there is no room for is left out.
    #expect(list.count == MonitoredMIDIPorts.room && list.first?.message == Self.note(0))
    ports.endListening()
    send([Self.note(60)])
    ports.take(into: &list)
    #expect(list.isEmpty)
  }

  /// Messages are taken all the time: the hands thread drops a message rather than wait.
  @Test func `the sequencer's thread is never held up`() {
    let ports = MonitoredMIDIPorts(base, library: MappingLibrary(mappings: []))
    let heard = Mutex(0)
    ports.start { event in if case .received = event { heard.withLock { $0 += 1 } } }
    ports.beginListening()
    let isOver = Atomic(false)
    let taken = Mutex(0)
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) {
      var list: [MonitoredMIDIPorts.Heard] = []
      while !isOver.load(ordering: .relaxed) {
        ports.take(into: &list)
        taken.withLock { $0 += list.count }
      }
    }
    send((0..<20_000).map { Self.note($0 % 128) })
    isOver.store(true, ordering: .relaxed)
    group.wait()
    #expect(heard.withLock(\.self) == 20_000 && taken.withLock(\.self) <= 20_000)
  }

  @Test func `a message is described in words with its role`() {
    let ports = MonitoredMIDIPorts(base, library: MappingLibrary(mappings: []))
    ports.start { _ in }
    let hands = hands(ports)
    let given = Given()
    let listening = hands.listen { message in given.messages.withLock { $0.append(message) } }
    let bend = MIDIMessage.pitchBend(
      channel: Channel(statusNibble: 0), value: UInt14(most: UInt7(truncating: 96), least: UInt7(truncating: 0)))
    send([Self.note(64), Self.note(64, isOn: false), Self.note(40), bend, .system(0xF8)])
    hands.pass()
    withExtendedLifetime(listening) {}
    #expect(
      given.all.map(\.text) == [
        "Note 64 (E4) on, velocity 80, channel 1", "Note 64 (E4) off, channel 1",
        "Note 40 (E2) on, velocity 80, channel 1", "Pitch bend 4096, channel 1", "System message F8",
      ])
    #expect(given.all.map(\.role) == [.higher, .higher, .lower, .slider, nil])
    #expect(given.all.allSatisfy { $0.id == "20:0" })
  }

  @Test func `a German page calls B an H`() {
    #expect(Catalogue(.german).words(of: Self.note(59)) == "Note 59 (H3) an, Anschlagstärke 80, Kanal 1")
    #expect(Catalogue(.german).words(of: Self.note(66, isOn: false)) == "Note 66 (Fis4) aus, Kanal 1")
    #expect(Catalogue(.english).words(of: Self.note(59)) == "Note 59 (B3) on, velocity 80, channel 1")
  }

  @Test func `the player's split is used`() {
    let ports = MonitoredMIDIPorts(base, library: MappingLibrary(mappings: []))
    ports.start { _ in }
    let hands = hands(ports, split: 70)
    let given = Given()
    let listening = hands.listen { message in given.messages.withLock { $0.append(message) } }
    send([Self.note(64)])
    hands.pass()
    withExtendedLifetime(listening) {}
    #expect(given.all.map(\.role) == [.lower])
  }

  @Test func `a released listener receives nothing more`() {
    let ports = MonitoredMIDIPorts(base, library: MappingLibrary(mappings: []))
    ports.start { _ in }
    let hands = hands(ports)
    let given = Given()
    var listening: (any Sendable)? = hands.listen { message in given.messages.withLock { $0.append(message) } }
    let other = Given()
    let staying = hands.listen { message in other.messages.withLock { $0.append(message) } }
    #expect(listening != nil)
    listening = nil
    send([Self.note(64)])
    hands.pass()
    withExtendedLifetime(staying) {}
    #expect(given.all.isEmpty && other.all.count == 1)
  }

  /// It comes by itself, without anybody asking.
  @Test func `a page receives a message within a moment`() {
    let ports = MonitoredMIDIPorts(base, library: MappingLibrary(mappings: []))
    ports.start { _ in }
    let hands = hands(ports)
    let arrived = DispatchSemaphore(value: 0)
    let listening = hands.listen { _ in arrived.signal() }
    send([Self.note(64)])
    #expect(arrived.wait(timeout: .now() + 5) == .success)
    withExtendedLifetime(listening) {}
  }

  @Test func `a controller sends a page up to twenty messages a second, the newest among them`() {
    var rate = MessageRate(time.now())
    var told: [MIDIMessage] = []
    // A fader at 1 kHz for three seconds, looked at twenty times a second.
    for pass in 0..<60 {
      let messages = (0..<50).map { (message: Self.note((pass * 50 + $0) % 128), role: Role?.none) }
      told += rate.admit(messages, at: time.now()).map(\.message)
      time.advance(by: .milliseconds(50))
    }
    #expect(told.count <= 20 + 3 * 20)
    #expect(told.count >= 3 * 20)
    // Then the control rests: its last value is reported.
    let last = rate.admit([], at: time.now()).map(\.message)
    #expect((told + last).last == Self.note((60 * 50 - 1) % 128))
    #expect(rate.admit([], at: time.now()).isEmpty)
  }
}
