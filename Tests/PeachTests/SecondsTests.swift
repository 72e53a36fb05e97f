import Testing

@testable import Commands

/// Lengths of time as players type them.
struct SecondsTests {
  @Test(
    arguments: [
      ("600", 600), ("0", 0), ("10:00", 600), ("0:05", 5), ("1:59", 119), ("90:00", 5400), ("-5", -5),
      ("1:60", nil), ("10:0", nil), (":30", nil), ("10:", nil), ("1:00:00", nil), ("ten", nil), ("", nil),
    ] as [(String, Int?)])
  func `seconds are read, or minutes and seconds`(typed: String, count: Int?) {
    #expect(Seconds(argument: typed)?.count == count)
  }
}
