import Testing

@testable import Controllers

struct ControlWordsTests {
  @Test(arguments: [
    ("slider: [{pitch-bend: any}]", "pitch-bend"), ("slider: [{pitch-bend: 3}]", "pitch-bend 3"),
    ("slider: [{cc: 48}]", "cc 48"), ("slider: [{cc: 48, channel: 2}]", "cc 48 channel 2"),
    ("slider: [{cc-pair: 0}]", "cc-pair 0/32"), ("slider: [{cc-pair: 70, least: 71}]", "cc-pair 70/71"),
    ("slider: [{relative: 16, encoding: sign-magnitude}]", "relative 16"), ("slider: [{nrpn: 5}]", "nrpn 5"),
    ("slider: [{channel-pressure: any}]", "channel-pressure"), ("slider: [{poly-pressure: 9}]", "poly-pressure 9"),
    ("commit: [{notes: [36-38, 40, 42-43], channel: 10}]", "notes 36-38, 40, 42-43 channel 10"),
    ("commit: [{program-change: 0-127}]", "program-change 0-127"),
    ("commit: [{long-press: {notes: 3}}]", "long-press notes 3"),
    ("commit: [{together: [{notes: 3}, {cc: 9}]}]", "together notes 3 + cc 9"),
  ])
  func `controls are named as in the files`(_ role: String, words: String) throws {
    #expect(try mapping("roles: {\(role)}\nhalves: [{keyboard: {}}]").bindings.first?.words == words)
  }

  @Test func `each controller of a range is named`() throws {
    let bindings = try mapping("roles: {slider: [{cc: 48-50}]}\nhalves: [{keyboard: {}}]").bindings
    #expect(bindings.map(\.words) == ["cc 48", "cc 49", "cc 50"])
  }
}
