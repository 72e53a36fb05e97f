import Testing

@testable import Texts

struct NumberTextTests {
  @Test(arguments: [
    (0.0, 2, "0.00", "0,00"), (0.005, 2, "0.01", "0,01"), (-0.5, 1, "-0.5", "-0,5"), (-0.001, 2, "0.00", "0,00"),
    (12.3456, 3, "12.346", "12,346"), (80.4, 0, "80", "80"), (.nan, 1, "–", "–"), (.infinity, 0, "–", "–"),
    (1e300, 2, "–", "–"),
  ])
  func `numbers have the language's mark`(value: Double, places: Int, english: String, german: String) {
    #expect(Catalogue(.english).decimals(value, places: places) == english)
    #expect(Catalogue(.german).decimals(value, places: places) == german)
  }

  @Test(arguments: [
    (",", "1,5", "1.5"), (",", "1.5", "1.5"), (".", "1,5", "1,5"), (".", "1.5", "1.5"), ("·", "−1·5", "−1.5"),
    ("·", "1,5", "1,5"),
  ])
  func `typed numbers are read with the language's mark`(mark: String, typed: Substring, plain: String) {
    #expect(LanguageRule.singularForOne(decimalMark: mark).plain(typed) == plain)
  }
}
