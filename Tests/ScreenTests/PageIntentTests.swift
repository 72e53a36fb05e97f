import Foundation
import Ports
import Testing
import Timers
import Training

@testable import Screen

@Suite("The posts of a page")
struct PageIntentTests {
  static let page = "1c0f6b1e-7d64-4b8f-9f32-aa01"

  private static func decode(_ fields: String, page: String = "\"page\":\"\(page)\",") -> PageIntent? {
    try? JSONDecoder().decode(PageIntent.self, from: Data("{\(page)\(fields)}".utf8))
  }

  /// An AMRAP as it comes, whole.
  static let amrap = """
    {"kind":"amrap","durationSeconds":600,"source":"comparison","sets":1,"restSeconds":120,\
    "cues":["start","interval","countdown","last-minute","thirty-seconds","rest","finish"]}
    """

  static let good: [(String, PageIntent.Action)] = [
    (#""intent":"answer","answer":"higher","epoch":12"#, .practise(.answer(.higher, epoch: Epoch(12)))),
    (#""intent":"answer","answer":"lower","epoch":0"#, .practise(.answer(.lower, epoch: Epoch(0)))),
    (
      #""intent":"answer","answer":"higher","sure":true,"epoch":12"#,
      .practise(.answer(.higher, isSure: true, epoch: Epoch(12)))
    ),
    (#""intent":"step","cents":1,"epoch":12"#, .practise(.step(cents: 1, epoch: Epoch(12)))),
    (#""intent":"step","cents":-0.1,"epoch":12"#, .practise(.step(cents: -0.1, epoch: Epoch(12)))),
    (#""intent":"slide","position":-1,"epoch":3"#, .practise(.slide(position: -1, epoch: Epoch(3)))),
    (#""intent":"slide","position":0.25,"epoch":3"#, .practise(.slide(position: 0.25, epoch: Epoch(3)))),
    (#""intent":"commit","epoch":3"#, .practise(.commit(epoch: Epoch(3)))),
    (#""intent":"repeat","epoch":3"#, .practise(.hearAgain(epoch: Epoch(3)))),
    (#""intent":"step-back","epoch":3"#, .practise(.stepBack(epoch: Epoch(3)))),
    (#""intent":"start","mode":"interval-matching""#, .practise(.start(.intervalMatching))),
    (#""intent":"again""#, .practise(.again)),
    (#""intent":"stop""#, .practise(.stop)),
    (#""intent":"where""#, .practise(.whereAmI)),
    (#""intent":"explain""#, .practise(.explain)),
    (#""intent":"navigate","to":"settings""#, .practise(.stop)),
    (#""intent":"navigate","to":"history""#, .practise(.stop)),
    (#""intent":"timer-quick-start","kind":"for-time""#, .practise(.timer(.quickStart(.forTime)))),
    (
      "\"intent\":\"timer-choose\",\"configuration\":\(amrap)",
      .practise(.timer(.choose(.standard(.amrap))))
    ),
    (#""intent":"timer-confirm""#, .practise(.timer(.confirm))),
    (#""intent":"timer-cancel""#, .practise(.timer(.cancel))),
    (#""intent":"timer-pause""#, .practise(.timer(.pause))),
    (#""intent":"timer-skip-rest""#, .practise(.timer(.skipRest))),
    (#""intent":"timer-end""#, .practise(.timer(.end))),
    (#""intent":"timer-round""#, .practise(.timer(.round))),
    (#""intent":"hidden""#, .hidden),
    (#""intent":"shown""#, .shown),
  ]

  @Test("a post has its meaning", arguments: good)
  func understood(fields: String, action: PageIntent.Action) {
    #expect(Self.decode(fields)?.action == action)
    #expect(Self.decode(fields)?.page.text == Self.page)
  }

  static let bad: [String] = [
    "", #""intent":"""#, #""intent":7"#, #""intent":"quit""#, #""intent":"stop","epoch":1"#,
    #""intent":"answer","answer":"higher""#, #""intent":"answer","answer":"Higher","epoch":1"#,
    #""intent":"answer","answer":true,"epoch":1"#, #""intent":"answer","answer":"higher","epoch":-1"#,
    #""intent":"answer","answer":"higher","epoch":1.5"#, #""intent":"answer","answer":"higher","epoch":4294967296"#,
    #""intent":"answer","answer":"higher","epoch":"1""#, #""intent":"answer","answer":"higher","epoch":null"#,
    #""intent":"answer","answer":"higher","epoch":1,"cents":1"#,
    #""intent":"step","cents":2,"epoch":1"#, #""intent":"step","cents":"1","epoch":1"#,
    #""intent":"step","cents":1e999,"epoch":1"#, #""intent":"step","epoch":1"#, #""intent":"step","cents":0,"epoch":1"#,
    #""intent":"slide","position":1.0001,"epoch":1"#, #""intent":"slide","position":-2,"epoch":1"#,
    #""intent":"slide","position":NaN,"epoch":1"#, #""intent":"slide","position":Infinity,"epoch":1"#,
    #""intent":"slide","position":[0],"epoch":1"#, #""intent":"slide","position":0"#,
    #""intent":"repeat","cents":1,"epoch":3"#, #""intent":"commit""#, #""intent":"commit","epoch":true"#,
    #""intent":"start""#, #""intent":"start","mode":"Comparison""#, #""intent":"start","mode":null"#,
    #""intent":"navigate""#, #""intent":"navigate","to":"../etc""#, #""intent":"navigate","to":7"#,
    #""intent":"hidden","extra":1"#, #""intent":"shown","mode":"matching""#,
    #""intent":"timer-quick-start""#, #""intent":"timer-quick-start","kind":"tabata""#, #""intent":"timer-choose""#,
    #""intent":"timer-choose","configuration":"amrap""#, #""intent":"timer-confirm","kind":"amrap""#,
    #""intent":"timer-round","epoch":1"#, #""intent":"timer-reset""#, #""intent":"timer-""#,
    "\"intent\":\"timer-choose\",\"configuration\":\(amrap.dropLast()),\"rounds\":1}",
    "\"intent\":\"timer-choose\",\"configuration\":\(amrap.dropLast()),\"note\":1}",
    "\"intent\":\"timer-choose\",\"configuration\":\(amrap.replacing("600", with: "600.5"))",
    "\"intent\":\"timer-choose\",\"configuration\":\(amrap),\"mode\":\"matching\"",
    #""intent":["stop"]"#, #""intent":{"stop":1}"#,
  ]

  @Test("a post is refused unless every field is present and in range, with no others", arguments: bad)
  func refused(fields: String) {
    #expect(Self.decode(fields) == nil)
  }

  @Test(
    "a page is named in 8 to 64 letters, digits and hyphens",
    arguments: [
      ("12345678", true), ("1234567", false), (String(repeating: "a", count: 64), true),
      (String(repeating: "a", count: 65), false), ("abc_efgh", false), ("abcdefgé", false), ("abcd efgh", false),
      ("", false),
    ])
  func pages(text: String, isPage: Bool) {
    #expect((PageID(text) != nil) == isPage)
    #expect((Self.decode(#""intent":"stop""#, page: "\"page\":\"\(text)\",") != nil) == isPage)
  }

  @Test("a post needs a page")
  func noPage() {
    #expect(Self.decode(#""intent":"stop""#, page: "") == nil)
    #expect(Self.decode(#""intent":"stop""#, page: "\"page\":12345678,") == nil)
  }

  @Test("nesting as deep as a kilobyte allows is refused, not followed")
  func deep() {
    for bytes in [String(repeating: "[", count: 1024), String(repeating: "{\"a\":", count: 200)] {
      #expect((try? JSONDecoder().decode(PageIntent.self, from: Data(bytes.utf8))) == nil)
    }
  }
}
