import Screen
import Testing

@Suite("What pages are given")
struct ScreenPartsTests {
  @Test("a refusal tells why a setting was not saved apart from what the file says")
  func refusals() {
    #expect(SettingRefusal.value(.unknownKey("x", suggestions: [])) != .value(.unknownKey("y", suggestions: [])))
  }
}
