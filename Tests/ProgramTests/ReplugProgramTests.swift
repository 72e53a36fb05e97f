import Foundation
import Glibc
import TestSupport
import Testing

extension SoundingProgramTests {
  /// The program beside a PipeWire whose output comes and goes.
  @Suite(.serialized, .enabled(if: TestPipeWire.isInstalled, "PipeWire or a session bus is not installed"))
  struct ReplugProgramTests {
    /// `PEACH_REPLUGS`, or a few.
    let replugs = ProcessInfo.processInfo.environment["PEACH_REPLUGS"].flatMap { Int($0) } ?? 3

    /// The output is pulled out and plugged in again while the program is stopped by a signal: it saw nothing of it,
    /// and plays to it within a second of going on.
    @Test func `an output plugged in while the program is stopped is used a second later`() throws {
      let pipewire = try TestPipeWire()
      let peach = try RunningPeach(["practice", "--audio", "auto"], environment: Self.environment(of: pipewire))
      #expect(peach.wait(for: "soundReady"), "\(peach.complained)")
      var late: [Double] = []
      for _ in 0..<replugs {
        try #require(eventually(within: .seconds(5)) { Self.isStereo(pipewire) })
        peach.signal(SIGSTOP)
        try #require(eventually { peach.state == "T" })
        pipewire.unplug("silent")
        try #require(eventually { (try? pipewire.ports().contains("silent:playback_FL")) == false })
        try pipewire.plug("silent")
        try #require(eventually { (try? pipewire.ports().contains("silent:playback_FR")) == true })
        let restored = peach.events("soundRestored").count
        peach.signal(SIGCONT)
        let start = ContinuousClock.now
        let isBack = eventually(within: .seconds(5)) { Self.isStereo(pipewire) }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        if !isBack || seconds > 1 { late.append(isBack ? seconds : .infinity) }
        guard isBack else { break }
        #expect(eventually(within: .seconds(2)) { peach.events("soundRestored").count > restored })
      }
      print("\(late.count) of \(replugs) re-plugs while stopped came back late: \(late)")
      #expect(late.isEmpty)
      peach.signal(SIGTERM)
      #expect(peach.end() == 0)
    }

    /// Who learns by ear hears the next question where the last one would not have been heard.
    @Test func `headphones plugged in while learning are spoken to`() throws {
      let pipewire = try TestPipeWire()
      let peach = try RunningPeach(
        ["learn", "--controller", "nobody has this", "--audio", "auto"], keys: true,
        environment: Self.environment(of: pipewire))
      #expect(eventually(within: .seconds(15)) { Self.isStereo(pipewire) }, "\(peach.complained)")
      try pipewire.plug("headphones")
      try pipewire.makeDefault("headphones")
      #expect(
        eventually(within: .seconds(15)) { Self.isStereo(pipewire, to: "headphones") },
        "\((try? pipewire.links()) ?? [:])")
      peach.signal(SIGTERM)
      #expect(peach.end() == 0)
    }

    /// How programs find it, and no other server.
    static func environment(of pipewire: TestPipeWire) -> [String: String] {
      [
        "PIPEWIRE_RUNTIME_DIR": pipewire.folder, "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(pipewire.folder)/bus",
        "JACK_DEFAULT_SERVER": "peach-test-none",
      ]
    }

    private static func isStereo(_ pipewire: TestPipeWire, to output: String = "silent") -> Bool {
      guard let links = try? pipewire.links() else { return false }
      return links["peach:left"] == ["\(output):playback_FL"] && links["peach:right"] == ["\(output):playback_FR"]
    }
  }
}
