import CLinux
import Controllers
import Glibc
import MIDI
import Ports
import Synchronization
import TestSupport
import Testing
import Time

@testable import ALSASequencer

/// Keeps what was reported, and lets a test wait for a state of it.
private final class Reports: Sendable {
  private let events = Mutex<[MIDIPortEvent]>([])

  func append(_ event: MIDIPortEvent) { events.withLock { $0.append(event) } }

  var all: [MIDIPortEvent] { events.withLock { $0 } }
}

/// On a machine without `/dev/snd/seq`; with it, these are the rig's matter.
@Suite(.serialized, .enabled(if: access("/dev/snd/seq", F_OK) != 0))
struct ALSASequencerWithoutASequencerTests {
  @Test func `a missing sequencer is reported once, however many attempts follow`() {
    let reports = Reports()
    let sequencer = ALSASequencer(options: SequencerOptions(), time: SystemTime(), retry: .milliseconds(1))
    sequencer.start { reports.append($0) }
    #expect(eventually { sequencer.status.attempts > 3 })
    sequencer.close(within: .seconds(10))
    #expect(reports.all == [.unavailable(.missing)])
    #expect(sequencer.status.client == nil)
  }

  @Test func `closing waits for the thread and works twice or without a start`() {
    let idle = ALSASequencer()
    idle.close(within: .seconds(10))

    let reports = Reports()
    let sequencer = ALSASequencer()
    sequencer.start { reports.append($0) }
    sequencer.start { _ in Issue.record("only the first start counts") }
    sequencer.send([.system(0xFA)], to: PortID(client: 20, port: 0))
    let before = SystemTime().now()
    sequencer.close(within: .seconds(10))
    sequencer.close(within: .seconds(10))
    // The thread sleeps for two seconds between its attempts, but `close` wakes it at once.
    #expect(SystemTime().now() - before < .seconds(1.5))
    #expect(reports.all.allSatisfy { $0 == .unavailable(.missing) })
    #expect(sequencer.status.scheduling != .notStarted)
  }

  @Test func `a released sequencer ends its thread`() {
    let reports = Reports()
    do {
      let sequencer = ALSASequencer()
      sequencer.start { reports.append($0) }
      #expect(eventually { !reports.all.isEmpty })
      #expect(Self.handsThreads() == 1)
    }
    #expect(eventually { Self.handsThreads() == 0 })
  }

  @Test func `listing throws the reason`() {
    #expect(throws: SequencerFailure.missing) { try ALSASequencer.listPorts() }
  }

  @Test func `alsa lib prints nothing`() throws {
    let file = try #require(tmpfile())
    defer { fclose(file) }
    let kept = dup(2)
    dup2(fileno(file), 2)
    _ = try? ALSASequencer.listPorts()
    dup2(kept, 2)
    close(kept)
    rewind(file)
    var bytes = [UInt8](repeating: 0, count: 4096)
    let length = fread(&bytes, 1, bytes.count, file)
    // Other tests may write to standard error meanwhile: only alsa-lib's own words matter.
    #expect(!String(decoding: bytes.prefix(length), as: UTF8.self).contains("ALSA lib"))
  }

  /// How many threads of this process are named as ours.
  private static func handsThreads() -> Int {
    guard let folder = opendir("/proc/self/task") else { return 0 }
    defer { closedir(folder) }
    var count = 0
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard let file = fopen("/proc/self/task/\(name)/comm", "r") else { continue }
      defer { fclose(file) }
      var line = [CChar](repeating: 0, count: 32)
      if fgets(&line, 32, file) != nil,
        String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self) == "hands\n"
      {
        count += 1
      }
    }
    return count
  }
}
