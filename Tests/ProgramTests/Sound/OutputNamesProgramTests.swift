import Foundation
import TestSupport
import Testing

extension SoundingProgramTests {
  /// Outputs whose names have colons, as interfaces with several have them.
  @Suite(.enabled(if: TestPipeWire.isInstalled, "PipeWire or a session bus is not installed"))
  struct OutputNamesProgramTests {
    static let outputs: [(node: String, name: String, positions: [String])] = [
      ("if-main", "Interface: Main", ["FL", "FR"]),
      ("if-phones", "Interface: Phones", ["FL", "FR"]), ("m1", "Hall: Left", ["MONO"]), ("m2", "Hall: Right", ["MONO"]),
      ("any", "Any.* (1) [x:y]", ["FL", "FR"]),
    ]

    @Test func `an output is selected only by its whole name`() throws {
      let pipewire = try TestPipeWire()
      for output in Self.outputs {
        try pipewire.plug(output.node, description: output.name, positions: output.positions)
      }
      let ports = Self.outputs.flatMap { output in output.positions.map { "\(output.node):playback_\($0)" } }
      #expect(eventually { (try? pipewire.ports()).map { Set($0).isSuperset(of: ports) } ?? false })
      let environment = ReplugProgramTests.environment(of: pipewire)
      for output in Self.outputs {
        let peach = try RunningPeach(
          ["practice", "--audio", "auto", "--output", output.name], environment: environment)
        #expect(peach.wait(for: "soundReady"), "\(output.name): \(peach.complained)")
        let links = try pipewire.links().filter { $0.key.hasPrefix("peach:") }
        let wanted = zip(["peach:left", "peach:right"], output.positions.map { ["\(output.node):playback_\($0)"] })
        #expect(links.filter { !$0.value.isEmpty } == Dictionary(uniqueKeysWithValues: wanted), "\(output.name)")
        peach.signal(SIGTERM)
        #expect(peach.end() == 0)
      }
    }
  }
}
