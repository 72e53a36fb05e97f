import Testing
import Time

@testable import Screen

@Suite("Pages that come and go")
struct PageAttendanceTests {
  enum Step {
    case connect(Character), lose(Character), hide(Character), show(Character), play(Character)
    /// After this many milliseconds more, whether the played page is gone.
    case wait(Int, gone: Bool)
  }

  static let stories: [(String, [Step])] = [
    ("nobody was played", [.connect("a"), .lose("a"), .wait(10_000, gone: false)]),
    ("a page that is there stays", [.connect("a"), .play("a"), .wait(100_000, gone: false)]),
    ("closed", [.connect("a"), .play("a"), .lose("a"), .wait(1_999, gone: false), .wait(1, gone: true)]),
    ("gone only once", [.connect("a"), .play("a"), .lose("a"), .wait(2_000, gone: true), .wait(9_000, gone: false)]),
    (
      "loaded anew",
      [
        .connect("a"), .play("a"), .lose("a"), .wait(1_900, gone: false), .connect("a"), .wait(9_000, gone: false),
      ]
    ),
    (
      "loaded anew, which says first that it is hidden",
      [
        .connect("a"), .play("a"), .hide("a"), .wait(100, gone: false), .connect("a"), .lose("a"),
        .wait(9_000, gone: false),
      ]
    ),
    ("hidden", [.connect("a"), .play("a"), .hide("a"), .wait(2_000, gone: true)]),
    (
      "hidden and shown",
      [.connect("a"), .play("a"), .hide("a"), .wait(1_000, gone: false), .show("a"), .wait(9_000, gone: false)]
    ),
    (
      "hidden, then lost: counted from the first",
      [
        .connect("a"), .play("a"), .hide("a"), .wait(1_000, gone: false), .lose("a"), .wait(1_000, gone: true),
      ]
    ),
    (
      "shown without its stream is still lost",
      [
        .connect("a"), .play("a"), .lose("a"), .wait(1_000, gone: false), .show("a"), .wait(1_000, gone: true),
      ]
    ),
    (
      "another page was played since",
      [
        .connect("a"), .connect("b"), .play("a"), .play("b"), .lose("a"), .wait(9_000, gone: false), .lose("b"),
        .wait(2_000, gone: true),
      ]
    ),
    (
      "one of two tabs of the same page",
      [.connect("a"), .connect("a"), .play("a"), .lose("a"), .wait(9_000, gone: false)]
    ),
    ("played without ever showing a state", [.play("a"), .wait(1_999, gone: false), .wait(1, gone: true)]),
    (
      "hidden pages that are played are there for as long again",
      [
        .connect("a"), .hide("a"), .wait(9_000, gone: false), .play("a"), .wait(1_999, gone: false),
        .wait(1, gone: true),
      ]
    ),
    (
      "back before it counted, and gone again",
      [
        .connect("a"), .play("a"), .lose("a"), .wait(1_000, gone: false), .connect("a"), .lose("a"),
        .wait(1_999, gone: false), .wait(1, gone: true),
      ]
    ),
    (
      "lost more often than found",
      [.connect("a"), .play("a"), .lose("a"), .lose("a"), .connect("a"), .wait(9_000, gone: false)]
    ),
  ]

  @Test("a page is gone two seconds after its last sign, if it was played last", arguments: stories)
  func story(name: String, steps: [Step]) throws {
    var attendance = PageAttendance()
    var now = MonotonicTime(nanoseconds: 5_000_000_000)
    for (index, step) in steps.enumerated() {
      func page(_ letter: Character) throws -> PageID { try #require(PageID(String(repeating: letter, count: 8))) }
      switch step {
      case .connect(let letter): attendance.connected(try page(letter), at: now)
      case .lose(let letter): attendance.disconnected(try page(letter), at: now)
      case .hide(let letter): attendance.hidden(try page(letter), at: now)
      case .show(let letter): attendance.shown(try page(letter), at: now)
      case .play(let letter): attendance.played(try page(letter), at: now)
      case .wait(let milliseconds, let gone):
        now = now + .milliseconds(milliseconds)
        // A caller that asks only when it is due misses nothing.
        #expect(((attendance.due ?? now + .seconds(1)) <= now) == gone, "\(name), step \(index)")
        let isGone = attendance.isGone(at: now)
        #expect(isGone == gone, "\(name), step \(index)")
      }
    }
  }

  /// The steps before an absence, and whether the page is awaited after it.
  static let absences: [(String, [Step], Bool)] = [
    ("never played", [.connect("a"), .hide("a")], false),
    ("hidden", [.connect("a"), .play("a"), .hide("a")], true),
    ("lost", [.connect("a"), .play("a"), .lose("a")], true),
    ("shown again", [.connect("a"), .play("a"), .hide("a"), .show("a")], false),
    ("shown again without its stream", [.connect("a"), .play("a"), .lose("a"), .show("a")], true),
    ("found again", [.connect("a"), .play("a"), .lose("a"), .connect("a")], false),
    ("played although it is hidden", [.connect("a"), .play("a"), .hide("a"), .play("a")], false),
    ("another one is played", [.connect("a"), .connect("b"), .play("a"), .hide("a"), .play("b")], false),
    ("played without ever showing a state", [.play("a")], false),
    ("gone", [.connect("a"), .play("a"), .hide("a"), .wait(2_000, gone: true)], false),
  ]

  @Test("a played page that is hidden is away until it returns or is gone", arguments: absences)
  func absence(name: String, steps: [Step], isAway: Bool) throws {
    var attendance = PageAttendance()
    var now = MonotonicTime(nanoseconds: 5_000_000_000)
    for step in steps {
      func page(_ letter: Character) throws -> PageID { try #require(PageID(String(repeating: letter, count: 8))) }
      switch step {
      case .connect(let letter): attendance.connected(try page(letter), at: now)
      case .lose(let letter): attendance.disconnected(try page(letter), at: now)
      case .hide(let letter): attendance.hidden(try page(letter), at: now)
      case .show(let letter): attendance.shown(try page(letter), at: now)
      case .play(let letter): attendance.played(try page(letter), at: now)
      case .wait(let milliseconds, let gone):
        now = now + .milliseconds(milliseconds)
        let isGone = attendance.isGone(at: now)
        #expect(isGone == gone, "\(name)")
      }
    }
    #expect(attendance.isAway == isAway, "\(name)")
  }

  @Test("invented pages are not remembered")
  func invented() throws {
    var attendance = PageAttendance()
    let now = MonotonicTime(nanoseconds: 0)
    for number in 0..<1_000 {
      let page = try #require(PageID("invented-\(number)"))
      attendance.hidden(page, at: now)
      attendance.shown(page, at: now)
      attendance.played(page, at: now)
    }
    #expect(attendance.count == 1)
    let isGone = attendance.isGone(at: now + .seconds(2))
    #expect(isGone)
    #expect(attendance.count == 0)
  }
}
