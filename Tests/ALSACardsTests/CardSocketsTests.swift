import Foundation
import TestSupport
import Testing

@testable import ALSACards

/// Finding cards in the device folder. Jack events are tested in the rig, which has sound cards.
@Suite struct CardSocketsTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("peach-cards-\(UUID().uuidString)")

  @Test func `cards are found by their control devices`() throws {
    #expect(CardSockets.cards(in: folder.path) == [])
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["controlC10", "controlC2", "controlC", "controlC-1", "controlCx", "pcmC0D0p", "seq"] {
      try Data().write(to: folder.appendingPathComponent(name))
    }
    #expect(CardSockets.cards(in: folder.path) == [2, 10])
  }

  /// On a machine without sound cards, a device that is not one appears: nothing is reported, and closing ends the
  /// thread.
  @Test func `a machine without cards is watched until closing`() throws {
    let threads = { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? [] }
    let isWatching = {
      threads().contains { (try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8)) == "sockets\n" }
    }
    let sockets = try #require(CardSockets(folder: folder.path))
    sockets.start { Issue.record("card \($0) has told something") }
    #expect(eventually { isWatching() })
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data().write(to: folder.appendingPathComponent("controlC999"))
    sockets.close()
    #expect(eventually { !isWatching() })
  }
}
