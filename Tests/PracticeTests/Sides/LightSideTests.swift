import Controllers
import Testing
import Time

@testable import Practice

@Suite("Lights that go out by themselves")
struct LightSideTests {
  static func situation(_ milliseconds: Int64, feedback: Bool = false, open: Cue? = nil) -> PracticeContext {
    .atRest(milliseconds: milliseconds) {
      $0.showsFeedback = feedback
      $0.openCue = open
    }
  }

  @Test("trouble is lit for 400 ms if there is a light, otherwise two clicks sound")
  func trouble() {
    var lights = LightSide()
    let lit = lights.handle(.trouble("x"), in: Self.situation(0), lightsTrouble: true)
    #expect(words(lit) == ["tell", "light trouble"])
    #expect(lights.deadline == Self.situation(400).now)
    #expect(words(lights.handle(.advanceTrouble, in: Self.situation(399), lightsTrouble: true)) == [])
    #expect(words(lights.handle(.advanceTrouble, in: Self.situation(400), lightsTrouble: true)) == ["light idle"])
    let struck = lights.handle(.trouble("x"), in: Self.situation(0), lightsTrouble: false)
    #expect(words(struck) == ["tell", "light trouble", "submit"])
    #expect(lights.deadline == nil)
  }

  @Test("after a cue the light for answering returns, and a result keeps its light")
  func cues() {
    var lights = LightSide()
    #expect(words(lights.handle(.cue, in: Self.situation(0), lightsTrouble: false)) == ["light timer"])
    #expect(
      words(lights.handle(.advanceCue, in: Self.situation(200, open: .canAnswer), lightsTrouble: false)) == [
        "light canAnswer"
      ])
    #expect(words(lights.handle(.cue, in: Self.situation(300), lightsTrouble: false)) == ["light timer"])
    let tuning = Self.situation(500, open: .canTune(.held))
    guard case .rack(.show(.canTune(.held)))? = lights.handle(.advanceCue, in: tuning, lightsTrouble: false).first
    else {
      Issue.record("the light of a held reference does not come back")
      return
    }
    #expect(words(lights.handle(.cue, in: Self.situation(0, feedback: true), lightsTrouble: false)) == [])
    #expect(lights.deadline == nil)
  }
}
