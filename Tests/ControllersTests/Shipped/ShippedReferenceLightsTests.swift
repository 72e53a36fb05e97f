import Controllers
import Testing

/// Lights show which reference sounds while a note is tuned: those of the two keys that start matching.
@Suite("The state of the reference, as shipped controllers show it")
struct ShippedReferenceLightsTests {
  /// Returns the messages for `cue` when nothing is lit. On some controllers brightness is a channel, so the lit notes
  /// alone do not show it.
  private func sent(_ file: String, _ cue: Cue) throws -> Set<String> {
    var encoder = CueEncoder(mapping: try shipped(file))
    _ = encoder.wholeStart()
    return Set(encoder.whole(cue).map { hex($0.bytes) })
  }

  @Test(
    "a controller that lights the keys of its modes shows first, fading and held differently", arguments: shippedFiles)
  func apart(file: String) throws {
    let shown = try [ReferenceCue.first, .fading, .held].map { try sent(file, .canTune($0)) }
    #expect(try shown[0] == sent(file, .canAnswer), "whoever never sets it sees what was always there")
    let lightsModes = CueEncoder(mapping: try shipped(file)).tells(.mode(.startMatching))
    #expect(Set(shown).count == (lightsModes ? 3 : 1))
  }

  static let rows: [(String, ReferenceCue, Set<String>)] = [
    ("akai-apc-mini-mk2.yaml", .fading, ["90 65 01"]), ("akai-apc-mini-mk2.yaml", .held, ["90 65 01", "90 67 01"]),
    ("behringer-x-touch.yaml", .fading, ["90 37 7F"]), ("behringer-x-touch.yaml", .held, ["90 37 7F", "90 39 7F"]),
    ("korg-nanokontrol2.yaml", .fading, ["B0 2C 7F"]), ("korg-nanokontrol2.yaml", .held, ["B0 2C 7F", "B0 2E 7F"]),
    ("m-audio-oxygen-pro-mini-pads.yaml", .fading, ["90 32 3F"]),
    ("m-audio-oxygen-pro-mini-pads.yaml", .held, ["90 31 3F", "90 32 3F"]),
  ]

  @Test("the state uses these lights, next to those for a note that can be tuned", arguments: rows)
  func lights(file: String, reference: ReferenceCue, added: Set<String>) throws {
    #expect(try sent(file, .canTune(reference)).subtracting(sent(file, .canAnswer)) == added)
    #expect(try sent(file, .canAnswer).isSubset(of: sent(file, .canTune(reference))))
  }
}
