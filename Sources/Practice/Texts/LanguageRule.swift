/// What a language does with numbers, which its catalogue cannot say: the one place for it.
public struct LanguageRule: Sendable {
  /// The forms that counted texts take, by the names of Unicode's CLDR, as browsers know them (`Intl.PluralRules`). A text has a key for
  /// each form of its language: `report.answers.one`, `report.answers.other`.
  public enum CountForm: String, Hashable, Sendable {
    case one, two, few, many, other
  }

  /// Every form the language has.
  public let forms: [CountForm]
  /// Between the whole part of a number and its decimals.
  public let decimalMark: String
  private let formOf: @Sendable (Double) -> CountForm

  /// The form for `count` things, as many as are shown: 1.04 that is written as 1 is 1.
  public func form(of count: Double) -> CountForm { formOf(count) }

  /// A number as it is typed, with this language's mark or a point, in the words of the settings file.
  public func plain(_ typed: Substring) -> String { String(typed.replacing(decimalMark, with: ".")) }

  /// One thing is singular; everything else, nothing and fractions included, is plural.
  static func singularForOne(decimalMark: String) -> Self {
    Self(forms: [.one, .other], decimalMark: decimalMark) { $0 == 1 ? .one : .other }
  }

  private init(forms: [CountForm], decimalMark: String, formOf: @escaping @Sendable (Double) -> CountForm) {
    self.forms = forms
    self.decimalMark = decimalMark
    self.formOf = formOf
  }
}
